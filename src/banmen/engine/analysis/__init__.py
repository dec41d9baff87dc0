"""Analyses of positions and games: values, luck and skill, as objects, words, JSON and charts.

Stands on searches; lab, server, terminal and the command line import it.
"""
