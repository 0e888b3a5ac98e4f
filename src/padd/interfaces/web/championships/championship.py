"""One championship: its stages, its ranking, what was won and who used it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.interfaces.web.request_actor import actor_of
from padd.presentation.championships.awards import right_kind, right_target
from padd.presentation.championships.ranking_reasons import ranking_reasons
from padd.presentation.championships.rights import right_views
from padd.presentation.page_words import EDITIONS
from padd.rulebooks.loader import rulebook
from padd.services.championships.dashboard import directs
from padd.services.championships.results import championship_outcome
from padd.services.ratings.careers import called, called_rows
from padd.store.queries.championships import championships as queries
from padd.store.queries.championships.rights import RightRow, find_rights

STAGES = {"whole": "Championship", "heat": "Heat", "final": "Final", "side": "Side event"}


@require_safe
def show(request: HttpRequest, championship: str) -> HttpResponse:
    """Show a championship to anybody."""
    row = queries.championship(championship)
    if row is None or not row.stages:
        raise Http404
    actor, now = actor_of(request), timezone.now()
    result = championship_outcome(championship)
    book = result.book if result else rulebook(row.rulebook)
    targets = queries.target_events()
    holders = right_views(_usable_here(row), targets, book=book, today=now.date())
    stages = {stage.event for stage in row.stages}
    here = [
        view
        for view in holders
        if view.where in stages or any(t.id == row.public_id for t in view.use_at)
    ]
    people = [int(line.person) for line in result.ranking] if result else []
    profile = getattr(book.championships.events, row.kind) if book.championships else None
    context = {
        "section": "road-latest",
        "row": row,
        "directs": directs(by=actor, championship=championship),
        "result": result,
        "why": ranking_reasons(result) if result else {},
        "stage_words": STAGES,
        "game": EDITIONS[row.edition],
        "game_slug": row.edition.lower(),
        "profile": profile,
        "names": {str(k): v for k, v in called_rows(people, by=actor, now=now).items()},
        "called": called((view.person for view in here), by=actor, now=now),
        "holders": here,
        "right_kind": right_kind,
        "right_target": right_target,
        "won": result.rights if result else (),
        "not_won": result.not_won if result else (),
    }
    return render(request, "championships/championship.html", context)


def _usable_here(row: queries.ChampionshipRow) -> tuple[RightRow, ...]:
    if row.kind not in {"continental", "world"}:
        return ()
    return find_rights(edition=row.edition, target=row.kind, most=5000)
