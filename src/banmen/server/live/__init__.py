"""Live updates over WebSockets: those who watch a match or an analysis are sent its changes.

It imports the matches and analyses of the server, and never `http`; `http.application` imports it and adds its routes.
"""
