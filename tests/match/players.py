"""A directory of players for matches in which nobody has to think."""

from __future__ import annotations

from banmen.core.game import Game
from banmen.core.messages import Message, TranslatedMessage


class AnyPlayer:
    """Accepts anybody called `random`."""

    def find_problem(self, player: str, who: str, game: Game) -> Message | None:
        if who in ("random", "level:3"):
            return None
        texts = {"en": f"{who} cannot play {game.name} for {player}", "ja": f"{who}は遊べません"}
        return TranslatedMessage(texts)

    def name_player(self, who: str, game: Game, lang: str) -> str:
        return f"{who} ({game.name}, {lang})"


ANYBODY = AnyPlayer()
