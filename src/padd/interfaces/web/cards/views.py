"""Search cards, and show one card: its printings, and where it is legal."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.core.cards.printing import EDITIONS, card_edition
from padd.core.refusal import RefusalError
from padd.interfaces.web.request_actor import actor_of
from padd.presentation.cards import CardSearchResult, legality_matrix, search_cards
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.cards.card_import import card_corrections
from padd.services.cards.catalogue import current_catalogue

MOST: Final = 100


@require_safe
def show_cards(request: HttpRequest) -> HttpResponse:
    """Show the cards that a query finds."""
    current = current_catalogue()
    known = Counter(printing.edition for printing in current.catalogue.printings)
    first = next((one for one in EDITIONS if known[one]), "")
    edition = card_edition(request.GET.get("edition", first))
    text = request.GET.get("q", "").strip()
    found, wrong = CardSearchResult(()), None
    if text:
        try:
            today = timezone.now().date()
            found = search_cards(current.catalogue, edition, text, today=today)
        except RefusalError as refused:
            wrong = refused.refusal
    context = {
        "section": "cards",
        "query": text,
        "edition": edition,
        "editions": EDITIONS,
        "found": found.cards[:MOST],
        "total": len(found.cards),
        "terms": found.terms,
        "judged": found.judged if found.judge else None,
        "wrong": wrong,
        "current": current,
        "known": known[edition],
        "keeps_data": allowed(Permission.CARDS_IMPORT, roles_of(actor_of(request))),
    }
    return render(request, "cards/cards.html", context, status=422 if wrong else 200)


@require_safe
def show_card(request: HttpRequest, card: str) -> HttpResponse:
    """Show a card: its printings, and every pool and rules set on a day."""
    current = current_catalogue()
    shown = current.catalogue.by_slug.get(card)
    if shown is None:
        raise Http404
    book, on = _legality_question(request)
    context = {
        "section": "cards",
        "card": shown,
        "sets": current.catalogue.sets,
        "book": book,
        "books": [rulebook(name) for name in rulebook_ids()],
        "on": on,
        "matrix": legality_matrix(shown, current.catalogue, book, on),
        "corrected": card_corrections(card),
        "choices": [
            (str(at), f"{one.title} ({one.code})") for at, one in enumerate(shown.printings)
        ],
        "corrects": allowed(Permission.CARDS_CORRECT, roles_of(actor_of(request))),
    }
    return render(request, "cards/card.html", context)


def _legality_question(request: HttpRequest) -> tuple[Rulebook, date]:
    name = request.GET.get("rulebook", "")
    book = rulebook(name if name in rulebook_ids() else rulebook_ids()[0])
    try:
        return book, date.fromisoformat(request.GET.get("on", ""))
    except ValueError:
        return book, timezone.now().date()
