"""Which way an event is answered for: the one place that looks at the kind of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.model import Kind

if TYPE_CHECKING:
    from padd.core.model import Event
    from padd.presentation.formats.answer import FormatPresenter


def way_of(event: Event) -> FormatPresenter | None:
    """Return how an event beyond Swiss is answered for; Swiss has its own way."""
    if event.kind is Kind.BRACKET:
        from padd.presentation.formats.bracket import MATCH_PLAY

        return MATCH_PLAY
    if event.kind is Kind.TRIBBLES:
        from padd.presentation.formats.tribbles import TRIBBLES

        return TRIBBLES
    return None
