"""Engines: how they search (`search`), who plays with them (players, levels), and what they say of positions (`analysis`).

Stands on games and solve. Training, lab, server, terminal and the command line import it; games and matches never do.
"""
