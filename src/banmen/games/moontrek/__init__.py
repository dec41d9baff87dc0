"""Moon Trek 月面旅行: Kariuchi's race for two to four players, alone or in teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from banmen.core.board import Player
from banmen.core.errors import OptionError
from banmen.core.game import Game
from banmen.core.messages import Catalogue, join_values
from banmen.core.options import TEAMS, Option, OptionValue, bias, choice, whole
from banmen.games.kariuchi import BONUSES
from banmen.games.moontrek import notation, rules
from banmen.kernels.contract import DECIDE, State

messages = Catalogue(__name__)

NAMED = {"2-2": "AC|BD", "2-1": "AC|B", "2-1-1": "AC|B|D", "3-1": "ACD|B"}
SHORT = {split: name for name, split in NAMED.items()}
ALONE = "alone"


def _read_teams(value: Any) -> str:
    text = str(value)
    return text if text == ALONE or text in NAMED else SHORT.get(notation.read_teams(text), text)


def _split_alone(players: int) -> str:
    return "|".join(notation.LETTERS[:players])


def _split(options: Mapping[str, Any]) -> str:
    """Return the split into teams from the options, in the notation of positions."""
    teams: str = options["teams"]
    return _split_alone(options["players"]) if teams == ALONE else NAMED.get(teams, teams)


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
            messages("option.teams", named=join_values((ALONE, *NAMED))),
            _read_teams,
            (ALONE, *NAMED),
            TEAMS,
        ),
        whole("pieces", 4, 1, 4),
        choice("hit_bonus", "ring", "none", "any"),
        bias(),
    )

    def settle_options(self, given: Mapping[str, OptionValue]) -> dict[str, Any]:
        """Complete the options: a split into teams determines the number of players, and each split has one name."""
        settled = super().settle_options(given)
        split = _split(settled)
        number = len(split.replace("|", ""))
        if "players" in given and number != settled["players"]:
            raise OptionError(
                messages("option.teams_for_others", teams=settled["teams"], number=number, players=settled["players"])
            )
        alone = split == _split_alone(number)
        return settled | {"players": number, "teams": ALONE if alone else settled["teams"]}

    def with_options(self, **options: OptionValue) -> Game:
        """Return this game with some options changed; a new split into teams also determines the number of players."""
        split = options.get("teams", ALONE) != ALONE
        return type(self)(**{name: value for name, value in self.options.items() if name != "players" or not split} | options)

    @property
    def team_text(self) -> str:
        """The split of the players into teams, as positions show it."""
        return _split(self.options)

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
        teams = notation.pack_teams(self.team_text)
        return rules.start(self.options["pieces"], self.options["players"], teams, self._bonus)

    def read(self, text: str) -> tuple[Game, State]:
        """Return the game of a text, which carries players and teams, and its state."""
        teams, state = notation.read(text, self.options["pieces"], self._bonus)
        return (self if teams == self.team_text else self.with_options(teams=teams)), state

    def write(self, state: State) -> str:
        """Return the text of a state."""
        return notation.write(state, self.options["pieces"], self.team_text)

    def thrown(self, state: State) -> int | None:
        """Return the pending throw, without writing the whole text."""
        return state[4] >> rules.THROW & 7 if rules.kind(state) == DECIDE else None


GAME = MoonTrek
