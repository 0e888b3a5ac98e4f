"""The current bracket, who begins each match, and custom brackets."""

from __future__ import annotations

from typing import Any

from padd.presentation.eventlog.event_bracket import (
    bracket_drawing,
    bracket_in_words,
    posted_bracket,
    who_begins,
)
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.svg.bracket import BESIDE_RESULTS
from padd.rulebooks.schema import cite
from padd.services.eventlog.sibling_penalties import heats_begun
from padd.services.refusal import NotFound


def bracket(view: EventView) -> dict[str, Any]:
    """Return the bracket as it stands, and who begins where."""
    if not view.opened or not view.format.has_bracket:
        raise NotFound("bracket")
    to_higher = view.book.brackets.tied_match == "higher-seed"
    return {
        "drawing": bracket_drawing(view, BESIDE_RESULTS),
        "view": bracket_in_words(view),
        "begins": who_begins(view),
        "posted": posted_bracket(view, heats_begun=heats_begun(view.state)),
        "tied": cite(view.book, "brackets.tied_match") if to_higher else "",
    }
