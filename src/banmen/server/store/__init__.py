"""The database of matches, and its migrations.

It imports `banmen.match.events`, and nothing else of the server; `server.matches` and `http.application` import it.
"""
