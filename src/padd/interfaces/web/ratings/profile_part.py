"""The part of a player's page that shows what was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from padd.interfaces.web.ratings.profile_page import (
    SHOWN,
    chart_of,
    how_it_is_made,
    numbers_of,
    other_events,
    rows_of,
    score_line,
    tiles_of,
)
from padd.interfaces.web.request_actor import (
    actor_of,
    present,
)
from padd.presentation.rating_figures import short_title_of, whole
from padd.services.ratings.careers import career_of

if TYPE_CHECKING:
    from django.http import HttpRequest

    from padd.store.queries import PersonFacts


def profile_part(request: HttpRequest, facts: PersonFacts) -> dict[str, Any]:
    """Return what `ratings/profile_part.html` needs; empty without a record."""
    career = career_of(
        facts,
        by=actor_of(request),
        now=present(),
        edition=request.GET.get("game", ""),
        list_=request.GET.get("list", ""),
        keeper=request.GET.get("keeper", ""),
    )
    every = request.GET.get("show") == "all"
    rows = rows_of(career, most=len(career.changes) if every else SHOWN)
    others = other_events(career)
    return {
        "career": career,
        "tiles": tiles_of(career),
        "chart": chart_of(career, facts.name or facts.handle),
        "list_title": short_title_of(career.series) if career.series else "",
        "changes": rows,
        "others": others if every else others[:SHOWN],
        "more": len(career.changes) + len(others) - len(rows)
        if not every and (len(career.changes) > SHOWN or len(others) > SHOWN)
        else 0,
        "numbers": tuple(numbers_of(career)),
        "score_line": score_line,
        "whole": whole,
        "how": how_it_is_made(),
        "years": tuple(dict.fromkeys(one.starts_at.year for one in career.played)),
    }
