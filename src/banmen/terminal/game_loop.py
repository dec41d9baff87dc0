"""The loop of a game in the terminal: people and the computer play one match at one keyboard."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from banmen.core.errors import BanmenError, IllegalMoveError
from banmen.core.game import Move, Player
from banmen.engine.precompile import player_is_warm
from banmen.kernels.contract import CHANCE
from banmen.match.actions import plan_move, plan_resignation, plan_throw, plan_undo
from banmen.match.events import RESIGNED
from banmen.match.match_errors import NothingToUndoError
from banmen.match.match_state import Match
from banmen.presentation.about import about, rules_text
from banmen.presentation.motion import describe_move
from banmen.terminal import boards, files
from banmen.terminal.opponents import STRONGEST, TERMINAL_PLAYERS, choose_move, find_hint
from banmen.terminal.terminal_messages import COMMANDS, credit, help_text, move_request, player_names, terminal_message

LISTED_MOVES = 14  # of a longer list only examples are shown
PAUSE = 0.7  # seconds, so that one can follow the computer


class LeaveError(Exception):
    """A person leaves, or there is no more input."""


class GameLoop:
    """Shows a match and asks people for their moves. `ask` returns a line, or None when there is no more input."""

    def __init__(self, match: Match, console: Console, ask: Callable[[str], str | None], lang: str, save: Path | None) -> None:
        self.match, self.console, self.ask, self.lang, self.save = match, console, ask, lang, save
        self.names = True
        self.last: Move | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "hint": self._hint,
            "resign": self._resign,
            "save": self._save_as,
            "moves": lambda _: self.show_moves(every=True),
            "board": lambda _: self.show_board(),
            "names": self._turn_names,
            "rules": lambda _: self.console.print(Markdown(rules_text(self.match.game.name, self.lang))),
            "help": lambda _: self.console.print(Text(help_text(self.match.position, self.lang)), soft_wrap=True),
            "quit": self._leave,
        }

    # The course of a match.

    def run(self) -> None:
        """Play until the match is over or somebody leaves."""
        self._keep()  # before anything else, in case the file cannot be written
        self._greet()
        try:
            while not self.match.over:
                if self.match.waits_for_human:
                    self._person_acts()
                else:
                    self._computer_acts()
            self._finish()
        except LeaveError:
            self._keep()
        if self.save:
            self.tell("saved", file=self.save)
            if not self.match.over:
                self.tell("go_on_later", file=self.save)
        self.tell("goodbye")

    def _greet(self) -> None:
        record, position = self.match.record, self.match.position
        game = about(record.game.name, self.lang)
        self.console.print(Text(f"\n{game['title']}", "bold").append(f"  {game['tagline']}", "not bold"))
        self.console.print(Text(credit(record.game.name, self.lang), "dim"))
        for seat in self.match.seats.values():
            self.tell("seats", name=self._name(seat.player), kind=TERMINAL_PLAYERS.label(seat.who, record.game, self.lang))
        if record.steps:
            self.tell("resumed", number=sum(step.move is not None for step in record.steps))
            return
        throwers = record.game.players
        for values in record.opening:
            thrown = dict(zip(throwers, values, strict=True))
            named = (
                terminal_message("throws", self.lang, name=self._name(player), value=value) for player, value in thrown.items()
            )
            self.tell("opening", throws="   ".join(named))
            throwers = tuple(player for player, value in thrown.items() if value == max(values))  # who throws again after a tie
        self.tell("begins", name=self._name(position.turn))

    def _finish(self) -> None:
        self.console.print()
        self.show_board()
        self.console.print(self._result(), style="bold")
        self.tell("steps", number=len(self.match.record.steps))
        self.console.print(Text(credit(self.match.game.name, self.lang), "dim"))
        self._offer_to_save()

    def _result(self) -> str:
        """Return how the match ended."""
        position, winners = self.match.position, self.match.record.result
        if not winners:
            return terminal_message("draw", self.lang)
        names = player_names(position, winners, self.lang)
        if self.match.record.termination == RESIGNED:
            losers = tuple(player for player in self.match.game.players if player not in winners)
            return terminal_message("resigned", self.lang, losers=player_names(position, losers, self.lang), names=names)
        return terminal_message("won" if len(winners) == 1 else "won_many", self.lang, names=names)

    # Turns.

    def _computer_acts(self) -> None:
        self._pause()
        name = self._name(self.match.position.turn)
        if self.match.position.kind == CHANCE:
            self._throw_sticks(name)
            self._pause()
        self._announce_compiling(self.match.seat.who)
        self._play(choose_move(self.match))
        if not self.match.people and not self.match.over:
            self.show_board()

    def _announce_compiling(self, who: str) -> None:
        if not player_is_warm(who, self.match.game):
            self.tell("compiling")

    def _person_acts(self) -> None:
        """Show where the game stands and take in what a person says until the position is another one."""
        before = self.match.position
        self.console.print()
        name = self._name(before.turn)
        if before.kind == CHANCE:
            self.tell("to_throw", name=name)
        else:
            self.show_board()
            only = len(before.legal_moves()) == 1
            self.console.print(
                terminal_message("only_move", self.lang, name=name) if only else move_request(before, self.lang), soft_wrap=True
            )
            self.show_moves()
        while self.match.position is before and not self.match.over:
            line = self._read(terminal_message("prompt_throw" if before.kind == CHANCE else "prompt_move", self.lang))
            try:
                self._obey(line)
            except IllegalMoveError as error:
                self.console.print(error.told(self.lang) or str(error), style="yellow")

    def _obey(self, line: str) -> None:
        """Do what a line says: a command, a throw or a move."""
        word, _, rest = line.partition(" ")
        command = next((name for name, words in COMMANDS.items() if word.lower() in words), None)
        if command:
            self.commands[command](rest.strip())
        elif self.match.position.kind == CHANCE:
            self._throw(line)
        else:
            self._choose(line)

    def _throw(self, line: str) -> None:
        if line:
            self.tell("throw_first")
            return
        self._throw_sticks(self._name(self.match.position.turn))

    def _throw_sticks(self, name: str) -> None:
        planned = plan_throw(self.match)
        self.match.add_planned(planned)
        value = planned[0].data["value"]
        line = Text("  ").append_text(boards.draw_sticks(self.match.game, value))
        told = terminal_message("throws", self.lang, name=name, value=value)
        self.console.print(line.append(f" {told}", "bold"), soft_wrap=True)
        self._keep()

    def _choose(self, line: str) -> None:
        moves = self.match.position.legal_moves()
        if not line and len(moves) == 1:
            self._play(moves[0])
        elif line.isascii() and line.isdigit():
            if not 1 <= int(line[:9]) <= len(moves):
                self.tell("no_such_number", most=len(moves))
            else:
                self._play(moves[int(line) - 1])
        elif line:
            self._play(self.match.position.find(line))

    def _play(self, move: Move) -> None:
        position = self.match.position
        text = move.text + (f"  {words}" if (words := describe_move(position, move, self.lang).words) else "")
        look = boards.piece_look(position, position.turn)
        self.match.add_planned(plan_move(self.match, move.text))
        self.last = move
        line = Text().append(look.token(), look.style)
        self.console.print(line.append(" " + terminal_message("plays", self.lang, name=self._name(position.turn), move=text)))
        self._keep()

    # Commands.

    def _undo(self, _: str) -> None:
        try:
            self.match.add_planned(plan_undo(self.match))
        except NothingToUndoError:
            self.tell("nothing_to_undo")
            return
        self.last = None
        self.tell("undone_moves" if self.match.game.has_chance else "undone")
        self._keep()

    def _hint(self, _: str) -> None:
        """Show a good move, after about a second of thinking."""
        position = self.match.position
        if position.kind == CHANCE:
            self.tell("throw_first")
            return
        if len(position.legal_moves()) > 1:
            self._announce_compiling(STRONGEST)
            self.tell("thinking")
        move, chance = find_hint(position)
        words = describe_move(position, move, self.lang).words
        shown = f"{move.text}  {words}" if words else move.text
        if chance is None:
            self.tell("hint_only", move=shown)
        else:
            self.tell("hint", move=shown, percent=round(100 * chance))

    def _resign(self, _: str) -> None:
        """Give up for the person on turn."""
        self.match.add_planned(plan_resignation(self.match, str(self.match.position.turn)))
        self._keep()

    def _turn_names(self, _: str) -> None:
        self.names = not self.names
        self.show_board()

    def _save_as(self, name: str) -> None:
        if not name:
            self.tell("save_how")
            return
        if self._keep_in(name):
            self.tell("saved", file=self.save)

    def _keep_in(self, name: str) -> bool:
        """Keep the game in a file from now on; tell why not where that cannot be."""
        path = Path(name).expanduser()
        if path != self.save and path.exists():
            self.tell("save_exists", file=path)
            return False
        if not self._write(path):
            return False
        self.save = path
        return True

    def _leave(self, _: str) -> None:
        if self.match.record.steps:
            self._offer_to_save()
        raise LeaveError

    def _offer_to_save(self) -> None:
        while self.save is None and (name := (self.ask(terminal_message("ask_save", self.lang)) or "").strip()):
            self._keep_in(name)

    def _keep(self) -> None:
        """Write the match to its file after every change."""
        if self.save:
            files.write(self.save, self.match.record.text)

    def _write(self, path: Path) -> bool:
        try:
            files.write(path, self.match.record.text)
        except BanmenError as error:
            self.tell("not_saved", file=path, reason=error.told(self.lang) or error)
            return False
        return True

    # Showing.

    def show_board(self) -> None:
        """Draw the position, the targets of legal moves marked where a person has to choose."""
        position = self.match.position
        moves = position.legal_moves() if self.match.waits_for_human else []
        if len(moves) > LISTED_MOVES:  # then only where the God or the pawn may go: the rest would cover the board
            moves = [move for move in moves if move.text == move.target]
        targets = {str(move.target) for move in moves}
        room = boards.find_room(self.console)
        boards.print_board(
            self.console, boards.board(position, self.lang, names=self.names, targets=targets, last=self.last, room=room)
        )

    def show_moves(self, *, every: bool = False) -> None:
        """List the legal moves with their numbers; of many only one of each kind, unless every one is asked for."""
        position = self.match.position
        moves = position.legal_moves()
        if len(moves) > LISTED_MOVES:
            if every:
                entries = [
                    Text().append(f"{number:3} ", "dim").append(move.text, "bold") for number, move in enumerate(moves, 1)
                ]
                self.console.print(Padding(Columns(entries, padding=(0, 2), column_first=True), (0, 0, 0, 2)))
                return
            self.tell("many_moves", number=len(moves))
        for number, move in enumerate(moves, 1):
            if len(moves) <= LISTED_MOVES or move in _examples(moves):
                line = Text().append(f"{number:4} ", "dim").append(f"{move.text:8}", "bold")
                words = describe_move(position, move, self.lang).words
                self.console.print(line.append(f" {words}"), soft_wrap=True)

    def tell(self, key: str, **values: object) -> None:
        """Print a message."""
        self.console.print(Text(terminal_message(key, self.lang, **values)), soft_wrap=True)

    def _name(self, player: Player) -> str:
        return boards.player_title(self.match.position, player, self.lang)

    def _pause(self) -> None:
        if self.console.is_terminal:
            time.sleep(PAUSE)

    def _read(self, prompt: str) -> str:
        line = self.ask(prompt)
        if line is None:
            raise LeaveError
        return unicodedata.normalize("NFKC", line).strip()


def _examples(moves: list[Move]) -> list[Move]:
    """Return the first move of each kind: with or without a place it leads from, and by the length of its text."""
    return list({(move.source is None, len(move.text)): move for move in reversed(moves)}.values())
