"""The command by which a server's operator reads what visitors have reported: reports."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from banmen.cli.arguments import Json, Lang, read_language
from banmen.cli.backup_commands import DataFolder, find_database, run_on_database
from banmen.cli.output import note, put, put_json
from banmen.core.errors import OptionError, quote_value
from banmen.core.messages import Catalogue

if TYPE_CHECKING:
    from banmen.server.store.report_reading import ReportedPerson

messages = Catalogue(__name__)
MOST = 200  # reports that are shown


def reports(
    data: DataFolder = None,
    done: Annotated[str | None, typer.Option("--done", metavar="ID")] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Read what visitors of a server have reported of others, the latest first.

    Examples:
      banmen reports
      banmen reports --data /srv/banmen --json
      banmen reports --done 3f2Kx9aB
    """
    from banmen.server.store.report_reading import read_all, settle

    language, database = read_language(lang), find_database(data)
    if isinstance(database, Path) and not database.exists():
        raise OptionError(messages("backup.no_database", database=database))
    if done is not None:
        if not run_on_database(lambda: settle(database, done), database):
            raise OptionError(messages("reports.unknown", report=quote_value(done, 40)))
        note(messages("reports.settled"), language)
        return
    found = run_on_database(lambda: read_all(database, MOST), database)
    if json:
        for one in found:
            put_json(one.describe())
    elif found:
        put("\n\n".join("\n".join(_list_lines(one, language)) for one in found))
    else:
        note(messages("reports.none"), language)


def _list_lines(one: ReportedPerson, lang: str) -> list[str]:
    row = one.row
    when = f"{datetime.datetime.fromtimestamp(row.at, datetime.UTC):%Y-%m-%d %H:%M}"
    facts = {
        "id": row.id,
        "when": when,
        "reason": messages.text(f"reports.reason_{row.reason}", lang),
        "name": row.name or messages.text("reports.nameless", lang),
        "player": row.player,
        "game": row.game,
        "match": row.match,
        "count": one.reporters,
    }
    said = [messages.text("reports.said", lang, text=text) for text in one.said]
    return [messages.text("reports.line", lang, **facts), messages.text("reports.where", lang, **facts), *said]
