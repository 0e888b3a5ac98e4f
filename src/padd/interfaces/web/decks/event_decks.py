"""Decks of an event: register your own, and see the published ones."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.interfaces.web.request_event import visitor_event_view
from padd.presentation.decks.deck_view import deck_view
from padd.presentation.decks.field_view import field_view
from padd.services import eventlog
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.decks import deck_access, deck_registration, published_decks
from padd.services.decks.deck_terms import DeckTerms, deck_terms
from padd.services.decks.saved_decks import deck_choices, selected_deck_list
from padd.services.eventlog.history import snapshot_for_reader
from padd.services.refusal import NotAllowed, NotFound
from padd.store.columns.event_rows import local_time


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def register_deck(request: HttpRequest, event: str) -> HttpResponse:
    """Let a registered player choose or paste a deck, and register it."""
    actor = actor_of(request)
    snapshot_for_reader(event_id=event, by=actor)
    require(Permission.DECK_REGISTER, actor, person_id=actor.person_id)
    found: dict[str, Any] = {}
    if request.method == "POST":
        try:
            _register_or_consent(request, actor, event)
        except (NotAllowed, NotFound):
            raise
        except RefusalError as refused:
            found = {"wrong": refused.refusal, "text": request.POST.get("list", "")}
        else:
            return redirect_with_notice(
                request, reverse("event-deck", args=(event,)), message("Saved.")
            )
    return _event_deck_page(request, actor, deck_terms(event), found)


def _register_or_consent(request: HttpRequest, actor: Actor, event: str) -> object:
    posted = request.POST
    consent = {"for_cut": bool(posted.get("for_cut")), "for_all": bool(posted.get("for_all"))}
    if posted.get("act") == "consent":
        deck_registration.change_consent(
            by=actor, now=timezone.now(), event=event, player=actor.person, **consent
        )
        return None
    return deck_registration.register_deck(
        by=actor,
        now=timezone.now(),
        event=event,
        player=actor.person,
        text=selected_deck_list(actor, posted.dict()),
        key=posted.get("key", ""),
        **consent,
    )


def _event_deck_page(
    request: HttpRequest, actor: Actor, terms: DeckTerms, found: dict[str, Any]
) -> HttpResponse:
    now = timezone.now()
    try:
        kept = deck_access.registered_deck(by=actor, event=terms.row.public_id, player=actor.person)
    except NotFound:
        kept = None
    until = terms.row.deck_deadline
    context = {
        "section": "calendar",
        "event": terms.row.public_id,
        "name": terms.row.name,
        "question": terms.question,
        "choices": deck_choices(actor, terms),
        "kept": kept,
        "deck": deck_view(kept.checked) if kept and kept.checked else None,
        "closed": deck_registration.is_registration_closed(terms, actor.person, now=now),
        "entered": deck_registration.has_entered(terms, PlayerId(actor.person)),
        "until": local_time(until, terms.row.time_zone) if until else None,
        "text": kept.text if kept else "",
        "key": eventlog.new_command_key(),
        "wrong": None,
        **found,
    }
    status = 422 if context["wrong"] else 200
    return render(request, "decks/event_deck.html", context, status=status)


@require_safe
def show_event_decks(request: HttpRequest, event: str) -> HttpResponse:
    """Show the decks of an event that is over, and the figures of its field."""
    actor = actor_of(request)
    published = published_decks.published_decks(by=actor, event=event)
    view = visitor_event_view(request, event)
    field = field_view(view, published)
    chosen = request.GET.get("player", "")
    context = {
        "section": "calendar",
        "event": event,
        "name": view.calendar_event.name,
        "field": field,
        "chosen": next((one for one in field.decks if one.player == chosen), None),
    }
    return render(request, "decks/event_decks.html", context)
