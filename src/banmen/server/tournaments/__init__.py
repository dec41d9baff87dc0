"""Tournaments of people and computers: everybody against everybody, or by the Swiss system.

`pairing_rules` is pure: who meets whom, and how everybody stands. `tournament_service` lets the matches of each round be played
and begins the next; `tournament_views` makes what is shown. It stands on `gatherings`; the routes and pages in `http` and the
application import it.
"""
