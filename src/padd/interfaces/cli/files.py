"""Read event files for a command, and print one answer for each."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from padd.core.event_file import COMMAND_LINE, read_event
from padd.core.model import Event
from padd.core.refusal import Refusal, RefusalError
from padd.presentation.documents import Document
from padd.presentation.messages import text
from padd.presentation.rulebooks.event_rulebook import book_named
from padd.presentation.text_tables import TextTable
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


def load(file: str) -> Event:
    """Return the event in a file; "-" is standard input."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    return read_event(data, book_of=book_named, source=file, limits=COMMAND_LINE)


def answer(
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
            result = work(load(file))
        except RefusalError as refused:
            broken = True
            refusal = msgspec.structs.replace(refused.refusal, file=file)
            tell_refusal(refusal, as_json=as_json)
            continue
        if as_json:
            print_json(document(result))
        else:
            from padd.interfaces.cli.tables import show_tables

            show_tables(tables(result))
    if broken:
        sys.exit(BROKE_A_RULE)


def tell_refusal(refusal: Refusal, *, as_json: bool) -> None:
    """Say what was refused: to people on standard error, to programs as JSON."""
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
