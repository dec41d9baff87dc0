"""The commands that copy all matches into a file and back: backup and restore."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from banmen.cli.arguments import Lang, read_language
from banmen.cli.output import note
from banmen.core.errors import DataFileError, OptionError
from banmen.core.messages import Catalogue

if TYPE_CHECKING:
    from banmen.server.store.address import Address

messages = Catalogue(__name__)
Answer = TypeVar("Answer")
DataFolder = Annotated[Path | None, typer.Option("--data", metavar="DIR", file_okay=False)]


def backup(file: Annotated[Path, typer.Argument(metavar="FILE")], data: DataFolder = None, lang: Lang = None) -> None:
    """Back up all matches of a server to a file, while it is running.

    Examples:
      banmen backup games.jsonl.gz
      banmen backup games.jsonl --data /srv/banmen
    """
    from banmen.server.store.backup import write_backup

    language, database = read_language(lang), find_database(data)
    count = _run(lambda: write_backup(database, file), file, database)
    note(messages("backup.written", file=file, count=count), language)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    data: DataFolder = None,
    replace: Annotated[bool, typer.Option("--replace")] = False,
    lang: Lang = None,
) -> None:
    """Restore a database from a file that `backup` wrote; its server should not be running.

    Examples:
      banmen restore games.jsonl.gz --data /srv/banmen
      banmen restore games.jsonl --replace
    """
    from banmen.server.store.backup import restore_backup

    language, database = read_language(lang), find_database(data)
    count = _run(lambda: restore_backup(database, file, replace), file, database)
    note(messages("backup.restored", file=file, count=count), language)


def find_database(data: Path | None) -> Address:
    """Return the database that the environment names, or the file in a folder."""
    from banmen.server.settings import read_settings

    return read_settings(os.environ).database if data is None else read_settings({}, data=data).database


def _run(work: Callable[[], int], file: Path, database: Address) -> int:
    """Copy a database, or report in one line why that is not possible."""
    from banmen.server.store.address import describe_address
    from banmen.server.store.backup import BackupError

    try:
        return run_on_database(work, database)
    except BackupError as error:
        kind = DataFileError if error.args[0] in ("damaged", "newer", "no_backup") else OptionError
        raise kind(messages(f"backup.{error.args[0]}", file=file, database=describe_address(database))) from None


def run_on_database(work: Callable[[], Answer], database: Address) -> Answer:
    """Run an operation on a database, or report in one line why that is not possible."""
    from alembic.util import CommandError
    from sqlalchemy.exc import DBAPIError

    from banmen.server.store.address import describe_address
    from banmen.server.store.writer import describe_error

    place = describe_address(database)
    try:
        return work()
    except DBAPIError as error:
        raise OptionError(messages("serve.bad_database", database=place, reason=describe_error(error))) from None
    except CommandError:
        raise OptionError(messages("serve.newer_database", database=place)) from None
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise OptionError(messages("serve.no_driver")) from None
