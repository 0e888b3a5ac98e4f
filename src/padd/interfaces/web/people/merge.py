"""Merge two records of one person: find them, review, merge, undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.services.access.permissions import Permission, require
from padd.services.people.merge import merge_people, preview_merge, undo_merge
from padd.services.people.search import KnownPerson, search_people
from padd.store.queries.people.facts import merged_records, person_facts

MOST_FOUND: Final = 6
LONGEST: Final = 80


@dataclass(frozen=True, slots=True)
class MergeCandidate:
    """What was typed for one of the two, and whom it may mean."""

    text: str
    chosen: str = ""
    """The public id, once it is clear who is meant."""
    found: tuple[KnownPerson, ...] = ()


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def merge_players(request: HttpRequest) -> HttpResponse:
    """Find two records, show what merging them would do; undo earlier merges."""
    actor = actor_of(request)
    require(Permission.PERSON_MERGE, actor, area=next(iter(actor.areas), ""))
    if request.method == "POST":
        return _merge_or_undo(request)
    keep, other = (_find_candidate(request, name) for name in ("keep", "duplicate"))
    context: dict[str, Any] = {
        "section": "players",
        "sides": (("keep", "Keep", keep), ("duplicate", "Duplicate", other)),
        "keep": keep.chosen,
        "duplicate": other.chosen,
        "looked": None,
        "wrong": "",
        "merges": merged_records(),
    }
    if keep.chosen and other.chosen:
        try:
            context["looked"] = preview_merge(by=actor, keep=keep.chosen, duplicate=other.chosen)
        except RefusalError as refused:
            context["wrong"] = refused.refusal.message
    return render(request, "people/merge.html", context)


def _find_candidate(request: HttpRequest, name: str) -> MergeCandidate:
    """Tell whom a name, a handle or the id of a page means."""
    text = request.GET.get(name, "").strip()[:LONGEST]
    if not text:
        return MergeCandidate("")
    by_id = person_facts(text)
    if by_id is not None:
        return MergeCandidate(by_id.handle, text)
    people = search_people(by=actor_of(request), now=timezone.now(), text=text, limit=MOST_FOUND)
    exact = [person for person in people if person.handle.casefold() == text.casefold()]
    if len(exact) == 1 or len(people) == 1:
        only = (exact or list(people))[0]
        return MergeCandidate(only.handle, only.public_id, people)
    return MergeCandidate(text, "", people)


def _merge_or_undo(request: HttpRequest) -> HttpResponse:
    actor, now, posted = actor_of(request), timezone.now(), request.POST
    undone = posted.get("undo", "")
    if undone.isdecimal():
        undo_merge(by=actor, now=now, merge_id=int(undone), reason=posted.get("reason", ""))
        return redirect_with_notice(request, reverse("merge"), message("Merge undone."))
    keep = posted.get("keep", "")
    merge_people(
        by=actor,
        now=now,
        keep=keep,
        duplicate=posted.get("duplicate", ""),
        reason=posted.get("reason", ""),
    )
    return redirect_with_notice(request, reverse("player", args=(keep,)), message("Merged."))
