"""`padd paper`: printouts of an event, from its file or from this installation."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import click
import msgspec

from padd.core.eventlog.log.file_log import fold_file_log
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.cli.files import BROKE_A_RULE, load_event, print_refusal
from padd.interfaces.printing.catalogue import (
    BY_NAME,
    DOCUMENTS,
    available_documents,
    print_document,
)
from padd.interfaces.printing.event_view import PrintView, print_view, print_view_of_file
from padd.interfaces.printing.pdf import Paper
from padd.interfaces.printing.round_sets import round_printouts
from padd.presentation.rulebooks import book_for

SIZES = {"a4": Paper.A4, "letter": Paper.LETTER}


@click.command()
@click.argument("event", metavar="EVENT")
@click.argument("names", metavar="[DOCUMENT]...", nargs=-1)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Folder to write to; this one if left out.",
)
@click.option("--round", "number", type=int, help="The round; the latest if left out.")
@click.option("--size", type=click.Choice(list(SIZES)), default="a4", show_default=True)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Data folder (or set PADD_DATA).",
)
def paper(
    event: str,
    names: tuple[str, ...],
    *,
    out: Path,
    number: int | None,
    size: str,
    data: Path | None,
) -> None:
    """Print an event: scorecards, pairings, slips, standings, forms.

    EVENT is an event file, or the id of an event in this installation. A file needs no
    database. Without a DOCUMENT the whole set is written, as PDF and, for lists, as a
    plain page and a spreadsheet. `padd paper EVENT list` shows the names.

    Try: padd paper my.event.json pairings-by-name scorecards --out paper
    """
    try:
        view = _of_file(event) if _is_file(event) else _of_installation(event, data)
        if names == ("list",):
            _show(view)
            return
        files = _files(view, names, number, SIZES[size])
    except RefusalError as refused:
        refusal = msgspec.structs.replace(refused.refusal, file=event)
        print_refusal(refusal, as_json=False)
        sys.exit(BROKE_A_RULE)
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (out / name).write_bytes(content)
        click.echo(str(out / name))


def _is_file(event: str) -> bool:
    return event == "-" or Path(event).is_file()


def _of_file(event: str) -> PrintView:
    """Read a file; its log, where there is one, knows more than its facts."""
    facts = load_event(event)
    book = book_for(facts)
    printed_at = f"{datetime.now().astimezone():%H:%M}"
    log = fold_file_log(facts, book) if facts.log is not None else None
    if log is None or isinstance(log, Refusal):
        return print_view_of_file(facts, book, printed=printed_at)
    return print_view(log.state, book, printed=printed_at, sequence=log.sequence)


def _of_installation(event: str, data: Path | None) -> PrintView:
    from padd.interfaces.cli.open_installation import (
        current_time,
        exit_on_refusal,
        open_installation,
    )

    exit_on_refusal(open_installation)(data)
    from padd.services.eventlog import snapshot_event
    from padd.services.refusal import NotFound
    from padd.store.writes.local_events import named_place

    try:
        snapshot = snapshot_event(event_id=event)
    except NotFound:
        raise click.ClickException(f"No file and no event here: {event}") from None
    if snapshot.book is None:
        raise click.ClickException("The event has not been opened.")
    return print_view(
        snapshot.state,
        snapshot.book,
        where=named_place(snapshot.calendar_event.place),
        printed=snapshot.calendar_event.clock(current_time()),
        sequence=snapshot.sequence,
    )


def _show(view: PrintView) -> None:
    there = {document.name for document in available_documents(view)}
    for document in DOCUMENTS:
        mark = "" if document.name in there else " (not for this event now)"
        click.echo(f"{document.name:<20} {document.about}{mark}")


def _files(
    view: PrintView, names: tuple[str, ...], number: int | None, size: Paper
) -> dict[str, bytes]:
    if number is not None and view.round(number) is None:
        raise click.ClickException(f"Round {number} has not been published.")
    if not names:
        batch = round_printouts(view, paper=size)
        for fault in batch.faults:
            click.echo(fault, err=True)
        return batch.files
    files = {}
    for name in names:
        document = BY_NAME.get(name)
        if document is None:
            known = ", ".join(BY_NAME)
            raise click.ClickException(f"There is no {name}; there are {known}.")
        if not document.fits(view):
            raise click.ClickException(f"{document.title}: nothing to print yet.")
        document_printed = print_document(document, view, number, paper=size)
        if document_printed.missing:
            letters = " ".join(f"U+{ord(letter):04X}" for letter in document_printed.missing)
            click.echo(f"{document.title}: no installed font has {letters}.", err=True)
        files[f"{name}.pdf"] = document_printed.pdf
    return files
