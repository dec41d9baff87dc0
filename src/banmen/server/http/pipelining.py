"""Several requests sent at once over one connection: they are few, and none is answered any more once it is closed."""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

MOST_UNANSWERED: Final = 100  # requests that one connection may send ahead


class EndlessRequestError(Exception):
    """A request is longer, or there are more of them, than anybody needs: it is refused as one that cannot be understood."""


class PipeliningProtocol(HttpToolsProtocol):
    """HTTP that knows all requests of its connection.

    The framework knows the latest only, and what it writes for an earlier one to a closed connection fails with tracebacks, as
    many as somebody likes to send.
    """

    unanswered: tuple[RequestResponseCycle, ...] = ()

    def on_headers_complete(self) -> None:
        """See the whole head of a request."""
        super().on_headers_complete()
        if self.cycle is not None:
            waiting = (cycle for cycle in self.unanswered if not cycle.response_complete and cycle is not self.cycle)
            self.unanswered = (*waiting, self.cycle)
            if len(self.unanswered) > MOST_UNANSWERED:  # the framework would read on and on while the first are answered
                raise EndlessRequestError

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, and close; requests before it are not answered any more."""
        self._drop_unanswered()
        super().send_400_response(msg)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._drop_unanswered()
        super().connection_lost(exc)

    def _drop_unanswered(self) -> None:
        self.pipeline.clear()
        for cycle in self.unanswered:
            cycle.disconnected = not cycle.response_complete
            cycle.message_event.set()
        self.unanswered = ()
