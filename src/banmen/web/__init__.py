"""The pages' data: templates, style sheets, scripts, icons and texts. It contains no rules of any game.

It imports nothing. Only `banmen.server.http` reads it; the scripts import only each other.
"""
