"""Masters points of a year and game: who has how many, and from where."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from padd.interfaces.web.championships.road import GAMES, TITLES
from padd.interfaces.web.request_actor import actor_of, present
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.championships.results import championship_outcome
from padd.services.ratings.careers import called_rows
from padd.store.queries import championships as queries

if TYPE_CHECKING:
    from django.http import HttpRequest


@require_safe
def show(request: HttpRequest, year: int, game: str) -> HttpResponse:
    """Show everybody's Masters points with their sum."""
    edition = GAMES.get(game)
    if edition is None:
        raise Http404
    rows = queries.championships_of(years=(year,), edition=edition, kinds=("masters",))
    points: dict[int, list[tuple[str, str, int, int]]] = defaultdict(list)
    for row in rows:
        result = championship_outcome(row.public_id)
        for score in result.masters if result else ():
            points[int(score.person)].append(
                (row.public_id, row.name, score.place, score.points)
            )
    totals = sorted(
        ((sum(line[3] for line in lines), person) for person, lines in points.items()),
        key=lambda total: (-total[0], total[1]),
    )
    names = called_rows(points, by=actor_of(request), now=present())
    book = rulebook(rulebook_ids()[0])
    context = {
        "section": "road-latest",
        "year": year,
        "game": game,
        "title": TITLES[edition],
        "games": [(key, TITLES[value]) for key, value in GAMES.items()],
        "events": rows,
        "rows": [
            (place, names[person], total, points[person])
            for place, (total, person) in _placed(totals)
        ],
        "cite": book.citations["championships.masters.points"].cite,
    }
    return render(request, "championships/masters.html", context)


def _placed(
    totals: list[tuple[int, int]],
) -> list[tuple[int, tuple[int, int]]]:
    """Return the rows with their places; equal sums share the better one."""
    first: dict[int, int] = {}
    return [
        (first.setdefault(total[0], number), total)
        for number, total in enumerate(totals, start=1)
    ]
