"""The computer players of the terminal: which there are, their names, and their choices."""

from __future__ import annotations

from typing import Final

from banmen.core.game import Game, Position
from banmen.core.messages import Catalogue, Message
from banmen.core.move import Move
from banmen.engine.analysis.hints import HINT_SECONDS, Hint, find_hint
from banmen.engine.interface import Budget, EngineError
from banmen.engine.interruptible import run_interruptibly
from banmen.engine.levels import LEVELS, level
from banmen.engine.players import player as find_player
from banmen.match.match_state import Match
from banmen.match.seats import HUMAN, PlayerDirectory

messages = Catalogue(__name__)

NAMED = (HUMAN, "random")  # have a message of their own
STRONGEST = f"level:{LEVELS}"


class TerminalPlayers:
    """The directory of players at a keyboard: every player that an engine makes."""

    def find_problem(self, player: str, who: str, game: Game) -> Message | None:
        """Return why `who` cannot play for a player, or None."""
        try:
            find_player(who, game)
        except EngineError as error:
            return messages("seats.bad_player", name=player, reason=error.message)
        return None

    def name_player(self, who: str, game: Game, lang: str) -> str:
        """Return who plays, in words: a person, or a computer player with what it is like."""
        if who in NAMED:
            return messages.text(f"words.{who}", lang)
        if not who.startswith("level:"):
            return messages.text("words.computer", lang, kind=who)
        at = level(game, who.partition(":")[2])
        key = "level" if at.name[lang] else "level_without_name"
        return messages.text(f"words.{key}", lang, number=at.number, name=at.name[lang], character=at.character[lang])


TERMINAL_PLAYERS: Final[PlayerDirectory] = TerminalPlayers()


def can_play(who: str, game: Game) -> bool:
    """Return whether a text names a player who can play a game."""
    return who == HUMAN or TERMINAL_PLAYERS.find_problem("", who, game) is None


def choose_move(match: Match) -> Move:
    """Return the computer's choice, the same one whenever this position comes up again in this match."""
    # A new player each time: what one remembers from the moves before would make a resumed match go another way.
    chooser = find_player(match.seat.who, match.game, seed=match.derive_computer_seed(), sporting=True)
    return run_interruptibly(lambda: chooser.choose(match.position))


def ask_for_hint(position: Position) -> Hint:
    """Return a good move with its chance to win, unless Ctrl-C interrupts the thinking."""
    return run_interruptibly(lambda: find_hint(position, Budget(seconds=HINT_SECONDS)))
