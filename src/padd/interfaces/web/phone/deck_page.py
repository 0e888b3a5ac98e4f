"""The player's own deck on the phone: paste it, see its verdict, register it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.phone.match_page import around
from padd.interfaces.web.phone.player_context import players_only
from padd.presentation.decks.deck_view import deck_view
from padd.services import eventlog
from padd.services.decks import deck_registration
from padd.services.refusal import NotFound

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from padd.interfaces.web.phone.player_context import PlayerContext


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def deck(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show the registered deck and take a new one; “check” alone keeps nothing."""
    if request.method != "POST":
        return _page(request, context, {})
    text, view = request.POST.get("list", ""), context.view
    try:
        if request.POST.get("look"):
            checked = deck_registration.check_for(
                text=text, state=view.state, book=view.book, now=view.now
            )
            return _page(request, context, {"deck": deck_view(checked), "text": text})
        done = deck_registration.register(
            by=view.actor,
            now=view.now,
            event=context.id,
            player=context.player,
            text=text,
            for_cut=bool(request.POST.get("for_cut")),
            for_all=bool(request.POST.get("for_all")),
            key=request.POST.get("key", ""),
        )
    except NotFound:
        raise
    except RefusalError as refused:
        return _page(request, context, {"wrong": refused.refusal, "text": text})
    if isinstance(done, Refusal):
        return _page(request, context, {"wrong": done, "text": text})
    return HttpResponseRedirect(context.address("phone-deck"))


def _page(
    request: HttpRequest, context: PlayerContext, found: dict[str, Any]
) -> HttpResponse:
    view = context.view
    decks = view.state.decks
    record = decks.records.get(context.player) if decks else None
    shown: dict[str, Any] = {"deck": None, "text": "", "wrong": None, "kept": None}
    if record is not None:
        kept = deck_registration.deck_of(
            by=view.actor, now=view.now, event=context.id, player=context.player
        )
        shown |= {"text": kept.text, "kept": kept}
        if kept.checked is not None:
            shown["deck"] = deck_view(kept.checked)
    locked = decks is not None and decks.locked_at is not None
    page = {
        **around(context, "phone-event"),
        "question": deck_registration.question_of(view.state, view.book, view.now),
        "record": record,
        "locked": locked and not (record is not None and record.reopened),
        "key": eventlog.new_key(),
        **shown,
        **found,
    }
    return render(
        request, "phone/deck.html", page, status=422 if page["wrong"] else 200
    )
