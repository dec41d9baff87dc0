"""Playing strangers: open challenges, quick pairing, ratings and leaderboards.

`waiting_rules` and `rating_rules` are pure. The room builds on `store` and the top-level modules of the server; only `http`
imports it.
"""
