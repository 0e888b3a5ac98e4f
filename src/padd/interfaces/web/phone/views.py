"""The pages of a player's phone, and what its forms send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.http import HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from padd.core.eventlog.action_kinds import Dropped
from padd.core.eventlog.actions.result_claims import Signature
from padd.core.refusal import Refusal, RefusalError, refused
from padd.interfaces.web.phone import commands
from padd.interfaces.web.phone.match_page import (
    around,
    code_of,
    match_page,
)
from padd.interfaces.web.phone.player_context import (
    SCRIPT,
    forget,
    players_only,
)
from padd.interfaces.web.phone.result_text import told_while_typed
from padd.interfaces.web.phone.scorecard import (
    card_page,
    event_page,
    standings_page,
)
from padd.presentation.messages import refusal_text
from padd.services.access.actors import (
    Actor,
    ActorKind,
)
from padd.services.eventlog import player_sign_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest, QueryDict

    from padd.interfaces.web.phone.player_context import PlayerContext
    from padd.services.eventlog import Recorded

    Deed = Callable[[PlayerContext, QueryDict], Recorded | Refusal]

CONFLICT: Final = frozenset({"changed-meanwhile", "key-used", "they-reported"})


@require_safe
@players_only
def match(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Show the player's own match."""
    return render(request, "phone/match.html", match_page(request, pocket))


@require_safe
@players_only
def card(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Show the player's scorecard."""
    return render(request, "phone/card.html", card_page(pocket))


@require_safe
@players_only
def standings(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Show how everybody stands and why, and what the player needs."""
    return render(request, "phone/standings.html", standings_page(pocket))


@require_safe
@players_only
def event(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Show what concerns the day: notices, why this pairing, leaving."""
    return render(request, "phone/event.html", event_page(pocket))


@require_safe
@players_only
def derived(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Say what a result comes to while it is typed."""
    place = commands.place_of(pocket, request.GET)
    if isinstance(place, Refusal) or place[1].match is None:
        return HttpResponse(status=404)
    found, _ = told_while_typed(pocket, *place, request.GET)
    return render(request, "phone/derived.html", {"derived": found})


@require_POST
@players_only
def report(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Take a report; without scripts it is read back before it is sent."""
    if request.POST.get("look"):
        shown = match_page(request, pocket, request.POST)
        return render(request, "phone/match.html", shown | {"read_back": True})
    return _answer(request, pocket, commands.report)


@require_POST
@players_only
def late(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Tell the director what came too late to count."""
    return _answer(request, pocket, commands.came_late)


@require_POST
@players_only
def confirm(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Take the player's word that the opponent's report is right."""
    return _answer(request, pocket, commands.confirm)


@require_POST
@players_only
def dispute(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Take the player's word that the opponent's report is wrong."""
    return _answer(request, pocket, commands.dispute)


@require_POST
@players_only
def pod(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Take the points of a pod."""
    return _answer(request, pocket, commands.score_pod)


@require_POST
@players_only
def pod_confirm(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Take another player's word for the points of a pod."""
    return _answer(request, pocket, commands.confirm_pod)


@require_POST
@players_only
def sign(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Let the opponent sign on this phone, by the PIN of the own scorecard."""
    return _answer(request, pocket, _signed_here)


def _signed_here(pocket: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
    place = commands.place_of(pocket, typed)
    if isinstance(place, Refusal):
        return place
    opponent = pocket.opponents(place[1])[0]
    try:
        player_sign_in.sign_by_pin(
            now=pocket.desk.now,
            event_id=pocket.id,
            player=opponent,
            pin=typed.get("pin", ""),
        )
    except RefusalError as wrong:
        return refused(wrong.refusal.code, wrong.refusal.message)
    by = Actor(
        kind=ActorKind.PLAYER, public_id=opponent, event_id=pocket.desk.listing.key
    )
    return commands.confirm(pocket, typed, by=by, signed=Signature.PIN)


@require_safe
@players_only
def sign_code(request: HttpRequest, pocket: PlayerContext, code: str) -> HttpResponse:
    """Show what a code from the opponent's phone stands for, to be signed."""
    shown = match_page(request, pocket)
    theirs = shown.get("theirs")
    round_, table = pocket.round, pocket.table
    if theirs is None or round_ is None or table is None:
        return _again(request, pocket, commands.wrong_code())
    if code_of(pocket, round_, table, theirs.mark) != code.upper():
        return _again(request, pocket, commands.wrong_code())
    return render(request, "phone/match.html", shown | {"signing": code.upper()})


@require_safe
@players_only
def typed_code(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Take a code that was typed to where a scanned one leads."""
    code = "".join(one for one in request.GET.get("code", "") if one.isalnum())
    if not code.isascii() or not code:
        return _again(request, pocket, commands.wrong_code())
    return HttpResponseRedirect(pocket.address("phone-sign-code", code[:12]))


@players_only
def drop(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Say what leaving means, and leave after this round."""
    if request.method != "POST":
        shown = around(pocket, "phone-event")
        return render(request, "phone/drop.html", shown | event_page(pocket))

    def leave(pocket: PlayerContext, typed: QueryDict) -> Recorded | Refusal:
        return commands.do(pocket, Dropped(player=pocket.player), typed)

    return _answer(request, pocket, leave)


@require_POST
@players_only
def leave(request: HttpRequest, pocket: PlayerContext) -> HttpResponse:
    """Let this phone forget whose it was."""
    forget(request, pocket.id)
    return HttpResponseRedirect(pocket.address("phone-join"))


def _answer(request: HttpRequest, pocket: PlayerContext, deed: Deed) -> HttpResponse:
    """Do what a form asks for and answer it: in data to the script, else a page."""
    done = deed(pocket, request.POST)
    same = (
        isinstance(done, Refusal)
        and done.code in commands.TOO_LATE
        and commands.says_the_same(pocket, request.POST)
    )
    if SCRIPT in request.headers:
        return _in_data(pocket, done, same=same)
    if isinstance(done, Refusal) and not same:
        return _again(request, pocket, done)
    return HttpResponseRedirect(pocket.address())


def _in_data(
    pocket: PlayerContext, done: Recorded | Refusal, *, same: bool
) -> JsonResponse:
    if same:
        return JsonResponse({"done": True, "message": "It counts as you sent it."})
    if not isinstance(done, Refusal):
        noted = bool(done.state.notes) and done.state.notes != pocket.desk.state.notes
        words = "It came too late to count. The director sees it." if noted else ""
        return JsonResponse({"done": True, "message": words})
    shown: dict[str, Any] = {
        "done": False,
        "code": done.code,
        "message": refusal_text(done),
        "late": done.code in commands.TOO_LATE,
        "seen": commands.fresh_mark(pocket),
    }
    return JsonResponse(shown, status=_status(done))


def _status(refusal: Refusal) -> int:
    return 409 if refusal.code in CONFLICT | commands.TOO_LATE else 422


def _again(
    request: HttpRequest, pocket: PlayerContext, refusal: Refusal
) -> HttpResponse:
    """Show the page again with what was refused and what was typed."""
    typed = request.POST if request.method == "POST" else None
    shown = match_page(request, pocket, typed)
    shown |= {"refusal": refusal, "late": refusal.code in commands.TOO_LATE}
    return render(request, "phone/match.html", shown, status=_status(refusal))
