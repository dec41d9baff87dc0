"""How the database came to be as it is: one step a file in `versions`, which the server runs when it starts.

Alembic runs the steps; nothing imports them, and they import the store alone.
"""
