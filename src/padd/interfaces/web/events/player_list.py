"""Add players: register a pasted list in one step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.services.access import visibility
from padd.services.access.permissions import Permission, require
from padd.services.events import registrations
from padd.services.events.event_row import event_of
from padd.services.people import people
from padd.services.people.people import PastedLine, PastedList
from padd.services.ratings import ratings
from padd.services.refusal import NotAllowed, NotFound, refuse_all
from padd.store.queries.events.calendar import EventRow
from padd.store.queries.ratings.lists import ratings_of

NEW: Final = "new"
SKIP: Final = ""


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def field(request: HttpRequest, event: str) -> HttpResponse:
    """Sort a pasted list out, then enter everybody that was chosen."""
    actor = actor_of(request)
    row = event_of(event, by=actor)
    require(Permission.ENTRY_ADD_OTHER, actor, event=row)
    if request.method == "POST" and request.POST.get("step") == "enter":
        return _enter(request, event)
    text = request.POST.get("list", "") if request.method == "POST" else ""
    return _page(request, event, text)


def _page(
    request: HttpRequest, event: str, text: str, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    actor = actor_of(request)
    facts = visibility.event_page(by=actor, now=timezone.now(), event=event)
    sorted_out = None
    if text.strip():
        try:
            sorted_out = _rated(
                people.sort_out(by=actor, now=timezone.now(), text=text), facts.line
            )
        except NotAllowed:
            raise
        except RefusalError as refused:
            refusals = (*refusals, *refused.refusals)
    context = {
        "section": "calendar",
        "facts": facts,
        "line": facts.line,
        "text": text,
        "sorted_out": sorted_out,
        "refusals": refusals,
        "inside": {seat.person for seat in facts.seats},
    }
    status = 422 if refusals else 200
    return render(request, "events/player_list.html", context, status=status)


def _rated(pasted: PastedList, line: EventRow) -> PastedList:
    """Return a sorted list with the ratings of those who were found."""
    series = ratings.series_named(line.edition)
    known = ratings_of([line.found.public_id for line in pasted.found if line.found], series)
    return replace(pasted, found=tuple(_with_rating(line, known) for line in pasted.found))


def _with_rating(line: PastedLine, known: dict[str, float]) -> PastedLine:
    rating = known.get(line.found.public_id) if line.found else None
    if line.found is None or rating is None:
        return line
    return replace(line, found=replace(line.found, rating=round(rating)))


def _enter(request: HttpRequest, event: str) -> HttpResponse:
    """Enter all that were chosen, or none: what is refused is said by name."""
    text = request.POST.get("list", "")
    try:
        with transaction.atomic():
            refuse_all(_entered(request, event))
    except (NotFound, NotAllowed):
        raise
    except RefusalError as refused:
        return _page(request, event, text, refused.refusals)
    return redirect_with_notice(
        request, reverse("listing", args=(event,)) + "#coming", message("Players added.")
    )


def _entered(request: HttpRequest, event: str) -> Iterator[Refusal]:
    actor, now = actor_of(request), timezone.now()
    for number, name in enumerate(request.POST.getlist("line")):
        chosen = request.POST.get(f"as-{number}", SKIP)
        if chosen == SKIP:
            continue
        try:
            if chosen == NEW:
                details = people.PersonDetails(handle=name)
                chosen = people.add(by=actor, now=now, details=details)
            registrations.enter(by=actor, now=now, event=event, person=chosen)
        except (NotFound, NotAllowed):
            raise
        except RefusalError as refused:
            if refused.codes != ("already-entered",):
                yield from refused.refusals
