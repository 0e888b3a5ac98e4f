"""The flyer of an event: one sheet to pin up, with a code that leads to its page."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import typst

from padd.interfaces.printing.code import code_svg

SHEET: Final = Path(__file__).with_name("flyer.typ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Flyer:
    """What stands on the sheet; all of it is text, never typesetting."""

    name: str
    when: str
    where: str
    game: str
    facts: tuple[tuple[str, str], ...]
    status: str
    address: str
    cancelled: bool = False


def flyer_pdf(flyer: Flyer) -> bytes:
    """Return the flyer as PDF."""
    made: bytes = typst.compile(
        SHEET.read_bytes(),
        sys_inputs={
            "flyer": json.dumps(asdict(flyer)),
            "code": code_svg(flyer.address),
        },
    )
    return made
