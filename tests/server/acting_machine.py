"""Shared by the state machines of matches: random actions, once and many times in a row."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from tests.server.clusters import WAYS, Cluster, Way

NUMBER = st.integers(0, 2**16)
PROCESS = st.integers(0, 2**8)


class ActingMachine(RuleBasedStateMachine):
    """Matches over several processes, with random actions by HTTP and by socket."""

    cluster: Cluster
    seen: Counter[str]

    @abstractmethod
    def _choose(self, number: int) -> Any:
        """Return one of the matches."""

    @abstractmethod
    def _make_action(self, model: Any, number: int) -> Any:
        """Return an action in a match."""

    @abstractmethod
    def _act(self, process: int, model: Any, wish: Any) -> Any:
        """Send an action to a process, and compare the answer with the model's."""

    def _find_way(self, process: int) -> tuple[int, Way]:
        """Return the process and the way that a drawn number means."""
        way = WAYS[process // self.cluster.size % len(WAYS)]
        self.seen[f"by {way}"] += 1
        return process % self.cluster.size, way

    def _watch(self, process: int, person: str, match: str) -> None:
        """Let somebody watch from now on, or again; a match that was removed cannot be watched."""
        self.cluster.run(self.cluster.sockets.find((process % self.cluster.size, person, match)).open())
        self.seen["watched"] += 1

    @rule(process=PROCESS)
    def go_offline(self, process: int) -> None:
        """Disconnect everybody from a process; they will connect again."""
        self.cluster.run(self.cluster.sockets.close(process % self.cluster.size))

    @rule(process=PROCESS, which=NUMBER, number=NUMBER)
    def act(self, process: int, which: int, number: int) -> None:
        model = self._choose(which)
        self._act(process, model, self._make_action(model, number))

    @rule(which=NUMBER, numbers=st.lists(NUMBER, min_size=6, max_size=6), process=PROCESS)
    def act_often(self, which: int, numbers: list[int], process: int) -> None:
        """Act for a while, at every process in turn."""
        for step, number in enumerate(numbers):
            self.act(process + step, which, number)
