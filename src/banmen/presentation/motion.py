"""What a legal move does, for eyes and ears: what moves along which places, what follows, and that in a few words.

Each game's `motion.py` knows its own moves; here is what they share. The page animates by it without knowing rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from banmen.core.game import Position
from banmen.core.i18n import Words, join_commas
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.kernels.contract import CHANCE

messages = Catalogue(__name__)

# How something moves.
WALK, SLIDE, WARP, CAPTURE, ENTER, HOME, TIP, PLACE, TAKE = (
    "walk",
    "slide",
    "warp",
    "capture",
    "enter",
    "home",
    "tip",
    "place",
    "take",
)
WINS: Words = messages.words("motion.wins")
LOSES: Words = messages.words("motion.loses")


@dataclass(frozen=True)
class Motion:
    """The path of some pieces, from the place where they stand to the place where they end."""

    piece: str  # as `data-piece` of the pictures has it
    number: int
    path: tuple[str, ...]
    how: str


@dataclass(frozen=True)
class MoveDescription:
    """The full description of a move."""

    source: str | None  # where the moving piece stands now
    choice: str | None  # what distinguishes it from other moves with the same source and target
    words: str
    effects: tuple[str, ...]
    motion: tuple[Motion, ...]
    label: str  # the move as a person would say it, with names of places; empty if there is only its text
    outcome: str  # what the label leaves out: what is sent back, another throw, the end
    pointing: str | None  # the arrow of the moved piece, as in `data-arrow` of the pictures


def describe_move(position: Position, move: Move, lang: str) -> MoveDescription:
    """Return what a legal move does, in a language.

    >>> import banmen
    >>> position = banmen.game("kariuchi").position("Rx2,5,A/Rx3,8 1 3")
    >>> hit = describe_move(position, position.find("5>8"), "en")
    >>> hit.words, [motion.path for motion in hit.motion]
    ('sends a piece back', [('5', '6', '7', '8'), ('8', 'R')])
    >>> hit.label, hit.outcome
    ('from corner あ to point 8', 'sends a piece back')
    """
    game = position.game.part("motion")
    after = position.after(move.code)
    motion = tuple(game.motion(position, move, after))
    again = after.kind == CHANCE and after.turn == position.turn and not after.over
    ending = _describe_ending(position, after, again, lang)
    words = join_commas([*game.phrases(position, move, after, lang), *ending], lang)
    label = game.label(position, move, lang)
    outcome = join_commas([*game.consequences(position, move, after, lang), *ending], lang) if label else words
    effects = [*game.effects(position, move, after), *_list_endings(position, after, again)]
    described = (game.source(position, move), game.choice(move, lang), words, tuple(effects), motion, label, outcome)
    return MoveDescription(*described, game.pointing(move, after))


def _describe_ending(position: Position, after: Position, again: bool, lang: str) -> list[str]:
    """Say that a move wins or loses, unless the game itself explains it, or that it earns another throw."""
    game = position.game.part("motion")
    if after.winner:
        return [] if game.TELLS_END else [(WINS if position.turn in after.winner else LOSES)[lang]]
    return [messages.text("motion.again", lang)] if again and not game.throws_again_anyway(position) else []


def _list_endings(position: Position, after: Position, again: bool) -> list[str]:
    if after.winner:
        return ["win" if position.turn in after.winner else "lose"]
    return ["again"] if again else []
