"""The draft and the pool on a player's phone: only their own pack and picks."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import partial
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from padd.core.eventlog.actions.limited import WordAdded
from padd.core.limited.deal import LATE as LATE_GROUP
from padd.core.limited.draft import STEPS
from padd.core.limited.product import PackCard
from padd.core.refusal import Refusal
from padd.interfaces.printing import limited as sheets
from padd.interfaces.printing.pdf import Paper, render_pdf
from padd.interfaces.web.phone.match import phone_layout
from padd.interfaces.web.phone.player_context import PlayerContext, player_required
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.limited.group_view import groups_at_tables
from padd.presentation.limited.products import card_words
from padd.presentation.messages import text
from padd.rulebooks.schema import cite
from padd.services import eventlog
from padd.services.delivery import printouts
from padd.services.eventlog import new_command_key
from padd.services.limited import drafts, pools
from padd.services.limited.drafts import Seat
from padd.services.limited.pools import Pool, cards_by_key
from padd.services.refusal import ActionRefused, NotFound

Context = dict[str, Any]

UNCOUNTED: Final = frozenset({"Personnel", "Equipment"})
LATE: Final = {
    "director": "Then the director decides.",
    "random": "Then a card is picked for you at random.",
}


def seat_version(seat: Seat) -> str:
    """Return what changes whenever the player has something new to see."""
    own = [take.cards for take in seat.table.chosen if take.seat == seat.number]
    paused = "paused" if seat.table.row.paused_at else ""
    return f"{seat.table.row.head[:16]} {own} {paused} {seat.limited.building_at}"


def draft_page(context: PlayerContext, seat: Seat) -> Context:
    """Return the pick that is to be made, or what is waited for."""
    table, number = seat.table.table, seat.number
    pile = table.pile(number)
    own = next((t.cards for t in seat.table.chosen if t.seat == number), ())
    due = seat.table.due(number) if pile and not own else None
    packs = len(table.rules.sizes)
    return {
        **phone_layout(context, "phone-draft"),
        "colour": "blue" if table.over else "orange",
        "seat": seat,
        "version": seat_version(seat),
        "over": table.over,
        "left": number in table.gone,
        "pile": _pile(seat) if pile else (),
        "each": table.to_take(number),
        "own": own,
        "turn": table.turn_of(number),
        "of": max(table.rules.sizes[table.pack - 1], default=0) if pile else 0,
        "packs": _packs(table.pack, packs),
        "pack": table.pack,
        "direction": table.direction if not table.over else "",
        "passer": _name(context, seat, before=True),
        "next": _name(context, seat, before=False),
        "paused": seat.table.row.paused_at is not None,
        "due": due.isoformat() if due else "",
        "late": LATE[seat.limited.plan.late],
        "waiting": len(seat.table.waited_for),
        "why_pack": _why_pack(context, seat),
        "picks": [(card.title, card_words(card)) for card in _picked(seat)],
        "chances": sum(
            take.how == "random"
            for step in seat.table.steps
            for take in step.takes
            if take.seat == number
        ),
        "summary": counted_by_type(_picked(seat)),
        "key": new_command_key(),
    }


def booster_page(context: PlayerContext) -> Context:
    """Return a seat at a table with real boosters: the way packs go and the clock."""
    limited = context.view.state.limited
    place = limited.seat_of(context.player) if limited else None
    groups = groups_at_tables(context.view)
    if limited is None or place is None or not groups or place[0] == LATE_GROUP:
        raise NotFound("seat")
    number, seat = place
    group, players = groups[number - 1], limited.players_of(number)
    step = STEPS.get(group.direction, 0)
    return {
        **phone_layout(context, "phone-draft"),
        "colour": "blue" if group.over else "orange",
        "group": group,
        "seat": seat,
        "each": limited.plan.each,
        "version": f"{group.pack}.{group.turn}.{group.paused}.{group.time_is_up}",
        "passer": context.name(players[(seat - 1 - step) % len(players)]),
        "next": context.name(players[(seat - 1 + step) % len(players)]),
    }


def pool_page(context: PlayerContext, pool: Pool) -> Context:
    """Return the cards that a player was given, and which are in the deck."""
    rows = [
        {
            "key": key,
            "title": card.title,
            "words": card_words(card),
            "owned": owned,
            "in_deck": pool.deck.get(key, 0),
            "kind": card.type.split(",")[0] or "Other",
        }
        for key, (card, owned) in cards_by_key(pool.cards).items()
    ]
    rows.sort(key=lambda row: (str(row["kind"]), str(row["title"])))
    ends = pool.limited.building_ends
    return {
        **phone_layout(context, "phone-pool"),
        "pool": pool,
        "rows": rows,
        "total": len(pool.cards),
        "in_deck": sum(pool.deck.values()),
        "faults": [
            (text(fault.message), fault.rule)
            for fault in pool.faults
            if pool.deck or pool.registered_at
        ],
        "ends": context.view.clock(ends.isoformat()) if ends else "",
        "minutes": pool.limited.plan.build_minutes,
        "minutes_rule": cite(context.view.book, "formats.build_minutes"),
        "cards_rule": cite(context.view.book, "formats.deck_cards"),
        "built": pool.limited.built_at is not None,
        "due": ends.isoformat() if ends and not pool.limited.built_at else "",
        "summary": counted_by_type(pool.cards),
    }


def counted_by_type(cards: tuple[PackCard, ...]) -> str:
    """Return cards counted by their type: “6 missions, 5 dilemmas”."""
    kinds = Counter(card.type.split(",")[0] or "card" for card in cards)
    return ", ".join(
        f"{count} {kind.lower()}{'' if count == 1 or kind in UNCOUNTED else 's'}"
        for kind, count in kinds.most_common()
    )


def _picked(seat: Seat) -> tuple[PackCard, ...]:
    taken = seat.table.table.taken[seat.number - 1]
    return tuple(seat.table.card(one) for one in taken)


def _pile(seat: Seat) -> list[Context]:
    pile = seat.table.table.pile(seat.number)
    if pile is None:
        return []
    cards = seat.table.cards[seat.table.table.pack, pile.origin]
    return [
        {
            "at": at,
            "title": card.title,
            "type": card.type,
            "figure": card.cost if card.points is None else card.points,
            "unit": "cost" if card.points is None else "points",
        }
        for at in pile.cards
        for card in (cards[at],)
    ]


def _why_pack(context: PlayerContext, seat: Seat) -> str:
    """Return how the pile came before the player."""
    table = seat.table.table
    pile = table.pile(seat.number)
    if pile is None:
        return ""
    size = table.rules.sizes[table.pack - 1][pile.origin - 1]
    gone = size - len(pile.cards)
    if pile.origin == seat.number and not gone:
        return "It is your own pack, just opened. Its cards were determined by the event’s secret."
    owner = context.name(seat.table.players[pile.origin - 1])
    return (
        f"It was dealt to {owner} (seat {pile.origin}) with {size} cards; {gone} were "
        f"taken on the way to you. Pack {table.pack} goes to the {table.direction}."
    )


def _packs(now: int, count: int) -> list[tuple[str, str]]:
    states = [
        (str(n), "settled" if n < now else "now" if n == now else "planned")
        for n in range(1, count + 1)
    ]
    return [*states, ("Build", "now" if now > count else "planned")]


def _name(context: PlayerContext, seat: Seat, *, before: bool) -> str:
    table = seat.table.table
    if table.over:
        return ""
    other = {"left": "right", "right": "left"}
    way = other[table.direction] if before else table.direction
    neighbour = table.neighbour(seat.number, "left" if way == "left" else "right")
    return context.name(seat.table.players[neighbour - 1])


PDF: Final = "application/pdf"


@require_safe
@player_required
def show_draft(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show the pile before the player, or the way that real boosters go."""
    if _has_real_packs(context):
        return render(request, "phone/booster_draft.html", booster_page(context))
    return _render_draft(request, context)


@require_safe
@player_required
def draft_version(_request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Tell the script of the page whether there is something new."""
    real = _has_real_packs(context)
    version = booster_page(context)["version"] if real else seat_version(_seat(context))
    return HttpResponse(version, content_type="text/plain")


@require_POST
@player_required
def pick_cards(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Pick cards of the pile."""
    form = request.POST
    chosen = (parse_int(value) for value in form.getlist("card"))
    pick = partial(
        drafts.pick_cards,
        event_id=context.id,
        cards=tuple(number for number in chosen if number is not None),
        by=context.view.actor,
        now=context.view.now,
        key=form.get("key", "")[:64],
        pack=parse_int(form.get("pack", "")) or 0,
        turn=parse_int(form.get("turn", "")) or 0,
    )
    try:
        pick()
    except ActionRefused as error:
        return _render_draft(request, context, error.refusal)
    return HttpResponseRedirect(context.address("phone-draft"))


@require_POST
@player_required
def add_word(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Add a word to the seed of the packs."""
    said = request.POST.get("word", "").strip()[:60]
    if said:
        with suppress(ActionRefused):
            eventlog.record_action(
                event_id=context.id,
                action=WordAdded(word=said),
                by=context.view.actor,
                now=context.view.now,
                key=request.POST.get("key", ""),
            )
    return HttpResponseRedirect(context.address("phone-event"))


@player_required
def edit_pool(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show the pool; a form moves cards between the deck and the rest."""
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            _change_pool(request, context)
            return HttpResponseRedirect(context.address("phone-pool"))
        except ActionRefused as error:
            refusal = error.refusal
    own = pools.own_pool(event_id=context.id, by=context.view.actor)
    shown = pool_page(context, own)
    if refusal is not None:
        shown["refusal"] = text(refusal.message)
        shown["way_out"] = text(refusal.way_out) if refusal.way_out else ""
        shown["rule"] = refusal.rule
    return render(request, "phone/pool.html", shown, status=422 if refusal is not None else 200)


@require_safe
@player_required
def pool_pdf(_request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Return the player's own pool as PDF."""
    own = pools.own_pool(event_id=context.id, by=context.view.actor)
    title = f"Pool of {context.name(context.player)}"
    foot = f"{context.view.calendar_event.name}."
    content = sheets.own_pool(title, own.cards, own.deck, foot)
    size = Paper(printouts.chosen_paper_size(context.id))
    sheet = render_pdf("list", content, paper=size)
    answer = HttpResponse(sheet.pdf, content_type=PDF)
    answer["Content-Disposition"] = 'inline; filename="pool.pdf"'
    answer["Cache-Control"] = "private, no-store"
    return answer


def _change_pool(request: HttpRequest, context: PlayerContext) -> None:
    form, by = request.POST, context.view.actor
    if form.get("add"):
        pools.add_common_card(event_id=context.id, title=form["add"], by=by)
    elif "picks" in form:
        shown = form["picks"] == "show"
        pools.choose_picks_shown(event_id=context.id, shown=shown, by=by)
    else:
        deck = {
            name.removeprefix("card "): parse_int(form.get(name, "")) or 0
            for name in form
            if name.startswith("card ")
        }
        pools.save_deck(
            event_id=context.id,
            deck=deck,
            register=form.get("do") == "register",
            by=by,
            now=context.view.now,
        )


def _has_real_packs(context: PlayerContext) -> bool:
    """Tell whether real boosters are on the tables."""
    limited = context.view.state.limited if context.view.opened else None
    return limited is not None and bool(limited.plan.real_packs) and limited.dealt


def _seat(context: PlayerContext) -> drafts.Seat:
    return drafts.own_seat(event_id=context.id, by=context.view.actor, now=context.view.now)


def _render_draft(
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
