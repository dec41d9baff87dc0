"""Moon Trek 月面旅行: Kariuchi's race for two to four players, alone or in teams."""

from __future__ import annotations

from typing import Any

from banmen.core.errors import OptionError
from banmen.core.game import Game, Player
from banmen.core.messages import all_of, message
from banmen.core.options import Option, bias, choice, whole
from banmen.games.kariuchi import BONUSES
from banmen.games.moontrek import notation, rules
from banmen.kernels.contract import State

NAMED = {"2-2": "AC|BD", "2-1": "AC|B", "2-1-1": "AC|B|D", "3-1": "ACD|B"}
SHORT = {split: name for name, split in NAMED.items()}
ALONE = "alone"


def _read_teams(value: Any) -> str:
    text = str(value)
    return text if text == ALONE or text in NAMED else SHORT.get(notation.read_teams(text), text)


def _alone(players: int) -> str:
    return "|".join(notation.LETTERS[:players])


class MoonTrek(Game):
    """The race over the moon for rabbit, frog, wolf and monkey."""

    name = "moontrek"
    rules = rules
    notation = notation
    option_list = (
        whole("players", 4, 2, 4),
        Option(
            "teams",
            ALONE,
            message("{named} or a split such as AC|BD", "{named}か、AC|BDのような分け方", named=all_of((ALONE, *NAMED))),
            _read_teams,
            (ALONE, *NAMED),
        ),
        whole("pieces", 4, 1, 4),
        choice("hit_bonus", "ring", "none", "any"),
        bias(),
    )

    def __init__(self, /, **options: Any) -> None:
        """Settle the options: a split into teams tells the number of players by itself, and each split has one name."""
        super().__init__(**options)
        number = len(self.team_text.replace("|", ""))
        if "players" in options and number != self.options["players"]:
            raise OptionError(
                message(
                    "teams {teams} are for {number} players, not for {players}",
                    "チーム{teams}は{number}人用で、{players}人では遊べません",
                    teams=self.options["teams"],
                    number=number,
                    players=self.options["players"],
                )
            )
        self.options["players"] = number
        if self.team_text == _alone(number):
            self.options["teams"] = ALONE

    def with_options(self, **options: Any) -> Game:
        """Return this game with some options set anew; a new split into teams tells the number of players anew."""
        split = options.get("teams", ALONE) != ALONE
        return type(self)(**{name: value for name, value in self.options.items() if name != "players" or not split} | options)

    @property
    def team_text(self) -> str:
        """The split of the players into teams, as positions show it."""
        teams: str = self.options["teams"]
        return _alone(self.options["players"]) if teams == ALONE else NAMED.get(teams, teams)

    @property
    def teams(self) -> tuple[tuple[Player, ...], ...]:
        """The players who win together."""
        return tuple(tuple(team) for team in self.team_text.split("|"))

    @property
    def players(self) -> tuple[Player, ...]:
        """The players who take part, by letter."""
        return tuple(notation.LETTERS[: self.options["players"]])

    @property
    def _bonus(self) -> int:
        return BONUSES.index(self.options["hit_bonus"])

    def first_state(self) -> State:
        """Return the start with A on turn."""
        teams = notation.team_bits(self.team_text)
        return rules.start(self.options["pieces"], self.options["players"], teams, self._bonus)

    def read(self, text: str) -> tuple[Game, State]:
        """Return the game of a text, which carries players and teams, and its state."""
        teams, state = notation.read(text, self.options["pieces"], self._bonus)
        return (self if teams == self.team_text else self.with_options(teams=teams)), state

    def write(self, state: State) -> str:
        """Return the text of a state."""
        return notation.write(state, self.options["pieces"], self.team_text)


GAME = MoonTrek
