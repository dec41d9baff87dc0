"""Strangers who play: open challenges, quick pairing, ratings and leaderboards.

`waiting_rules` and `rating_rules` are pure. The room stands on `store` and on what is at the top of the server; `http` alone
imports it.
"""
