"""The server: authoritative matches for visitors, the HTTP API, live updates and the pages.

At the top stand `matches` with its `sessions`, the `computer` that plays and gives hints, `analyses`, compiling in the
background and the `interpreter` that plays until that is done, `visitors`, `settings`, `metrics` and `problems`. The rooms:
`store` keeps events in a database, `live` sends them over WebSockets, `http` has everything else that is asked for by address.
`http` may import all, `live` all but `http`, the modules at the top only `store`, and `store` none of them. Only the command
line and tests import the server.
"""
