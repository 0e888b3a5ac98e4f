"""What the page of limited play does: seal, deal, pause, pick, drop, build."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from padd.core.eventlog.actions.limited import BuildingEnded, BuildingStarted, PickClockSet
from padd.core.limited.draft import Direction
from padd.core.limited.plan import LimitedPlan, PackChoice, usual_directions
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, refused
from padd.interfaces.web.console.limited_page import format_of, version_at_tables, version_of
from padd.interfaces.web.console.page import show_page
from padd.interfaces.web.request_actor import sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.limited.group_view import groups_at_tables
from padd.presentation.limited.known_products import known_products
from padd.services import eventlog
from padd.services.limited import deals, drafts
from padd.services.refusal import NotFound

PAGE: Final = "console-limited"
MOST_PACKS: Final = 20
KINDS: Final = ("", "-2", "-3")
"""The fields of a first, second and third kind of pack."""


@sign_in_required
@require_POST
def plan(request: HttpRequest, event: str) -> HttpResponse:
    """Seal the plan."""
    view = _view(request, event)
    planned = _plan(view, request.POST)
    if isinstance(planned, LimitedPlan):
        done: Any = deals.seal_plan(
            event_id=view.id,
            plan=planned,
            products=known_products(),
            by=view.actor,
            now=view.now,
            key=request.POST.get("key", ""),
        )
    else:
        done = planned
    return _answer(request, view, done)


@sign_in_required
@require_POST
def deal(request: HttpRequest, event: str) -> HttpResponse:
    """Deal the packs."""
    view = _view(request, event)
    done = deals.deal_packs(
        event_id=view.id,
        by=view.actor,
        now=view.now,
        reason=request.POST.get("reason", ""),
        key=request.POST.get("key", ""),
    )
    return _answer(request, view, done)


@sign_in_required
@require_POST
def act(request: HttpRequest, event: str, what: str) -> HttpResponse:
    """Do one of the small things of a draft."""
    view = _view(request, event)
    if what not in ACTS:
        raise NotFound("act")
    return _answer(request, view, ACTS[what](view, request.POST))


@sign_in_required
@require_safe
def state(request: HttpRequest, event: str) -> HttpResponse:
    """Tell the script of the page whether there is something new."""
    view = _view(request, event)
    planned = view.state.limited
    if planned is not None and planned.plan.real_packs:
        version = version_at_tables(groups_at_tables(view))
    else:
        groups = drafts.draft_groups(event_id=view.id, by=view.actor, now=view.now)
        version = version_of(groups)
    return HttpResponse(version, content_type="text/plain")


def _view(request: HttpRequest, event: str) -> EventView:
    view = staff_event_view(request, event)
    format_of(view)
    return view


def _plan(view: EventView, typed: QueryDict) -> LimitedPlan | Refusal:
    chosen = tuple(_packs(typed))
    number = len(chosen)
    if not 0 <= number <= MOST_PACKS:
        return refused("too-many-packs", message("That is too many packs."))
    real = parse_int(typed.get("real", "")) if typed.get("how") == "real" else None
    drafted = format_of(view) == "draft"
    chance = typed.get("late") == "random" and _seconds(typed) and not real
    return LimitedPlan(
        format="draft" if drafted else "sealed",
        packs=() if real else chosen,
        kit=(_choice(typed.get("kit", "")),) if typed.get("kit") else (),
        real_packs=(max(1, min(real, 100)),) * number if real else (),
        directions=_directions(view, typed, number) if drafted else (),
        each=max(1, min(parse_int(typed.get("each", "")) or 1, 20)),
        turns="queue" if typed.get("turns") == "queue" else "together",
        seconds=_seconds(typed),
        late="random" if chance else "director",
        build_minutes=max(1, parse_int(typed.get("build", "")) or 1),
        swaps=typed.get("swaps") != "no",
    )


def _packs(typed: QueryDict) -> Iterator[PackChoice]:
    """Yield the packs in their order: so many of the first kind, then of the others."""
    for which in KINDS:
        number = min(parse_int(typed.get(f"packs{which}", "")) or 0, MOST_PACKS + 1)
        kind = typed.get(f"pack{which}", "")
        if kind:
            yield from (_choice(kind),) * number


def _directions(view: EventView, typed: QueryDict, number: int) -> tuple[Direction, ...]:
    usual = usual_directions(view.book, number)
    left: Direction = "left"
    right: Direction = "right"
    ways = {
        "left": (left,) * number,
        "right": (right,) * number,
        "reversed": tuple(right if way == left else left for way in usual),
    }
    return ways.get(typed.get("passing", ""), usual)


def _seconds(typed: QueryDict) -> int | None:
    seconds = parse_int(typed.get("seconds", ""))
    return max(5, seconds) if seconds else None


def _choice(text: str) -> PackChoice:
    product, _, kind = text.partition("/")
    return PackChoice(product=product or "none", kind=kind or "none")


def _seat(
    service: Callable[..., Refusal | None], view: EventView, typed: QueryDict
) -> Refusal | None:
    return service(
        event_id=view.id,
        group=parse_int(typed.get("group", "")) or 0,
        seat=parse_int(typed.get("seat", "")) or 0,
        by=view.actor,
        now=view.now,
    )


def _pause(view: EventView, *, paused: bool) -> None:
    drafts.pause_draft(event_id=view.id, paused=paused, by=view.actor, now=view.now)


def _log(view: EventView, typed: QueryDict, action: Any) -> Any:  # noqa: ANN401 -- either kind
    return eventlog.record_action(
        event_id=view.id,
        action=action,
        by=view.actor,
        now=view.now,
        key=typed.get("key", ""),
        reason=typed.get("reason", ""),
    )


ACTS: Final[dict[str, Callable[[EventView, QueryDict], Any]]] = {
    "random": lambda view, typed: _seat(drafts.pick_at_random, view, typed),
    "let-go": lambda view, typed: _seat(drafts.remove_seat, view, typed),
    "more-time": lambda view, typed: _seat(drafts.extend_time, view, typed),
    "pause": lambda view, _: _pause(view, paused=True),
    "resume": lambda view, _: _pause(view, paused=False),
    "next-pack": lambda view, _: drafts.open_next_real_pack(
        event_id=view.id, by=view.actor, now=view.now
    ),
    "pool": lambda view, typed: deals.give_pool(
        event_id=view.id,
        player=PlayerId(typed.get("player", "")),
        reason=typed.get("reason", ""),
        by=view.actor,
        now=view.now,
        key=typed.get("key", ""),
    ),
    "clock": lambda view, typed: _log(view, typed, PickClockSet(runs=True)),
    "hold": lambda view, typed: _log(view, typed, PickClockSet(runs=False)),
    "build": lambda view, typed: _log(view, typed, BuildingStarted()),
    "built": lambda view, typed: _log(view, typed, BuildingEnded()),
}


def _answer(request: HttpRequest, view: EventView, done: Any) -> HttpResponse:  # noqa: ANN401 -- recorded or refused
    if isinstance(done, Refusal):
        return show_page(request, view, PAGE, QueryDict(), refusal=done, kind="limited")
    address = reverse(PAGE, args=(view.id,))
    number = getattr(done, "sequence", None)
    return HttpResponseRedirect(f"{address}?done={number}" if number else address)
