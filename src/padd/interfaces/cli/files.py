"""Read event files for a command, one by one or as one history, and print answers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
import msgspec

from padd.core.event_file import COMMAND_LINE, read_event, write_event
from padd.core.model import Event, Player
from padd.core.ratings.sheet import EventKey, event_key, handle_or_id, rated_person
from padd.core.refusal import Refusal, RefusalError
from padd.presentation.documents import Document
from padd.presentation.messages import text
from padd.presentation.rulebooks import rulebook_named
from padd.presentation.tables import TextTable
from padd.rulebooks.loader import rulebook_ids

event_files = click.argument(
    "files",
    metavar="EVENT...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
)
event_file = click.argument(
    "file", metavar="EVENT", type=click.Path(exists=True, dir_okay=False, allow_dash=True)
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
named_rulebook = click.option(
    "--rulebook",
    "name",
    type=click.Choice(rulebook_ids()),
    default=rulebook_ids()[0],
    show_default=True,
    help="The rulebook.",
)
BROKE_A_RULE = 1
T = TypeVar("T")


def load_event(file: str) -> Event:
    """Return the event in a file; "-" is standard input."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return read_event(data, book_of=rulebook_named, source=file, limits=COMMAND_LINE)


def answer_files(
    files: Sequence[str],
    *,
    as_json: bool,
    work: Callable[[Event], T],
    document: Callable[[T], Document],
    tables: Callable[[T], Sequence[TextTable]],
) -> None:
    """Answer for each file; a file that breaks a rule does not stop the rest."""
    broken = False
    for file in files:
        try:
            result = work(load_event(file))
        except RefusalError as refused:
            broken = True
            refusal = msgspec.structs.replace(refused.refusal, file=file)
            print_refusal(refusal, as_json=as_json)
            continue
        if as_json:
            print_json(document(result))
        else:
            from padd.interfaces.cli.tables import print_tables

            print_tables(tables(result))
    if broken:
        sys.exit(BROKE_A_RULE)


def print_refusal(refusal: Refusal, *, as_json: bool) -> None:
    """Print a refusal: to people on standard error, to programs as JSON."""
    click.echo(str(refusal), err=True)
    if as_json:
        error = {
            "file": refusal.file,
            "place": refusal.place,
            "rule": refusal.rule,
            "message": text(refusal.message),
        }
        print_json({"error": error})


def print_json(document: Any) -> None:  # noqa: ANN401 -- any JSON value
    """Print one JSON document on one line."""
    click.echo(msgspec.json.encode(document))


class LoadedEvent(msgspec.Struct, frozen=True):
    """An event as it was given, with its place in the order of all events."""

    key: EventKey
    file: str
    event: Event


def load_in_order(files: Sequence[str]) -> tuple[list[LoadedEvent], list[Refusal]]:
    """Read the files into the order of their start; equal starts go by name."""
    given_events: list[LoadedEvent] = []
    refusals: list[Refusal] = []
    for file in files:
        try:
            event = load_event(file)
        except RefusalError as refused:
            refusals.append(msgspec.structs.replace(refused.refusal, file=file))
            continue
        # Events with the same start and name are told apart by their facts, so that
        # the order of the files cannot matter.
        facts = sha256(write_event(event)).hexdigest()
        given_events.append(LoadedEvent(event_key(event, f"{event.name}\n{facts}"), file, event))
    return list(_each_once(sorted(given_events, key=lambda event: event.key))), refusals


def _each_once(events: Iterable[LoadedEvent]) -> Iterable[LoadedEvent]:
    """Yield each event once."""
    last: LoadedEvent | None = None
    for event in events:
        if last is not None and event.key == last.key:
            click.echo(f"{event.file} is the same event as {last.file}.", err=True)
            continue
        last = event
        yield event


class Spellings:
    """One spelling for every handle: that of the earliest event."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}
        self.names: dict[str, str] = {}

    def known_as(self, player: Player, event_id: str) -> str:
        """Return who a player is, with the handle as it was first written."""
        person = rated_person(player, event_id)
        known = self._first.setdefault(person.casefold(), person)
        self.names[known] = player.name or handle_or_id(known)
        return known


def exit_with_refusals(refusals: Sequence[Refusal], *, as_json: bool) -> NoReturn:
    """Name every file that breaks a rule; programs get the first as JSON."""
    for index, refusal in enumerate(refusals):
        print_refusal(refusal, as_json=as_json and index == 0)
    sys.exit(BROKE_A_RULE)
