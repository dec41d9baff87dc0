"""Tournaments of people and computers: round robin or Swiss system.

`pairing_rules` is pure: pairings and standings. `tournament_service` has the matches of each round played and starts the next;
`tournament_views` makes what is shown. It builds on `gatherings`; the routes and pages in `http` and the application import it.
"""
