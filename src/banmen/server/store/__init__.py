"""The database of matches, and its migrations. It knows the events of `banmen.match`, and nothing else of the server."""
