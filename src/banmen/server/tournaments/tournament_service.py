"""Running tournaments: people enter, the matches of a round are played, and the next round starts when all are over.

Any process may do any step at any time: the entrants are fixed before the first round, the database lets each round be
written once, and a match of a round is created once because its id is derived from the round. So a tournament goes on wherever
a server is running, even if one was killed between two steps.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from banmen.core import registry
from banmen.core.game import Game
from banmen.match.clocks import ClockRule, read_clock_rule
from banmen.match.match_start import Terms
from banmen.match.match_state import Match
from banmen.match.seats import HUMAN
from banmen.server.fair_pool import Asker
from banmen.server.gatherings import GatheringRequest, Gatherings
from banmen.server.matches import make_match_name
from banmen.server.periodic import PeriodicTask
from banmen.server.problems import ProblemError
from banmen.server.seat_choices import VISITOR_PLAYERS
from banmen.server.store.database import FullError, StoreError
from banmen.server.store.tournament_rows import (
    EntrantRow,
    MeetingRow,
    MostTournaments,
    StoredTournament,
    TournamentRow,
    TournamentStore,
)
from banmen.server.tournaments.pairing_rules import (
    BYE,
    MOST_ENTRANTS,
    Meeting,
    TournamentKind,
    count_rounds,
    pair_robin,
    pair_swiss,
)

log = logging.getLogger("banmen.server")
TICK: Final = 2.0  # seconds between checks of running tournaments
MOST_RUNNING: Final = 50  # tournaments in one check
MOST: Final = MostTournaments(each=5, open=500, unstarted=7 * 24 * 3600.0)
GRACE: Final[dict[str, float]] = {"move": 300.0, "total": 300.0, "days": 24 * 3600.0}  # seconds to join one's match
FRESH: Final = 1.0  # seconds for which a read is reused for everybody who follows
MOST_KNOWN: Final = 100  # tournaments
OPEN, RUNNING, OVER = "open", "running", "over"


@dataclass(frozen=True)
class TournamentRequest:
    """A tournament to set up."""

    name: str
    game: str
    options: Mapping[str, Any]
    kind: TournamentKind
    clock: ClockRule
    rounds: int | None = None
    computers: tuple[str, ...] = ()
    bots: Mapping[str, str] = field(default_factory=dict)  # bots that take part, and their names
    client_id: str | None = None


class Tournaments:
    """The tournaments of one server."""

    def __init__(self, store: TournamentStore, gatherings: Gatherings) -> None:
        self.store, self.gatherings = store, gatherings
        self._known: dict[str, tuple[float, StoredTournament]] = {}  # when it was read
        self._scoring = asyncio.Lock()  # held by whoever writes scores because somebody looks
        self._looking = PeriodicTask(self._advance_all, lambda: TICK)

    async def create(self, owner: str, request: TournamentRequest) -> str:
        """Set up a tournament that people can join, and return its id; the same client id creates it only once."""
        game = _read_game(request.game, request.options)
        for who in request.computers:
            if problem := VISITOR_PLAYERS.find_problem("", who, game):
                raise ProblemError("bad_seat", what=problem)
        terms = {
            "kind": request.kind,
            "rounds": request.rounds,
            "clock": request.clock.to_json(),
            "options": dict(game.changed_options),
        }
        now = time.time()
        name = make_match_name(now) if request.client_id is None else make_tournament_name(owner, request.client_id)
        row = TournamentRow(name, owner, request.name, request.game, terms, OPEN, 0, now)
        first = [EntrantRow(number, None, who, who) for number, who in enumerate(request.computers, 1)]
        bots = enumerate(request.bots.items(), len(first) + 1)
        programs = [EntrantRow(number, person, HUMAN, called) for number, (person, called) in bots]
        try:
            await self.store.create(row, [*first, *programs], MOST)
        except FullError as error:
            raise ProblemError("too_many_tournaments" if error.args else "too_busy") from None
        return row.id

    async def find(self, tournament: str) -> StoredTournament:
        """Return a tournament, or raise ProblemError."""
        found = await self.store.find(tournament)
        if found is None:
            raise ProblemError("no_tournament")
        return found

    async def look(self, tournament: str) -> StoredTournament:
        """Return a tournament for those who follow it; who comes from a match that has just ended finds it in the table."""
        found = await self._read(tournament)
        if self._has_ended_match(found):
            async with self._scoring:
                found = await self._read(tournament)
                if self._has_ended_match(found):
                    await self._advance_safely(tournament)
                    found = await self._read(tournament)
        return found

    def _has_ended_match(self, found: StoredTournament) -> bool:
        """Tell whether a match is over, as far as this process knows, whose scores are not written yet."""
        sessions = self.gatherings.matches.sessions
        waiting = [one.match for one in found.meetings if one.scores is None and one.match is not None]
        return found.row.state == RUNNING and any(match in sessions and sessions[match].match.over for match in waiting)

    async def _read(self, tournament: str) -> StoredTournament:
        """Return a tournament, read once a second for everybody."""
        now, known = time.monotonic(), self._known.get(tournament)
        if known is None or now - known[0] > FRESH:
            known = now, await self.find(tournament)
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[tournament] = known
        return known[1]

    def _forget(self, tournament: str) -> None:
        """Drop the cached tournament."""
        self._known.pop(tournament, None)

    async def enter(self, tournament: str, person: str, name: str) -> None:
        """Enter a person, under a name unlike any other in the tournament or of a publicly known person."""
        await self.find(tournament)
        names = self.gatherings.names
        if await names.find_person(name) not in (None, person):
            raise ProblemError("name_taken")
        outcome = await self.store.enter(tournament, person, HUMAN, name, MOST_ENTRANTS, names.make_key)
        if outcome != "entered":
            raise ProblemError(outcome)
        self._forget(tournament)

    async def leave(self, tournament: str, person: str) -> None:
        """Withdraw a person, who is no longer paired."""
        await self.find(tournament)
        await self.store.leave(tournament, person)
        self._forget(tournament)

    async def start(self, tournament: str, person: str) -> None:
        """Start the first round."""
        found = await self._find_own(tournament, person)
        if found.row.state != OPEN:
            raise ProblemError("tournament_closed")
        if len(_list_here(found)) < 2:
            raise ProblemError("too_few_entrants")
        if len(await self.store.list_in_state(RUNNING, MOST_RUNNING)) >= MOST_RUNNING:
            raise ProblemError("too_busy")
        if not await self.store.close_entry(tournament):
            raise ProblemError("tournament_closed")
        await self._begin_round(await self.find(tournament), 1)

    async def call_off(self, tournament: str, person: str) -> None:
        """Remove a tournament that has not begun."""
        await self._find_own(tournament, person)
        if not await self.store.call_off(tournament):
            raise ProblemError("tournament_begun")
        self._forget(tournament)

    async def _find_own(self, tournament: str, person: str) -> StoredTournament:
        """Return a tournament that this person has set up."""
        found = await self.find(tournament)
        if found.row.owner != person:
            raise ProblemError("not_your_tournament")
        return found

    # Rounds.

    async def advance(self, tournament: str) -> None:
        """Record finished matches, and start the next round when all are finished."""
        found = await self.find(tournament)
        if found.row.state != RUNNING:
            return
        waiting = 0
        for meeting in found.meetings:
            if meeting.scores is not None:
                continue
            scores = await self._find_scores(found, meeting)
            if scores is None:
                waiting += 1
            else:
                await self.store.set_scores(tournament, meeting.round, meeting.board, scores)
                self._forget(tournament)
        if waiting:
            return
        if found.row.round >= find_rounds(found) or len(_list_here(found)) < 2:
            await self.store.set_state(tournament, OVER)
            self._forget(tournament)
        else:
            await self._begin_round(await self.find(tournament), found.row.round + 1)

    async def _begin_round(self, found: StoredTournament, number: int) -> None:
        here = [one.number for one in _list_here(found)]
        if found.row.terms["kind"] == "robin":
            everybody = [one.number for one in found.entrants]
            pairs = [_leave_out_gone(pair, here) for pair in pair_robin(everybody, number)]
        else:
            pairs = list(pair_swiss(here, list_meetings(found)))
        rows = [
            MeetingRow(number, board, first, second, None, (BYE, 0.0) if second is None else None, time.time())
            for board, (first, second) in enumerate((pair for pair in pairs if pair is not None), 1)
        ]
        await self.store.add_round(found.row.id, number, rows)
        paired = await self.find(found.row.id)  # perhaps by another process, which knew of different people who have left
        for meeting in paired.meetings:
            if meeting.match is None and meeting.scores is None:
                await self._begin_match(paired, meeting)
        self._forget(found.row.id)

    async def _begin_match(self, found: StoredTournament, meeting: MeetingRow) -> None:
        """Start the match of two entrants, only once whichever process does it."""
        row, by_number = found.row, {one.number: one for one in found.entrants}
        assert meeting.second is not None  # otherwise it has its scores
        game = _read_game(row.game, row.terms["options"])
        seats: dict[str, str] = {}
        reserved: dict[str, str] = {}
        names: dict[str, str] = {}
        for player, entrant in zip(game.players, (by_number[meeting.first], by_number[meeting.second]), strict=True):
            seats[str(player)] = entrant.who
            if entrant.person is not None:
                reserved[str(player)], names[str(player)] = entrant.person, entrant.name
        terms = Terms(read_clock_rule(row.terms["clock"]), reserved=reserved, names=names, tournament=row.id)
        name = f"{row.id} {meeting.round} {meeting.board}"
        request = GatheringRequest(row.game, row.terms["options"], seats, terms, None, name, f"tournament {row.id}")
        session, _ = await self.gatherings.create(Asker("", row.owner), request)
        await self.store.set_match(row.id, meeting.round, meeting.board, session.match.id)

    async def _find_scores(self, found: StoredTournament, meeting: MeetingRow) -> tuple[float, float] | None:
        """Return the scores of two entrants; None while they play, or while there is still time to join."""
        if meeting.match is None:  # the process that paired them was killed
            await self._begin_match(found, meeting)
            return None
        try:
            session = await self.gatherings.find(meeting.match)
        except ProblemError:  # it was removed, or cannot be read
            return 0.0, 0.0
        match = session.match
        if match.over:
            return score_match(match) if match.begun else score_absence(match)
        if match.begun:
            session.played_through = True
            self.gatherings.matches.turns.wake(session)
            self.gatherings.matches.flags.watch(session)
            return None
        if time.time() - meeting.created < GRACE[found.row.terms["clock"]["kind"]]:
            return None
        return score_absence(match) if await self.gatherings.end_unbegun(session) else None

    # In the background.

    async def _advance_all(self) -> None:
        try:
            for row in await self.store.list_in_state(RUNNING, MOST_RUNNING):
                await self._advance_safely(row.id)
        except StoreError as error:
            log.warning("tournaments could not be checked: %s", error)

    async def _advance_safely(self, tournament: str) -> None:
        try:
            await self.advance(tournament)
        except StoreError:
            raise
        except Exception:  # one that cannot go on must not stop the others
            log.exception("tournament %s could not be advanced", tournament)

    async def close(self) -> None:
        """Stop looking at running tournaments."""
        await self._looking.close()


def make_tournament_name(owner: str, client_id: str) -> str:
    """Return the id of a tournament that a person requests, for the first time or again."""
    return hashlib.sha256(f"{owner} {client_id}".encode()).hexdigest()[:32]


def find_rounds(found: StoredTournament) -> int:
    """Return the number of rounds of a tournament."""
    terms = found.row.terms
    return count_rounds(terms["kind"], len(found.entrants), terms["rounds"])


def list_meetings(found: StoredTournament) -> list[Meeting]:
    """Return who has played whom."""
    return [Meeting(one.round, one.first, one.second, one.scores) for one in found.meetings]


def score_match(match: Match) -> tuple[float, float]:
    """Return the scores of the two players of a match."""
    winners = match.standing.result or ()
    if not winners:
        return 0.5, 0.5
    first, second = match.game.players
    return float(first in winners), float(second in winners)


def score_absence(match: Match) -> tuple[float, float]:
    """Return the scores of two entrants when at least one was absent: the one who was there wins."""
    here = [not seat.is_open for seat in match.seats.values()]
    return float(here[0] and not here[1]), float(here[1] and not here[0])


def _list_here(found: StoredTournament) -> list[EntrantRow]:
    return [one for one in found.entrants if not one.gone]


def _leave_out_gone(pair: tuple[int, int | None], here: list[int]) -> tuple[int, int | None] | None:
    """Return a pair without those who have left; None if nobody remains."""
    remaining = [one for one in pair if one in here]
    if len(remaining) == 2:
        return pair
    return (remaining[0], None) if remaining and remaining[0] is not None else None


def _read_game(name: str, options: Mapping[str, Any]) -> Game:
    game = registry.game(name, **options)
    if len(game.players) != 2:
        raise ProblemError("two_players_only")
    return game
