"""What the framework writes to the log about clients, without what nobody needs to read."""

from __future__ import annotations

import asyncio
import logging

BAD_TEXT = "Invalid UTF-8 sequence received from client."


def install_log_filters() -> None:
    """Shorten what the framework complains of: clients must not be able to fill the log with tracebacks."""
    logging.getLogger("uvicorn.error").addFilter(shorten_complaint)


def shorten_complaint(record: logging.LogRecord) -> bool:
    """Leave the traceback out where a client is to blame, and all of it where a closing server waits for a client no longer.

    >>> record = logging.LogRecord("x", logging.ERROR, "y", 1, BAD_TEXT, (), (ValueError, ValueError(), None))
    >>> shorten_complaint(record), record.exc_info
    (True, None)
    >>> stopped = (asyncio.CancelledError, asyncio.CancelledError(), None)
    >>> shorten_complaint(logging.LogRecord("x", logging.ERROR, "y", 1, "Exception in ASGI application", (), stopped))
    False
    """
    if record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError):  # which the framework has said in a line
        return False
    if record.msg == BAD_TEXT:
        record.exc_info, record.exc_text = None, None
    return True
