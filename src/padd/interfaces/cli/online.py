"""`padd online`: open games, reminders due, and hours that several people share."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click
import msgspec

from padd.core.eventlog.log.file_log import fold_file_log
from padd.core.eventlog.state.event_state import LogState
from padd.core.messages import message
from padd.core.online.common_hours import Interval, best_hours, common_hours
from padd.core.online.open_games import open_games, reminders_due
from padd.core.refusal import Refusal, RefusalError, refuse
from padd.interfaces.cli.files import (
    BROKE_A_RULE,
    as_json,
    event_file,
    load_event,
    print_json,
    print_refusal,
)
from padd.interfaces.cli.open_installation import data_option, exit_on_refusal, open_installation
from padd.presentation.rulebooks import book_for

COLUMNS = "person,zone,from,to"
moment = click.option(
    "--at", "at", metavar="MOMENT", help="As of this moment, with its time zone; now if left out."
)


@click.group()
def online() -> None:
    """Look after games that are played online over days or weeks."""


@online.command(name="open")
@event_file
@moment
@as_json
def open_(file: str, at: str | None, *, as_json: bool) -> None:
    """List the open games of an event file with its log, most urgent first.

    Try: padd online open my.event.json
    """

    def work() -> list[dict[str, Any]]:
        state = _state(file)
        return [
            {
                "round": game.round,
                "table": game.table,
                "players": list(game.players),
                "standing": game.standing,
                "deadline": game.deadline,
                "appointment": game.appointment,
                "waiting": game.waiting,
                "refused_replay": list(game.refused_replay),
            }
            for game in open_games(state, now=_moment(at))
        ]

    _answer("open", work, as_json=as_json)


@online.command()
@event_file
@moment
@as_json
def due(file: str, at: str | None, *, as_json: bool) -> None:
    """List the reminders that are due by now; nothing is sent.

    Try: padd online due my.event.json --at 2026-12-01T20:00:00+01:00
    """

    def work() -> list[dict[str, Any]]:
        return [
            {
                "round": one.round,
                "table": one.table,
                "player": one.player,
                "kind": one.kind,
                "due": one.due,
            }
            for one in reminders_due(_state(file), now=_moment(at))
        ]

    _answer("due", work, as_json=as_json)


@online.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--minutes", type=int, default=105, show_default=True, help="At least.")
@moment
@click.option("--until", help="The deadline, with its time zone.")
@as_json
def hours(file: str, minutes: int, at: str | None, until: str | None, *, as_json: bool) -> None:
    """Find times when everyone is free.

    FILE is a CSV with the columns person, zone (Europe/Berlin), from and to (local
    times). When clocks change, a skipped time is refused and a repeated one means the
    first.

    Try: padd online hours free.csv --minutes 75
    """

    def work() -> list[dict[str, Any]]:
        free, zones = _free_hours(file)
        shared = common_hours(list(free.values()), least=timedelta(minutes=minutes))
        best = best_hours(shared, now=_moment(at), until=_moment(until) if until else None)
        return [
            {
                "start": one.start.isoformat(),
                "end": one.end.isoformat(),
                "local": {
                    person: one.start.astimezone(zone).isoformat() for person, zone in zones.items()
                },
            }
            for one in best
        ]

    _answer("hours", work, as_json=as_json)


@online.command()
@click.argument("event", required=False, default="")
@data_option
@moment
@as_json
@exit_on_refusal
def remind(event: str, data: Path | None, at: str | None, *, as_json: bool) -> None:
    """Send the reminders of online games that are due, each once.

    EVENT is the id of an event; without one, every event under way is checked. A hosted
    installation with a mail server does this every minute by itself.

    Try: padd online remind
    """
    open_installation(data)
    from padd.services.online import reminders

    done = reminders.send_reminders(now=_moment(at), event_id=event)
    if as_json:
        print_json({"sent": done.sent, "no_address": done.unreachable, "off": done.off})
        return
    click.echo(f"{done.sent} sent, {done.unreachable} without an address, {done.off} switched off")


def _state(file: str) -> LogState:
    event = load_event(file)
    if event.log is None:
        refuse("no-log", message("The file has no log."), "log")
    found = fold_file_log(event, book_for(event))
    if isinstance(found, Refusal):
        raise RefusalError(found)
    return found.state


def _moment(text: str | None) -> datetime:
    if text is None:
        return datetime.now(UTC)
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = datetime.min  # noqa: DTZ901 -- no zone, refused below
    if found.tzinfo is None:
        raise click.BadParameter(f"{text!r} is not a date and time with its zone.")
    return found


def _free_hours(file: str) -> tuple[dict[str, list[Interval]], dict[str, ZoneInfo]]:
    free: dict[str, list[Interval]] = {}
    zones: dict[str, ZoneInfo] = {}
    text = Path(file).read_text(encoding="utf-8-sig")
    for row in csv.DictReader(io.StringIO(text)):
        try:
            zone = ZoneInfo(row["zone"].strip())
            interval = Interval(_local(row["from"], zone), _local(row["to"], zone))
        except (KeyError, ValueError, AttributeError, ZoneInfoNotFoundError):
            refuse(
                "hours-unclear",
                message("This line can’t be read: {line}.", line=str(dict(row))),
                file,
                COLUMNS,
            )
        person = row.get("person", "").strip()
        zones.setdefault(person, zone)
        free.setdefault(person, []).append(interval)
    return free, zones


def _local(text: str, zone: ZoneInfo) -> datetime:
    """Return the moment at which clocks there show a time; skipped ones are none."""
    shown = datetime.fromisoformat(text.strip()).replace(tzinfo=zone)
    found = shown.astimezone(UTC)
    if found.astimezone(zone).replace(tzinfo=None) != shown.replace(tzinfo=None):
        raise ValueError(text)
    return found


def _answer(key: str, work: Callable[[], list[dict[str, Any]]], *, as_json: bool) -> None:
    try:
        rows = work()
    except RefusalError as refused:
        refusal = msgspec.structs.replace(refused.refusal, file="padd online")
        print_refusal(refusal, as_json=as_json)
        sys.exit(BROKE_A_RULE)
    if as_json:
        print_json({key: rows})
        return
    from padd.interfaces.cli.tables import new_table, print_parts

    if not rows:
        print_parts("None.")
        return
    grid = new_table("", *(name.replace("_", " ").capitalize() for name in rows[0]))
    for row in rows:
        grid.add_row(*(_cell(value) for value in row.values()))
    print_parts(grid)


def _cell(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {text}" for name, text in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
