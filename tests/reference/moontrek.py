"""Moon Trek with lists: each stack lists its owners from bottom to top."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tests.reference import ring
from tests.reference.rulebook import Winner, need

SPLITS = {"2-2": "AC|BD", "2-1": "AC|B", "2-1-1": "AC|B|D", "3-1": "ACD|B"}


@dataclass(frozen=True)
class Position:
    """Stacks by place, counts by player, the teams, the player to move, and the throw or 0."""

    stacks: dict[str, list[str]]
    reserve: dict[str, int]
    home: dict[str, int]
    teams: tuple[str, ...]
    turn: str
    throw: int

    @property
    def players(self) -> str:
        return "".join(sorted("".join(self.teams)))

    def team(self, player: str) -> str:
        return next(team for team in self.teams if player in team)


class Rules:
    """Moon Trek's rules; players and teams come with each position."""

    def __init__(self, pieces: int = 4, hit_bonus: str = "ring", p: float = 0.5, players: int = 4, teams: str = "") -> None:
        self.pieces, self.hit_bonus, self.p = pieces, hit_bonus, p

    def read(self, text: str) -> Position:
        number = "[0-9]"
        match = re.fullmatch(
            rf"(\S+) ({number}(?:,{number})*) ({number}(?:,{number})*) ([A-D|]+) ([A-D]) ([-1-5])", text, re.ASCII
        )
        need(match, "not six fields")
        assert match
        teams = tuple(match[4].split("|"))
        players = "".join(sorted("".join(teams)))
        need(players in ("AB", "ABC", "ABCD") and len(teams) > 1 and all(teams), "no such teams")
        need(list(teams) == sorted("".join(sorted(team)) for team in teams), "teams out of order")
        reserve, home = ([int(count) for count in match[field].split(",")] for field in (2, 3))
        need(len(reserve) == len(home) == len(players), "not a count for each player")
        stacks = self._read_stacks(match[1])
        waiting, arrived = (dict(zip(players, counts, strict=True)) for counts in (reserve, home))
        position = Position(stacks, waiting, arrived, teams, match[5], 0 if match[6] == "-" else int(match[6]))
        self._check(position)
        need(self.write(position) == text, "not canonical")
        return position

    def _read_stacks(self, text: str) -> dict[str, list[str]]:
        stacks: dict[str, list[str]] = {}
        for item in [] if text == "-" else text.split(","):
            match = re.fullmatch(r"([^:]+):([A-D]+)", item)
            need(match and match[1] in ring.BOARD, "no such place")
            assert match
            need(match[1] not in stacks, "a place twice")
            stacks[match[1]] = list(match[2])
        return stacks

    def _check(self, position: Position) -> None:
        everywhere = [owner for stack in position.stacks.values() for owner in stack]
        need(set(everywhere) <= set(position.players), "a piece of nobody")
        for player in position.players:
            count = everywhere.count(player) + position.reserve[player] + position.home[player]
            need(count == self.pieces, "wrong number of pieces")
        for stack in position.stacks.values():
            need(len({position.team(owner) for owner in stack}) == 1, "two teams on a point")
        need(position.turn in position.players, "nobody's turn")
        done = [team for team in position.teams if self._done(position, team)]
        if done:
            need(len(done) == 1 and position.turn in done[0] and not position.throw, "not how a game ends")
        else:
            need(not self._done(position, position.turn), "a player who is skipped is on turn")

    def _done(self, position: Position, players: str) -> bool:
        return all(position.home[player] == self.pieces for player in players)

    def write(self, position: Position) -> str:
        points = ",".join(f"{place}:{''.join(position.stacks[place])}" for place in ring.BOARD if position.stacks.get(place))
        counts = (",".join(str(where[player]) for player in position.players) for where in (position.reserve, position.home))
        return " ".join([points or "-", *counts, "|".join(position.teams), position.turn, str(position.throw or "-")])

    def waits_for_throw(self, position: Position) -> bool:
        return not position.throw and self.winner(position) is None

    def throw(self, position: Position, value: int) -> Position:
        return replace(position, throw=value)

    def moves(self, position: Position) -> list[str]:
        found = []
        if position.throw:
            if position.reserve[position.turn]:
                found.append(f"R>{position.throw}")
            for place, stack in position.stacks.items():
                for number in range(1, len(stack) + 1):
                    if position.turn in stack[-number:]:
                        found += [ring.move_text(place, number, to) for to in ring.targets(place, position.throw)]
        return found

    def play(self, position: Position, move: str) -> Position:
        place, number, target = ring.parts_of_move(move)
        stacks = {at: list(stack) for at, stack in position.stacks.items()}
        reserve, home = dict(position.reserve), dict(position.home)
        if place == "R":
            reserve[position.turn] -= 1
            moving = [position.turn]
        else:
            moving = stacks[place][-number:]
            del stacks[place][-number:]
        hit = 0
        if target == "H":
            for owner in moving:
                home[owner] += 1
        else:
            there = stacks.get(target, [])
            if there and there[0] not in position.team(position.turn):
                hit = len(there)
                for owner in there:
                    reserve[owner] += 1
                there = []
            stacks[target] = there + moving
        stacks = {at: stack for at, stack in stacks.items() if stack}
        moved = Position(stacks, reserve, home, position.teams, position.turn, 0)
        bonus = hit and (self.hit_bonus == "any" or (self.hit_bonus == "ring" and target in ring.RING))
        return replace(moved, turn=self._next(moved, bool(position.throw >= 4 or bonus)))

    def _next(self, position: Position, again: bool) -> str:
        if self.winner(position) is not None or (again and not self._done(position, position.turn)):
            return position.turn
        seat = position.players.index(position.turn)
        others = position.players[seat + 1 :] + position.players[: seat + 1]
        return next(player for player in others if not self._done(position, player))

    def winner(self, position: Position) -> Winner:
        return next((tuple(team) for team in position.teams if self._done(position, team)), None)
