"""The history of the database schema: one step per file in `versions`, applied when the server starts.

Alembic runs the steps; nothing else imports them, and they import only the store.
"""
