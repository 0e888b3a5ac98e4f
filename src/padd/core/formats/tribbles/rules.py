"""The rules of Tribbles in a rulebook that has them."""

from __future__ import annotations

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.play import TribblesRules


def tribbles_rules(book: Rulebook) -> TribblesRules:
    """Return the rules of Tribbles, or refuse a rulebook that has none."""
    if book.tribbles is None:
        raise RefusalError(
            Refusal(
                code="no-tribbles",
                message=message("{title} does not cover Tribbles.", title=book.title),
                rule=book.document,
                place="rulebook",
            )
        )
    return book.tribbles
