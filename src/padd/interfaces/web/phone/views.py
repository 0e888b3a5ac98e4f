"""The pages of a player's phone, and what its forms send."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.result_claims import Signature
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.phone import commands, scenario_card, seed_phase
from padd.interfaces.web.phone.match import match_page, phone_layout, signing_code
from padd.interfaces.web.phone.player_context import (
    SCRIPT,
    PlayerContext,
    player_context,
    player_required,
    remove_pass,
)
from padd.interfaces.web.phone.result_text import preview_result_text
from padd.interfaces.web.phone.scorecard import (
    card_page,
    event_page,
    place_reason_page,
    standings_page,
)
from padd.interfaces.web.phone.victory import is_won_by_conditions, victory_page
from padd.presentation.messages import refusal_text
from padd.services.access.actors import Actor, ActorKind
from padd.services.eventlog import Recorded, player_sign_in
from padd.services.refusal import NotAllowed, NotFound

PhoneCommand = Callable[[PlayerContext, QueryDict], Recorded]

CONFLICT: Final = frozenset({"changed-meanwhile", "key-used", "they-reported"})


@require_safe
@player_required
def show_match(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show the player's own match."""
    prepared = request.GET if request.GET.get("ending") else None
    shown = match_page(request, context, prepared)
    return render(request, "phone/match.html", shown | seed_phase.match_links(context))


@require_safe
@player_required
def show_scorecard(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show the player's scorecard."""
    return render(request, "phone/scorecard.html", card_page(context))


@require_safe
@player_required
def show_standings(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show the standings with their reasons, and what the player needs."""
    return render(request, "phone/standings.html", standings_page(context))


@require_safe
@player_required
def show_place_reason(request: HttpRequest, context: PlayerContext, line: str) -> HttpResponse:
    """Show why a player has this place."""
    return render(request, "phone/place_reason.html", place_reason_page(context, line))


@require_safe
@player_required
def show_event(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show what concerns the day: notices, why this pairing, leaving."""
    return render(request, "phone/event.html", event_page(context))


@require_safe
@player_required
def preview_report(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Return the points of a result while its form is filled in."""
    try:
        round_, table = commands.table_from_form(context, request.GET)
    except RefusalError:
        return HttpResponse(status=404)
    if table.match is None:
        return HttpResponse(status=404)
    text, _ = preview_result_text(context, round_, table, request.GET)
    return render(request, "phone/derived.html", {"derived": text})


@require_POST
@player_required
def start_timer(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Start the timer of the player's own game (online)."""
    return _respond(request, context, commands.start_timer)


@require_POST
@player_required
def record_online(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Record what happened to the player's own online game."""
    return _respond(request, context, commands.record_online)


@require_POST
@player_required
def report_result(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Record a report; without scripts it is shown once more before it is sent."""
    if request.POST.get("look"):
        shown = match_page(request, context, request.POST)
        return render(request, "phone/match.html", shown | {"read_back": True})
    return _respond(request, context, commands.report_result)


@require_POST
@player_required
def report_late(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Tell the director what came too late to count."""
    return _respond(request, context, commands.report_late)


@require_POST
@player_required
def confirm_result(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Confirm the opponent's report."""
    return _respond(request, context, commands.confirm_result)


@require_POST
@player_required
def dispute_result(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Dispute the opponent's report."""
    return _respond(request, context, commands.dispute_result)


@require_POST
@player_required
def score_pod(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Record the points of a pod."""
    return _respond(request, context, commands.score_pod)


@require_POST
@player_required
def confirm_pod(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Confirm the points of a pod."""
    return _respond(request, context, commands.confirm_pod)


@require_POST
@player_required
def sign_on_this_phone(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Let the opponent sign on this phone, by the PIN of their own scorecard."""
    return _respond(request, context, _confirm_by_pin)


def _confirm_by_pin(context: PlayerContext, form: QueryDict) -> Recorded:
    _, table = commands.table_from_form(context, form)
    opponent = context.opponents(table)[0]
    try:
        player_sign_in.check_pin(
            now=context.view.now, event_id=context.id, player=opponent, pin=form.get("pin", "")
        )
    except RefusalError as wrong:
        raise RefusalError(Refusal(wrong.refusal.code, wrong.refusal.message)) from None
    by = Actor(kind=ActorKind.PLAYER, public_id=opponent, event_id=context.view.calendar_event.key)
    return commands.confirm_result(context, form, by=by, signed=Signature.PIN)


@require_safe
@player_required
def sign_by_code(request: HttpRequest, context: PlayerContext, code: str) -> HttpResponse:
    """Show what a code from the opponent's phone stands for, to be signed."""
    shown = match_page(request, context)
    theirs = shown.get("theirs")
    round_, table = context.round, context.table
    if theirs is None or round_ is None or table is None:
        return _redisplay(request, context, commands.wrong_code_refusal())
    if signing_code(context, round_, table, theirs.mark) != code.upper():
        return _redisplay(request, context, commands.wrong_code_refusal())
    return render(request, "phone/match.html", shown | {"signing": code.upper()})


@require_safe
@player_required
def enter_code(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Redirect from a code typed by hand to the address of a scanned one."""
    code = "".join(letter for letter in request.GET.get("code", "") if letter.isalnum())
    if not code.isascii() or not code:
        return _redisplay(request, context, commands.wrong_code_refusal())
    return HttpResponseRedirect(context.address("phone-sign-code", code[:12]))


@player_required
def drop_out(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show what leaving means, and leave after this round."""
    if request.method != "POST":
        shown = phone_layout(context, "phone-event")
        return render(request, "phone/drop.html", shown | event_page(context))

    def leave(context: PlayerContext, form: QueryDict) -> Recorded:
        return commands.record_for_player(context, Dropped(player=context.player), form)

    return _respond(request, context, leave)


@require_POST
@player_required
def record_scenario(request: HttpRequest, context: PlayerContext, kind: str) -> HttpResponse:
    """Record an action of a scenario."""

    def record(context: PlayerContext, form: QueryDict) -> Recorded:
        action = scenario_card.scenario_action(context, kind, form)
        return commands.record_for_player(context, action, form)

    return _respond(request, context, record)


@require_safe
@player_required
def show_victory(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show which conditions of winning are met; a Tribbles round has none."""
    if not is_won_by_conditions(context):
        raise NotFound("page")
    return render(request, "phone/victory.html", victory_page(context, request.GET))


@require_safe
@player_required
def show_seeding(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show the step of seeding that is on."""
    shown = seed_phase.seeding_page(request, context)
    return render(request, "phone/seed_phase.html", shown)


@require_POST
@player_required
def save_seeding(request: HttpRequest, context: PlayerContext, kind: str) -> HttpResponse:
    """Record a step of seeding."""
    number, _ = seed_phase.seeding_table(context)
    try:
        seed_phase.record_seeding(request, context, kind, number)
    except (NotFound, NotAllowed):
        raise
    except RefusalError as error:
        context = player_context(request, context.id) or context
        shown = seed_phase.seeding_page(request, context, error.refusal)
        return render(request, "phone/seed_phase.html", shown, status=_status(error.refusal))
    return HttpResponseRedirect(context.address("phone-seeding"))


@require_POST
@player_required
def agree_to_filming(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Agree to being filmed and published, or take that back."""

    def agree(context: PlayerContext, form: QueryDict) -> Recorded:
        known = {"player": context.player}
        action = commands.decode_for_player("filming.agreed", context, form, **known)
        return commands.record_for_player(context, action, form)

    return _respond(request, context, agree)


@require_POST
@player_required
def sign_out(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Sign this phone out of the event."""
    remove_pass(request, context.id)
    return HttpResponseRedirect(context.address("phone-join"))


def _respond(request: HttpRequest, context: PlayerContext, command: PhoneCommand) -> HttpResponse:
    """Run the command of a form and answer: with data to the script, else with a page."""
    scripted = SCRIPT in request.headers
    try:
        done = command(context, request.POST)
    except (NotFound, NotAllowed):
        raise
    except RefusalError as error:
        # It may be refused by what came while it was on its way.
        context = player_context(request, context.id) or context
        refusal = error.refusal
    else:
        if not scripted:
            return HttpResponseRedirect(context.address())
        noted = bool(done.state.notes) and done.state.notes != context.view.state.notes
        words = "It came too late to count. The director sees it." if noted else ""
        return JsonResponse({"done": True, "message": words})
    same = refusal.code in commands.TOO_LATE and commands.is_saved_result(context, request.POST)
    if scripted:
        return _refused_json(context, refusal, same=same)
    return (
        HttpResponseRedirect(context.address()) if same else _redisplay(request, context, refusal)
    )


def _refused_json(context: PlayerContext, refusal: Refusal, *, same: bool) -> JsonResponse:
    if same:
        return JsonResponse({"done": True, "message": "It counts as you sent it."})
    shown: dict[str, Any] = {
        "done": False,
        "code": refusal.code,
        "message": refusal_text(refusal),
        "late": refusal.code in commands.TOO_LATE,
        "seen": commands.current_claim_mark(context),
    }
    return JsonResponse(shown, status=_status(refusal))


def _status(refusal: Refusal) -> int:
    return 409 if refusal.code in CONFLICT | commands.TOO_LATE else 422


def _redisplay(request: HttpRequest, context: PlayerContext, refusal: Refusal) -> HttpResponse:
    """Show the page again with the refusal and the fields as they were sent."""
    form = request.POST if request.method == "POST" else None
    shown = match_page(request, context, form)
    shown |= {"refusal": refusal, "late": refusal.code in commands.TOO_LATE}
    return render(request, "phone/match.html", shown, status=_status(refusal))
