"""The flyer of an event: one sheet to post, with a QR code for its page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import msgspec
import typst

from padd.interfaces.printing.glyphs import clean_document, clean_text, fonts
from padd.interfaces.printing.pdf import Paper
from padd.interfaces.printing.qr_code import qr_svg

SHEET: Final = Path(__file__).with_name("flyer.typ")


class Flyer(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on the sheet; all of it is text, never typesetting."""

    name: str
    when: str
    where: str
    game: str
    facts: tuple[tuple[str, str], ...]
    status: str
    address: str
    cancelled: bool = False


def flyer_pdf(flyer: Flyer, *, paper: Paper = Paper.A4) -> bytes:
    """Return the flyer as PDF."""
    pdf = _set(flyer, paper).compile(format="pdf")
    return pdf if isinstance(pdf, bytes) else b"".join(pdf or ())


def flyer_pages(flyer: Flyer, *, paper: Paper = Paper.A4, dots_per_inch: float = 60) -> list[bytes]:
    """Return the flyer as a picture (PNG)."""
    pages = _set(flyer, paper).compile(format="png", ppi=dots_per_inch)
    return [pages] if isinstance(pages, bytes) else list(pages or ())


def _set(flyer: Flyer, paper: Paper) -> typst.Compiler:
    where = [clean_text(line) for line in flyer.where.splitlines()]
    return typst.Compiler(
        SHEET,
        font_paths=fonts(),
        sys_inputs={
            "flyer": json.dumps({**clean_document(msgspec.to_builtins(flyer)), "where": where}),
            "code": qr_svg(flyer.address, border=0),
            "paper": paper.value,
        },
    )
