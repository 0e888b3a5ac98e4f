"""Make a PDF with Typst; text is passed as data, so typed text is never markup."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import typst

from padd.interfaces.printing.glyphs import clean_document, fonts, unprintable_letters

SHEETS: Final = Path(__file__).parent
MOST_NAMED: Final = 12


class Paper(StrEnum):
    """The sizes of paper that printers hold."""

    A4 = "a4"
    LETTER = "us-letter"


PAPER_NAMES: Final = {Paper.A4: "A4", Paper.LETTER: "Letter"}


class PrintedDocument(msgspec.Struct, frozen=True):
    """A document as it is printed, and the letters that no font here has."""

    pdf: bytes
    missing: tuple[str, ...] = ()


def render_pdf(
    sheet: str,
    content: Mapping[str, Any],
    *,
    paper: Paper = Paper.A4,
    drawings: Mapping[str, str] | None = None,
) -> PrintedDocument:
    """Set a document; `drawings` are pictures of our own making, as SVG."""
    tidy = clean_document(dict(content))
    missing = unprintable_letters(tidy)
    pages = _compile(sheet, _inputs(tidy, missing, paper, drawings), "pdf")
    return PrintedDocument(pages[0], missing)


def render_pictures(
    sheet: str,
    content: Mapping[str, Any],
    *,
    paper: Paper = Paper.A4,
    drawings: Mapping[str, str] | None = None,
    dots_per_inch: float = 60,
) -> list[bytes]:
    """Return the pages of a document as pictures (PNG)."""
    tidy = clean_document(dict(content))
    inputs = _inputs(tidy, unprintable_letters(tidy), paper, drawings)
    return _compile(sheet, inputs, "png", dots_per_inch)


def _inputs(
    tidy: dict[str, Any], missing: tuple[str, ...], paper: Paper, drawings: Mapping[str, str] | None
) -> dict[str, str]:
    return {
        "content": json.dumps({**tidy, "missing": _missing_letters_note(missing)}),
        "drawings": json.dumps(dict(drawings or {})),
        "paper": paper.value,
    }


def _missing_letters_note(missing: tuple[str, ...]) -> str:
    """Return the note about letters that no font has."""
    if not missing:
        return ""
    named = " ".join(f"U+{ord(letter):04X}" for letter in missing[:MOST_NAMED])
    more = len(missing) - MOST_NAMED
    rest = f" and {more} more" if more > 0 else ""
    return f"This computer has no font for {named}{rest}; write them in by hand."


def _compile(
    sheet: str, inputs: dict[str, str], form: Literal["pdf", "png"], dots_per_inch: float = 144
) -> list[bytes]:
    compiled = typst.Compiler(
        SHEETS / f"{sheet}.typ", root=SHEETS, font_paths=fonts(), sys_inputs=inputs
    ).compile(format=form, ppi=dots_per_inch)
    if isinstance(compiled, bytes):
        return [compiled]
    return list(compiled or ())
