"""The games that come with Banmen, one folder each; none imports another, but for a board that two of them share.

A game in another package is found by the entry point `banmen.games` instead. `banmen.presentation.game_contract` says what
a game must give and what it may give; for the rest, `DEFAULT_PARTS` names the default modules.

A game imports `banmen.presentation`, `banmen.core` and `banmen.kernels`. No other room imports a game by name, but for the
solvers made for one: `banmen.core.registry` finds it.
"""

DEFAULT_PARTS = {
    "picture": "banmen.presentation.svg",
    "draw": "banmen.presentation.default_draw",
    "words": "banmen.presentation.default_words",
    "motion": "banmen.presentation.default_motion",
    "reasons": "banmen.presentation.default_reasons",
    "dangers": "banmen.presentation.default_dangers",
    "merits": "banmen.presentation.default_merits",
    "ending": "banmen.presentation.default_ending",
    "text_board": "banmen.presentation.default_text_board",
    "board_editor": "banmen.presentation.default_board_editor",
}
