"""The page of limited play: the plan, the deal, who is waited for. Never a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from padd.core.formats.draft_groups import draft_groups
from padd.core.limited.advice import advice_on
from padd.core.limited.plan import least_building_time
from padd.core.limited.seats import group_name
from padd.core.refusal import RefusalError
from padd.presentation.limited.known_products import known_products
from padd.presentation.limited.pack_text import contents_words
from padd.presentation.messages import text
from padd.rulebooks.schema import cite
from padd.services.limited import deals, drafts, pools
from padd.services.refusal import NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import QueryDict

    from padd.presentation.event_view import EventView
    from padd.services.limited.tables import GroupTable

    Context = dict[str, Any]


def format_of(view: EventView) -> str:
    """Return whether the event is a draft or sealed; others have no such page."""
    format_ = str(view.state.settings.format) if view.opened else ""
    if format_ not in {"draft", "sealed"}:
        raise NotFound("draft")
    return format_


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
        "present": len(deals.present(state)),
        "sizes": _sizes(view),
        "least": least_building_time(book, format_),
        "least_rule": cite(book, "formats.build_minutes"),
        "advice": [
            (text(one.message), one.rule)
            for one in advice_on(book, format_, str(state.settings.edition))
        ],
        "choices": list(_choices(str(state.settings.edition))),
        "groups": (),
        "pools": (),
        "director_plays": state.director_playing() is not None,
        "pool_maker": book.online.pool_maker_plays if book.online else "",
        "pool_maker_rule": cite(book, "online.pool_maker_plays"),
    }
    if planned is None or not planned.dealt or planned.plan.real_packs:
        return shown | {"seats": _seats(view)}
    groups = drafts.groups_of(event_id=view.id, by=view.actor, now=view.now)
    states = pools.pool_states(event_id=view.id, by=view.actor)
    ends = planned.building_ends
    return shown | {
        "groups": [_group(view, group) for group in groups]
        if planned.plan.format == "draft"
        else (),
        "paused": any(group.row.paused_at for group in groups),
        "late": [
            view.name(group.players[seat - 1])
            for group in groups
            for seat in group.waited_for
            if (due := group.due(seat)) is not None and due <= view.now
        ],
        "begun": any(group.steps or group.chosen for group in groups),
        "drafted": all(group.table.over for group in groups),
        "pools": [(view.name(one.player), one) for one in states],
        "ends": view.clock(ends.isoformat()) if ends else "",
        "version": version_of(groups),
    }


def version_of(groups: tuple[GroupTable, ...]) -> str:
    """Return what changes with every pick, pause and leaving."""
    return " ".join(
        f"{group.row.head[:12]}{len(group.chosen)}{bool(group.row.paused_at)}"
        for group in groups
    )


def _sizes(view: EventView) -> tuple[int, ...]:
    try:
        return draft_groups(len(deals.present(view.state)), view.book)
    except RefusalError:
        return ()


def _choices(edition: str) -> Iterator[tuple[str, str]]:
    for slug, product in known_products().items():
        for kind, pack in product.packs.items():
            other = "" if product.edition == edition else f" [{product.edition}]"
            words = f"{pack.title}{other}: {contents_words(pack)}"
            yield f"{slug}/{kind}", words


def _seats(view: EventView) -> list[tuple[str, list[str]]]:
    planned = view.state.limited
    groups = () if planned is None else planned.groups
    return [
        (group_name(number), [view.name(player) for player in group])
        for number, group in enumerate(groups, start=1)
    ]


def _group(view: EventView, group: GroupTable) -> Context:
    table, waited = group.table, group.waited_for
    seats = []
    for number, player in enumerate(group.players, start=1):
        due = group.due(number) if number in waited else None
        seats.append(
            {
                "number": number,
                "name": view.name(player),
                "gone": number in table.gone,
                "waited": number in waited,
                "late": due is not None and due <= view.now,
                "due": due.isoformat() if due else "",
            }
        )
    return {
        "number": group.row.number,
        "name": group_name(group.row.number),
        "seats": seats,
        "pack": table.pack,
        "packs": len(table.rules.sizes),
        "turn": table.turn,
        "over": table.over,
        "direction": "" if table.over else table.direction,
        "waited": len(waited),
    }
