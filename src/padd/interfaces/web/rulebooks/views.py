"""The rulebook browser: all rulebooks, one, two side by side, search, rulings."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from padd.presentation import rulebooks
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.services.rulebooks.event_rulebook import ruling_folders

LONGEST_QUERY = 100


def _books() -> list[Rulebook]:
    return [rulebook(name) for name in rulebook_ids()]


@require_safe
def show_rulebooks(request: HttpRequest) -> HttpResponse:
    """Show the rulebooks on file."""
    books = [(book, len(book.citations)) for book in _books()]
    context = {"section": "rulebooks", "books": books}
    return render(request, "rulebooks/rulebooks.html", context)


@require_safe
def show_rulebook(request: HttpRequest, name: str) -> HttpResponse:
    """Show one rulebook: every value with its source."""
    if name not in rulebook_ids():
        raise Http404
    shown = rulebook(name)
    context = {
        "section": "rulebooks",
        "book": shown,
        "topics": rulebooks.topics(shown),
        "others": [other for other in _books() if other.id != name],
    }
    return render(request, "rulebooks/rulebook.html", context)


@require_safe
def compare_rulebooks(request: HttpRequest) -> HttpResponse:
    """Show two rulebooks side by side, with the differences marked."""
    ids = rulebook_ids()
    first, second = (
        rulebook(choice if choice in ids else fallback)
        for choice, fallback in ((request.GET.get("a"), ids[0]), (request.GET.get("b"), ids[1]))
    )
    everything = request.GET.get("show") == "all"
    pairs = rulebooks.topics(first, second, differing=not everything)
    context = {
        "section": "compare",
        "first": first,
        "second": second,
        "books": _books(),
        "everything": everything,
        "topics": pairs,
        "differing": sum(rule.differs for topic in pairs for rule in topic.rules),
    }
    return render(request, "rulebooks/compare.html", context)


@require_safe
def search_rulebooks(request: HttpRequest) -> HttpResponse:
    """Show the values that a query finds, in all rulebooks."""
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    rules, total = rulebooks.search_rules(query)
    context = {"section": "rulebooks", "query": query, "rules": rules, "total": total}
    return render(request, "rulebooks/search.html", context)


@require_safe
def show_rulings(request: HttpRequest) -> HttpResponse:
    """Show interim rulings in force today, and how doubts were decided."""
    today = datetime.now(tz=UTC).date()
    in_force = [
        (shown, ruling)
        for name in rulebook_ids()
        for shown in [rulebook(name, on=today, rulings=ruling_folders())]
        for ruling in shown.rulings
    ]
    context = {"section": "rulings", "in_force": in_force, "readings": rulebooks.ruling_notes()}
    return render(request, "rulebooks/rulings.html", context)
