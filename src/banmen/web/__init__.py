"""What a visitor sees: page templates, style sheets, scripts, icons and the words on them. No rules of any game are here.

It holds data and imports nothing. Only `banmen.server.http` reads it; the scripts import each other alone.
"""
