"""The games in a terminal: reading what people type and writing boards, moves and analyses.

`game_loop` plays one match on a `game_screen`, `menu` and `match_setup` begin it, `opponents` are the computer players.
`boards` prints what each game's `text_board` draws, `terminal_messages` has the words, `analysis_tables` prints analyses and
`files` writes files. The match itself is `banmen.match`. Only the command line and tests import the terminal.
"""
