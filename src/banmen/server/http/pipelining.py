"""Limits pipelined requests: there may be few on a connection, and none is answered once it is closed."""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

MOST_UNANSWERED: Final = 100  # requests that may be pipelined on one connection


class EndlessRequestError(Exception):
    """A request is too long, or there are too many of them: it is refused as malformed."""


class PipeliningProtocol(HttpToolsProtocol):
    """HTTP that keeps track of all requests of its connection.

    The framework knows only the latest, and writing an earlier one's answer to a closed connection fails with a traceback, as
    often as a client likes.
    """

    unanswered: tuple[RequestResponseCycle, ...] = ()

    def on_headers_complete(self) -> None:
        """Handle the complete head of a request."""
        super().on_headers_complete()
        if self.cycle is not None:
            waiting = (cycle for cycle in self.unanswered if not cycle.response_complete and cycle is not self.cycle)
            self.unanswered = (*waiting, self.cycle)
            if len(self.unanswered) > MOST_UNANSWERED:  # the framework would read on while the first ones are answered
                raise EndlessRequestError

    def send_400_response(self, msg: str) -> None:
        """Refuse a malformed request, and close; earlier requests are no longer answered."""
        self._drop_unanswered()
        super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release a connection."""
        self._drop_unanswered()
        super().connection_lost(exc)

    def _drop_unanswered(self) -> None:
        self.pipeline.clear()
        for cycle in self.unanswered:
            cycle.disconnected = not cycle.response_complete
            cycle.message_event.set()
        self.unanswered = ()
