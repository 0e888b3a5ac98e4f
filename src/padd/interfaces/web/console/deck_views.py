"""Decks in the console: who has registered, lock, open again, draw and do checks."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final

from django.http import HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from padd.core.decks.event_decks import EventDecks
from padd.core.eventlog.action_kinds import (
    DeckChecked,
    DeckChecksDrawn,
    DeckPassed,
    DeckReopened,
)
from padd.core.eventlog.actions.decks import drawn_players
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.frames.console import console_frame
from padd.interfaces.web.request_actor import known
from padd.interfaces.web.request_event import staff_view
from padd.interfaces.web.typed_numbers import small
from padd.presentation.decks.check_points import check_points
from padd.presentation.decks.deck_view import deck_view
from padd.services import eventlog
from padd.services.decks import deck_registration
from padd.services.refusal import NotAllowed, NotFound

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse, QueryDict

    from padd.core.eventlog.action import Action
    from padd.presentation.event_view import EventView

SEEDS: Final = 2**48
MOST_DRAWN: Final = 8


@known
@require_http_methods(["GET", "HEAD", "POST"])
def decks(request: HttpRequest, event: str) -> HttpResponse:
    """Show who has registered a deck, and do what a form asks for."""
    view = staff_view(request, event)
    if not view.may("deck.checked"):
        raise NotFound("page")
    wrong = None
    if request.method == "POST":
        try:
            done = _done(view, request.POST)
        except (NotAllowed, NotFound):
            raise
        except RefusalError as refused:
            done = refused.refusal
        if not isinstance(done, Refusal):
            return HttpResponseRedirect(reverse("console-decks", args=(view.id,)))
        wrong = done
    registered = view.state.decks or EventDecks()
    context = {
        **console_frame(view, "console-decks", request.GET),
        "section": "console-decks",
        "decks": registered,
        "rows": [
            (entrant, view.name(player), registered.records.get(player))
            for player, entrant in view.state.entrants.items()
        ],
        "wrong": wrong,
        "key": eventlog.new_key(),
    }
    return render(request, "console/decks.html", context, status=422 if wrong else 200)


@known
@require_http_methods(["GET", "HEAD", "POST"])
def deck(request: HttpRequest, event: str, player: str) -> HttpResponse:
    """Show one deck to a judge who does not play, and take what a check found."""
    view = staff_view(request, event)
    shown = deck_registration.deck_of(
        by=view.actor, now=view.now, event=view.id, player=player
    )
    wrong = None
    if request.method == "POST":
        found = small(request.POST.get("differences", "")) or 0
        action = DeckChecked(player=PlayerId(player), differences=found)
        done = _record(view, action, request.POST)
        if not isinstance(done, Refusal):
            return HttpResponseRedirect(_after_check(view, player, found))
        wrong = done
    context: dict[str, Any] = {
        **console_frame(view, "console-decks", request.GET),
        "section": "console-decks",
        "who": view.name(PlayerId(player)),
        "player": player,
        "shown": shown,
        "deck": deck_view(shown.checked) if shown.checked else None,
        "points": check_points(view.book),
        "wrong": wrong,
        "key": eventlog.new_key(),
    }
    return render(request, "console/deck.html", context, status=422 if wrong else 200)


def _after_check(view: EventView, player: str, found: int) -> str:
    """Return where to go on: to the penalty where deck and list differ."""
    if found:
        address = reverse("console-penalties", args=(view.id,))
        code = deck_registration.deck_infraction(view.id)
        return f"{address}?player={player}&infraction={code}#give"
    return reverse("console-decks", args=(view.id,))


def _done(view: EventView, typed: QueryDict) -> eventlog.Recorded | Refusal:
    player = PlayerId(typed.get("player", ""))
    match typed.get("act", ""):
        case "lock":
            return deck_registration.lock(
                by=view.actor, now=view.now, event=view.id, key=typed.get("key", "")
            )
        case "reopen":
            return _record(view, DeckReopened(player=player), typed)
        case "pass":
            return _record(view, DeckPassed(player=player), typed)
        case "draw":
            count = min(small(typed.get("count", "")) or 1, MOST_DRAWN)
            seed = secrets.randbelow(SEEDS)
            drawn = drawn_players(view.state, count, seed)
            return _record(view, DeckChecksDrawn(players=drawn, seed=seed), typed)
        case "choose":
            return _record(view, DeckChecksDrawn(players=(player,)), typed)
        case "register":
            return deck_registration.register(
                by=view.actor,
                now=view.now,
                event=view.id,
                player=player,
                text=typed.get("list", ""),
                key=typed.get("key", ""),
            )
        case _:
            raise NotFound("act")


def _record(
    view: EventView, action: Action, typed: QueryDict
) -> eventlog.Recorded | Refusal:
    return eventlog.record(
        event_id=view.id,
        action=action,
        by=view.actor,
        now=view.now,
        key=typed.get("key", ""),
        reason=typed.get("reason", ""),
    )
