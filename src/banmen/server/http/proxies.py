"""Proxies in front of the server: whose forwarding headers are trusted, and the path prefix they serve us under."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

SCHEMES = {"http": ("http", "ws"), "https": ("https", "wss")}  # of a request, and of a WebSocket


class Proxies:
    """Trusted addresses and networks.

    >>> known = Proxies(["127.0.0.1", "10.1.0.0/16"])
    >>> [address for address in ("127.0.0.1", "10.1.2.3", "10.2.0.1", "", "proxy") if address in known]
    ['127.0.0.1', '10.1.2.3']
    """

    def __init__(self, trusted: Iterable[str]) -> None:
        """Take the trusted proxies; raise ValueError for what is neither an address nor a network."""
        self._networks = [ipaddress.ip_network(one) for one in trusted]

    def __bool__(self) -> bool:
        return bool(self._networks)

    def __contains__(self, address: object) -> bool:
        if not self._networks:
            return False
        try:
            found = ipaddress.ip_address(str(address))
        except ValueError:
            return False
        return any(found in network for network in self._networks)

    def find_client(self, forwarded: str) -> str | None:
        """Return the client by an X-Forwarded-For header: the last address in it that is not a trusted proxy.

        >>> Proxies(["10.0.0.0/8"]).find_client("1.2.3.4, 192.0.2.7, 10.0.0.9")
        '192.0.2.7'
        """
        for text in reversed([part.strip() for part in forwarded[:2000].split(",")]):
            bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
            try:
                ipaddress.ip_address(bare)
            except ValueError:
                return None
            if bare not in self:
                return bare
        return None


class ProxyMiddleware:
    """Applies the forwarding headers of a trusted proxy, and strips the path prefix of a request."""

    def __init__(self, app: ASGIApp, trusted: Proxies, prefix: str) -> None:
        self.app, self.trusted, self.prefix = app, trusted, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] in ("http", "websocket"):
            scope = dict(scope)
            if self.trusted and scope.get("client") and scope["client"][0] in self.trusted:
                self._read_headers(scope)
            if self.prefix:
                self._take_prefix_off(scope)
        await self.app(scope, receive, send)

    def _read_headers(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        # A proxy appends its client to what it received; several headers form one list.
        if client := self.trusted.find_client(",".join(headers.getlist("x-forwarded-for"))):
            scope["client"] = (client, 0)
        proto = headers.get("x-forwarded-proto", "").rpartition(",")[2].strip().lower()
        if proto in SCHEMES:
            scope["scheme"] = SCHEMES[proto][scope["type"] == "websocket"]

    def _take_prefix_off(self, scope: Scope) -> None:
        """Serve the same page with and without the prefix: some proxies strip it themselves."""
        scope["path"] = take_off(scope["path"], self.prefix)
        if raw := scope.get("raw_path"):
            scope["raw_path"] = take_off(raw.decode("latin-1"), self.prefix).encode("latin-1")


def take_off(path: str, prefix: str) -> str:
    """Return a path without the prefix, if it has it.

    >>> [take_off(path, "/games") for path in ("/games/play/x", "/games", "/play/x", "/gamesome")]
    ['/play/x', '/', '/play/x', '/gamesome']
    """
    if path == prefix:
        return "/"
    return path[len(prefix) :] if path.startswith(prefix + "/") else path
