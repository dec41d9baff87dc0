"""What the terminal says, and the commands that it understands."""

from __future__ import annotations

from banmen.core import registry
from banmen.core.board import Player
from banmen.core.game import Position
from banmen.core.i18n import join_and, languages
from banmen.core.messages import Catalogue
from banmen.match.position_views import describe_status, describe_task
from banmen.presentation.text_canvas import measure_text
from banmen.terminal.boards import player_title

messages = Catalogue(__name__)

COMMANDS = ("undo", "hint", "save", "moves", "board", "names", "rules", "help", "resign", "quit")


def find_command(word: str) -> str | None:
    """Return the command for a word of any language.

    >>> find_command("back"), find_command("もどす"), find_command("f2")
    ('undo', 'undo', None)
    """
    return next((command for command in COMMANDS if word.lower() in list_command_words(command)), None)


def list_command_words(command: str) -> tuple[str, ...]:
    """Return the words that can be typed for a command, in all languages."""
    return tuple(dict.fromkeys(" ".join(messages.text(f"command.{command}", lang) for lang in languages()).split()))


def find_credit(game: str, lang: str) -> str:
    """Return the line that says whose game it is."""
    return str(registry.family(game).part("words").CREDIT[lang])


def move_request(position: Position, lang: str) -> str:
    """Return the request to move; a game with a task for the player describes it."""
    if describe_task(position, lang):
        return messages.text("words.to_do", lang, status=describe_status(position, lang))
    return messages.text("words.to_move", lang, name=player_title(position, position.turn, lang))


def join_player_names(position: Position, players: tuple[Player, ...], lang: str) -> str:
    """Return several players' names as a list."""
    return join_and((player_title(position, player, lang) for player in players), lang)


def write_help(position: Position, lang: str) -> str:
    """Return the help on commands, in terms that fit the game: throws are mentioned only if there are any."""
    game = position.game
    standing = position.throw(position.throws()[0][0]) if position.throws() else position
    moves = standing.legal_moves()
    lines = [("3", messages.text("words.help_number", lang, example=3))]
    if moves:
        lines.append((moves[-1].text, messages.text("words.help_move", lang)))
    lines.append(("Enter", messages.text("words.help_throw" if game.has_chance else "words.help_only", lang)))
    for command in COMMANDS:
        if command != "help":
            key = "help_undo_throw" if command == "undo" and game.has_chance else f"help_{command}"
            typed = f"{command} {messages.text('words.file_name', lang)}" if command == "save" else command
            lines.append((typed, messages.text(f"words.{key}", lang)))
    width = max(measure_text(typed) for typed, _ in lines)
    return "\n".join(f"  {typed}{' ' * (width - measure_text(typed))}  {words}" for typed, words in lines)
