"""Seeding by the Official Tournament Format Beta 1 on a player's phone, step by step.

What somebody places online stays with the phone: the session keeps titles and salts,
the log gets counts and seals.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final

from padd.core.eventlog.action_kinds import (
    CardOpened,
    CardsPlaced,
    DilemmaRemoved,
    FirstPlayerNoted,
    StepDone,
)
from padd.core.eventlog.actions.otf import DILEMMAS, MISSIONS, places_of, steps_of
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.otf_seeding import SeededMission, may_attempt, over_seed_limit, seal
from padd.core.refusal import Refusal, refused
from padd.core.text import slug
from padd.interfaces.web.phone import commands
from padd.interfaces.web.phone.match_page import around
from padd.interfaces.web.phone.victory_page import is_won_by_conditions
from padd.interfaces.web.typed_numbers import small
from padd.presentation.eventlog.seeding_view import SHORT_TITLES, STEP_TITLES
from padd.presentation.messages import text
from padd.rulebooks.schema import cite
from padd.services import eventlog
from padd.services.decks.seeded_cards import identity_of
from padd.services.refusal import NotFound

if TYPE_CHECKING:
    from django.http import HttpRequest, QueryDict

    from padd.core.eventlog.action import Action
    from padd.core.eventlog.otf_table import SeedingState
    from padd.core.eventlog.table import TableState
    from padd.interfaces.web.phone.player_context import PlayerContext
    from padd.services.eventlog import Recorded

ROWS: Final = range(1, 8)
WORDS: Final = {
    "doorway-phase": (
        "Seed every card that seeds in this phase, both at the same time. Then the "
        "first player names the titles, after that the other."
    ),
    "mission-phase": "Seed missions as the rulebook says.",
    "dilemma-phase-opponents-missions": (
        "Stack your cards in front of each mission you did not seed, the first to be "
        "met at the bottom. Slide them under when both are done."
    ),
    "dilemma-phase-shared-missions": (
        "Take turns at each shared mission, from the left as the first player sees "
        "it. Whoever owns its lower card begins; who has no more passes."
    ),
    "dilemma-phase-own-missions": (
        "Stack your cards in front of your own missions, shared ones left out. They "
        "go on top of what lies there and are met last."
    ),
    "facility-phase": (
        "Seed what seeds in this phase and all cards left. Then the first player "
        "names the titles, then the other; of face-down cards only the number."
    ),
}


def _place(context: PlayerContext) -> tuple[int, TableState]:
    round_, table = context.round, context.table
    steps = steps_of(context.view.state, context.view.book)
    if round_ is None or table is None or table.match is None or not steps:
        raise NotFound("seeding")
    return round_.number, table


def has_seeding(context: PlayerContext) -> bool:
    """Tell whether the table of a player seeds in steps."""
    table = context.table
    return (
        table is not None
        and table.match is not None
        and bool(steps_of(context.view.state, context.view.book))
    )


def links(context: PlayerContext) -> dict[str, Any]:
    """Return which pages about the own game there are beside the match."""
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
    number, table = _place(context)
    state, seeding = context.view.state, table.seeding
    steps = steps_of(state, context.view.book)
    me, other = context.player, context.opponents(table)[0]
    on = steps[seeding.step] if seeding.step < len(steps) else ""
    return {
        **around(context, "phone-seeding"),
        "refusal": refusal,
        "key": eventlog.new_key(),
        "number": number,
        "seeding": seeding,
        "steps": [(name, SHORT_TITLES[name]) for name in steps],
        "title_on": STEP_TITLES.get(on, ""),
        "on": on,
        "words_on": WORDS.get(on, ""),
        "rule": cite(context.view.book, "formats.otf_beta.seeding"),
        "opponent": (other, context.name(other)),
        "first": context.name(seeding.first) if seeding.first else "",
        "mine_done": me in seeding.done,
        "theirs_done": other in seeding.done,
        "rows": _mission_rows(seeding, me) if on == MISSIONS else (),
        "places": _places(context, seeding, on, other) if on in DILEMMAS else (),
        "sealed": state.settings.online and on in DILEMMAS,
        "kept": _kept(request, context).get(str(seeding.step), {}),
        "missions": _missions(context, seeding),
        "attempt": _attempt(request, context, seeding),
        "closed": _closed(request, context, seeding),
        "opened": [
            (context.name(card.owner), card.mission, card.title, card.fits)
            for card in seeding.opened
        ],
        "removed": [
            (context.name(owner), titles) for owner, titles in seeding.removed.items()
        ],
    }


def _mission_rows(seeding: SeedingState, me: PlayerId) -> list[SeededMission | None]:
    mine = list(seeding.missions.get(me, ()))
    return [*mine, *(None for _ in ROWS)][: max(len(mine), len(ROWS))]


def _places(
    context: PlayerContext, seeding: SeedingState, on: str, other: PlayerId
) -> list[dict[str, Any]]:
    """Return the missions of the step with what lies there, as far as one may see.

    Online nobody sees the other's counts before both are done (AMB-107).
    """
    me, open_counts = context.player, not context.view.state.settings.online
    mine = seeding.placement(seeding.step, me).counts
    theirs = seeding.placement(seeding.step, other).counts
    faces = {m.place: m for missions in seeding.missions.values() for m in missions}
    return [
        {
            "place": place,
            "mission": faces[place],
            "mine": mine.get(place, 0),
            "theirs": theirs.get(place, 0) if open_counts else None,
        }
        for place in sorted(places_of(seeding, me, on))
    ]


def _missions(context: PlayerContext, seeding: SeedingState) -> list[tuple[int, str]]:
    """Return every mission on the spaceline in words."""
    found: dict[int, str] = {}
    shared = seeding.shared()
    for owner, missions in seeding.missions.items():
        for mission in missions:
            icons = " and ".join(
                w
                for w, has in (("Planet", mission.planet), ("Space", mission.space))
                if has
            )
            whose = "shared" if mission.place in shared else f"{context.name(owner)}’s"
            kind = "universal" if mission.universal else "unique"
            points = mission.points or "no"
            found[mission.place] = (
                f"{mission.place} {icons}: {whose}, {kind}, {points} points"
            )
    return sorted(found.items())


def _attempt(
    request: HttpRequest, context: PlayerContext, seeding: SeedingState
) -> dict[str, Any] | None:
    place = small(request.GET.get("attempt", ""))
    faces = {m.place: m for missions in seeding.missions.values() for m in missions}
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


def _session_key(context: PlayerContext) -> str:
    number, table = _place(context)
    return f"seeds:{context.id}:{number}:{table.number}"


def _kept(request: HttpRequest, context: PlayerContext) -> dict[str, Any]:
    """Return what this phone has sealed: titles and salts by step and mission."""
    kept: dict[str, Any] = request.session.get(_session_key(context), {})
    return kept


def _closed(
    request: HttpRequest, context: PlayerContext, seeding: SeedingState
) -> list[tuple[str, str, int, str]]:
    """Return the own cards that are sealed and not open yet."""
    open_now = {
        (str(card.step), str(card.mission), card.position)
        for card in seeding.opened
        if card.owner == context.player
    }
    return [
        (step, place, at, title)
        for step, places in _kept(request, context).items()
        if int(step) < seeding.step
        for place, cards in places.items()
        for at, (title, _) in enumerate(cards)
        if (step, place, at) not in open_now
    ]


def act(request: HttpRequest, context: PlayerContext, kind: str) -> Recorded | Refusal:
    """Do what a form of the page asks for."""
    number, table = _place(context)
    at: dict[str, Any] = {
        "number": number,
        "table": table.number,
        "player": context.player,
    }
    typed = request.POST
    match kind:
        case "first":
            chosen = typed.get("first", "")
            first = PlayerId(chosen) if chosen in table.players else None
            return commands.do(context, FirstPlayerNoted(first=first, **at), typed)
        case "place":
            return _placed(request, context, at, table.seeding)
        case "open":
            return commands.do(context, _opening(request, context, at), typed)
        case "removed":
            title = typed.get("title", "").strip()
            return commands.do(context, DilemmaRemoved(title=title, **at), typed)
        case _:
            return refused("no-such-act", message("This page has no such button."))


def _placed(
    request: HttpRequest,
    context: PlayerContext,
    at: dict[str, Any],
    seeding: SeedingState,
) -> Recorded | Refusal:
    """Place what was typed and, if asked, be done with the step."""
    typed = request.POST
    step = small(typed.get("step", "")) or 0
    action, kept = _typed_cards(context, at, seeding, typed, step)
    limit = _limit_objection(request, context, step, kept)
    if limit is not None:
        return limit
    done = commands.do(context, action, typed)
    if isinstance(done, Refusal):
        return done
    if kept:
        everything = {**_kept(request, context), str(step): kept}
        request.session[_session_key(context)] = everything
    if not typed.get("done"):
        return done
    again = typed.copy()
    again["key"] = f"{typed.get('key', '')[:50]}-done"
    return commands.do(context, StepDone(step=step, **at), again)


def _typed_cards(
    context: PlayerContext,
    at: dict[str, Any],
    seeding: SeedingState,
    typed: QueryDict,
    step: int,
) -> tuple[CardsPlaced, dict[str, list[tuple[str, str]]]]:
    steps = steps_of(context.view.state, context.view.book)
    name = steps[step] if step < len(steps) else ""
    if name == MISSIONS:
        missions = tuple(m for row in ROWS if (m := _mission(typed, row)) is not None)
        return CardsPlaced(step=step, missions=missions, **at), {}
    face_down = small(typed.get("face-down", "")) or 0
    kept: dict[str, list[tuple[str, str]]] = {}
    counts: dict[int, int] = {}
    for place in sorted(places_of(seeding, context.player, name)):
        titles = [t.strip() for t in typed.get(f"titles-{place}", "").splitlines()]
        cards = [(title[:200], secrets.token_hex(16)) for title in titles if title]
        if cards:
            kept[str(place)] = cards
        counts[place] = len(cards) or small(typed.get(f"count-{place}", "")) or 0
    action = CardsPlaced(
        step=step,
        counts={place: count for place, count in counts.items() if count},
        face_down=face_down,
        seals={
            int(place): tuple(seal(title, salt) for title, salt in cards)
            for place, cards in kept.items()
        },
        **at,
    )
    return action, kept


def _mission(typed: QueryDict, row: int) -> SeededMission | None:
    place = small(typed.get(f"place-{row}", ""))
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


def _limit_objection(
    request: HttpRequest,
    context: PlayerContext,
    step: int,
    kept: dict[str, list[tuple[str, str]]],
) -> Refusal | None:
    """Refuse more copies of a card than may be seeded like a dilemma (OTF-18)."""
    everything = {**_kept(request, context), str(step): kept}
    titles = [
        title
        for places in everything.values()
        for cards in places.values()
        for title, _ in cards
    ]
    view = context.view
    identity = identity_of(view.state, view.book, view.now) if titles else slug
    over = over_seed_limit(titles, view.book, identity)
    if not over:
        return None
    return refused(
        "seed-limit",
        message(
            "{title} is seeded like a dilemma more than {limit} times.",
            title=over[0],
            limit=context.view.book.formats.otf_beta.seed_limit or 0,
        ),
        rule=cite(context.view.book, "formats.otf_beta.seed_limit"),
        way_out=message("Take a copy away."),
    )


def _opening(
    request: HttpRequest, context: PlayerContext, at: dict[str, Any]
) -> Action:
    typed = request.POST
    step, place = typed.get("step", ""), typed.get("mission", "")
    position = small(typed.get("position", "")) or 0
    cards = _kept(request, context).get(step, {}).get(place, [])
    title, salt = cards[position] if position < len(cards) else ("", "")
    return CardOpened(
        step=small(step) or 0,
        mission=small(place) or 0,
        position=position,
        title=title,
        salt=salt,
        **at,
    )
