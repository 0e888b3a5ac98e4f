"""Seeding in the Official Tournament Format Beta 1 on a phone, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from django.http import HttpRequest, QueryDict

from padd.core.eventlog.actions.scenarios.seeding import (
    LONGEST,
    CardOpened,
    CardsPlaced,
    FirstPlayerNoted,
    StepDone,
    seeding_places,
    seeding_steps,
)
from padd.core.eventlog.state.seeding import (
    BESIDE,
    DILEMMAS,
    MISSIONS,
    SHARED,
    SeedingState,
    announcements,
    cards_under,
)
from padd.core.eventlog.state.table import TableState
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.core.scenarios.seed_phase import SeededMission, may_attempt, seal_card
from padd.interfaces.web.phone import commands
from padd.interfaces.web.phone.match import phone_layout
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.interfaces.web.phone.sealed_cards import (
    Stacks,
    closed_cards,
    limit_objection,
    sealed_cards,
    sealed_stack,
    store_sealed_cards,
)
from padd.interfaces.web.phone.victory import is_won_by_conditions
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.seed_phase_view import SHORT_TITLES, STEP_TITLES
from padd.presentation.messages import text
from padd.presentation.page_words import count
from padd.rulebooks.schema import cite
from padd.services import eventlog
from padd.services.eventlog import Recorded
from padd.services.refusal import NotFound

MISSION_ROWS: Final = range(1, 8)
"""The rows of the form for missions; a deck has six."""


def record_seeding(
    request: HttpRequest, context: PlayerContext, kind: str, number: int
) -> Recorded:
    """Record what a form of the page asks for."""
    table = context.table
    if table is None:
        reason = message("You have no seat in this draft.")
        raise RefusalError(Refusal("not-your-table", reason))
    at: dict[str, Any] = {"number": number, "table": table.number, "player": context.player}
    form = request.POST
    match kind:
        case "first":
            chosen = form.get("first", "")
            first = PlayerId(chosen) if chosen in table.players else None
            return commands.record_for_player(context, FirstPlayerNoted(first=first, **at), form)
        case "place":
            return _place_cards(request, context, at, table)
        case "open" | "announce":
            return _open_cards(request, context, at, announces=kind == "announce")
        case "removed":
            action = commands.decode_for_player("otf.dilemma-removed", context, form, **at)
            return commands.record_for_player(context, action, form)
        case _:
            reason = message("This page has no such button.")
            raise RefusalError(Refusal("no-such-act", reason))


def _place_cards(
    request: HttpRequest, context: PlayerContext, at: dict[str, Any], table: TableState
) -> Recorded:
    """Place the cards of a form and, if asked, finish the step."""
    form = request.POST
    step = parse_int(form.get("step", "")) or 0
    steps = seeding_steps(context.view.state, context.view.book)
    name = steps[step] if step < len(steps) else ""
    if name == MISSIONS:
        missions = tuple(filter(None, (_mission(form, row) for row in MISSION_ROWS)))
        stacks: Stacks = {}
        action = CardsPlaced(step=step, missions=missions, **at)
    else:
        places = sorted(seeding_places(table.seeding, context.player, name))
        stacks = _stacks(request, places)
        action = _cards(form, step, places, stacks, at)
        if name == SHARED:
            lower = {m: form.get(f"lower-{m}", "") for m in places}
            said = {m: PlayerId(p) for m, p in lower.items() if p in table.players}
            action = CardsPlaced(
                step=step, counts=action.counts, seals=action.seals, lower=said, **at
            )
    limit = limit_objection(request, context, step, stacks)
    if limit is not None:
        raise RefusalError(limit)
    done = commands.record_for_player(context, action, form)
    store_sealed_cards(request, context, step, stacks)
    if not form.get("done"):
        return done
    finished = StepDone(step=step, **at)
    return commands.record_for_player(context, finished, form, suffix="-done")


def _stacks(request: HttpRequest, places: list[int]) -> Stacks:
    """Return the cards of the form by the place of their mission."""
    form, stacks = request.POST, {}
    for place in places:
        lines = [line.strip() for line in form.get(f"titles-{place}", "").splitlines()]
        titles = [line[:LONGEST] for line in lines if line]
        if titles:
            key = form.get("key", "")
            stacks[str(place)] = sealed_stack(request, place, titles, key=key)
    return stacks


def _cards(
    form: QueryDict, step: int, places: list[int], stacks: Stacks, at: dict[str, Any]
) -> CardsPlaced:
    counts = {
        place: len(stacks.get(str(place), ())) or parse_int(form.get(f"count-{place}", "")) or 0
        for place in places
    }
    return CardsPlaced(
        step=step,
        counts={place: count for place, count in counts.items() if count},
        face_down=parse_int(form.get("face-down", "")) or 0,
        seals={
            int(place): tuple(seal_card(title, salt) for title, salt in stack)
            for place, stack in stacks.items()
        },
        **at,
    )


def _mission(form: QueryDict, row: int) -> SeededMission | None:
    place = parse_int(form.get(f"place-{row}", ""))
    kind = form.get(f"kind-{row}", "")
    if place is None or kind not in {"planet", "space", "both"}:
        return None
    return SeededMission(
        place=place,
        planet=kind != "space",
        space=kind != "planet",
        points=form.get(f"points-{row}", "").strip()[:6],
        universal=bool(form.get(f"universal-{row}")),
    )


def _open_cards(
    request: HttpRequest, context: PlayerContext, at: dict[str, Any], *, announces: bool
) -> Recorded:
    """Open one card that is encountered, or name all that lie beside the missions."""
    form = request.POST
    step = parse_int(form.get("step", "")) or 0
    place = BESIDE if announces else parse_int(form.get("mission", "")) or 0
    position = parse_int(form.get("position", "")) or 0
    done = None
    for at_step, at_place, index, title, salt in closed_cards(request, context):
        if (at_step, at_place) != (step, place) or not (announces or index == position):
            continue
        card = CardOpened(step=step, mission=place, position=index, title=title, salt=salt, **at)
        done = commands.record_for_player(context, card, form, suffix=f"-{index}")
    if done is None:
        raise RefusalError(
            Refusal(
                "no-such-card",
                message("This phone has not placed such a card."),
                way_out=message("Use the phone on which you placed it."),
            )
        )
    return done


STEP_TEXTS: Final = {
    "doorway-phase": (
        "Seed every card that seeds in this phase, both at the same time. Then the "
        "first player names the titles, after that the other."
    ),
    "mission-phase": "Seed missions as the rulebook says.",
    "dilemma-phase-opponents-missions": (
        "Stack your cards in front of each mission you did not seed, "
        "with the first to be encountered at the bottom. Slide them "
        "under when both players are done."
    ),
    "dilemma-phase-shared-missions": (
        "Take turns at each shared mission, from the left as the first player sees "
        "it. The owner of its lower card starts; a player with no cards left passes."
    ),
    "dilemma-phase-own-missions": (
        "Stack your cards in front of your own missions, shared ones "
        "left out. They go on top of the cards already there and are encountered last."
    ),
    "facility-phase": (
        "Seed all remaining cards, including any that seed in this "
        "phase. Then the first player "
        "names the titles, then the other; for face-down cards, only the number."
    ),
}


class PlaceField(msgspec.Struct, frozen=True, kw_only=True):
    """A mission of the step, the cards that lie there, and its fields of the form."""

    place: int
    word: str
    mine: str
    titles: str
    theirs: int | None
    """Cards of the opponent; online they are hidden until both are done."""
    lower: PlayerId | None = None
    """Whose copy of a shared mission lies below."""


class AnnouncedLine(msgspec.Struct, frozen=True, kw_only=True):
    """What one player names after a step."""

    step: int
    title: str
    name: str
    says: str
    titles: tuple[str, ...]
    can_announce: bool


def seeding_table(context: PlayerContext) -> tuple[int, TableState]:
    """Return the round and table of a player whose game is seeded in steps."""
    round_, table = context.round, context.table
    steps = seeding_steps(context.view.state, context.view.book)
    if round_ is None or table is None or table.match is None or not steps:
        raise NotFound("seeding")
    return round_.number, table


def has_seeding(context: PlayerContext) -> bool:
    """Tell whether the table of a player seeds in steps."""
    table = context.table
    return (
        table is not None
        and table.match is not None
        and bool(seeding_steps(context.view.state, context.view.book))
    )


def match_links(context: PlayerContext) -> dict[str, Any]:
    """Return which pages about their own game there are beside the match."""
    table = context.table
    playing = table is not None and table.match is not None and not table.saved
    return {
        "asks_victory": playing and is_won_by_conditions(context),
        "asks_seeding": playing and has_seeding(context),
    }


def seeding_page(
    request: HttpRequest, context: PlayerContext, refusal: Refusal | None = None
) -> dict[str, Any]:
    """Return how far the table is, and the form of the step that is on."""
    number, table = seeding_table(context)
    state, seeding = context.view.state, table.seeding
    steps = seeding_steps(state, context.view.book)
    me, other = context.player, context.opponents(table)[0]
    on = steps[seeding.step] if seeding.step < len(steps) else ""
    return {
        **phone_layout(context, "phone-seeding"),
        "refusal": refusal,
        "key": eventlog.new_command_key(),
        "number": number,
        "seeding": seeding,
        "steps": [(name, SHORT_TITLES[name]) for name in steps],
        "title_on": STEP_TITLES.get(on, ""),
        "on": on,
        "dilemmas": DILEMMAS,
        "words_on": STEP_TEXTS.get(on, ""),
        "rule": cite(context.view.book, "formats.otf_beta.seeding"),
        "opponent": (other, context.name(other)),
        "first": context.name(seeding.first) if seeding.first else "",
        "mine_done": me in seeding.done,
        "theirs_done": context.view.clock(seeding.done.get(other)),
        "rows": _mission_rows(seeding, me) if on == MISSIONS else (),
        "places": _places(request, context, on, other) if on in DILEMMAS else (),
        "beside": _field(request, context, BESIDE, other),
        "face_down": seeding.placement(seeding.step, me).face_down or "",
        "sealed": state.settings.online,
        "missions": _missions(context, seeding),
        "attempt": _attempt(request, context, seeding),
        "announced": _announced(request, context, steps),
        "closed": [card[:4] for card in closed_cards(request, context) if card[1] != BESIDE],
        "order": list(_order(request, context, steps)),
        "opened": [
            (context.name(card.owner), card.mission, card.title, card.fits)
            for card in seeding.opened
            if card.mission != BESIDE or not card.fits
        ],
        "removed": [(context.name(owner), titles) for owner, titles in seeding.removed.items()],
    }


def _mission_rows(seeding: SeedingState, me: PlayerId) -> list[SeededMission | None]:
    mine = list(seeding.missions.get(me, ()))
    rows = len(MISSION_ROWS)
    return [*mine, *(None for _ in range(rows))][: max(len(mine), rows)]


def _faces(seeding: SeedingState) -> dict[int, SeededMission]:
    """Return every mission on the spaceline by its place."""
    return {m.place: m for missions in seeding.missions.values() for m in missions}


def _icons(mission: SeededMission) -> str:
    named = (("Planet", mission.planet), ("Space", mission.space))
    return " and ".join(word for word, has in named if has)


def _places(
    request: HttpRequest, context: PlayerContext, on: str, other: PlayerId
) -> list[PlaceField]:
    """Return the missions of the step with what lies there, as far as one may see."""
    _, table = seeding_table(context)
    places = sorted(seeding_places(table.seeding, context.player, on))
    fields = [_field(request, context, place, other) for place in places]
    if on != SHARED:
        return fields
    seeding = table.seeding
    return [
        msgspec.structs.replace(field, lower=seeding.lower.get(field.place, seeding.first))
        for field in fields
    ]


def _field(request: HttpRequest, context: PlayerContext, place: int, other: PlayerId) -> PlaceField:
    """Return a place with its fields of the form, or the saved cards (AMB-107)."""
    _, table = seeding_table(context)
    seeding = table.seeding
    face = _faces(seeding).get(place)
    word = f"{place} {_icons(face)}, {face.points or 'no'} points" if face else ""
    kept = sealed_cards(request, context).get(str(seeding.step), {}).get(str(place), [])
    mine = seeding.placement(seeding.step, context.player).counts.get(place, "")
    theirs = seeding.placement(seeding.step, other).counts.get(place, 0)
    saved = "\n".join(title for title, _ in kept)
    return PlaceField(
        place=place,
        word=word + (", universal" if face and face.universal else ""),
        mine=request.POST.get(f"count-{place}", str(mine)),
        titles=request.POST.get(f"titles-{place}", saved),
        theirs=None if context.view.state.settings.online else theirs,
    )


def _missions(context: PlayerContext, seeding: SeedingState) -> list[tuple[int, str]]:
    """Return every mission on the spaceline in words."""
    found: dict[int, str] = {}
    shared = seeding.shared()
    for owner, missions in seeding.missions.items():
        for mission in missions:
            whose = "shared" if mission.place in shared else f"{context.name(owner)}’s"
            kind = "universal" if mission.universal else "unique"
            found[mission.place] = (
                f"{mission.place} {_icons(mission)}: {whose}, {kind}, "
                f"{mission.points or 'no'} points"
            )
    return sorted(found.items())


def _attempt(
    request: HttpRequest, context: PlayerContext, seeding: SeedingState
) -> dict[str, Any] | None:
    place, faces = parse_int(request.GET.get("attempt", "")), _faces(seeding)
    if place is None or place not in faces:
        return None
    own = place in seeding.own(context.player)
    verdict = may_attempt(faces[place], context.view.book, own=own)
    return {
        "place": place,
        "allowed": verdict.allowed,
        "why": text(verdict.why),
        "rule": verdict.rule,
    }


def _announced(
    request: HttpRequest, context: PlayerContext, steps: tuple[str, ...]
) -> list[AnnouncedLine]:
    """Return who names what after the steps that are over, in turn (OTF-3, OTF-12)."""
    _, table = seeding_table(context)
    kept = {(step, place) for step, place, *_ in closed_cards(request, context)}
    announced = context.view.book.formats.otf_beta.announced or ()
    lines: list[AnnouncedLine] = []
    waits: set[int] = set()
    for one in announcements(table.seeding, steps, announced, table.players):
        says = [f"{count(one.face_up, 'card')} face up"] if one.face_up else []
        says += [f"{count(one.face_down, 'card')} face down"] if one.face_down else []
        mine = one.player == context.player and (one.step, BESIDE) in kept
        lines.append(
            AnnouncedLine(
                step=one.step,
                title=STEP_TITLES[steps[one.step]],
                name=context.name(one.player),
                says=", ".join(says),
                titles=one.titles,
                can_announce=mine and one.step not in waits,
            )
        )
        waits |= {one.step} if one.closed else set()
    return lines


def _order(
    request: HttpRequest, context: PlayerContext, steps: tuple[str, ...]
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield every mission with its cards, the first to be encountered first (OTF-13).

    Titles are those that were opened, and their own that this phone has sealed.
    """
    _, table = seeding_table(context)
    seeding = table.seeding
    own = {card[:3]: card[3] for card in closed_cards(request, context)}
    for place, word in _missions(context, seeding):
        cards = cards_under(seeding, place, steps, table.players)
        if cards:
            yield (
                word,
                [
                    (
                        context.name(card.owner),
                        seeding.title(card)
                        or (
                            own.get((card.step, card.mission, card.position), "")
                            if card.owner == context.player
                            else ""
                        ),
                    )
                    for card in cards
                ],
            )
