"""Live updates over WebSockets: whoever watches a match or an analysis is sent what happens in it.

It imports the matches and analyses of the server, and never `http`; `http.application` imports it and adds its routes.
"""
