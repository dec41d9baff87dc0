"""What a game in the terminal shows: its players, the board, the moves to choose from, what happens and how it ends."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import add_note
from banmen.core.messages import Catalogue
from banmen.core.move import Move
from banmen.core.sticks import assign_throws
from banmen.engine.analysis.hints import Hint
from banmen.match.events import RESIGNED
from banmen.match.match_state import Match
from banmen.presentation.about import about
from banmen.presentation.motion import describe_move
from banmen.terminal import boards
from banmen.terminal.opponents import TERMINAL_PLAYERS
from banmen.terminal.terminal_messages import find_credit, join_player_names, move_request

messages = Catalogue(__name__)

LISTED_MOVES = 14  # of a longer list only examples are shown


class GameScreen:
    """Writes about a match to a console, in a language."""

    def __init__(self, match: Match, console: Console, lang: str) -> None:
        self.match, self.console, self.lang = match, console, lang
        self.with_names = True  # of places, on the board
        self.last: Move | None = None

    def write(self, key: str, **values: object) -> None:
        """Print a message."""
        self.console.print(Text(messages.text(f"words.{key}", self.lang, **values)), soft_wrap=True)

    def player_title(self, player: Player) -> str:
        """Return the current name of a player."""
        return boards.player_title(self.match.position, player, self.lang)

    def show_beginning(self) -> None:
        """Show the game, who plays, and who begins or how many moves have been made."""
        record = self.match.record
        game = about(record.game.name, self.lang)
        self.console.print(Text(f"\n{game['title']}", "bold").append(f"  {game['tagline']}", "not bold"))
        self.console.print(Text(find_credit(record.game.name, self.lang), "dim"))
        for seat in self.match.seats.values():
            label = TERMINAL_PLAYERS.name_player(seat.who, record.game, self.lang)
            self.write("seats", name=self.player_title(seat.player), kind=label)
        if record.steps:
            self.write("resumed", count=sum(step.move is not None for step in record.steps))
        else:
            self._show_opening()

    def _show_opening(self) -> None:
        game = self.match.game
        for thrown in assign_throws(game.players, game.rules.OPENING, self.match.record.opening):
            throws = [
                messages.text("words.throws", self.lang, name=self.player_title(player), value=value)
                for player, value in thrown.items()
            ]
            self.write("opening", throws="   ".join(throws))
        self.write("begins", name=self.player_title(self.match.position.turn))

    def show_turn(self, position: Position) -> None:
        """Show the position to a person who is to throw or to move."""
        self.console.print()
        name = self.player_title(position.turn)
        if position.throws():
            self.write("to_throw", name=name)
            return
        self.show_board()
        only = len(position.legal_moves()) == 1
        request = messages.text("words.only_move", self.lang, name=name) if only else move_request(position, self.lang)
        self.console.print(request, soft_wrap=True)
        self.show_moves()

    def show_throw(self, player: Player, value: int) -> None:
        """Show the sticks of a throw."""
        line = Text("  ").append_text(boards.draw_sticks(self.match.game, value))
        words = messages.text("words.throws", self.lang, name=self.player_title(player), value=value)
        self.console.print(line.append(f" {words}", "bold"), soft_wrap=True)

    def show_move(self, before: Position, move: Move) -> None:
        """Show a move that was made, and remember it for the board."""
        self.last = move
        look, words = boards.piece_look(before, before.turn), describe_move(before, move, self.lang).words
        text = f"{move.text}  {words}" if words else move.text
        line = Text().append(look.token(), look.style)
        name = self.player_title(before.turn)
        self.console.print(line.append(" " + messages.text("words.plays", self.lang, name=name, move=text)))

    def show_hint(self, position: Position, hint: Hint) -> None:
        """Show a good move with its chance to win, or that there is no other."""
        words = describe_move(position, hint.move, self.lang).words
        text = add_note(hint.move.text, words, self.lang) if words else hint.move.text
        if hint.chance is None:
            self.write("hint_only", move=text)
        else:
            self.write("hint" if hint.settled else "hint_rough", move=text, percent=round(100 * hint.chance))

    def show_board(self) -> None:
        """Draw the position, with the targets of legal moves marked if a person has to choose."""
        position = self.match.position
        moves = position.legal_moves() if self.match.waits_for_human else []
        if len(moves) > LISTED_MOVES:  # then only moves that are named by their target: the rest would cover the board
            moves = [move for move in moves if move.text == move.target]
        targets = {str(move.target) for move in moves}
        room = boards.find_room(self.console)
        drawing = boards.draw_board(position, self.lang, names=self.with_names, targets=targets, last=self.last, room=room)
        boards.print_board(self.console, drawing)

    def show_moves(self, *, every: bool = False) -> None:
        """List the legal moves with their numbers; if there are many, only one of each kind, unless all are requested."""
        position = self.match.position
        moves = position.legal_moves()
        many = len(moves) > LISTED_MOVES
        if many and every:
            entries = [Text().append(f"{number:3} ", "dim").append(move.text, "bold") for number, move in enumerate(moves, 1)]
            self.console.print(Padding(Columns(entries, padding=(0, 2), column_first=True), (0, 0, 0, 2)))
            return
        if many:
            self.write("many_moves", number=len(moves))
        shown = find_examples(moves) if many else moves
        for number, move in enumerate(moves, 1):
            if move in shown:
                line = Text().append(f"{number:4} ", "dim").append(f"{move.text:8}", "bold")
                line.append(f" {describe_move(position, move, self.lang).words}")
                line.rstrip()  # for moves without a description
                self.console.print(line, soft_wrap=True)

    def show_end(self) -> None:
        """Show the last position and how the match ended."""
        self.console.print()
        self.show_board()
        self.console.print(self._write_result(), style="bold")
        self.write("steps", count=self.match.standing.steps)
        self.console.print(Text(find_credit(self.match.game.name, self.lang), "dim"))

    def _write_result(self) -> str:
        position, winners = self.match.position, self.match.standing.result
        if not winners:
            return messages.text("words.draw", self.lang)
        names = join_player_names(position, winners, self.lang)
        if self.match.standing.termination == RESIGNED:
            losers = tuple(player for player in self.match.game.players if player not in winners)
            return messages.text(
                "words.resigned", self.lang, losers=join_player_names(position, losers, self.lang), names=names
            )
        return messages.text("words.won" if len(winners) == 1 else "words.won_many", self.lang, names=names)


def find_examples(moves: list[Move]) -> list[Move]:
    """Return the first move of each kind: with or without a place it leads from, and by the length of its text."""
    return list({(move.source is None, len(move.text)): move for move in reversed(moves)}.values())
