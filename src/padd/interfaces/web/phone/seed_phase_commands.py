"""From a phone's forms to actions during the seed phase."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, QueryDict

from padd.core.eventlog.actions.scenarios.seeding import (
    LONGEST,
    CardOpened,
    CardsPlaced,
    DilemmaRemoved,
    FirstPlayerNoted,
    StepDone,
    places_of,
    steps_of,
)
from padd.core.eventlog.state.seeding import BESIDE, MISSIONS, SHARED
from padd.core.eventlog.state.table import TableState
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, refused
from padd.core.scenarios.seed_phase import SeededMission, seal
from padd.interfaces.web.phone import commands
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.interfaces.web.phone.sealed_cards import (
    Stacks,
    closed_cards,
    keep,
    limit_objection,
    sealed_stack,
)
from padd.interfaces.web.typed_numbers import parse_int
from padd.services.eventlog import Recorded

MISSION_ROWS: Final = range(1, 8)
"""The rows of the form for missions; a deck has six."""


def act(request: HttpRequest, context: PlayerContext, kind: str, number: int) -> Recorded | Refusal:
    """Do what a form of the page asks for."""
    table = context.table
    if table is None:
        return refused("not-your-table", message("You have no seat in this draft."))
    at: dict[str, Any] = {"number": number, "table": table.number, "player": context.player}
    typed = request.POST
    match kind:
        case "first":
            chosen = typed.get("first", "")
            first = PlayerId(chosen) if chosen in table.players else None
            return commands.do(context, FirstPlayerNoted(first=first, **at), typed)
        case "place":
            return _placed(request, context, at, table)
        case "open" | "announce":
            return _opened(request, context, at, announces=kind == "announce")
        case "removed":
            title = typed.get("title", "").strip()
            return commands.do(context, DilemmaRemoved(title=title, **at), typed)
        case _:
            return refused("no-such-act", message("This page has no such button."))


def _placed(
    request: HttpRequest, context: PlayerContext, at: dict[str, Any], table: TableState
) -> Recorded | Refusal:
    """Place what was typed and, if asked, be done with the step."""
    typed = request.POST
    step = parse_int(typed.get("step", "")) or 0
    steps = steps_of(context.view.state, context.view.book)
    name = steps[step] if step < len(steps) else ""
    if name == MISSIONS:
        missions = tuple(filter(None, (_mission(typed, row) for row in MISSION_ROWS)))
        stacks: Stacks = {}
        action = CardsPlaced(step=step, missions=missions, **at)
    else:
        places = sorted(places_of(table.seeding, context.player, name))
        stacks = _stacks(request, places)
        action = _cards(typed, step, places, stacks, at)
        if name == SHARED:
            lower = {m: typed.get(f"lower-{m}", "") for m in places}
            said = {m: PlayerId(p) for m, p in lower.items() if p in table.players}
            action = CardsPlaced(
                step=step, counts=action.counts, seals=action.seals, lower=said, **at
            )
    limit = limit_objection(request, context, step, stacks)
    done = limit or commands.do(context, action, typed)
    if isinstance(done, Refusal):
        return done
    keep(request, context, step, stacks)
    if not typed.get("done"):
        return done
    again = typed.copy()
    again["key"] = f"{typed.get('key', '')[:50]}-done"
    return commands.do(context, StepDone(step=step, **at), again)


def _stacks(request: HttpRequest, places: list[int]) -> Stacks:
    """Return what was typed, card by card, by the place of its mission."""
    typed, stacks = request.POST, {}
    for place in places:
        lines = [line.strip() for line in typed.get(f"titles-{place}", "").splitlines()]
        titles = [line[:LONGEST] for line in lines if line]
        if titles:
            key = typed.get("key", "")
            stacks[str(place)] = sealed_stack(request, place, titles, key=key)
    return stacks


def _cards(
    typed: QueryDict, step: int, places: list[int], stacks: Stacks, at: dict[str, Any]
) -> CardsPlaced:
    counts = {
        place: len(stacks.get(str(place), ())) or parse_int(typed.get(f"count-{place}", "")) or 0
        for place in places
    }
    return CardsPlaced(
        step=step,
        counts={place: count for place, count in counts.items() if count},
        face_down=parse_int(typed.get("face-down", "")) or 0,
        seals={
            int(place): tuple(seal(title, salt) for title, salt in stack)
            for place, stack in stacks.items()
        },
        **at,
    )


def _mission(typed: QueryDict, row: int) -> SeededMission | None:
    place = parse_int(typed.get(f"place-{row}", ""))
    kind = typed.get(f"kind-{row}", "")
    if place is None or kind not in {"planet", "space", "both"}:
        return None
    return SeededMission(
        place=place,
        planet=kind != "space",
        space=kind != "planet",
        points=typed.get(f"points-{row}", "").strip()[:6],
        universal=bool(typed.get(f"universal-{row}")),
    )


def _opened(
    request: HttpRequest, context: PlayerContext, at: dict[str, Any], *, announces: bool
) -> Recorded | Refusal:
    """Open one card that is encountered, or name all that lie beside the missions."""
    typed = request.POST
    step = parse_int(typed.get("step", "")) or 0
    place = BESIDE if announces else parse_int(typed.get("mission", "")) or 0
    position = parse_int(typed.get("position", "")) or 0
    done: Recorded | Refusal = refused(
        "no-such-card",
        message("This phone has not placed such a card."),
        way_out=message("Use the phone on which you placed it."),
    )
    for at_step, at_place, index, title, salt in closed_cards(request, context):
        if (at_step, at_place) != (step, place) or not (announces or index == position):
            continue
        card = CardOpened(step=step, mission=place, position=index, title=title, salt=salt, **at)
        once = typed.copy()
        once["key"] = f"{typed.get('key', '')[:50]}-{index}"
        done = commands.do(context, card, once)
        if isinstance(done, Refusal):
            break
    return done
