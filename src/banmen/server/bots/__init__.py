"""Bots (programs that play): their owners, tokens, limits and seats, and a client that plays with our engines.

It imports the store and the top-level modules; the rooms `live` and `http` import it.
"""
