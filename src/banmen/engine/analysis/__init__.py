"""Analyses of positions and games: values, luck and skill, in words, JSON and charts."""
