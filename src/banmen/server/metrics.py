"""The server's counters, for Prometheus."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector

TYPE = CONTENT_TYPE_LATEST
QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16)


class Metrics:
    """The counters of one server, in a registry of their own.

    >>> metrics = Metrics()
    >>> metrics.matches.labels("qubism").inc()
    >>> b'banmen_matches_total{game="qubism"} 1.0' in metrics.text()
    True
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "banmen_requests", "Requests by route and status.", ("method", "route", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "banmen_request_seconds", "How long requests took.", ("route",), buckets=QUICK, registry=self.registry
        )
        self.matches = Counter("banmen_matches", "Matches begun.", ("game",), registry=self.registry)
        self.events = Counter("banmen_events", "Events of matches.", ("kind",), registry=self.registry)
        self.watching = Gauge("banmen_watching", "Open live connections.", multiprocess_mode="livesum", registry=self.registry)
        self.thinking = Gauge(
            "banmen_thinking",
            "Computer players that think or wait for their turn.",
            multiprocess_mode="livesum",
            registry=self.registry,
        )
        self.thought = Histogram(
            "banmen_thought_seconds", "How long the computer thought.", ("who",), buckets=SLOW, registry=self.registry
        )
        self.failures = Counter("banmen_failures", "Errors of the server itself.", ("where",), registry=self.registry)
        self.analyses = Gauge("banmen_analyses", "Analyses kept.", multiprocess_mode="livesum", registry=self.registry)

        self._by_kind: dict[str, Counter] = {}

    def count_event(self, kind: str) -> None:
        """Count an event of a match; looking up a label costs more than counting."""
        counter = self._by_kind.get(kind)
        if counter is None:
            counter = self._by_kind[kind] = self.events.labels(kind)
        counter.inc()

    def text(self) -> bytes:
        """Return everything in Prometheus' format; of several serving processes, the totals."""
        if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
            return generate_latest(self.registry)
        every = CollectorRegistry()
        MultiProcessCollector(every)  # type: ignore[no-untyped-call]
        return generate_latest(every)
