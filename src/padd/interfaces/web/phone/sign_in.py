"""Players' sign-in: by the code on a scorecard, by PIN, or by the director."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from padd.core.eventlog.state.event_state import Presence
from padd.core.model import PlayerId
from padd.core.refusal import RefusalError
from padd.interfaces.web.phone.player_context import PASSES, player_context, store_pass
from padd.interfaces.web.request_actor import actor_of
from padd.presentation.eventlog.scorecard import finished_games
from padd.presentation.messages import text
from padd.presentation.names import family_first
from padd.presentation.words import ordinal
from padd.services import eventlog
from padd.services.eventlog import player_passes, player_sign_in
from padd.services.eventlog.log_cache import stored_event
from padd.services.refusal import NotFound
from padd.services.reports import outcome

ASKED: Final = "phone-asked"
"""Where the session keeps a request to the director."""
NOT_IN: Final = frozenset({Presence.WITHDRAWN})


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Take the secret of a pass from the page's script, or ask for an event.

    The secret stands in the fragment of the address, which browsers keep to
    themselves; the script sends it once and gets a session for it.
    """
    if request.method == "POST":
        return _redeem_token(request)
    code, problem = request.GET.get("code", ""), ""
    if code:
        events = player_passes.running_events_with_code(code)
        if len(events) == 1:
            return HttpResponseRedirect(reverse("phone-join", args=events))
        problem = "No running event has this code."
    shown = {"code": code, "said": problem, "events": _running_events()}
    response = render(request, "phone/sign_in.html", shown, status=422 if problem else 200)
    response["Referrer-Policy"] = "no-referrer"
    return response


def _running_events() -> list[tuple[str, str]]:
    """Return the events under way, where there are only a laptop's own."""
    if settings.HOSTED:
        return []
    return list(eventlog.running_event_names().items())


def _redeem_token(request: HttpRequest) -> HttpResponse:
    try:
        entered = player_sign_in.sign_in_by_token(
            by=actor_of(request), now=timezone.now(), token=request.POST.get("token", "")
        )
    except NotFound:
        problem = "This code no longer works. Ask the director for a new one."
        return JsonResponse({"message": problem}, status=404)
    store_pass(request, entered)
    return JsonResponse({"to": reverse("phone", args=(entered.event_id,))})


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, event: str) -> HttpResponse:
    """Sign a player in by name and PIN, or ask the director."""
    if not player_passes.is_event_running(event):
        return _finished_event_page(request, event)
    if request.method != "POST":
        if player_context(request, event) is not None:
            return HttpResponseRedirect(reverse("phone", args=(event,)))
        return _join_page(request, event)
    if request.POST.get("ask"):
        return _ask_director(request, event, request.POST.get("player", ""))
    return _join_by_pin(request, event)


def _join_by_pin(request: HttpRequest, event: str) -> HttpResponse:
    try:
        entered = player_sign_in.sign_in_by_pin(
            by=actor_of(request),
            now=timezone.now(),
            event_id=event,
            player=request.POST.get("player", ""),
            pin=request.POST.get("pin", ""),
        )
    except RefusalError as refused:
        return _join_page(request, event, wrong=text(refused.refusal.message))
    store_pass(request, entered)
    return HttpResponseRedirect(reverse("phone", args=(event,)))


def _finished_event_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the page of an event that is not under way."""
    row = stored_event(event)
    known = eventlog.snapshot_event(event_id=event).book is not None
    if not known:
        raise NotFound("event")
    shown = {"name": row.name, "event": event, **_own_outcome(request, event)}
    return render(request, "phone/finished_event.html", shown)


def _own_outcome(request: HttpRequest, event: str) -> dict[str, Any]:
    """Return how the event ended, and the games of the player of this phone."""
    try:
        finished = outcome.finished_event_view(
            event=event, by=actor_of(request), now=timezone.now()
        )
    except NotFound:
        return {"ended": False, "place": "", "games": ()}
    pass_id = request.session.get(PASSES, {}).get(event, "")
    own = player_passes.player_of_pass(pass_id=pass_id, event_id=event) if pass_id else None
    if own not in finished.order:
        return {"ended": True, "place": "", "games": ()}
    player = PlayerId(own)
    return {
        "ended": True,
        "own": next(person.name for person in finished.event.players if person.id == player),
        "place": ordinal(finished.order.index(player) + 1),
        "games": tuple(finished_games(finished, player)),
    }


def _join_page(request: HttpRequest, event: str, wrong: str = "") -> HttpResponse:
    state = eventlog.snapshot_event(event_id=event).state
    called = player_sign_in.names_for_sign_in(
        by=actor_of(request), now=timezone.now(), event_id=event
    )
    names = sorted(
        (family_first(called[player.id]), str(player.id))
        for player in state.players.values()
        if player.presence not in NOT_IN
    )
    shown: dict[str, Any] = {
        "event": event,
        "name": stored_event(event).name,
        "players": [
            (player, f"{name.family}, {name.given}" if name.given else name.family)
            for name, player in names
        ],
        "wrong": wrong,
        "chosen": request.POST.get("player", ""),
    }
    return render(request, "phone/join.html", shown, status=422 if wrong else 200)


def _ask_director(request: HttpRequest, event: str, player: str) -> HttpResponse:
    try:
        request_made = player_sign_in.request_sign_in(
            by=actor_of(request), now=timezone.now(), event_id=event, player=player
        )
    except NotFound:
        return _join_page(request, event, wrong="Choose your name.")
    except RefusalError as refused:
        return _join_page(request, event, wrong=text(refused.refusal.message))
    request.session[ASKED] = {
        "event": event,
        "id": request_made.id,
        "number": request_made.number,
        "name": request_made.name,
    }
    return HttpResponseRedirect(reverse("phone-waiting", args=(event,)))


@require_safe
def waiting(request: HttpRequest, event: str) -> HttpResponse:
    """Show the number to say to the director, until the phone is let in."""
    request_id = request.session.get(ASKED)
    if not request_id or request_id["event"] != event:
        return HttpResponseRedirect(reverse("phone-join", args=(event,)))
    shown = {"event": event, "asked": request_id, "name": stored_event(event).name}
    return render(request, "phone/waiting.html", shown)


@require_http_methods(["POST"])
def collect(request: HttpRequest, event: str) -> HttpResponse:
    """Sign the phone in if the director has allowed it."""
    request_id = request.session.get(ASKED)
    if not request_id or request_id["event"] != event:
        return HttpResponseRedirect(reverse("phone-join", args=(event,)))
    try:
        entered = player_sign_in.collect_sign_in(
            by=actor_of(request), now=timezone.now(), event_id=event, request=request_id["id"]
        )
    except (NotFound, RefusalError) as refused:
        del request.session[ASKED]
        return _join_page(request, event, wrong=text(refused.refusal.message))
    if entered is None:
        return HttpResponseRedirect(reverse("phone-waiting", args=(event,)))
    del request.session[ASKED]
    store_pass(request, entered)
    return HttpResponseRedirect(reverse("phone", args=(event,)))
