"""One match as the sum of its events: who plays, how it stands, and what has happened.

Events are never taken away. `undo` says up to which event the past counts again; the events that count at present are the
match's line. Throws are numbered along the line, so one that was taken back falls the same again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from banmen.core import registry
from banmen.core.board import Player
from banmen.core.errors import BanmenError, OptionError
from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue
from banmen.core.record import Record
from banmen.core.record_text import name_player_tag
from banmen.match.dice import Dice
from banmen.match.events import FINISHED, MOVE, RESIGNED, THROW, UNDO, Event, PlannedEvent, number_events
from banmen.match.seats import Seat

messages = Catalogue(__name__)


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
        self.before: dict[int, Position] = {}  # the position that each throw and move of the line met
        self.by_client_id: dict[str, Event] = {}
        self.seats, self.start = _read_first_event(events[0].data)
        self.record = self.start
        self._remember(events[0])
        for event in events[1:]:
            self.add(event)

    # How it stands.

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.record.game

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.record.final

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.events[-1].seq

    @property
    def created(self) -> float:
        """When it began."""
        return self.events[0].at

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.record.result is not None

    @property
    def finished(self) -> float | None:
        """When it ended."""
        return self.line[-1].at if self.over and self.line else None

    @property
    def seat(self) -> Seat:
        """The seat that is to act."""
        return self.seats[self.position.turn]

    @property
    def waits_for_human(self) -> bool:
        """Whether a person is to throw or to move."""
        return not self.over and self.seat.is_human

    @property
    def waits_for_computer(self) -> bool:
        """Whether a computer player is to throw or to move."""
        return not self.over and not self.seat.is_human

    @property
    def people(self) -> list[Player]:
        """The players that people play for."""
        return [seat.player for seat in self.seats.values() if seat.is_human]

    @property
    def throws(self) -> int:
        """How many throws have been made along the line."""
        return sum(event.kind == THROW for event in self.line)

    @property
    def last_move(self) -> Event | None:
        """The last move of the line."""
        return next((event for event in reversed(self.line) if event.kind == MOVE), None)

    def list_events_after(self, seq: int) -> list[Event]:
        """Return the events after a sequence number."""
        return self.events[max(0, seq + 1) :]

    def derive_computer_seed(self) -> int:
        """Return the seed of the computer's next choice: the same whenever this point of the match comes again."""
        return self.dice.derive_computer_seed(len(self.line), len(self.record.steps))

    # Adding events.

    def add(self, event: Event) -> None:
        """Add the next event, which is taken to be sound."""
        if event.kind == UNDO:
            while self.line and self.line[-1].seq > event.data["to"]:
                self.line.pop()
            self.record = self.start
            for earlier in self.line:
                self._apply(earlier)
        else:
            self._apply(event)
            self.line.append(event)
        self._remember(event)

    def add_planned(self, planned: list[PlannedEvent], at: float = 0.0) -> None:
        """Add events that were planned for this match as it stands, without storing them first."""
        for event in number_events(planned, self.seq + 1, at):
            self.add(event)

    def _remember(self, event: Event) -> None:
        self.events.append(event)
        if event.client_id:
            self.by_client_id[event.client_id] = event

    def _apply(self, event: Event) -> None:
        """Take a throw, a move or a resignation into the record."""
        if event.kind in (THROW, MOVE):
            self.before[event.seq] = self.position
        if event.kind == THROW:
            self.record = self.record.with_throw(event.data["value"]).with_comment(event.data.get("comment", ""))
        elif event.kind == MOVE:
            self.record = self.record.with_move(event.data["move"], event.data.get("comment", ""))
        elif event.kind == FINISHED and event.data["reason"] == RESIGNED:
            winners = [player for player in self.game.players if str(player) in event.data["winners"]]
            self.record = self.record.with_result(winners, RESIGNED)


def _read_first_event(data: dict[str, Any]) -> tuple[dict[Player, Seat], Record]:
    """Return the seats and the empty record that a match begins with."""
    game = registry.game(data["game"], **data["options"])
    players = {str(player): player for player in game.players}
    seats = {players[seat["player"]]: Seat(players[seat["player"]], seat["who"], seat["name"]) for seat in data["seats"]}
    tags = {name_player_tag(player): seat.name or seat.who for player, seat in seats.items()} | {"Date": data["date"]}
    try:
        record = Record.begin(game, data["opening"] or None, data["start"], data.get("tags", tags))
    except BanmenError as error:
        raise OptionError(messages("match.unreadable", reason=error.message)) from error
    return seats, record.with_comment(data.get("comment", ""))
