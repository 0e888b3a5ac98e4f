"""Check text that users enter: normalized, without hidden characters, not too long."""

from __future__ import annotations

from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.core.text import canonical, hidden_character
from padd.services.refusal import house_refusal


def normalize_line(text: str) -> str:
    """Return a line of text in one spelling, with single spaces."""
    return " ".join(canonical(text).split())


def text_refusal(text: str, *, place: str, most: int, needed: bool = False) -> Refusal | None:
    """Return what is wrong with a line of text, if anything is."""
    if needed and not text:
        return house_refusal("missing", message("This field is required."), place=place)
    if len(text) > most:
        return house_refusal(
            "too-long", message("Use at most {most} characters.", most=most), place=place
        )
    if hidden_character(text) is not None:
        return house_refusal(
            "hidden-character",
            message("It contains an invisible character. Type it again."),
            place=place,
        )
    return None
