"""One match as the sum of its events: who plays, how it stands, and what each action would add.

Events are never taken away. `undo` says up to which event the past counts again; the events that count at present are the
match's line. Throws are numbered along the line, so one that was taken back falls the same again.
"""

from __future__ import annotations

import datetime
import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from banmen.core import registry
from banmen.core.errors import BanmenError, OptionError, shown
from banmen.core.game import Game, Player, Position
from banmen.core.messages import all_of, message
from banmen.core.record import Record, Rounds
from banmen.core.record_text import player_tag
from banmen.core.sticks import opening_rounds
from banmen.engine.interface import EngineError
from banmen.engine.players import player
from banmen.kernels.contract import CHANCE, DECIDE, NO_THROW
from banmen.server import dice
from banmen.server.errors import ProblemError
from banmen.server.store import Event, Row

HUMAN = "human"
USUAL = "level:3"  # who takes a seat that is not spoken of, after the first
BY_RULES, RESIGNED = "rules", "resigned"
Planned = tuple[str, dict[str, Any]]  # an event's kind and data before it has a number


@dataclass(frozen=True)
class Seat:
    """Who plays for a player: a person, or a computer player by its name."""

    player: Player
    who: str
    name: str | None = None  # what a person wants to be called

    @property
    def is_human(self) -> bool:
        """Whether a person sits here."""
        return self.who == HUMAN


class Match:
    """A match and all that has happened in it. It changes by `add` alone."""

    def __init__(self, row: Row, events: Sequence[Event]) -> None:
        self.row = row
        self.events: list[Event] = []
        self.line: list[Event] = []  # what counts, after the first event
        self.before: dict[int, Position] = {}  # the position that each throw and move of the line met
        self.clients: dict[str, Event] = {}
        self._begin(events[0])
        for event in events[1:]:
            self.add(event)

    # How it stands.

    @property
    def id(self) -> str:
        """The match's name in addresses."""
        return self.row.id

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.record.game

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.record.final

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.events[-1].seq

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
    def has_people(self) -> bool:
        """Whether anybody but computers plays."""
        return any(seat.is_human for seat in self.seats.values())

    @property
    def throws(self) -> int:
        """How many throws have been made along the line."""
        return sum(event.kind == "throw" for event in self.line)

    @property
    def last_move(self) -> Event | None:
        """The last move of the line."""
        return next((event for event in reversed(self.line) if event.kind == "move"), None)

    def after(self, seq: int) -> list[Event]:
        """Return the events after a sequence number."""
        return self.events[max(0, seq + 1) :]

    def computer_seed(self) -> int:
        """Return the seed of the computer's next choice: the same whenever this point of the match comes again."""
        return dice.drawn(self.row.seed, "computer", len(self.line))

    # What actions would add.

    def planned_throw(self) -> list[Planned]:
        """Return the events of throwing the sticks."""
        self._refuse_if_over()
        if self.position.kind != CHANCE:
            raise ProblemError("no_throw_due")
        return [("throw", {"value": dice.thrown(self.row.seed, "throw", self.throws, self.game.p)})]

    def planned_move(self, text: str) -> list[Planned]:
        """Return the events of a move; the one that ends the game is followed by the result."""
        self._refuse_if_over()
        if self.position.kind != DECIDE:
            raise ProblemError("throw_due")
        move = self.position.find(text)
        after = self.position.after(move.code)
        planned: list[Planned] = [("move", {"move": move.text})]
        if after.winner is not None:
            planned.append(("finished", {"winners": [str(winner) for winner in after.winner], "reason": BY_RULES}))
        return planned

    def planned_undo(self) -> list[Planned]:
        """Return the event that goes back to the last decision of a person, its throw as it fell."""
        index = self.undo_index()
        if index is None:
            raise ProblemError("nothing_to_undo")
        return [("undo", {"to": self.line[index - 1].seq if index else 0})]

    def undo_index(self) -> int | None:
        """Return where in the line an undo would cut: a resignation, or the last move of a person."""
        for index in range(len(self.line) - 1, -1, -1):
            event = self.line[index]
            if event.kind == "resign":
                return index
            if event.kind == "move" and self.seats[self.before[event.seq].turn].is_human:
                return index
        return None

    def planned_resignation(self, who: str | None) -> list[Planned]:
        """Return the events of a person who gives up: the one named, the one on turn, or the first."""
        self._refuse_if_over()
        people = [seat.player for seat in self.seats.values() if seat.is_human]
        if who is not None:
            people = [one for one in people if str(one) == who]
        if not people:
            raise ProblemError("nobody_to_resign")
        leaving = self.position.turn if self.position.turn in people else people[0]
        team = next(side for side in self.game.teams if leaving in side)
        winners = [str(other) for other in self.game.players if other not in team]
        return [("resign", {"player": str(leaving)}), ("finished", {"winners": winners, "reason": RESIGNED})]

    def _refuse_if_over(self) -> None:
        if self.over:
            raise ProblemError("match_over")

    # Adding events.

    def add(self, event: Event) -> None:
        """Add the next event, which is taken to be sound."""
        if event.kind == "undo":
            while self.line and self.line[-1].seq > event.data["to"]:
                self.line.pop()
            self._replay()
        else:
            self._step(event)
            self.line.append(event)
        self._keep(event)

    def _begin(self, event: Event) -> None:
        self.seats, self.start = _read_beginning(event.data)
        self.record = self.start
        self._keep(event)

    def _keep(self, event: Event) -> None:
        self.events.append(event)
        if event.client_id:
            self.clients[event.client_id] = event

    def _replay(self) -> None:
        self.record = self.start
        for event in self.line:
            self._step(event)

    def _step(self, event: Event) -> None:
        if event.kind in ("throw", "move"):
            self.before[event.seq] = self.position
        if event.kind == "throw":
            self.record = self.record.with_throw(event.data["value"])
        elif event.kind == "move":
            self.record = self.record.with_move(event.data["move"])
        elif event.kind == "finished" and event.data["reason"] == RESIGNED:
            winners = [one for one in self.game.players if str(one) in event.data["winners"]]
            self.record = self.record.with_result(winners, RESIGNED)


def beginning(game: Game, seats: Mapping[str, str], names: Mapping[str, str], start: str | None, seed: str) -> dict[str, Any]:
    """Return the data of a match's first event; who begins is thrown for unless it starts from a position."""
    if start is None:
        rounds, position = _opened(game, seed)
    else:
        rounds, position = (), game.position(start)
        if position.over:
            raise ProblemError("position_over")
        game = position.game
    return {
        "game": game.name,
        "options": dict(game.options),
        "seats": [
            {"player": str(one), "who": who, "name": names.get(str(one))} for one, who in _seated(game, seats, names).items()
        ],
        "opening": [list(values) for values in rounds],
        "start": None if rounds or position == game.start() else position.text,
        "position": position.text,
        "commitment": dice.commitment(seed),
        "date": f"{datetime.datetime.now(datetime.UTC):%Y.%m.%d}",
    }


def _opened(game: Game, seed: str) -> tuple[Rounds, Position]:
    """Carry out the opening: the throws for the beginning, or what is drawn by lot where nobody throws."""
    if game.rules.OPENING == NO_THROW:
        return (), game.start(random.Random(dice.drawn(seed, "lot", 0)))
    numbers = itertools.count()
    rounds = opening_rounds(len(game.players), game.rules.OPENING, lambda: dice.thrown(seed, "opening", next(numbers), game.p))
    return rounds, game.opened(rounds)


def _seated(game: Game, seats: Mapping[str, str], names: Mapping[str, str]) -> dict[Player, str]:
    """Return who sits where, or raise ProblemError."""
    known = [str(one) for one in game.players]
    for given in (*seats, *names):
        if given not in known:
            raise ProblemError(
                "bad_seat",
                what=message(
                    "there is no player {given}; there are {known}",
                    "{given}という席はありません。あるのは{known}です",
                    given=shown(given, 20),
                    known=all_of(known),
                ),
            )
    found: dict[Player, str] = {}
    for number, one in enumerate(game.players):
        who = seats.get(str(one), USUAL if number else HUMAN)
        if who != HUMAN and not is_computer(who, game):
            raise ProblemError(
                "bad_seat",
                what=message(
                    "{who} is none of human, level:1 to level:8, greedy and random",
                    "{who}は、human、level:1〜level:8、greedy、randomのどれでもありません",
                    who=shown(who, 20),
                ),
            )
        found[one] = who
    return found


def is_computer(who: str, game: Game) -> bool:
    """Tell whether a text names a computer player that visitors may ask for."""
    if who not in ("random", "greedy") and not who.startswith("level:"):
        return False
    try:
        return bool(player(who, game))
    except EngineError:
        return False


def _read_beginning(data: dict[str, Any]) -> tuple[dict[Player, Seat], Record]:
    game = registry.game(data["game"], **data["options"])
    by_name = {str(one): one for one in game.players}
    seats = {by_name[told["player"]]: Seat(by_name[told["player"]], told["who"], told["name"]) for told in data["seats"]}
    tags = {player_tag(one): seat.name or seat.who for one, seat in seats.items()} | {"Date": data["date"]}
    try:
        record = Record.begin(game, data["opening"] or None, data["start"], tags)
    except BanmenError as error:
        raise OptionError(
            message(
                "this match cannot be read any more: {reason}", "この対局はもう読み取れません：{reason}", reason=error.sentence
            )
        ) from error
    return seats, record
