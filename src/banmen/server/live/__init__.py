"""Live updates over WebSockets. It stands on the matches and analyses of the server; `http.application` adds its routes."""
