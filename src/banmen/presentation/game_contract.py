"""The contract of a game: what it must provide, what it may provide, and the defaults for the rest.

A game is a package: a folder in `banmen.games`, or any package that names itself by an entry point

    [project.entry-points."banmen.games"]
    mygame = "my_package"            # or "my_package:MyGame"

`banmen new-game NAME` writes one that works, and `banmen.testing.GameContract` tests one.

**A game must give** a class `GAME`, a subclass of `banmen.Game`, with
  name         lower-case letters, digits and underscores; the same as the entry point's or the folder's,
  rules        the module with the kernels: `banmen.kernels.contract.Rules` says which are needed and which have defaults,
  notation     a module with `write(state)`, `read_move(text)` and `write_move(code)`; it may add `PLACES`, the names of all
               places, `list_pieces(state, options)`, what stands on them, and `list_actions()`, the codes of all moves,
  option_list  the rule options (`banmen.core.options`); one called `players` sets how many play, one of the
               kind `teams` who plays with whom: its values are the players' names grouped, as in AC|BD, or names for groupings,
  first_state  and `read`, and where they are not the usual ones `players`, `player_tags` (of records), `teams`, `write`,
               `thrown` and `can_draw`.
The text of a position in which a throw is pending ends with that throw, and with `-` while none is; else `thrown` says it.

**A game may give** parts, each a module of this name in its package. `Game.part(name)` finds it. A part may define some of the
names below and leave the others to the default.
  draw          `Draw`: the picture. Default: a plain board or the text, with every place to point at.
  words         `WordsPart`: a position in words. Default: names from `about.toml`, and plain sentences.
  motion        `MotionPart`: what a move does. Default: from the source of the move to its target.
  reasons       `ReasonsPart`: why a move cannot be made. Default: that the rules do not allow it.
  dangers       `DangersPart`: what is in danger. Default: that this game does not point out dangers.
  merits        `MeritsPart`: why a move is better than another. Default: who wins at once, and what the next throws strike.
  ending        `EndingPart`: how a finished game was won. Default: none.
  board_editor  `BoardEditorPart`: setting up positions by hand. Default: NoBoardEditorError.
  text_board    `TextBoardPart`: the board in the terminal. Default: the position's text, and the moves from a list.
  evaluation    kernels that guess who will win (`banmen.kernels.contract.Rules`). Default: nothing is known, and levels and
                analysis use tree search where that does not suffice.
  indexing      kernels that number positions, to solve the game (`banmen.kernels.contract.IndexingPart`). No default.
  network       what a network sees (`banmen.kernels.contract.NetworkPart`). No default.
  planner       how a level plays where searching moves does not help, such as a setup. No default.
One more part, `picture`, is internal: its default frames what `draw` returns, and no game gives its own.

**A game may give** data files in the folder `about` of its package. `Game.resource("about", file)` finds them.
  about.toml    a table for each language: title, tagline, goal, players, minutes, kind, credit, options, pieces (by
                `data-piece`), places and player_names; beside them `[home]` (order, picture) and `[look]` (light, dark, aspect,
                piece_box, throws, example_names).
                Default: the title is the name, colours and place are those of any game (`banmen.presentation.about`).
  rules.en.md   the rules, one file a language. Default: a note that they are not written yet.
  lessons.toml  lessons (`banmen.presentation.lessons`). Default: none.
  levels.toml   eight levels (`banmen.engine.levels`). Default: tree search with more and more simulations.

What a game does not give must not break any door: library, terminal, page, API, analysis, tournament and records.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Protocol

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import Words
from banmen.core.move import Move
from banmen.presentation.dangers import Dangers
from banmen.presentation.motion import Motion
from banmen.presentation.reasons import Reason
from banmen.presentation.svg import Drawing, Palette, Style
from banmen.presentation.text_canvas import Canvas, PieceLook, Supply, TextBoardStyle

PARTS = (
    *("draw", "words", "motion", "reasons", "dangers", "merits", "ending", "board_editor", "text_board"),
    *("evaluation", "indexing", "network", "planner"),
)


class Draw(Protocol):
    """The picture of a game.

    A module may define `FAR_SEATS`, the players who sit at the far side and see the board turned (`Style.turned`).
    """

    def draw(self, position: Position, style: Style) -> Drawing:
        """Draw a position. Places carry `data-place`, pieces `data-piece` and `data-place`; nothing is styled by a sheet.

        A body that comes in parts saves a page those which have not changed; one text is as right.
        """

    def draw_throw(self, value: int, x: float, y: float, width: float, palette: Palette) -> str:
        """Draw a throw in a square whose top left corner is (x, y)."""


class WordsPart(Protocol):
    """A game in words, in every language of `banmen.core.i18n`."""

    NAME: Words
    CREDIT: Words

    def player_name(self, player: Player, lang: str) -> str:
        """Return the name of a player."""

    def spoken_places(self, lang: str) -> Mapping[str, str]:
        """Return descriptions of places that texts use instead of their names; screen readers announce both."""

    def status(self, position: Position, lang: str) -> str:
        """Return whose turn it is and what the player has to do, or how the game ended."""

    def title(self, position: Position, lang: str) -> str:
        """Return one line for a position: NAME, a colon, and the status."""

    def describe(self, position: Position, lang: str) -> str:
        """Return the whole position in words, for those who cannot see the picture."""


class MotionPart(Protocol):
    """What the moves of a game do."""

    TELLS_END: bool  # whether the phrases say who wins, so that nothing is added to them

    def source(self, position: Position, move: Move) -> str | None:
        """Return where the moving piece stands now."""

    def choice(self, move: Move, lang: str) -> str | None:
        """Return what distinguishes a move from others with the same source and target."""

    def throws_again_anyway(self, position: Position) -> bool:
        """Return whether any move leads to another throw, so that it need not be mentioned."""

    def motion(self, position: Position, move: Move, after: Position) -> list[Motion]:
        """Return what moves along which places, one after another."""

    def effects(self, position: Position, move: Move, after: Position) -> list[str]:
        """Return what the page marks: capture, warp, enter, home, stack."""

    def phrases(self, position: Position, move: Move, after: Position, lang: str) -> list[str]:
        """Return what a move does, in a few words each."""

    def label(self, position: Position, move: Move, lang: str) -> str:
        """Return a move as a person says it, its places by name."""

    def consequences(self, position: Position, move: Move, after: Position, lang: str) -> list[str]:
        """Return those of the phrases that the label leaves unsaid."""

    def pointing(self, move: Move, after: Position) -> str | None:
        """Return the arrow of the moved piece at its target, as in `data-arrow` of the pictures."""


class ReasonsPart(Protocol):
    """Why a move cannot be made."""

    PLACES: Container[str]  # the names of all places

    def source(self, position: Position, move: Move) -> str | None:
        """Return where the moving piece stands now."""

    def name_place(self, place: str, lang: str) -> str:
        """Return the name of a place."""

    def describe_targets(self, places: list[str], lang: str) -> str:
        """Describe where a piece can go: to one of some places."""

    def reason(self, position: Position, source: str | None, target: str | None, lang: str) -> Reason:
        """Say why no legal move joins two places, one of which may be open; the caller has checked that none does."""


class DangersPart(Protocol):
    """Which pieces are in danger."""

    def find_dangers(self, position: Position, lang: str) -> Dangers:
        """Return the dangers for the player on turn; the game is not over."""


class MeritsPart(Protocol):
    """Why one move is better than another."""

    def list_merits(self, position: Position, better: Move, played: Move, lang: str) -> list[str]:
        """Return reasons to prefer a move to another one; none if the rules give no reason."""


class EndingPart(Protocol):
    """How a finished game was won."""

    def explain_ending(self, position: Position, lang: str) -> str:
        """Explain in one sentence, with numbers, why a game ended by its rules as it did; the winner has already been named."""


class BoardEditorPart(Protocol):
    """Setting up positions by hand."""

    def move_piece(self, text: str, piece: str, source: str, target: str) -> str:
        """Return a position's text with a piece put elsewhere, or raise NotationError; whether it can be is checked after."""


class TextBoardPart(Protocol):
    """The board in the terminal."""

    STICK_FACES: tuple[tuple[str, str], tuple[str, str]]  # a stick's counted side and the other, each with its style

    def draw(self, position: Position, style: TextBoardStyle) -> Canvas:
        """Draw the board; every side has its own symbol, so that it can be read without colour."""

    def piece_look(self, position: Position, player: Player) -> PieceLook:
        """Return how a player's pieces look."""

    def player_title(self, position: Position, player: Player, lang: str) -> str:
        """Return the name of a player to show beside the board."""

    def count_off_board(self, position: Position, lang: str) -> list[list[tuple[str, int]]]:
        """Return for each seat the names and numbers of its pieces off the board."""

    def find_supply(self, position: Position, lang: str) -> Supply | None:
        """Return the neutral pieces beside the board, if there are any."""
