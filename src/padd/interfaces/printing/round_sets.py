"""The set of printouts of a round as files."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Final

import msgspec
import typst

from padd.core.refusal import RefusalError
from padd.interfaces.printing.catalogue import Document, available_documents, print_document
from padd.interfaces.printing.event_view import PrintView
from padd.interfaces.printing.glyphs import clean_text
from padd.interfaces.printing.pdf import Paper
from padd.interfaces.printing.plain_lists import html_page, list_csv, list_page

if TYPE_CHECKING:  # keeps the start of the command line short
    from padd.services.delivery.printouts import PrintedSet, PrintOrder


INDEX: Final = "index.html"
FAULTS: Final = (typst.TypstError, RefusalError, LookupError, ValueError, ArithmeticError)
"""What may go wrong with one document; the others are made all the same."""


class PrintoutSet(msgspec.Struct, frozen=True, kw_only=True):
    """The files of a set, what could not be made, and the letters no font has."""

    files: dict[str, bytes]
    faults: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def round_printouts(view: PrintView, *, paper: Paper = Paper.A4) -> PrintoutSet:
    """Return the printouts that an event needs if the computer fails."""
    files: dict[str, bytes] = {}
    faults: list[str] = []
    missing: set[str] = set()
    documents = [document for document in available_documents(view) if document.kept]
    for document in documents:
        try:
            files |= dict(_files(document, view, paper, missing))
        except FAULTS as fault:
            faults.append(f"{document.title}: {fault}")
    files[INDEX] = _index(view, documents, files)
    return PrintoutSet(files=files, faults=tuple(faults), missing=tuple(sorted(missing)))


def _files(
    document: Document, view: PrintView, paper: Paper, missing: set[str]
) -> Iterator[tuple[str, bytes]]:
    if document.list is not None:
        printed_list = document.list(view, view.round() if document.of_round else None)
        yield f"{document.name}.html", list_page(printed_list, view.foot)
        yield f"{document.name}.csv", list_csv(printed_list)
    page = print_document(document, view, paper=paper)
    missing.update(page.missing)
    yield f"{document.name}.pdf", page.pdf


def _index(view: PrintView, documents: list[Document], files: dict[str, bytes]) -> bytes:
    body = [f"<h1>{escape(clean_text(view.place_and_day))}</h1>", "<ul>"]
    for document in documents:
        names = [name for name in files if name.rpartition(".")[0] == document.name]
        if names:
            links = " ".join(
                f'<a href="{name}">{name.rpartition(".")[2].upper()}</a>'
                for name in sorted(names, key=lambda name: not name.endswith(".pdf"))
            )
            about = escape(document.about)
            body.append(f"<li><b>{escape(document.title)}</b> {links}. {about}</li>")
    body += ["</ul>", f"<p><small>{escape(clean_text(view.foot))}</small></p>"]
    return html_page(view.name, body)


def print_after_rounds() -> None:
    """Print the papers of each round to the disk from now on."""
    from padd.services.delivery import printouts  # once the application is there

    printouts.print_after_rounds(print_round_set)


def print_round_set(order: PrintOrder) -> PrintedSet:
    """Return the printouts of a round, without codes and PINs."""
    # A process that prints nothing does not load the typesetter.
    from padd.interfaces.printing.event_view import print_view
    from padd.interfaces.printing.pdf import Paper
    from padd.services.delivery.printouts import PrintedSet

    view = print_view(
        order.state, order.book, where=order.where, printed=order.printed, sequence=order.sequence
    )
    batch = round_printouts(view, paper=Paper(order.size))
    return PrintedSet(files=batch.files, faults=batch.faults, missing=batch.missing)
