"""Write deck lists: LackeyCCG text and XML, `3x Title`, CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Final, Literal, get_args
from xml.sax.saxutils import escape, quoteattr

from padd.core.decks.deck_list import HEADINGS, DeckLine, DeckList, Section

DeckFormat = Literal["lackey-text", "lackey-xml", "plain", "csv"]
FORMATS: Final[tuple[DeckFormat, ...]] = get_args(DeckFormat)
FORMULA: Final = ("=", "+", "-", "@", "\t")


def write_deck(deck: DeckList, form: DeckFormat) -> str:
    """Return a deck as a file of that format; reading it gives the deck again."""
    match form:
        case "lackey-text":
            return _text(deck, "{quantity}\t{title}")
        case "plain":
            return _text(deck, "{quantity}x {title}")
        case "lackey-xml":
            return _xml(deck)
        case "csv":
            return _csv(deck)


def _by_section(deck: DeckList) -> Iterator[tuple[Section | None, tuple[DeckLine, ...]]]:
    for section in dict.fromkeys(line.section for line in deck.lines):
        yield section, tuple(each for each in deck.lines if each.section == section)


def _text(deck: DeckList, form: str) -> str:
    written: list[str] = []
    parts = sorted(_by_section(deck), key=lambda part: part[0] is not None)
    for section, lines in parts:
        if section is not None:
            written.append(f"{HEADINGS[section]}:")
        written += [form.format(quantity=line.quantity, title=line.title) for line in lines]
    return "\n".join(written) + "\n"


def _xml(deck: DeckList) -> str:
    written = ['<deck version="0.8">']
    for section, lines in _by_section(deck):
        name = HEADINGS[section] if section else "Cards"
        written.append(f" <superzone name={quoteattr(name)}>")
        written += [
            f"  <card><name>{escape(line.title)}</name></card>"
            for line in lines
            for _ in range(line.quantity)
        ]
        written.append(" </superzone>")
    return "\n".join([*written, "</deck>"]) + "\n"


def _csv(deck: DeckList) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("section", "quantity", "title"))
    for line in deck.lines:
        section = HEADINGS[line.section] if line.section else ""
        rows.writerow((section, line.quantity, _formula_safe(line.title)))
    return out.getvalue()


def _formula_safe(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
