"""What people see and read of a position, for every game, and the contract that a game keeps to.

- `game_contract` says what a game must and may give; the `default_*` modules stand in for what it does not give.
- `svg`, `svg_elements`, `highlights`, `chart_frame` draw; `text_canvas` and `text_tiles` do so in text.
- `motion`, `reasons`, `dangers`, `board_editor` ask a game's part of the same name; `lessons` and `about` read its data files.

It imports `banmen.core` and `banmen.kernels`; games and all rooms above them may import it.
"""
