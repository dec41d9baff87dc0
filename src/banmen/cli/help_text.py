"""The output of `--help`: usage, texts from the catalogue in the requested language, examples, arguments and options.

The texts of a command are in the catalogue as `help.COMMAND.summary`, `help.COMMAND.details` and `help.COMMAND.PARAMETER`;
shared parameters are in `help.shared`. The examples are those in the docstring of the command's function.
The framework would print English headings, and fold Japanese, which has no spaces, nowhere.
"""

from __future__ import annotations

import inspect
import re
import shutil
from collections.abc import Iterable, Iterator
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from banmen.core.catalogues import SOURCE
from banmen.core.messages import Catalogue
from banmen.presentation.text_canvas import measure_text

messages = Catalogue(__name__)
WIDEST, NARROWEST = 78, 48  # columns of a line
TERM_WIDTH = 28  # columns of the left side; longer entries have a line of their own
INDENT = "  "
EXAMPLES = "Examples:"
# A line is folded at spaces and, in Japanese, before kanji or katakana; not before a closing mark, nor within short brackets.
PIECES = re.compile(
    r"(?:（[^（）]{1,16}）|[（「『]*(?:[一-龠々ァ-ヶー]+[ぁ-ん]*|[ぁ-ん]+|[^\sぁ-んァ-ヶー一-龠々（「『、。）」』：]+))[、。）」』：]*\s*|."
)


class HelpCommand(TyperCommand):
    """A command with help in the requested language."""

    def get_help(self, ctx: Any) -> str:
        """Return what `--help` prints."""
        return render_help(self, ctx)


class HelpGroup(TyperGroup):
    """The list of all commands in the requested language."""

    def get_help(self, ctx: Any) -> str:
        """Return what `--help` prints."""
        return render_help(self, ctx)


def render_help(command: Any, context: typer.Context) -> str:
    """Return the help of a command; the language is the object of the outermost context."""
    lang = context.find_root().obj or SOURCE
    width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns - 2))
    name = name_in_catalogue(command.name) if context.parent else "banmen"
    usage = f"{messages.text('help.heading.usage', lang)} {context.command_path} "
    lines = _indent(wrap(_write_usage(command, context), width - measure_text(usage)), " " * measure_text(usage), first=usage)
    for text in _describe(name, lang):
        lines += ["", *_indent(wrap(text, width - len(INDENT)), INDENT)]
    if examples := list_examples(command.callback):
        lines += ["", INDENT + messages.text("help.heading.examples", lang)]
        lines += [2 * INDENT + example for example in examples]
    shown = [param for param in command.get_params(context) if not getattr(param, "hidden", False)]
    for kind in ("argument", "option"):
        rows = [(_write_term(param), _explain(name, param, lang)) for param in shown if param.param_type_name == kind]
        lines += _write_section(kind, rows, lang, width)
    commands = [name_in_catalogue(found) for found in getattr(command, "commands", {})]
    rows = [(found.replace("_", "-"), messages.text(f"help.{found}.summary", lang)) for found in commands]
    lines += _write_section("command", rows, lang, width)
    if f"help.{name}.epilogue" in messages:
        lines += ["", *_indent(wrap(messages.text(f"help.{name}.epilogue", lang), width - len(INDENT)), INDENT)]
    return "\n".join(lines)


def name_in_catalogue(command: str) -> str:
    """Return the name of a command in the catalogue.

    >>> name_in_catalogue("new-game")
    'new_game'
    """
    return command.replace("-", "_")


def list_examples(function: Any) -> list[str]:
    """Return the examples in the docstring of a command's function."""
    _, found, rest = (inspect.getdoc(function) or "").partition(EXAMPLES)
    return [line.strip() for line in rest.splitlines() if line.strip()] if found else []


def wrap(text: str, width: int) -> list[str]:
    """Fold a text to lines of a width.

    >>> wrap("盤面を表示します。文字でも絵でも", 20)
    ['盤面を表示します。', '文字でも絵でも']
    """
    lines = [""]
    for piece in PIECES.findall(text):
        if lines[-1] and measure_text((lines[-1] + piece).rstrip()) > width:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]


def _describe(name: str, lang: str) -> Iterator[str]:
    """Return the paragraphs that say what a command does."""
    yield messages.text(f"help.{name}.summary", lang)
    if f"help.{name}.details" in messages:
        yield messages.text(f"help.{name}.details", lang)


def _write_usage(command: Any, context: typer.Context) -> str:
    """Return what may be typed after a command's name."""
    if hasattr(command, "commands"):
        return f"{command.options_metavar} {command.subcommand_metavar}"
    arguments = [param for param in command.get_params(context) if param.param_type_name == "argument"]
    return " ".join(
        [command.options_metavar, *(_write_term(param) if param.required else f"[{_write_term(param)}]" for param in arguments)]
    )


def _explain(command: str, param: Any, lang: str) -> str:
    """Return the help of an argument or option, with its default."""
    name = param.name.strip("_")
    own, shared = f"help.{command}.{name}", f"help.shared.{name}"
    text = messages.text(own if own in messages else shared, lang)
    if param.default is None or isinstance(param.default, bool) or callable(param.default):
        return text
    return messages.text("help.default", lang, text=text, default=param.default)


def _write_term(param: Any) -> str:
    """Return an argument or an option as it is typed."""
    metavar = param.metavar or param.name.upper()
    if param.param_type_name == "argument":
        return str(metavar)
    names = ", ".join(sorted(param.opts, key=len))
    names = " / ".join([names, *param.secondary_opts])
    return names if param.is_flag else f"{names} {metavar}"


def _write_section(kind: str, rows: list[tuple[str, str]], lang: str, width: int) -> list[str]:
    """Return a heading and, under it, terms on the left and their explanations on the right."""
    if not rows:
        return []
    lines = ["", messages.text(f"help.heading.{kind}s", lang)]
    left = max((measure_text(term) for term, _ in rows if measure_text(term) <= TERM_WIDTH), default=TERM_WIDTH) + 2 * len(
        INDENT
    )
    for term, text in rows:
        folded = wrap(text, width - left)
        fits = measure_text(INDENT + term) + len(INDENT) <= left
        first = f"{INDENT}{term}".ljust(left) if fits else f"{INDENT}{term}\n{' ' * left}"
        lines += _indent(folded, " " * left, first=first)
    return lines


def _indent(lines: Iterable[str], indent: str, first: str | None = None) -> list[str]:
    return [(first if number == 0 and first is not None else indent) + line for number, line in enumerate(lines)]
