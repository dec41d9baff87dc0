"""One match as the sum of its events: who plays, how it stands, and what has happened.

Events are never taken away. `undo` says up to which event the past counts again; the events that count at present are the
match's line. Throws are numbered along the line, so one that was taken back falls the same again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from banmen.core import registry
from banmen.core.board import Player
from banmen.core.errors import BanmenError, OptionError
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.core.record import Record, Result, Step, join_comments
from banmen.core.record_text import name_player_tag
from banmen.kernels.contract import OVER
from banmen.match.dice import Dice
from banmen.match.events import (
    AROUND,
    ASIDE,
    BEGIN,
    BY_RULES,
    DECLINE,
    FINISHED,
    HAND_OVER,
    JOIN,
    MOVE,
    PRIVATE,
    SEAL,
    THROW,
    TIME_OUT,
    UNDO,
    Event,
    PlannedEvent,
    number_events,
)
from banmen.match.gathering import Gathering, read_gathering
from banmen.match.seats import Seat

messages = Catalogue(__name__)


class Standing(NamedTuple):
    """The state of a match at a point of its line."""

    position: Position
    kind: int  # of the position; requested by everybody
    turn: Player
    throws: int  # made so far
    steps: int  # of the record, a throw and its move being one
    result: Result = None  # as Record.result
    termination: str | None = None
    thrown: int | None = None  # that the next move must use


class Match:
    """A match and all that has happened in it. It changes by `add` alone; `actions` says what could be added.

    >>> import banmen
    >>> from banmen.match.actions import plan_move
    >>> from banmen.match.dice import SeededDice
    >>> from banmen.match.match_start import make_first_event
    >>> match = Match(SeededDice(1), [make_first_event(banmen.game("qubism"), {"w": "human", "b": "human"}, SeededDice(1))])
    >>> match.add_planned(plan_move(match, "c2"))
    >>> match.position.turn, match.seq
    ('b', 1)
    """

    def __init__(self, dice: Dice, events: Sequence[Event], match_id: str = "") -> None:
        self.dice, self.id = dice, match_id
        self.events: list[Event] = []
        self.line: list[Event] = []  # what counts, after the first event
        self.before: dict[int, Position] = {}  # the position that each throw and move met, of the line or taken back
        self.by_client_id: dict[str, Event] = {}
        self.sealed = False  # whether nothing is taken back any more
        self.checkable = True  # whether nothing was taken back: after that a throw falls the same again, and is foreknown
        first = events[0].data
        game = registry.game(first["game"], **first["options"])
        self._players = {str(player): player for player in game.players}
        self.seats = _read_seats(first, self._players)
        self.computers = [seat for seat in self.seats.values() if not seat.is_human]
        self.gathering: Gathering | None = read_gathering(first, game, self._players)  # None if people share a screen
        self.seq = 0  # the number of the last event
        self.settled = 0  # and of the last one that an actor has to know
        self._begin(game, first)
        self._earlier: list[Standing] = []  # before each event of the line
        self._legal: tuple[Position, dict[str, Move]] | None = None
        self._ahead: tuple[Position, int, Position] | None = None
        self._remember(events[0])
        for event in events[1:]:
            if event.kind == MOVE:
                self.position.find(event.data["move"])  # what was stored may be damaged
            self.add(event)

    def _begin(self, game: Game, data: dict[str, Any]) -> None:
        """Set the position in which the match begins."""
        names = {name_player_tag(game, player): seat.name or seat.who for player, seat in self.seats.items()}
        self.start = _make_start(game, data, names | {"Date": self.date or data.get("date", "")})
        final = self.start.final
        self.standing = Standing(final, final.kind, final.turn, 0, 0, self.start.result, thrown=final.thrown)
        self._record: Record | None = self.start

    # How it stands.

    @property
    def date(self) -> str:
        """The day on which it was begun."""
        return str(self.events[0].data["date"]) if self.events else ""

    @property
    def begun(self) -> bool:
        """Whether everybody has joined, so that the match can be played."""
        return self.gathering is None or self.gathering.begun

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.start.game

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.standing.position

    @property
    def record(self) -> Record:
        """The match as a record. Built on request, because that takes longer as the match grows."""
        if self._record is None:
            now = self.standing
            self._record = self.start.with_played(_list_steps(self), now.position, now.result, now.termination)
        return self._record

    @property
    def created(self) -> float:
        """When it began."""
        return self.events[0].at

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.standing.result is not None

    @property
    def finished(self) -> float | None:
        """When it ended."""
        return self.line[-1].at if self.over and self.line else None

    @property
    def seat(self) -> Seat:
        """The seat that is to act."""
        return self.seats[self.standing.turn]

    @property
    def waits_for_human(self) -> bool:
        """Whether a person is to throw or to move."""
        now = self.standing
        return now.result is None and self.seats[now.turn].is_human and self.begun

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer player is to throw or to move."""
        now = self.standing
        return now.result is None and not self.seats[now.turn].is_human and self.begun

    @property
    def people(self) -> list[Player]:
        """The players that people play for."""
        return [seat.player for seat in self.seats.values() if seat.is_human]

    def list_seats_of(self, person: str) -> list[Player]:
        """Return the players of a person, if each person has a device of their own."""
        return [seat.player for seat in self.seats.values() if seat.person == person]

    def find_player(self, name: str) -> Player | None:
        """Return the player of a name."""
        return self._players.get(name)

    def find_actor(self, event: Event) -> Player | None:
        """Return the player for whom something was done; None for what no player does by themselves."""
        if event.kind in (THROW, MOVE):
            return self.before[event.seq].turn
        return None if event.kind in (HAND_OVER, TIME_OUT) else self.find_player(event.data.get("player", ""))

    @property
    def deadline(self) -> float | None:
        """When the person on turn runs out of time; None if no clock is running."""
        return self.gathering.clock.deadline if self.gathering and self.gathering.clock else None

    @property
    def throws(self) -> int:
        """How many throws have been made along the line."""
        return self.standing.throws

    @property
    def last_move(self) -> Event | None:
        """The last move of the line."""
        return next((event for event in reversed(self.line) if event.kind == MOVE), None)

    @property
    def legal(self) -> dict[str, Move]:
        """The legal moves by text; cached for each position, because everybody who watches requests them."""
        position = self.standing.position
        if self._legal is None or self._legal[0] is not position:
            self._legal = position, {move.text: move for move in position.legal_moves()}
        return self._legal[1]

    def look_ahead(self, code: int) -> Position:
        """Return the position after a legal move; it is kept, for the move that is tried is usually made."""
        position = self.standing.position
        if self._ahead is None or self._ahead[0] is not position or self._ahead[1] != code:
            self._ahead = position, code, position.after(code)
        return self._ahead[2]

    def _read_move(self, text: str) -> int:
        """Return the code of a move, which is looked up if the legal moves are known."""
        known = self._legal[1].get(text) if self._legal is not None and self._legal[0] is self.standing.position else None
        return self.game.read_move(text) if known is None else known.code

    def list_events_after(self, seq: int) -> list[Event]:
        """Return the events after a sequence number."""
        return self.events[max(0, seq + 1) :]

    def derive_computer_seed(self) -> int:
        """Return the seed of the computer's next choice: the same whenever this point of the match comes again."""
        return self.dice.derive_computer_seed(len(self.line), self.standing.steps)

    # Adding events.

    def add(self, event: Event) -> None:
        """Add the next event, which is taken to be sound."""
        if event.kind == UNDO:
            while self.line and self.line[-1].seq > event.data["to"]:
                self.line.pop()
                self.standing = self._earlier.pop()
            self.checkable = self.checkable and self.gathering is not None  # there no throw is taken back
        elif event.kind == SEAL:
            self.sealed = True
        elif event.kind in AROUND:
            self._change_seats(event)
        else:
            after = self._follow(event)
            self._earlier.append(self.standing)
            self.standing = after
            self.line.append(event)
        self._record = None
        self._remember(event)
        if self.gathering:
            self.gathering.take_in(event, self._players, self._find_running())

    def _find_running(self) -> Player | None:
        """Return the person whose clock runs. A match that has only just begun is not `begun` before this event is taken in."""
        starts = self.events[-1].kind == BEGIN
        return self.standing.turn if not self.over and self.seat.is_human and (self.begun or starts) else None

    def _change_seats(self, event: Event) -> None:
        """Follow an event around the board, if it concerns who plays or how the match begins."""
        if event.kind == BEGIN:
            self.dice = self.dice.with_nonces(event.data["nonces"])
            self._begin(self.game, event.data)
        elif event.kind == DECLINE and "seat" in event.data:
            player = self._players[event.data["seat"]]
            self.seats[player] = replace(self.seats[player], reserved=None, name=None)
        elif event.kind in (JOIN, HAND_OVER):
            player = self._players[event.data["player"]]
            seat = self.seats[player]
            if event.kind == HAND_OVER:
                self.seats[player] = Seat(player, event.data["who"])
                self.computers = [seat for seat in self.seats.values() if not seat.is_human]
            else:
                person = event.data[PRIVATE]["person"]
                nonce = seat.nonce or event.data.get("nonce")
                self.seats[player] = replace(seat, name=event.data["name"], person=person, reserved=None, nonce=nonce)

    def add_planned(self, planned: list[PlannedEvent], at: float = 0.0) -> None:
        """Add events that were planned for this match as it stands, without storing them first."""
        for event in number_events(planned, self.seq + 1, at):
            self.add(event)

    def _remember(self, event: Event) -> None:
        self.events.append(event)
        self.seq = event.seq
        if event.kind not in ASIDE:
            self.settled = event.seq
        if event.client_id:
            self.by_client_id[event.client_id] = event

    def _follow(self, event: Event) -> Standing:
        """Return the state of the match after an event."""
        now = self.standing
        position = now.position
        if event.kind in (THROW, MOVE):
            self.before[event.seq] = position
        if event.kind == THROW:
            value = event.data["value"]
            after = position.throw(value)
            return Standing(after, after.kind, after.turn, now.throws + 1, now.steps + 1, thrown=value)
        if event.kind == MOVE:
            after = self.look_ahead(self._read_move(event.data["move"]))
            alone = not (self.line and self.line[-1].kind == THROW)  # else it is one step with its throw
            kind = after.kind
            return Standing(after, kind, after.turn, now.throws, now.steps + alone, after.winner if kind == OVER else None)
        if event.kind == FINISHED and event.data["reason"] != BY_RULES:
            winners = tuple(player for player in self.game.players if str(player) in event.data["winners"])
            return now._replace(result=winners, termination=event.data["reason"], thrown=None)
        return now


def _list_steps(match: Match) -> list[Step]:
    """Return the steps of a match: a throw and the move made with it are one."""
    steps: list[Step] = []
    for event in match.line:
        comment = event.data.get("comment", "")
        if event.kind == THROW:
            steps.append(Step(event.data["value"], None, join_comments("", comment)))
        elif event.kind == MOVE and steps and steps[-1].move is None:
            thrown = steps.pop()
            steps.append(Step(thrown.throw, event.data["move"], join_comments(thrown.comment, comment)))
        elif event.kind == MOVE:
            steps.append(Step(match.before[event.seq].thrown, event.data["move"], join_comments("", comment)))
    return steps


def _read_seats(data: dict[str, Any], players: dict[str, Player]) -> dict[Player, Seat]:
    """Return the seats that a match begins with."""
    kept = data.get(PRIVATE, {}).get("reserved", {})
    return {
        players[seat["player"]]: Seat(players[seat["player"]], seat["who"], seat["name"], reserved=kept.get(seat["player"]))
        for seat in data["seats"]
    }


def _make_start(game: Game, data: dict[str, Any], tags: dict[str, str]) -> Record:
    """Return the empty record that a match begins with."""
    try:
        record = Record.begin(game, data["opening"] or None, data["start"], data.get("tags", tags))
    except BanmenError as error:
        raise OptionError(messages("match.unreadable", reason=error.message)) from error
    return record.with_comment(data.get("comment", ""))
