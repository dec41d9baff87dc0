"""The five games, one package each; a new package here is a new game. For what a game does not give, `DEFAULT_PARTS` stands in."""

DEFAULT_PARTS = {
    "text_board": "banmen.presentation.default_text_board",
}
