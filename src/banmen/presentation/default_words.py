"""The words of a game without `words.py` or with parts missing: names from its `about.toml`, and plain sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from banmen.core.board import Player
from banmen.core.game import Game, Position
from banmen.core.i18n import join_and, languages
from banmen.core.messages import Catalogue, DataWords
from banmen.presentation.about import about

messages = Catalogue(__name__)


@dataclass(frozen=True)
class DefaultWords:
    """The words of one game."""

    game: type[Game]

    @property
    def NAME(self) -> Mapping[str, str]:  # noqa: N802 - games write it as a constant
        """What the game is called."""
        return DataWords({lang: str(about(self.game.name, lang)["title"]) for lang in languages()})

    @property
    def CREDIT(self) -> Mapping[str, str]:  # noqa: N802 - games write it as a constant
        """Whose game it is."""
        return DataWords({lang: str(about(self.game.name, lang)["credit"]) for lang in languages()})

    def player_name(self, player: Player, lang: str) -> str:
        """Return the name of a player: from `player_names` in `about.toml`, or a number or letter."""
        known = about(self.game.name, lang)["player_names"]
        return str(known.get(str(player)) or messages.text("default_words.player", lang, player=player))

    def spoken_places(self, lang: str) -> Mapping[str, str]:  # noqa: ARG002 - other games have words in languages
        """Return nothing: texts call places by their names."""
        return {}

    def status(self, position: Position, lang: str) -> str:
        """Return whose turn it is and what the player has to do, or how the game ended."""
        words = self.game.part("words")
        if position.winner is not None:
            names = join_and((words.player_name(player, lang) for player in position.winner), lang)
            return messages.text("default_words.won" if names else "default_words.drawn", lang, names=names)
        name = words.player_name(position.turn, lang)
        if position.throws():
            return messages.text("default_words.to_throw", lang, name=name)
        key = "default_words.to_move" if position.thrown is None else "default_words.to_move_by"
        return messages.text(key, lang, name=name, thrown=position.thrown)

    def title(self, position: Position, lang: str) -> str:
        """Return one line for a position: the game and whose turn it is."""
        words = self.game.part("words")
        return messages.text("default_words.title", lang, game=words.NAME[lang], status=words.status(position, lang))

    def describe(self, position: Position, lang: str) -> str:
        """Return the position as it is written, and whose turn it is."""
        status = str(self.game.part("words").status(position, lang))
        return messages.text("default_words.described", lang, text=position.text, status=status[:1].upper() + status[1:])


def bind(game: type[Game]) -> DefaultWords:
    """Return the words of a game."""
    return DefaultWords(game)
