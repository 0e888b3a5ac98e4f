"""Badges: everybody who has won a championship, by kind."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.interfaces.web.request_actor import actor_of
from padd.presentation.championships.badges import badge_kinds
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.ratings.careers import called_rows
from padd.store.queries.championships.titles import titles_won


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Show the badges that have been won, and by whom."""
    titles = titles_won(rulebook)
    people = {title.person for title in titles}
    book = rulebook(rulebook_ids()[0])
    context = {
        "section": "road-latest",
        "kinds": badge_kinds(titles),
        "called": called_rows(people, by=actor_of(request), now=timezone.now()),
        "cite": book.citations["tribbles.finals.alone_give"].cite,
    }
    return render(request, "championships/badges.html", context)
