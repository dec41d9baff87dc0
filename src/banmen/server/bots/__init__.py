"""Programs that play: who owns them, how they are known, how much they may do, and one that plays for our engines.

It imports the store and what stands at the top; the rooms `live` and `http` import it.
"""
