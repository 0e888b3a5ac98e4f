"""The page of limited play: plan, deal, pause, pick, build. It never shows a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_safe

from padd.core.eventlog.actions.limited import BuildingEnded, BuildingStarted, PickClockSet
from padd.core.limited.draft import Direction
from padd.core.limited.event_state import LimitedState
from padd.core.limited.plan import (
    LimitedPlan,
    PackChoice,
    least_building_time,
    limited_advice,
    usual_directions,
)
from padd.core.limited.seats import draft_groups
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.console.page import console_form, console_page
from padd.interfaces.web.request_actor import sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.progress import Segment, progress_segments
from padd.presentation.limited.group_view import GroupView, SeatState, group_view, groups_at_tables
from padd.presentation.limited.products import contents_words, known_products
from padd.presentation.limited.recent_activity import recent_activity
from padd.presentation.messages import text
from padd.rulebooks.schema import cite
from padd.services import eventlog
from padd.services.limited import deals, drafts, pools
from padd.services.limited.tables import GroupTable
from padd.services.refusal import NotFound

Context = dict[str, Any]

LATEST: Final = 6
"""Lines that the page shows of what happened."""
TURNS: Final = {"together": "all together", "queue": "in a queue"}
LATE: Final = {"director": "You decide", "random": "A random card, marked"}
SWAPS: Final = {True: "changes within the pool", False: "no changes"}


def limited_format(view: EventView) -> str:
    """Return whether the event is a draft or sealed; others have no such page."""
    format_ = str(view.state.settings.format) if view.opened else ""
    if format_ not in {"draft", "sealed"}:
        raise NotFound("draft")
    return format_


@console_page("console-limited", "console/limited.html")
def limited_page(view: EventView, _query: QueryDict, _form: QueryDict | None) -> Context:
    """Return how far the limited play is, for those who run the event."""
    state, book = view.state, view.book
    format_ = limited_format(view)
    planned = state.limited
    shown: Context = {
        "format": format_,
        "limited": planned,
        "commitment": state.settings.commitment,
        "present": len(deals.checked_in_players(state)),
        "sizes": _sizes(view),
        "least": least_building_time(book, format_),
        "least_rule": cite(book, "formats.build_minutes"),
        "advice": [
            (text(one.message), one.rule)
            for one in limited_advice(book, format_, str(state.settings.edition))
        ],
        "why_groups": _why_groups(view),
        "groups_rule": cite(book, "formats.draft.group_least"),
        "choices": list(_choices(str(state.settings.edition))),
        "plan_lines": list(_plan_lines(planned)) if planned else (),
        "groups": (),
        "held_up": None,
        "drafted": False,
        "paused": False,
        "begun": False,
        "pools": (),
        "unbuilt": (),
        "without_cards": (),
        "recent": recent_activity(view, most=LATEST),
        "director_plays": state.director_playing() is not None,
        "pool_maker": book.online.pool_maker_plays if book.online and state.settings.online else "",
        "pool_maker_rule": cite(book, "online.pool_maker_plays"),
    }
    if planned is None or not planned.dealt:
        return shown
    if planned.plan.real_packs:
        return shown | _at_tables(view)
    return shown | _dealt(view, planned)


def _at_tables(view: EventView) -> Context:
    """Return what a page shows of real boosters on the tables."""
    groups = groups_at_tables(view)
    return {
        "groups": groups,
        "drafted": all(group.over for group in groups),
        "begun": any(group.pack > 1 or group.turn for group in groups),
        "ends": _ends(view),
        "segments": _bar(view, groups),
        "version": boosters_version(groups),
    }


def _dealt(view: EventView, planned: LimitedState) -> Context:
    """Return what a page shows of packs that PADD has dealt."""
    tables = drafts.draft_groups(event_id=view.id, by=view.actor, now=view.now)
    states = pools.pool_states(event_id=view.id, by=view.actor)
    drafted = planned.plan.format == "draft"
    groups = [group_view(view, table) for table in tables] if drafted else ()
    over = all(table.table.over for table in tables)
    return {
        "groups": groups,
        "held_up": None if over else _held_up(groups),
        "paused": any(table.row.paused_at for table in tables),
        "begun": any(table.steps or table.chosen for table in tables),
        "drafted": over,
        "pools": [(view.name(one.player), one) for one in states],
        "unbuilt": [view.name(one.player) for one in states if not one.registered_at],
        "without_cards": [
            (player, view.name(player))
            for player in deals.checked_in_players(view.state)
            if planned.seat_of(player) is None
        ],
        "ends": _ends(view),
        "segments": _bar(view, groups),
        "version": packs_version(tables),
    }


def _held_up(groups: Iterable[GroupView]) -> tuple[GroupView, SeatState] | None:
    """Return the seat that a whole group waits for: a late one, or the only one missing."""
    found = [
        (not group.late, group, (group.late or group.waited)[0])
        for group in groups
        if not group.paused and (group.late or len(group.waited) == 1)
    ]
    return min(found, key=itemgetter(0))[1:] if found else None


def _bar(view: EventView, groups: Iterable[GroupView]) -> tuple[Segment, ...]:
    """Return the bar; the pack that goes round says how far the groups are."""
    turns = sorted({group.turn for group in groups if group.turn and not group.over})
    most = max((group.turns for group in groups), default=0)
    if not turns or not most:
        return progress_segments(view)
    span = f"{turns[0]} to {turns[-1]}" if len(turns) > 1 else f"{turns[0]}"
    note = f"{'turns' if len(turns) > 1 else 'turn'} {span} of {most}"
    return tuple(
        msgspec.structs.replace(one, note=note)
        if one.state == "now" and one.word.startswith("Pack")
        else one
        for one in progress_segments(view)
    )


def _ends(view: EventView) -> str:
    ends = view.state.limited.building_ends if view.state.limited else None
    return view.clock(ends.isoformat()) if ends else ""


def _plan_lines(planned: LimitedState) -> Iterator[tuple[str, str]]:
    """Yield the sealed plan in words."""
    plan, products = planned.plan, planned.products
    for choice in plan.kit:
        kind = products[choice.product].packs[choice.kind]
        yield "Kit", f"{kind.title}: {contents_words(kind)}"
    sizes = Counter(plan.real_packs)
    for size, count in sizes.items():
        yield "Packs", f"{count} real boosters of {size} cards"
    for choice, count in Counter(plan.packs).items():
        kind = products[choice.product].packs[choice.kind]
        yield "Packs", f"{count} {kind.title}: {contents_words(kind)}"
    if plan.format == "draft":
        yield "Passing", ", ".join(plan.directions)
        each = "1 card" if plan.each == 1 else f"{plan.each} cards"
        clock = f", {plan.seconds} seconds" if plan.seconds else ", no clock"
        yield "A turn", f"{each}, {TURNS[plan.turns]}{clock}"
        if plan.seconds:
            yield "Time is up", LATE[plan.late]
    yield "Then", f"{plan.build_minutes} minutes to build"
    yield "Between rounds", SWAPS[plan.swaps]


def packs_version(groups: tuple[GroupTable, ...]) -> str:
    """Return what changes with every pick, pause and leaving."""
    return " ".join(
        f"{group.row.head[:12]}{len(group.chosen)}{bool(group.row.paused_at)}" for group in groups
    )


def boosters_version(groups: tuple[GroupView, ...]) -> str:
    """Return what changes with every turn that the clock calls."""
    return " ".join(
        f"{group.pack}.{group.turn}.{group.paused}.{group.time_is_up}" for group in groups
    )


def _sizes(view: EventView) -> tuple[int, ...]:
    try:
        return draft_groups(len(deals.checked_in_players(view.state)), view.book)
    except RefusalError:
        return ()


def _why_groups(view: EventView) -> str:
    """Return why the groups are as large as they are."""
    planned, draft = view.state.limited, view.book.formats.draft
    dealt = tuple(map(len, planned.groups)) if planned else ()
    sizes = ", ".join(map(str, dealt or _sizes(view)))
    return (
        f"A group has {draft.group_least} to {draft.group_most} players; "
        f"the fewest groups that fit everyone, as equal as possible: {sizes}."
    )


def _choices(edition: str) -> Iterator[tuple[str, str]]:
    for slug, product in known_products().items():
        for kind, pack in product.packs.items():
            other = "" if product.edition == edition else f" [{product.edition}]"
            words = f"{pack.title}{other}: {contents_words(pack)}"
            yield f"{slug}/{kind}", words


PAGE: Final = "console-limited"
MOST_PACKS: Final = 20
KINDS: Final = ("", "-2", "-3")
"""The fields of a first, second and third kind of pack."""


@console_form(PAGE, "limited")
def seal_plan(request: HttpRequest, view: EventView) -> HttpResponse:
    """Seal the plan."""
    done = deals.seal_plan(
        event_id=view.id,
        plan=_plan_from_form(view, request.POST),
        products=known_products(),
        by=view.actor,
        now=view.now,
        key=request.POST.get("key", ""),
    )
    return _redirect(view, done)


@console_form(PAGE, "limited")
def deal_packs(request: HttpRequest, view: EventView) -> HttpResponse:
    """Deal the packs."""
    limited_format(view)
    done = deals.deal_packs(
        event_id=view.id,
        by=view.actor,
        now=view.now,
        reason=request.POST.get("reason", ""),
        key=request.POST.get("key", ""),
    )
    return _redirect(view, done)


@console_form(PAGE, "limited")
def limited_action(request: HttpRequest, view: EventView, what: str) -> HttpResponse:
    """Run one of the small actions of a draft."""
    limited_format(view)
    if what not in FORM_ACTIONS:
        raise NotFound("act")
    return _redirect(view, FORM_ACTIONS[what](view, request.POST))


@sign_in_required
@require_safe
def limited_version(request: HttpRequest, event: str) -> HttpResponse:
    """Tell the script of the page whether there is something new."""
    view = staff_event_view(request, event)
    limited_format(view)
    planned = view.state.limited
    if planned is not None and planned.plan.real_packs:
        version = boosters_version(groups_at_tables(view))
    else:
        groups = drafts.draft_groups(event_id=view.id, by=view.actor, now=view.now)
        version = packs_version(groups)
    return HttpResponse(version, content_type="text/plain")


def _plan_from_form(view: EventView, form: QueryDict) -> LimitedPlan:
    """Return the plan of a form; an event of another format has no such page."""
    drafted = limited_format(view) == "draft"
    chosen = tuple(_packs(form))
    number = len(chosen)
    if not 0 <= number <= MOST_PACKS:
        reason = message("That is too many packs.")
        raise RefusalError(Refusal("too-many-packs", reason))
    real = parse_int(form.get("real", "")) if form.get("how") == "real" else None
    chance = form.get("late") == "random" and _seconds(form) and not real
    return LimitedPlan(
        format="draft" if drafted else "sealed",
        packs=() if real else chosen,
        kit=(_choice(form.get("kit", "")),) if form.get("kit") else (),
        real_packs=(max(1, min(real, 100)),) * number if real else (),
        directions=_directions(view, form, number) if drafted else (),
        each=max(1, min(parse_int(form.get("each", "")) or 1, 20)),
        turns="queue" if form.get("turns") == "queue" else "together",
        seconds=_seconds(form),
        late="random" if chance else "director",
        build_minutes=max(1, parse_int(form.get("build", "")) or 1),
        swaps=form.get("swaps") != "no",
    )


def _packs(form: QueryDict) -> Iterator[PackChoice]:
    """Yield the packs in their order: so many of the first kind, then of the others."""
    for which in KINDS:
        number = min(parse_int(form.get(f"packs{which}", "")) or 0, MOST_PACKS + 1)
        kind = form.get(f"pack{which}", "")
        if kind:
            yield from (_choice(kind),) * number


def _directions(view: EventView, form: QueryDict, number: int) -> tuple[Direction, ...]:
    usual = usual_directions(view.book, number)
    left: Direction = "left"
    right: Direction = "right"
    ways = {
        "left": (left,) * number,
        "right": (right,) * number,
        "reversed": tuple(right if way == left else left for way in usual),
    }
    return ways.get(form.get("passing", ""), usual)


def _seconds(form: QueryDict) -> int | None:
    seconds = parse_int(form.get("seconds", ""))
    return max(5, seconds) if seconds else None


def _choice(text: str) -> PackChoice:
    product, _, kind = text.partition("/")
    return PackChoice(product=product or "none", kind=kind or "none")


def _act_on_seat(
    service: Callable[..., Refusal | None], view: EventView, form: QueryDict
) -> Refusal | None:
    return service(
        event_id=view.id,
        group=parse_int(form.get("group", "")) or 0,
        seat=parse_int(form.get("seat", "")) or 0,
        by=view.actor,
        now=view.now,
    )


def _pause(view: EventView, *, paused: bool) -> None:
    drafts.pause_draft(event_id=view.id, paused=paused, by=view.actor, now=view.now)


def _record(view: EventView, form: QueryDict, action: Any) -> Any:  # noqa: ANN401 -- either kind
    return eventlog.record_action(
        event_id=view.id,
        action=action,
        by=view.actor,
        now=view.now,
        key=form.get("key", ""),
        reason=form.get("reason", ""),
    )


FORM_ACTIONS: Final[dict[str, Callable[[EventView, QueryDict], Any]]] = {
    "random": lambda view, form: _act_on_seat(drafts.pick_at_random, view, form),
    "let-go": lambda view, form: _act_on_seat(drafts.remove_seat, view, form),
    "more-time": lambda view, form: _act_on_seat(drafts.extend_time, view, form),
    "pause": lambda view, _: _pause(view, paused=True),
    "resume": lambda view, _: _pause(view, paused=False),
    "next-pack": lambda view, _: drafts.open_next_real_pack(
        event_id=view.id, by=view.actor, now=view.now
    ),
    "pool": lambda view, form: deals.give_pool(
        event_id=view.id,
        player=PlayerId(form.get("player", "")),
        reason=form.get("reason", ""),
        by=view.actor,
        now=view.now,
        key=form.get("key", ""),
    ),
    "clock": lambda view, form: _record(view, form, PickClockSet(runs=True)),
    "hold": lambda view, form: _record(view, form, PickClockSet(runs=False)),
    "build": lambda view, form: _record(view, form, BuildingStarted()),
    "built": lambda view, form: _record(view, form, BuildingEnded()),
}


def _redirect(view: EventView, done: object) -> HttpResponse:
    address = reverse(PAGE, args=(view.id,))
    number = getattr(done, "sequence", None)
    return HttpResponseRedirect(f"{address}?done={number}" if number else address)
