"""Check a deck list and save it; your own decks with versions and exports."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from padd.core.cards.card_file import decode_text
from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_list import compare_decks
from padd.core.decks.deck_reader import read_deck
from padd.core.decks.deck_writer import FORMATS, DeckFormat, write_deck
from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.interfaces.printing.decks import PrintedDeck, deck_lists
from padd.interfaces.printing.pdf import Paper
from padd.interfaces.web.decks.forms import deck_form_choices, deck_question, posted_list
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.decks.deck_view import deck_view
from padd.presentation.page_words import EDITIONS as EDITIONS_IN_WORDS
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.cards.catalogue import current_catalogue
from padd.services.decks import saved_decks
from padd.services.delivery.printouts import paper_size_for_person
from padd.services.local_time import format_date
from padd.services.refusal import NotAllowed, NotFound

FILES: Final[dict[DeckFormat, tuple[str, str]]] = {
    "lackey-text": ("txt", "LackeyCCG text"),
    "lackey-xml": ("dek", "LackeyCCG XML"),
    "plain": ("plain.txt", "3x Title"),
    "csv": ("csv", "CSV"),
}


@require_http_methods(["GET", "HEAD", "POST"])
def check_new_deck(request: HttpRequest) -> HttpResponse:
    """Take a list, say whether it may be played and why not; keep it if asked to."""
    if request.method != "POST":
        return _new_deck_page(request, {})
    actor, data = actor_of(request), posted_list(request)
    try:
        book, question = deck_question(request.POST)
        deck = read_deck(data, source="list")
        if request.POST.get("keep"):
            address = saved_decks.save_deck_version(
                by=actor,
                now=timezone.now(),
                name=request.POST.get("name", ""),
                edition=question.edition,
                text=decode_text(data),
                asked=request.POST.dict(),
            )
            return HttpResponseRedirect(reverse("deck", args=(address,)))
        checked = check_deck(deck, current_catalogue().catalogue, book, question)
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _new_deck_page(request, {"wrong": refused.refusal}, status=422)
    found = {"deck": deck_view(checked), "question": question, "text": decode_text(data)}
    return _new_deck_page(request, found)


def _new_deck_page(
    request: HttpRequest, found: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    roles = roles_of(actor_of(request))
    context = {
        "section": "cards",
        "deck": None,
        "wrong": None,
        "question": None,
        "text": request.POST.get("list", ""),
        "typed": (request.POST if request.method == "POST" else request.GET).dict(),
        "may_keep": allowed(Permission.DECK_KEEP, roles),
        **deck_form_choices(),
        **found,
    }
    return render(request, "decks/new_deck.html", context, status=status)


@sign_in_required
@require_safe
def show_decks(request: HttpRequest) -> HttpResponse:
    """Show the decks of the player."""
    actor = actor_of(request)
    require(Permission.DECK_KEEP, actor)
    context = {"section": "cards", "decks": saved_decks.own_saved_decks(by=actor)}
    return render(request, "decks/decks.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_deck(request: HttpRequest, deck: str) -> HttpResponse:
    """Show a saved deck to its owner, and take its next version."""
    actor = actor_of(request)
    kept = saved_decks.saved_deck(by=actor, address=deck)
    if request.method == "POST":
        return _change_deck(request, kept)
    return _deck_page(request, kept, {})


def _change_deck(request: HttpRequest, kept: saved_decks.SavedDeck) -> HttpResponse:
    actor = actor_of(request)
    if request.POST.get("act") == "delete":
        saved_decks.delete_saved_deck(by=actor, now=timezone.now(), address=kept.address)
        return redirect_with_notice(request, reverse("decks"), message("Deck removed."))
    data = posted_list(request)
    try:
        saved_decks.save_deck_version(
            by=actor,
            now=timezone.now(),
            name=request.POST.get("name", ""),
            edition=kept.edition,
            text=decode_text(data),
            asked=request.POST.dict(),
            address=kept.address,
        )
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        found = {"wrong": refused.refusal, "text": decode_text(data)}
        return _deck_page(request, kept, found, status=422)
    return redirect_with_notice(
        request, reverse("deck", args=(kept.address,)), message("Changes saved.")
    )


def _deck_page(
    request: HttpRequest, kept: saved_decks.SavedDeck, found: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    version = kept.version(parse_int(request.GET.get("version", "")))
    book, question = deck_question(kept.asked, edition=kept.edition)
    listed = read_deck(version.text.encode())
    other = parse_int(request.GET.get("compare", ""))
    compared = kept.version(other) if other else None
    context = {
        "section": "cards",
        "kept": kept,
        "version": version,
        "deck": deck_view(check_deck(listed, current_catalogue().catalogue, book, question)),
        "question": question,
        "book": book,
        "compared": compared,
        "changes": compare_decks(read_deck(compared.text.encode()), listed) if compared else (),
        "typed": kept.asked,
        "text": version.text,
        "files": [(form, title) for form, (_, title) in FILES.items()],
        "wrong": None,
        **deck_form_choices(),
        **found,
    }
    return render(request, "decks/deck.html", context, status=status)


@sign_in_required
@require_safe
def download_deck(request: HttpRequest, deck: str) -> HttpResponse:
    """Return a version of a kept deck as a file."""
    kept = saved_decks.saved_deck(by=actor_of(request), address=deck)
    asked_for = request.GET.get("as", "")
    chosen = next((each for each in FORMATS if each == asked_for), None)
    if chosen is None:
        raise NotFound("file")
    version = kept.version(parse_int(request.GET.get("version", "")))
    written = write_deck(read_deck(version.text.encode()), chosen)
    name = "".join(c if c.isascii() and c.isalnum() else "-" for c in kept.name)
    response = HttpResponse(written, content_type="text/plain; charset=utf-8")
    disposition = f'attachment; filename="{name}.{FILES[chosen][0]}"'
    response["Content-Disposition"] = disposition
    return response


@sign_in_required
@require_safe
def print_deck(request: HttpRequest, deck: str) -> HttpResponse:
    """Return a version of a kept deck as a filled deck list."""
    kept = saved_decks.saved_deck(by=actor_of(request), address=deck)
    version = kept.version(parse_int(request.GET.get("version", "")))
    book, question = deck_question(kept.asked, edition=kept.edition)
    listed = read_deck(version.text.encode())
    checked = check_deck(listed, current_catalogue().catalogue, book, question)
    about = (EDITIONS_IN_WORDS[kept.edition], format_date(question.on, "%d %B %Y"))
    printed = PrintedDeck(name=kept.name, lines=about, deck=deck_view(checked))
    size = Paper(paper_size_for_person(actor_of(request).person_id))
    made = deck_lists([printed], title="Deck list", foot=kept.name, paper=size)
    answer = HttpResponse(made.pdf, content_type="application/pdf")
    answer["Content-Disposition"] = 'inline; filename="deck-list.pdf"'
    return answer
