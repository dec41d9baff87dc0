"""The simplest possible model of a match between people: a list of events, and what may be added to it.

Nothing of `banmen.match` is used. The model takes the rules of the games from the library's positions, and assumes no order of
processes: whatever is acknowledged is added, whatever is refused changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import banmen
from banmen.kernels.contract import CHANCE

MOST_REPEATED = 20  # events that a socket repeats
Row = tuple[str, dict[str, Any]]  # kind and data of an event


@dataclass(frozen=True)
class WantedAction:
    """An action to be sent."""

    type: str
    seq: int
    client_id: str
    move: str | None = None

    def body(self) -> dict[str, Any]:
        more = {} if self.move is None else {"move": self.move}
        return {"type": self.type, "seq": self.seq, "client_id": self.client_id, **more}


@dataclass
class MatchModel:
    """One match: all events, and the history of positions that counts."""

    id: str
    owner: str
    start: banmen.Position
    events: list[Row] = field(default_factory=list)  # after the first
    line: list[tuple[Row, int, banmen.Position]] = field(default_factory=list)  # an event, its seq, the position before it
    position: banmen.Position = field(init=False)
    over: bool = False
    sealed: bool = False
    removed: bool = False
    done: dict[str, tuple[WantedAction, list[int]]] = field(default_factory=dict)  # by client id: the request, and its events
    throws: dict[int, int] = field(default_factory=dict)  # the n-th throw of the line, the same whenever it was thrown

    def __post_init__(self) -> None:
        self.position = self.start

    @property
    def seq(self) -> int:
        return len(self.events)

    def foretell(self, wanted: WantedAction) -> str:
        """Return the code with which an action will be refused, or an empty text if it will be carried out."""
        if self.removed:
            return "no_match"
        if known := self.done.get(wanted.client_id):
            same = known[0].type == wanted.type and known[0].move == wanted.move
            return "" if same else "client_id_reused"
        if wanted.seq != self.seq:
            return "stale"
        return self._refuse(wanted)

    def _refuse(self, wanted: WantedAction) -> str:
        if wanted.type == "seal":
            return "" if self.over else "not_over"
        if wanted.type == "undo":
            return "" if self._find_undo() is not None else "nothing_to_undo"
        if self.over:
            return "match_over"
        if wanted.type == "resign":
            return ""
        if wanted.type == "throw":
            return "" if self.position.kind == CHANCE else "no_throw_due"
        if self.position.kind == CHANCE:
            return "throw_due"
        return "" if wanted.move in {move.text for move in self.position.legal_moves()} else "illegal_move"

    def _find_undo(self) -> int | None:
        """Return where an undo cuts the line."""
        if self.sealed:
            return None
        decisions = [place for place, (row, _, _) in enumerate(self.line) if row[0] in ("move", "resign")]
        return decisions[-1] if decisions else None

    def carry_out(self, wanted: WantedAction, told: list[dict[str, Any]]) -> None:
        """Check the reported outcome of an action that was carried out, and apply it."""
        if wanted.client_id in self.done:
            assert [event["seq"] for event in told] == self.done[wanted.client_id][1]
            assert [(event["kind"], event["data"]) for event in told] == [self.events[event["seq"] - 1] for event in told]
            return
        expected = self._expect(wanted, told)
        assert [(event["kind"], event["data"]) for event in told] == expected
        numbers = list(range(self.seq + 1, self.seq + 1 + len(expected)))
        assert [event["seq"] for event in told] == numbers
        for row in expected:
            self._add(row)
        if expected:  # otherwise it left no trace by which it could be recognised
            self.done[wanted.client_id] = (wanted, numbers)

    def _expect(self, wanted: WantedAction, told: list[dict[str, Any]]) -> list[Row]:
        if wanted.type == "seal":
            return [] if self.sealed else [("seal", {})]
        if wanted.type == "undo":
            place = self._find_undo()
            assert place is not None
            return [("undo", {"to": self.line[place - 1][1] if place else 0})]
        if wanted.type == "resign":
            player = self.position.turn
            winners = [str(other) for other in self.position.game.players if other != player]
            return [("resign", {"player": str(player)}), ("finished", {"winners": winners, "reason": "resigned"})]
        if wanted.type == "throw":
            number = sum(row[0] == "throw" for row, _, _ in self.line)
            value = self.throws.setdefault(number, told[0]["data"]["value"])
            return [("throw", {"value": value})]
        assert wanted.move is not None
        winner = self.position.play(wanted.move).winner
        ending: list[Row] = []
        if winner is not None:
            ending = [("finished", {"winners": [str(player) for player in winner], "reason": "rules"})]
        return [("move", {"move": wanted.move}), *ending]

    def _add(self, row: Row) -> None:
        kind, data = row
        self.events.append(row)
        if kind == "undo":
            while self.line and self.line[-1][1] > data["to"]:
                _, _, self.position = self.line.pop()
                self.over = False
            return
        if kind == "seal":
            self.sealed = True
            return
        self.line.append((row, self.seq, self.position))
        if kind == "throw":
            self.position = self.position.throw(data["value"])
        elif kind == "move":
            self.position = self.position.play(data["move"])
        elif kind == "finished":
            self.over = True

    def list_missed(self, seq: int, known: int | None) -> list[Row]:
        """Return the events in the answer to an action that is outdated: by socket the latest ones, and all unsent ones."""
        return self.events[seq if known is None else min(known, max(seq, self.seq - MOST_REPEATED)) :]

    def compare_answer(self, body: dict[str, Any]) -> None:
        """Check that an answer shows the current state, in either form."""
        if "change" in body:
            self.compare_change(body["change"])
        else:
            self.compare(body["view"])

    def compare_change(self, change: dict[str, Any]) -> None:
        """Check that a match is described to a program in its current state."""
        waits = "nothing" if self.over else "throw" if self.position.kind == CHANCE else "move"
        assert (change["seq"], change["waits_for"], change["yours"]) == (self.seq, waits, not self.over)
        assert (change["winners"] is not None) == self.over
        assert change["turn"] == str(self.position.turn)
        assert change["moves"] == ([move.text for move in self.position.legal_moves()] if waits == "move" else [])

    def compare(self, view: dict[str, Any]) -> None:
        """Check that a match is shown in its current state."""
        assert view["seq"] == self.seq
        assert view["position"] == self.position.text
        assert (view["result"] is not None) == self.over
        assert view["can_undo"] == (self._find_undo() is not None)
        expected = "nothing" if self.over else "throw" if self.position.kind == CHANCE else "move"
        assert view["waits_for"] == expected
        if expected == "move":
            assert [move["move"] for move in view["moves"]] == [move.text for move in self.position.legal_moves()]
