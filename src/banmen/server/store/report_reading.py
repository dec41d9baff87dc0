"""Reading reports for the server's operator, each with what the person has said in the match."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

import orjson
from sqlalchemy import Connection, select

from banmen.match.events import SAY
from banmen.server.store.address import Address, open_engine
from banmen.server.store.block_rows import ReportRow, count_reports, read_reports, remove_report
from banmen.server.store.migrating import migrate
from banmen.server.store.tables import events

MOST_SAID: Final = 20  # messages that are shown with one report


@dataclass(frozen=True)
class ReportedPerson:
    """A report, how many people have reported the same person, and what that person has said in the match."""

    row: ReportRow
    reporters: int
    said: tuple[str, ...]

    def describe(self) -> dict[str, Any]:
        """Return it for a program, without anybody's identity."""
        row = {name: value for name, value in asdict(self.row).items() if name not in ("by", "about")}
        return {**row, "reporters": self.reporters, "said": list(self.said)}


def read_all(address: Address, most: int) -> list[ReportedPerson]:
    """Return the latest reports, the latest first."""
    migrate(address)
    engine = open_engine(address, pooled=False)
    try:
        with engine.connect() as connection:
            return [
                ReportedPerson(row, count_reports(connection, row.about), tuple(_list_said(connection, row)))
                for row in read_reports(connection, most)
            ]
    finally:
        engine.dispose()


def settle(address: Address, report: str) -> bool:
    """Delete a report that has been dealt with; return whether there was one."""
    migrate(address)
    engine = open_engine(address, pooled=False)
    try:
        with engine.connect() as connection, connection.begin():
            return remove_report(connection, report)
    finally:
        engine.dispose()


def _list_said(connection: Connection, row: ReportRow) -> list[str]:
    wanted = select(events.c.data).where(events.c.match == row.match, events.c.kind == SAY).order_by(events.c.seq)
    remarks = [orjson.loads(data) for data in connection.scalars(wanted)]
    return [str(one["text"]) for one in remarks if one.get("player") == row.player and one.get("text")][-MOST_SAID:]
