"""Players and everything that plays many games: random play so far."""
