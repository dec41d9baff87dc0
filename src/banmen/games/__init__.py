"""The five games, one package each; a new package here is a new game. `DEFAULT_PARTS` stands in for what it does not give."""

DEFAULT_PARTS = {
    "text_board": "banmen.presentation.default_text_board",
}
