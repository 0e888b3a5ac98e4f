"""Check a deck list: pasted or dropped, answered at once, nothing kept."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Final

from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_reader import MOST_BYTES, read_deck
from padd.core.decks.legality import rules_of
from padd.core.decks.verdicts import LegalityQuestion
from padd.core.refusal import RefusalError
from padd.interfaces.web.request_actor import present
from padd.presentation.decks.deck_view import deck_view
from padd.presentation.rulebooks.values import in_words, titled
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.cards.catalogue import current_catalogue

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest, HttpResponse

    from padd.rulebooks.sections.section import Edition

EDITIONS: Final[dict[str, Edition]] = {"1E": "1E", "2E": "2E", "TR": "TR"}


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Take a list, and say whether it may be played and why not."""
    if request.method != "POST":
        return _page(request, {})
    upload = request.FILES.get("file")
    data = (
        upload.read(MOST_BYTES + 1)
        if upload is not None
        else request.POST.get("list", "").encode()
    )
    try:
        deck = read_deck(data, source=upload.name or "-" if upload else "list")
        book = rulebook(_one_of(request, "rulebook", rulebook_ids()))
        question = _question(request)
        checked = check_deck(deck, current_catalogue().catalogue, book, question)
    except RefusalError as refused:
        return _page(request, {"wrong": refused.refusal}, status=422)
    return _page(request, {"deck": deck_view(checked), "question": question})


def _question(request: HttpRequest) -> LegalityQuestion:
    edition = EDITIONS.get(request.POST.get("edition", ""), "1E")
    book = rulebook(_one_of(request, "rulebook", rulebook_ids()))
    formats = book.formats
    rules = _one_of(request, "rules", ("", *formats.rules))
    try:
        on = date.fromisoformat(request.POST.get("on", ""))
    except ValueError:
        on = present().date()
    return LegalityQuestion(
        edition=edition,
        pool=_one_of(request, "pool", ("complete", *formats.card_pools)),
        rules=rules_of(edition, rules or None, book),
        format=_one_of(request, "format", ("constructed", *formats.formats)),
        on=on,
    )


def _one_of(request: HttpRequest, name: str, known: tuple[str, ...]) -> str:
    told = request.POST.get(name, "")
    return told if told in known else known[0]


def _page(
    request: HttpRequest, found: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    books = [rulebook(name) for name in rulebook_ids()]
    context = {
        "section": "cards",
        "deck": None,
        "wrong": None,
        "question": None,
        "books": books,
        "typed": request.POST.dict() if request.method == "POST" else {},
        "today": present().date(),
        "pools": _choices(name for book in books for name in book.formats.card_pools),
        "rules": _choices(name for book in books for name in book.formats.rules),
        "formats": _choices(name for book in books for name in book.formats.formats),
        "known": bool(current_catalogue().catalogue.printings),
        **found,
    }
    return render(request, "decks/new.html", context, status=status)


def _choices(names: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, titled(in_words(name))) for name in dict.fromkeys(names)]
