"""What people see and read of a position, for every game, and the contract of a game.

- `game_contract` says what a game must and may provide; the `default_*` modules are the defaults for the rest.
- `svg`, `svg_elements`, `highlights`, `chart_frame` draw; `text_canvas` and `text_tiles` do so in text.
- `motion`, `reasons`, `dangers`, `board_editor` call a game's part of the same name; `lessons` and `about` read its data files.

It imports `banmen.core` and `banmen.kernels`; games and all rooms above them may import it.
"""
