"""The five games, one package each; a new package here is a new game."""
