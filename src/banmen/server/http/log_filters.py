"""Filters for the framework's log messages about clients, which leave out what nobody needs to read."""

from __future__ import annotations

import asyncio
import logging

BAD_TEXT = "Invalid UTF-8 sequence received from client."


def install_log_filters() -> None:
    """Shorten the framework's complaints: clients must not be able to fill the log with tracebacks."""
    logging.getLogger("uvicorn.error").addFilter(shorten_complaint)


def shorten_complaint(record: logging.LogRecord) -> bool:
    """Leave out the traceback if a client is to blame, and the whole message if a closing server stops waiting for a client.

    >>> record = logging.LogRecord("x", logging.ERROR, "y", 1, BAD_TEXT, (), (ValueError, ValueError(), None))
    >>> shorten_complaint(record), record.exc_info
    (True, None)
    >>> stopped = (asyncio.CancelledError, asyncio.CancelledError(), None)
    >>> shorten_complaint(logging.LogRecord("x", logging.ERROR, "y", 1, "Exception in ASGI application", (), stopped))
    False
    """
    if record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError):  # which the framework has logged as one line
        return False
    if record.msg == BAD_TEXT:
        record.exc_info, record.exc_text = None, None
    return True
