"""The simplest possible model of a match of people on different devices.

As in `match_model`, nothing of `banmen.match` is used. People act only for their own seat; what concerns all is proposed and
done once all others have agreed; chat and proposals do not invalidate other people's simultaneous moves.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import banmen
from banmen.kernels.contract import CHANCE
from tests.server.match_model import MOST_REPEATED

Row = tuple[str, dict[str, Any]]  # kind and data of an event
ASIDE = (
    "invite",
    "join",
    "propose",
    "agree",
    "decline",
    "say",
    "rematch",
)  # events that may be unseen by those who act
BOARD = ("throw", "move", "undo", "resign", "time_out", "finished", "hand_over", "decline")  # events that end a proposal
# The first event of an action, if it has another name.
LEADING = {"propose": ("propose", "undo", "finished", "hand_over"), "resign": ("resign", "hand_over")}
OFTEN = 10  # chat messages and proposals that are always allowed
COMPUTER = "level:3"


@dataclass(frozen=True)
class WantedAction:
    """An action as a person sends it."""

    person: str
    type: str
    seq: int
    client_id: str
    more: tuple[tuple[str, Any], ...] = ()

    def __getitem__(self, name: str) -> Any:
        return dict(self.more).get(name)

    def body(self) -> dict[str, Any]:
        return {"type": self.type, "seq": self.seq, "client_id": self.client_id, **dict(self.more)}


@dataclass(frozen=True)
class Proposal:
    """A proposal to the others."""

    seq: int
    player: str
    what: str
    seat: str | None = None
    who: str | None = None
    agreed: frozenset[str] = frozenset()


@dataclass
class GatheringModel:
    """One match: who sits where, all events, and the history of positions that counts."""

    id: str
    host: str
    game: banmen.Game
    who: dict[str, str]  # of each seat: human, or a computer
    kept: dict[str, str]  # the person for whom a seat is reserved
    links: dict[str, str]  # the secret of the link to each seat
    people: dict[str, str] = field(default_factory=dict)  # who sits where
    names: dict[str, str] = field(default_factory=dict)
    nonces: dict[str, str] = field(default_factory=dict)
    events: list[Row] = field(default_factory=list)  # after the first
    line: list[tuple[Row, int, banmen.Position]] = field(default_factory=list)  # an event, its seq, the position before it
    position: banmen.Position | None = None  # once it has begun
    proposal: Proposal | None = None
    settled: int = 0
    over: bool = False
    sealed: bool = False
    rematch: str | None = None
    done: dict[str, tuple[WantedAction, list[int]]] = field(default_factory=dict)
    actors: dict[str, str | None] = field(default_factory=dict)  # by client id: the seat for which it was done

    @property
    def seq(self) -> int:
        return len(self.events)

    @property
    def turn(self) -> str:
        return str(self.position.turn) if self.position else ""

    @property
    def waits_for_computer(self) -> bool:
        return self.position is not None and not self.over and self.who[self.turn] != "human"

    def list_own(self, person: str) -> list[str]:
        return [player for player in self.who if self.people.get(player) == person]

    # Joining.

    def find_seat(self, person: str, link: str | None) -> tuple[str, str]:
        """Return the seat that a person gets, or the code of the refusal."""
        player = next((player for player, secret in self.links.items() if secret == link), None)
        if link is not None and player is None:
            own = self.list_own(person)
            if not own:
                return "", "bad_link"
            player = own[0]
        if player is None:
            mine = (one for one in self.who if person in (self.people.get(one), self.kept.get(one)))
            player = next(mine, None)
        if player is None:
            return "", "seat_taken" if self.people else "no_seat"
        return player, "match_over" if self.over else "" if self.who[player] == "human" else "no_seat"

    def come(self, person: str, player: str, name: str, nonce: str) -> bool:
        """Apply that a person takes a seat; return whether the match begins now."""
        if (self.people.get(player), self.names.get(player)) == (person, name):
            return False
        self.nonces.setdefault(player, nonce)
        self.people[player], self.names[player] = person, name
        self.kept.pop(player, None)
        self.links.pop(player, None)
        self._add(("join", {"player": player, "name": name, "nonce": self.nonces[player]}))
        everybody = all(one in self.people for one, who in self.who.items() if who == "human")
        return everybody and self.position is None

    def begin(self, data: dict[str, Any]) -> None:
        """Apply the events with which the match begins."""
        assert data["nonces"] == [self.nonces[player] for player, who in self.who.items() if who == "human"]
        self._add(("begin", data))

    def invite(self, person: str, player: str, secret: str) -> None:
        assert self.may_invite(person, player)
        self.links[player] = secret
        self._add(("invite", {"player": player}))

    def may_invite(self, person: str, player: str) -> bool:
        open_to_host = self.who[player] == "human" and player not in self.people and person == self.host
        return self.people.get(player) == person or open_to_host

    # Acting.

    def foretell(self, wish: WantedAction) -> str:
        """Return the code with which an action will be refused, or an empty text if it will be carried out."""
        if known := self.done.get(wish.client_id):
            kind = self.events[known[1][0] - 1][0]
            holder = self.people.get(self.actors[wish.client_id] or "")  # whoever has the seat now counts as its sender
            same = holder in (None, wish.person) and kind in LEADING.get(wish.type, (wish.type,))
            return "" if same and known[0]["move"] == wish["move"] else "client_id_reused"
        own = self.list_own(wish.person)
        if not own:
            return "not_your_seat"
        if not self.settled <= wish.seq <= self.seq:
            return "stale"
        if wish.type == "propose" and wish["who"] not in (None, "random"):
            return "bad_seat"
        if wish.type == "say":
            return "" if wish["what"] == "hello" else "no_chat"
        if wish.type == "seal":
            return "" if self.over else "not_over"
        if self.over or self.position is None:
            return "match_over" if self.over else "not_begun"
        return self._refuse(wish, own)

    def _refuse(self, wish: WantedAction, own: list[str]) -> str:
        if wish.type in ("agree", "decline"):
            known = self.proposal is not None and wish["to"] == self.proposal.seq
            asked = known and (wish.type == "decline" or set(own) & set(self._list_waiting(self.proposal)))
            return "" if asked else "no_proposal"
        if wish.type == "propose":
            return self._refuse_proposal(wish, own)
        if wish.type == "undo":
            return "ask_first"
        if wish.type == "resign":
            return "" if wish["player"] in (None, *own) else "not_your_seat"
        assert self.position
        if self.turn not in own:
            return "not_your_turn"
        if wish.type == "throw":
            return "" if self.position.kind == CHANCE else "no_throw_due"
        if self.position.kind == CHANCE:
            return "throw_due"
        return "" if wish["move"] in {move.text for move in self.position.legal_moves()} else "illegal_move"

    def _refuse_proposal(self, wish: WantedAction, own: list[str]) -> str:
        what, seat = wish["what"], wish["player"]
        if what == "undo":
            return "" if self._find_undo(wish.person) is not None else "nothing_to_undo"
        if what == "draw":
            return "" if self.game.can_draw else "cannot_propose"
        people = [player for player, who in self.who.items() if who == "human"]
        if what != "computer" or seat not in people or people == [seat]:
            return "cannot_propose"
        return "" if seat in own else "not_away"

    def _list_waiting(self, proposal: Proposal | None) -> list[str]:
        """Return the seats whose people have not agreed to a proposal yet."""
        if proposal is None:
            return []
        agreed = {self.people[player] for player in (proposal.player, *proposal.agreed)}
        return [
            player
            for player, who in self.who.items()
            if who == "human" and player != proposal.seat and self.people[player] not in agreed
        ]

    def _find_undo(self, person: str) -> int | None:
        """Return the number of the event to which taking back a person's last move returns, unless a throw has followed it."""
        for place in range(len(self.line) - 1, -1, -1):
            (kind, _), _, before = self.line[place]
            if kind == "throw":
                return None
            if kind == "move" and self.people.get(str(before.turn)) == person:
                return self.line[place - 1][1] if place else 1 + [kind for kind, _ in self.events].index("begin")
        return None

    def carry_out(self, wish: WantedAction, told: list[dict[str, Any]]) -> None:
        """Check the reported outcome of an action that was carried out, and apply it."""
        if wish.client_id in self.done:
            assert [event["seq"] for event in told] == self.done[wish.client_id][1]
            assert list_rows(told) == [self.events[event["seq"] - 1] for event in told]
            return
        expected = self._expect(wish, told)
        assert list_rows(told) == expected, (wish, told)
        numbers = list(range(self.seq + 1, self.seq + 1 + len(expected)))
        assert [event["seq"] for event in told] == numbers
        if expected:
            kind, data = expected[0]
            named = None if kind == "hand_over" else data.get("player")
            self.actors[wish.client_id] = self.turn if kind in ("throw", "move") else named
        for row in expected:
            self._add(row)
        if expected:  # otherwise it left no trace by which it could be recognised
            self.done[wish.client_id] = (wish, numbers)

    def _expect(self, wish: WantedAction, told: list[dict[str, Any]]) -> list[Row]:
        own, position = self.list_own(wish.person), self.position
        if wish.type == "say":
            return [("say", {"player": own[0], "phrase": wish["what"]})]
        if wish.type == "seal":
            return [] if self.sealed else [("seal", {})]
        assert position
        if wish.type == "decline":
            return [("decline", {"player": own[0]})]
        if wish.type == "agree":
            return self._expect_agreement(own)
        if wish.type == "propose":
            return self._expect_proposal(wish, own)
        if wish.type == "resign":
            return self.leave(wish["player"] or (self.turn if self.turn in own else own[0]), "resigned")
        if wish.type == "throw":
            return [("throw", {"value": told[0]["data"]["value"]})]
        winner = position.play(wish["move"]).winner
        ending: list[Row] = []
        if winner is not None:
            ending = [("finished", {"winners": [str(player) for player in winner], "reason": "rules"})]
        return [("move", {"move": wish["move"]}), *ending]

    def _expect_agreement(self, own: list[str]) -> list[Row]:
        assert self.proposal
        waiting = self._list_waiting(self.proposal)
        agreeing = next(player for player in own if player in waiting)
        left = [player for player in waiting if self.people[player] != self.people[agreeing]]
        return [("agree", {"player": agreeing}), *([] if left else self._effect(self.proposal))]

    def _expect_proposal(self, wish: WantedAction, own: list[str]) -> list[Row]:
        proposal = Proposal(self.seq + 1, own[0], wish["what"], wish["player"], wish["who"])
        if not self._list_waiting(proposal):
            return self._effect(proposal)
        told: dict[str, Any] = {"player": own[0], "what": proposal.what}
        if proposal.what == "computer":
            told |= {"seat": proposal.seat, "who": proposal.who or COMPUTER}
        return [("propose", told)]

    def _effect(self, proposal: Proposal) -> list[Row]:
        if proposal.what == "undo":
            return [("undo", {"to": self._find_undo(self.people[proposal.player])})]
        if proposal.what == "draw":
            return [("finished", {"winners": [], "reason": "agreed"})]
        return [("hand_over", {"player": proposal.seat, "who": proposal.who or COMPUTER, "reason": "agreed"})]

    def leave(self, player: str, reason: str) -> list[Row]:
        """Return what happens when a person gives up or runs out of time: between two sides the match is over."""
        first: list[Row] = [("resign" if reason == "resigned" else "time_out", {"player": player})]
        others = {one for one in self.people if self.people[one] != self.people[player]}
        team = next(team for team in self.game.teams if player in map(str, team))
        if others and (others & {str(one) for one in team} or len(self.game.teams) > 2):
            gone: Row = ("hand_over", {"player": player, "who": COMPUTER, "reason": reason})
            return [gone] if reason == "resigned" else [*first, gone]
        winners = [str(other) for other in self.game.players if other not in team]
        return [*first, ("finished", {"winners": winners, "reason": reason})]

    def note_rematch(self, data: dict[str, Any]) -> None:
        """Store the rematch."""
        assert data["player"] in self.who
        self._add(("rematch", data))

    def take_in(self, row: Row) -> None:
        """Apply an event of a computer or a clock, if it is possible."""
        kind, data = row
        assert self.position
        if kind == "move":
            assert self.waits_for_computer
            assert data["move"] in {move.text for move in self.position.legal_moves()}
        elif kind == "throw":
            assert self.waits_for_computer
            assert self.position.kind == CHANCE
        else:
            assert kind in ("finished", "time_out", "hand_over")
        self._add(row)

    def _add(self, row: Row) -> None:
        kind, data = row
        self.events.append(row)
        self.settled = self.settled if kind in ASIDE else self.seq
        self._follow_proposal(kind, data)
        if kind == "begin":
            self.position = self.game.position(data["position"])
        elif kind == "hand_over":
            self.who[data["player"]] = data["who"]
            del self.people[data["player"]]
        elif kind == "rematch":
            self.rematch = data["match"]
        elif kind == "seal":
            self.sealed = True
        elif kind == "undo":
            while self.line and self.line[-1][1] > data["to"]:
                _, _, self.position = self.line.pop()
        elif kind not in ASIDE:
            self._play(row)

    def _follow_proposal(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "propose":
            self.proposal = Proposal(self.seq, data["player"], data["what"], data.get("seat"), data.get("who"))
        elif kind == "agree" and self.proposal:
            self.proposal = replace(self.proposal, agreed=self.proposal.agreed | {data["player"]})
        elif kind in BOARD:
            self.proposal = None

    def _play(self, row: Row) -> None:
        kind, data = row
        assert self.position
        self.line.append((row, self.seq, self.position))
        if kind == "throw":
            self.position = self.position.throw(data["value"])
        elif kind == "move":
            self.position = self.position.play(data["move"])
        elif kind == "finished":
            self.over = True

    def count_said(self, person: str) -> int:
        """Return how often a person has chatted, proposed or declined."""
        own = self.list_own(person)
        return sum(kind in ("say", "propose", "decline") and data["player"] in own for kind, data in self.events)

    def list_missed(self, seq: int, known: int | None) -> list[Row]:
        """Return the events in the answer to an action that is outdated: by socket the latest ones, and all unsent ones."""
        return self.events[seq if known is None else min(known, max(seq, self.seq - MOST_REPEATED)) :]

    def compare_answer(self, body: dict[str, Any], person: str) -> None:
        """Check that an answer shows the current state, in either form."""
        if "change" not in body:
            self.compare(body["view"], person)
            return
        change, playing = body["change"], self.position is not None and not self.over
        assert (change["seq"], change["winners"] is not None) == (self.seq, self.over)
        assert change["yours"] == (playing and self.who[self.turn] == "human")
        if playing and self.position:
            throw = self.position.kind == CHANCE
            assert (change["turn"], change["waits_for"]) == (self.turn, "throw" if throw else "move")

    def compare(self, view: dict[str, Any], person: str) -> None:
        """Check that a person sees the match in its current state."""
        around = view["together"]
        assert (view["seq"], around["begun"]) == (self.seq, self.position is not None)
        assert around["own"] == self.list_own(person)
        assert around["open"] == [one for one, who in self.who.items() if who == "human" and one not in self.people]
        assert around["kept"] == [one for one, kept in self.kept.items() if kept == person]
        assert (view["result"] is not None) == self.over
        assert around["rematch"] == self.rematch
        assert (around["proposal"] or {}).get("seq") == (self.proposal and self.proposal.seq)
        if self.proposal:
            asked = {self.people[player] for player in self._list_waiting(self.proposal)}
            assert around["proposal"]["yours"] == (person in asked)
        if self.position:
            assert view["position"] == self.position.text
            mine = not self.over and self.turn in self.list_own(person)
            assert view["yours"] == mine


def list_rows(told: list[dict[str, Any]]) -> list[Row]:
    """Return events as rows."""
    return [(event["kind"], event["data"]) for event in told]
