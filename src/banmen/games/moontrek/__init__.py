"""Moon Trek 月面旅行: Kariuchi's race for two to four players, alone or in teams."""

from __future__ import annotations

from typing import Any

from banmen.core.contract import State
from banmen.core.errors import OptionError
from banmen.core.game import Game, Move, Player
from banmen.core.options import Option, bias, choice, whole
from banmen.games.kariuchi.notation import read_move, write_move
from banmen.games.moontrek import notation, rules

BONUSES = ("none", "ring", "any")  # by the number the kernels know them by
NAMED = {"2-2": "AC|BD", "2-1": "AC|B", "2-1-1": "AC|B|D", "3-1": "ACD|B"}
ALONE = "alone"


def _read_teams(value: Any) -> str:
    text = str(value)
    return text if text == ALONE or text in NAMED else notation.read_teams(text)


class MoonTrek(Game):
    """The race over the moon for rabbit, frog, wolf and monkey."""

    name = "moontrek"
    rules = rules
    option_list = (
        whole("players", 4, 2, 4),
        Option("teams", ALONE, f"alone, {', '.join(NAMED)} or a split such as AC|BD", _read_teams, (ALONE, *NAMED)),
        whole("pieces", 4, 1, 4),
        choice("hit_bonus", "ring", "none", "any"),
        bias(),
    )

    def __init__(self, **options: Any) -> None:
        """Settle the options: a split into teams tells the number of players by itself."""
        super().__init__(**options)
        named = NAMED.get(self.options["teams"], self.options["teams"])
        self.teams = "|".join(notation.LETTERS[: self.options["players"]]) if named == ALONE else named
        number = len(self.teams.replace("|", ""))
        if "players" in options and number != self.options["players"]:
            raise OptionError(f"teams {self.options['teams']} are for {number} players, not for {self.options['players']}")
        self.options["players"] = number

    @property
    def players(self) -> tuple[Player, ...]:
        """The players who take part, by letter."""
        return tuple(notation.LETTERS[: self.options["players"]])

    @property
    def _bonus(self) -> int:
        return BONUSES.index(self.options["hit_bonus"])

    def first_state(self) -> State:
        """Return the start with A on turn."""
        teams = notation.team_bits(self.teams)
        return rules.start(self.options["pieces"], self.options["players"], teams, self._bonus)

    def read(self, text: str) -> tuple[Game, State]:
        """Return the game of a text, which carries players and teams, and its state."""
        teams, state = notation.read(text, self.options["pieces"], self._bonus)
        if teams == self.teams:
            return self, state
        players = len(teams.replace("|", ""))
        lone = teams == "|".join(notation.LETTERS[:players])
        return self.with_options(players=players, teams=ALONE if lone else teams), state

    def write(self, state: State) -> str:
        """Return the text of a state."""
        return notation.write(state, self.options["pieces"], self.teams)

    def read_move(self, text: str) -> int:
        """Return the code of a move's text."""
        return read_move(text)

    def write_move(self, code: int) -> Move:
        """Return the move with a code."""
        return write_move(code)


GAME = MoonTrek
