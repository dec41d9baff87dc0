"""The server: authoritative matches, the HTTP API, live updates and the pages."""
