"""The page of limited play: plan, deal, who everyone is waiting for. Never a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any, Final

import msgspec
from django.http import QueryDict

from padd.core.formats.draft_groups import draft_groups
from padd.core.limited.advice import advice_on
from padd.core.limited.event_state import LimitedState
from padd.core.limited.plan import least_building_time
from padd.core.refusal import RefusalError
from padd.interfaces.web.console.page import console_page
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.progress import Segment, segments
from padd.presentation.limited.group_view import GroupView, SeatState, group_view, groups_at_tables
from padd.presentation.limited.known_products import known_products
from padd.presentation.limited.pack_text import contents_words
from padd.presentation.limited.recent_activity import recent_activity
from padd.presentation.messages import text
from padd.rulebooks.schema import cite
from padd.services.limited import deals, drafts, pools
from padd.services.limited.tables import GroupTable
from padd.services.refusal import NotFound

Context = dict[str, Any]

LATEST: Final = 6
"""Lines that the page shows of what happened."""
TURNS: Final = {"together": "all together", "queue": "in a queue"}
LATE: Final = {"director": "You decide", "random": "A random card, marked"}
SWAPS: Final = {True: "changes within the pool", False: "no changes"}


def format_of(view: EventView) -> str:
    """Return whether the event is a draft or sealed; others have no such page."""
    format_ = str(view.state.settings.format) if view.opened else ""
    if format_ not in {"draft", "sealed"}:
        raise NotFound("draft")
    return format_


@console_page("console-limited", "console/limited.html")
def limited(view: EventView, query: QueryDict, typed: QueryDict | None) -> Context:
    """Return how far the limited play is, for those who run the event."""
    del query, typed
    state, book = view.state, view.book
    format_ = format_of(view)
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
            for one in advice_on(book, format_, str(state.settings.edition))
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
        "version": version_at_tables(groups),
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
        "version": version_of(tables),
    }


def _held_up(groups: Iterable[GroupView]) -> tuple[GroupView, SeatState] | None:
    """Return whom a whole group waits for: somebody late, or the only one missing."""
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
        return segments(view)
    span = f"{turns[0]} to {turns[-1]}" if len(turns) > 1 else f"{turns[0]}"
    note = f"{'turns' if len(turns) > 1 else 'turn'} {span} of {most}"
    return tuple(
        msgspec.structs.replace(one, note=note)
        if one.state == "now" and one.word.startswith("Pack")
        else one
        for one in segments(view)
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


def version_of(groups: tuple[GroupTable, ...]) -> str:
    """Return what changes with every pick, pause and leaving."""
    return " ".join(
        f"{group.row.head[:12]}{len(group.chosen)}{bool(group.row.paused_at)}" for group in groups
    )


def version_at_tables(groups: tuple[GroupView, ...]) -> str:
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
