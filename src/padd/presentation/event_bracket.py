"""The bracket of a running event: as a drawing, and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

from padd.core.eventlog.facts import facts
from padd.core.formats.bracket.event import played_event
from padd.core.refusal import RefusalError
from padd.presentation.bracket import bracket_view
from padd.presentation.svg.bracket import bracket_svg

if TYPE_CHECKING:
    from padd.core.model import Event
    from padd.presentation.bracket import BracketView
    from padd.presentation.event_view import EventView


def bracket_drawing(view: EventView) -> Markup | None:
    """Return the bracket as it stands; other events have none."""
    if not view.format.has_bracket:
        return None
    return view.once("bracket drawing", lambda: _drawing(view))


def _drawing(view: EventView) -> Markup | None:
    event: Event = facts(view.state, draft=True)
    try:
        played = played_event(event, view.book)
    except RefusalError:
        return None
    return Markup(  # noqa: S704 -- drawn here; names are escaped by the drawing
        bracket_svg(played, view.names, best_of=event.best_of)
    )


def bracket_in_words(view: EventView) -> BracketView | None:
    """Return the bracket without a draft as a list, for phones and readers."""
    try:
        played = played_event(view.facts, view.book)
    except RefusalError:
        return None
    return bracket_view(played, view.names, best_of=view.facts.best_of or None)
