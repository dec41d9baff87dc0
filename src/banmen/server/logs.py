"""The server's log on standard error: plain lines, or one JSON object per line, without secrets.

The log never identifies clients: a visitor's id is the key to their matches. Nor does it contain cookies, seeds, the contents
of requests, or the password of the database.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from typing import Any

from banmen.server.settings import ServerSettings
from banmen.server.store.address import find_password

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
HIDDEN = "***"
FIELDS = ("method", "route", "status", "milliseconds")  # of a request


class LineFormatter(logging.Formatter):
    """One line per message, followed by a traceback if there is one."""

    def __init__(self, secrets: tuple[str, ...] = ()) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return hide(super().format(record), self._secrets)


class JsonFormatter(LineFormatter):
    """A JSON object on one line.

    >>> record = logging.makeLogRecord({"name": "banmen.server", "levelname": "INFO", "msg": "to %s", "args": ("all",)})
    >>> json.loads(JsonFormatter().format(record))["message"]
    'to all'
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        found: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": os.getpid(),
            "message": record.getMessage(),
        }
        found |= {name: record.__dict__[name] for name in FIELDS if name in record.__dict__}
        if record.exc_info:
            found["exception"] = self.formatException(record.exc_info)
        return hide(json.dumps(found, ensure_ascii=False), self._secrets)


def hide(text: str, secrets: tuple[str, ...]) -> str:
    """Return a text with some other texts blanked out.

    >>> hide("postgresql://me:sesame@localhost/games", ("sesame",))
    'postgresql://me:***@localhost/games'
    """
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return text


def configure_logging(settings: ServerSettings) -> None:
    """Log everything from the configured level up to standard error."""
    password = find_password(settings.database)
    secrets = (password,) if password else ()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(secrets) if settings.log_format == "json" else LineFormatter(secrets))
    level = LEVELS[settings.log_level]
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("banmen").setLevel(level)
    logging.getLogger("uvicorn").setLevel(max(level, logging.WARNING))  # it logs every connection
