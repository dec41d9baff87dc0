"""Bots, programs that play: their owners, tokens, limits and seats, and a client that plays for our engines.

It imports the store and what stands at the top; the rooms `live` and `http` import it.
"""
