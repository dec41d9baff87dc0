"""What is said of a game that has no `words.py`, or lacks some of it: names from its `about.toml`, and plain sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from banmen.core.board import Player
from banmen.core.game import Game, Position
from banmen.core.i18n import LANGUAGES, Words, listed
from banmen.presentation.about import about

PLAYER: Words = {"en": "Player {player}", "ja": "プレイヤー{player}"}
WON: Words = {"en": "won by {names}", "ja": "{names}の勝ち"}
DRAWN: Words = {"en": "a draw", "ja": "引き分け"}
TO_THROW: Words = {"en": "{name} to throw", "ja": "{name}が投げる番"}
TO_MOVE_BY: Words = {"en": "{name} to move by a throw of {thrown}", "ja": "{name}の番、出た数は{thrown}"}
TO_MOVE: Words = {"en": "{name} to move", "ja": "{name}の番"}
TITLE: Words = {"en": "{game}: {status}", "ja": "{game}：{status}"}
DESCRIBED: Words = {"en": "The position is written {text}. {status}.", "ja": "局面は「{text}」と書きます。{status}。"}


@dataclass(frozen=True)
class DefaultWords:
    """The words of one game."""

    game: type[Game]

    @property
    def NAME(self) -> Mapping[str, str]:  # noqa: N802 - games write it as a constant
        """What the game is called."""
        return {lang: str(about(self.game.name, lang)["title"]) for lang in LANGUAGES}

    @property
    def CREDIT(self) -> Mapping[str, str]:  # noqa: N802 - games write it as a constant
        """Whose game it is."""
        return {lang: str(about(self.game.name, lang)["credit"]) for lang in LANGUAGES}

    def player_name(self, player: Player, lang: str) -> str:
        """Return what a player is called: as `player_names` in `about.toml` says, or by number or letter."""
        known = about(self.game.name, lang)["player_names"]
        return str(known.get(str(player)) or PLAYER[lang].format(player=player))

    def status(self, position: Position, lang: str) -> str:
        """Return whose turn it is and what is to be done, or how the game ended."""
        words = self.game.part("words")
        if position.winner is not None:
            names = listed((words.player_name(player, lang) for player in position.winner), lang)
            return (WON if names else DRAWN)[lang].format(names=names)
        name = words.player_name(position.turn, lang)
        if position.throws():
            return TO_THROW[lang].format(name=name)
        return (TO_MOVE if position.thrown is None else TO_MOVE_BY)[lang].format(name=name, thrown=position.thrown)

    def title(self, position: Position, lang: str) -> str:
        """Return one line for a position: the game and whose turn it is."""
        words = self.game.part("words")
        return TITLE[lang].format(game=words.NAME[lang], status=words.status(position, lang))

    def describe(self, position: Position, lang: str) -> str:
        """Return the position as it is written, and whose turn it is."""
        status = str(self.game.part("words").status(position, lang))
        return DESCRIBED[lang].format(text=position.text, status=status[:1].upper() + status[1:])


def bind(game: type[Game]) -> DefaultWords:
    """Return the words of a game."""
    return DefaultWords(game)
