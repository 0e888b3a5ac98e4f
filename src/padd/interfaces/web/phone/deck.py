"""The player's own deck on the phone: paste it, see its verdict, register it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from padd.core.refusal import RefusalError
from padd.interfaces.web.phone.match import phone_layout
from padd.interfaces.web.phone.player_context import PlayerContext, player_required
from padd.presentation.decks.deck_view import deck_view
from padd.services import eventlog
from padd.services.decks import deck_access, deck_registration
from padd.services.decks.deck_terms import deck_terms
from padd.services.decks.saved_decks import deck_choices, selected_deck_list
from padd.services.refusal import NotFound
from padd.store.columns.event_rows import local_time


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def own_deck(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show the registered deck and take a new one; “check” alone keeps nothing."""
    if request.method != "POST":
        return _page(request, context, {})
    form = request.POST
    text = form.get("list", "")
    try:
        text = selected_deck_list(context.view.actor, form.dict())
        if form.get("look"):
            checked = deck_terms(context.id).check(text)
            return _page(request, context, {"deck": deck_view(checked), "text": text})
        _save_deck(context, form, text)
    except NotFound:
        raise
    except RefusalError as refused:
        return _page(request, context, {"wrong": refused.refusal, "text": text})
    return HttpResponseRedirect(context.address("phone-deck"))


def _save_deck(context: PlayerContext, form: QueryDict, text: str) -> object:
    view = context.view
    consent = {"for_cut": bool(form.get("for_cut")), "for_all": bool(form.get("for_all"))}
    if form.get("consent"):
        deck_registration.change_consent(
            by=view.actor, now=view.now, event=context.id, player=context.player, **consent
        )
        return None
    return deck_registration.register_deck(
        by=view.actor,
        now=view.now,
        event=context.id,
        player=context.player,
        text=text,
        key=form.get("key", ""),
        **consent,
    )


def _page(request: HttpRequest, context: PlayerContext, found: dict[str, Any]) -> HttpResponse:
    view, terms = context.view, deck_terms(context.id)
    decks = view.state.decks
    record = decks.records.get(context.player) if decks else None
    shown: dict[str, Any] = {"deck": None, "text": "", "wrong": None, "kept": None}
    if record is not None:
        kept = deck_access.registered_deck(by=view.actor, event=context.id, player=context.player)
        shown |= {"text": kept.text, "kept": kept}
        if kept.checked is not None:
            shown["deck"] = deck_view(kept.checked)
    until = terms.row.deck_deadline
    page = {
        **phone_layout(context, "phone-event"),
        "question": terms.question,
        "record": record,
        "closed": deck_registration.is_registration_closed(terms, context.player, now=view.now),
        "until": local_time(until, terms.row.time_zone) if until else None,
        "choices": deck_choices(view.actor, terms),
        "key": eventlog.new_command_key(),
        **shown,
        **found,
    }
    return render(request, "phone/deck.html", page, status=422 if page["wrong"] else 200)
