"""The loop of a game in the terminal: people and the computer play one match at one keyboard."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from banmen.core.errors import IllegalMoveError
from banmen.core.messages import Catalogue, localize
from banmen.core.move import Move
from banmen.engine.precompile import is_player_warm
from banmen.kernels.contract import CHANCE
from banmen.match.actions import plan_move, plan_resignation, plan_throw, plan_undo
from banmen.match.match_errors import MatchError
from banmen.match.match_state import Match
from banmen.presentation.about import read_rules_or_note
from banmen.presentation.rules_examples import leave_out_notation
from banmen.terminal import files
from banmen.terminal.game_screen import GameScreen
from banmen.terminal.opponents import STRONGEST, ask_for_hint, choose_move
from banmen.terminal.terminal_messages import find_command, write_help

messages = Catalogue(__name__)

PATIENT = "strongest"  # the player that is given seconds
PAUSE = 0.7  # seconds, so that one can follow the computer


class LeaveError(Exception):
    """A person leaves, or there is no more input."""


class GameLoop:
    """Shows a match and asks people for their moves. `ask` returns a line, or None when there is no more input."""

    def __init__(self, match: Match, console: Console, ask: Callable[[str], str | None], lang: str, save: Path | None) -> None:
        self.match, self.console, self.ask, self.lang, self.save = match, console, ask, lang, save
        self.screen = GameScreen(match, console, lang)
        self.write = self.screen.write
        self.commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "hint": self._show_hint,
            "resign": self._resign,
            "save": self._save_as,
            "moves": lambda _: self.screen.show_moves(every=True),
            "board": lambda _: self.screen.show_board(),
            "names": self._switch_names,
            "rules": lambda _: self.console.print(
                Markdown(leave_out_notation(read_rules_or_note(self.match.game.name, self.lang)))
            ),
            "help": lambda _: self.console.print(Text(write_help(self.match.position, self.lang)), soft_wrap=True),
            "quit": self._leave,
        }

    def run(self) -> None:
        """Play until the match is over or the person quits."""
        self._keep()  # before anything else, in case the file cannot be written
        self.screen.show_beginning()
        try:
            while not self.match.over:
                if self.match.waits_for_human:
                    self._let_person_act()
                else:
                    self._let_computer_act()
            self.screen.show_end()
            self._offer_to_save()
        except LeaveError:
            self._keep()
        except KeyboardInterrupt:
            self._report_file()
            raise
        self._report_file()
        self.write("goodbye")

    def _report_file(self) -> None:
        """Say where the game is saved, and how to continue it."""
        if self.save:
            self.write("saved", file=self.save)
            if not self.match.over:
                self.write("go_on_later", file=self.save)

    # Turns.

    def _let_computer_act(self) -> None:
        self._pause()
        if self.match.position.kind == CHANCE:
            self._throw()
            self._pause()
        self._announce_compiling(self.match.seat.who)
        self._announce_thinking(self.match.seat.who)
        self._play(choose_move(self.match))
        if not self.match.people and not self.match.over:
            self.screen.show_board()

    def _announce_thinking(self, who: str) -> None:
        """Say that a player who takes its time is at it, and for how long at most."""
        kind, _, time_given = who.partition(":")
        if kind == PATIENT and len(self.match.position.legal_moves()) > 1:
            self.write("computer_thinks", name=self.screen.player_title(self.match.position.turn), time=time_given)

    def _announce_compiling(self, who: str) -> None:
        if not is_player_warm(who, self.match.game):
            self.write("compiling")

    def _let_person_act(self) -> None:
        """Show the position and read a person's input until it has changed."""
        before = self.match.position
        self.screen.show_turn(before)
        while self.match.position is before and not self.match.over:
            line = self._read(messages.text("words.prompt_throw" if before.kind == CHANCE else "words.prompt_move", self.lang))
            try:
                self._obey(line)
            except IllegalMoveError as error:
                self.console.print(error.localize(self.lang) or str(error), style="yellow")

    def _obey(self, line: str) -> None:
        """Do what a line says: a command, a throw or a move."""
        word, _, rest = line.partition(" ")
        if command := find_command(word):
            self.commands[command](rest.strip())
        elif self.match.position.kind != CHANCE:
            self._choose(line)
        elif line:
            self.write("throw_first")
        else:
            self._throw()

    def _throw(self) -> None:
        planned = plan_throw(self.match)
        self.screen.show_throw(self.match.position.turn, planned[0].data["value"])
        self.match.add_planned(planned)
        self._keep()

    def _choose(self, line: str) -> None:
        """Play a move given by its number or its text; an empty line plays the only move."""
        moves = self.match.position.legal_moves()
        if not line and len(moves) == 1:
            self._play(moves[0])
        elif line.isascii() and line.isdigit():
            if not 1 <= int(line[:9]) <= len(moves):
                self.write("no_such_number", most=len(moves))
            else:
                self._play(moves[int(line) - 1])
        elif line:
            self._play(self.match.position.find(line))

    def _play(self, move: Move) -> None:
        before = self.match.position
        self.match.add_planned(plan_move(self.match, move.text))
        self.screen.show_move(before, move)
        self._keep()

    # Commands.

    def _undo(self, _: str) -> None:
        try:
            self.match.add_planned(plan_undo(self.match))
        except MatchError:
            self.write("nothing_to_undo")
            return
        self.screen.last = None
        self.write("undone_moves" if self.match.game.has_chance else "undone")
        self._keep()

    def _show_hint(self, _: str) -> None:
        """Show a good move, after about a second of thinking."""
        position = self.match.position
        if position.kind == CHANCE:
            self.write("throw_first")
            return
        if len(position.legal_moves()) > 1:
            self._announce_compiling(STRONGEST)
            self.write("thinking")
        self.screen.show_hint(position, ask_for_hint(position))

    def _resign(self, _: str) -> None:
        """Give up for the person on turn."""
        self.match.add_planned(plan_resignation(self.match, str(self.match.position.turn)))
        self._keep()

    def _switch_names(self, _: str) -> None:
        self.screen.with_names = not self.screen.with_names
        self.screen.show_board()

    def _save_as(self, name: str) -> None:
        if not name:
            self.write("save_how")
            return
        if self._keep_in(name):
            self.write("saved", file=self.save)

    def _keep_in(self, name: str) -> bool:
        """Keep the game in a file from now on, or say why that cannot be."""
        path = Path(name).expanduser()
        if path != self.save and path.exists():
            self.write("save_exists", file=path)
            return False
        if not self._write_record(path):
            return False
        self.save = path
        return True

    def _leave(self, _: str) -> None:
        if self.match.standing.steps:
            self._offer_to_save()
        raise LeaveError

    def _offer_to_save(self) -> None:
        while self.save is None and (name := (self.ask(messages.text("words.ask_save", self.lang)) or "").strip()):
            self._keep_in(name)

    def _keep(self) -> None:
        """Write the match to its file after every change."""
        if self.save:
            files.write(self.save, self.match.record.text)

    def _write_record(self, path: Path) -> bool:
        try:
            files.write(path, self.match.record.text)
        except files.FileError as error:
            self.write("not_saved", file=path, reason=localize(error.why, self.lang))
            return False
        return True

    def _pause(self) -> None:
        if self.console.is_terminal:
            time.sleep(PAUSE)

    def _read(self, prompt: str) -> str:
        line = self.ask(prompt)
        if line is None:
            raise LeaveError
        return unicodedata.normalize("NFKC", line).strip()
