"""The addresses of a draft and a pool on a player's phone."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from padd.core.eventlog.actions.limited import WordAdded
from padd.core.refusal import Refusal
from padd.interfaces.printing import limited as sheets
from padd.interfaces.printing.pdf import Paper, pressed
from padd.interfaces.web.phone.draft_page import booster_page, draft_page, pool_page, version_of
from padd.interfaces.web.phone.player_context import PlayerContext, players_only
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.messages import text
from padd.services import eventlog
from padd.services.delivery import printouts
from padd.services.limited import drafts, pools

PDF: Final = "application/pdf"


@require_safe
@players_only
def draft(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show the pile before the player, or the way that real boosters go."""
    if _real(context):
        return render(request, "phone/booster_draft.html", booster_page(context))
    return _draft(request, context)


@require_safe
@players_only
def state(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Tell the script of the page whether there is something new."""
    del request
    real = _real(context)
    version = booster_page(context)["version"] if real else version_of(_seat(context))
    return HttpResponse(version, content_type="text/plain")


@require_POST
@players_only
def pick(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Take cards of the pile."""
    typed = request.POST
    chosen = (parse_int(value) for value in typed.getlist("card"))
    done = drafts.pick_cards(
        event_id=context.id,
        cards=tuple(number for number in chosen if number is not None),
        by=context.view.actor,
        now=context.view.now,
        key=typed.get("key", "")[:64],
        pack=parse_int(typed.get("pack", "")) or 0,
        turn=parse_int(typed.get("turn", "")) or 0,
    )
    if isinstance(done, Refusal):
        return _draft(request, context, done)
    return HttpResponseRedirect(context.address("phone-draft"))


@require_POST
@players_only
def word(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Add a word to the seed of the packs."""
    said = request.POST.get("word", "").strip()[:60]
    if said:
        eventlog.record_action(
            event_id=context.id,
            action=WordAdded(word=said),
            by=context.view.actor,
            now=context.view.now,
            key=request.POST.get("key", ""),
        )
    return HttpResponseRedirect(context.address("phone-event"))


@players_only
def pool(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show the pool; a form moves cards between the deck and the rest."""
    refusal = _changed(request, context) if request.method == "POST" else None
    if request.method == "POST" and refusal is None:
        return HttpResponseRedirect(context.address("phone-pool"))
    own = pools.own_pool(event_id=context.id, by=context.view.actor)
    shown = pool_page(context, own)
    if refusal is not None:
        shown["refusal"] = text(refusal.message)
        shown["way_out"] = text(refusal.way_out) if refusal.way_out else ""
        shown["rule"] = refusal.rule
    return render(request, "phone/pool.html", shown, status=422 if refusal is not None else 200)


@require_safe
@players_only
def pool_sheet(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Hand out their own pool as PDF."""
    del request
    own = pools.own_pool(event_id=context.id, by=context.view.actor)
    title = f"Pool of {context.name(context.player)}"
    foot = f"{context.view.calendar_event.name}."
    content = sheets.own_pool(title, own.cards, own.deck, foot)
    size = Paper(printouts.chosen_paper_size(context.id))
    sheet = pressed("list", content, paper=size)
    answer = HttpResponse(sheet.pdf, content_type=PDF)
    answer["Content-Disposition"] = 'inline; filename="pool.pdf"'
    answer["Cache-Control"] = "private, no-store"
    return answer


def _changed(request: HttpRequest, context: PlayerContext) -> Refusal | None:
    typed, by = request.POST, context.view.actor
    if typed.get("add"):
        return pools.add_common_card(event_id=context.id, title=typed["add"], by=by)
    if "picks" in typed:
        shown = typed["picks"] == "show"
        pools.choose_picks_shown(event_id=context.id, shown=shown, by=by)
        return None
    deck = {
        name.removeprefix("card "): parse_int(typed.get(name, "")) or 0
        for name in typed
        if name.startswith("card ")
    }
    return pools.save_deck(
        event_id=context.id,
        deck=deck,
        register=typed.get("do") == "register",
        by=by,
        now=context.view.now,
    )


def _real(context: PlayerContext) -> bool:
    """Tell whether real boosters are on the tables."""
    limited = context.view.state.limited if context.view.opened else None
    return limited is not None and bool(limited.plan.real_packs) and limited.dealt


def _seat(context: PlayerContext) -> drafts.Seat:
    return drafts.own_seat(event_id=context.id, by=context.view.actor, now=context.view.now)


def _draft(
    request: HttpRequest, context: PlayerContext, refusal: Refusal | None = None
) -> HttpResponse:
    seat = _seat(context)
    if seat.limited.plan.format != "draft":
        return HttpResponseRedirect(context.address("phone-pool"))
    shown = draft_page(context, seat)
    if refusal is not None:
        shown["refusal"] = text(refusal.message)
        shown["way_out"] = text(refusal.way_out) if refusal.way_out else ""
    return render(request, "phone/draft.html", shown, status=200 if refusal is None else 409)
