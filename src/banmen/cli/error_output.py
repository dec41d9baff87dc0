"""Error output of the command line: one line, in the requested language, including usage errors.

What the framework finds wrong it says in English; here each kind of it has a sentence in every language.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from banmen.cli.arguments import SHIELD, read_language
from banmen.core.catalogues import languages
from banmen.core.messages import Catalogue, Message, join_alternatives, localize

messages = Catalogue(__name__)
BAD_INPUT = 2  # the exit code
LANG = "--lang"
# How the framework begins a sentence, and the key of what we say instead; the groups are what was given, or what was meant.
USAGE: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), key)
    for pattern, key in (
        ("missing argument '([^']+)'", "missing_argument"),
        ("missing (?:option|parameter) '([^']+)'", "missing_option"),
        ("no such option: (\\S+).*?(--[^()?]+)", "no_such_option_but"),
        ("no such option: (\\S+)", "no_such_option"),
        ("no such command '([^']*)'.*?mean ('[^?]+)", "no_such_command_but"),
        ("no such command '([^']*)'", "no_such_command"),
        ('no such command "([^"]*)"', "no_such_command"),  # one with an apostrophe
        ("option '([^']+)' requires an argument", "value_missing"),
        ("option '([^']+)' does not take a value", "takes_no_value"),
        ("got unexpected extra arguments?(?:\\(s\\))? \\((.*)\\)", "too_much"),
        ("invalid value for '([^']+)'", "bad_value"),
    )
)


def find_asked_language(arguments: Sequence[str]) -> str:
    """Return the language requested on a command line, or else the system's; works even if nothing else can be parsed.

    >>> find_asked_language(["games", "--lang", "ja"]), find_asked_language(["games", "--lang=en", "--bogus"])
    ('ja', 'en')
    """
    own = list(arguments[: arguments.index("--")] if "--" in arguments else arguments)
    following = [value for flag, value in pairwise(own) if flag == LANG]
    joined = [value.removeprefix(f"{LANG}=") for value in own if value.startswith(f"{LANG}=")]
    known = [value for value in (*following, *joined) if value in languages()]
    return known[-1] if known else read_language(None)


def describe_usage_error(error: Exception) -> Message:
    """Return a usage error of the framework's in one line, with the command whose help to read."""
    text = str(error.format_message()).strip().rstrip(".")  # type: ignore[attr-defined]
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "banmen"
    return messages("usage.try_help", complaint=_describe_wish(text, context) or _describe_misuse(text), command=command)


def _describe_wish(text: str, context: Any) -> Message | None:
    """Return the alternative to an option that does not exist, if its purpose can be guessed; otherwise None."""
    takes_players = context is not None and any("--player" in option.opts for option in context.command.params)
    found = re.match("no such option: (--(?:level|strength|difficulty))", text, re.IGNORECASE)
    return messages("usage.level", given=found[1]) if found and takes_players else None


def _describe_misuse(text: str) -> Message:
    for pattern, key in USAGE:
        if found := pattern.match(text):
            given, *meant = found.groups()
            known = join_alternatives(name for names in meant for name in re.findall(r"[\w-]+", names))
            return messages(f"usage.{key}", given=given, meant=known)
    return messages("usage.wrong", text=text)


def complain(code: str, message: str, arguments: Sequence[str]) -> int:
    """Print the error and return the exit code; a message without a text in the requested language stays English."""
    message = localize(message, find_asked_language(arguments)) or message
    line = "".join(sign if sign.isprintable() else " " if sign in "\n\t" else ascii(sign)[1:-1] for sign in message)
    line = line.replace(ascii(SHIELD)[1:-1] + "-", "-")  # what is shielded begins with a dash
    if "--json" in arguments:
        line = json.dumps({"error": {"code": code, "message": line}}, ensure_ascii=False)
    else:
        line = f"banmen: {line}"
    print(line, file=sys.stderr)  # noqa: T201
    return BAD_INPUT
