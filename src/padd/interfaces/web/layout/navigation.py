"""The navigation and bar around every page of the console, with the steps of the round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.eventlog.actions.scenarios.notes import has_troubles
from padd.core.eventlog.actions.scenarios.seeding import seeding_steps
from padd.core.eventlog.guidance.checklist import junior_age_limit
from padd.core.eventlog.state.event_state import Phase, Presence, RoundState, Stage
from padd.core.eventlog.state.pods import open_pods
from padd.core.eventlog.state.rounds import disputed_tables
from padd.core.scenarios.round_blocks import scenario_of
from padd.presentation.eventlog.event_view import EventView
from padd.services.access.actors import ActorKind
from padd.services.delivery import printouts
from padd.services.eventlog import player_sign_in
from padd.services.installation.backups import backup_state

COLOURS: Final = {
    Phase.NEW: "lavender",
    Phase.OPEN: "orange",
    Phase.FINISHED: "blue",
    Phase.REPORTED: "blue",
}
NEEDS: Final = {
    "console-check-in": "player.checked-in",
    "console-disputes": "result.decided",
    "phones": "player.checked-in",
    "console-decks": "deck.checked",
    "console-penalties": "penalty.given",
    "console-settings": "event.amended",
    "console-finish": "event.finished",
    "console-limited": "limited.planned",
    "console-open-games": "result.responsibility-decided",
}
"""Pages for actors with the permission for this action."""
LIMITED: Final = frozenset({"draft", "sealed"})
TABS_BEFORE: Final = ("console", "console-check-in", "console-players")
TABS_PLAYING: Final = ("console", "console-pairings", "console-standings")
"""The tabs at the foot of a phone, beside “more”."""


class NavigationItem(msgspec.Struct, frozen=True):
    """One page of the navigation."""

    name: str
    word: str
    icon: str
    count: int = 0
    tab: bool = False
    """Whether it is one of the tabs at the foot of a phone; the rest is under more."""


class RoundStep(msgspec.Struct, frozen=True):
    """One small step of a round: done, now or to come."""

    word: str
    state: str


def phase_colour(view: EventView) -> str:
    """Return the color of the frame: before, during or after the event.

    A limited event is on as soon as its packs are dealt.
    """
    state = view.state
    drafting = state.limited is not None and state.limited.dealt
    if state.phase is Phase.OPEN and not state.rounds and not drafting:
        return "lavender"
    return COLOURS[state.phase]


def navigation_items(view: EventView) -> tuple[NavigationItem, ...]:
    """Return where one can go in the console."""
    if not view.opened:
        return (NavigationItem("console", "Console", "play", tab=True),)
    state = view.state
    here = sum(e.presence is Presence.HERE for e in state.players.values())
    disputed = disputed_tables(state)
    pairings = "Pods" if view.format.in_pods else "Pairings"
    places = (
        NavigationItem("console", "Console", "play"),
        NavigationItem("console-disputes", "Disputes", "triangle-alert", len(disputed)),
        NavigationItem("console-check-in", "Check-in", "user-check", here),
        *_open_games(view),
        *_bracket(view),
        *_limited(view),
        NavigationItem("console-pairings", pairings, "arrow-left-right"),
        NavigationItem("console-rounds", "Rounds", "columns-2"),
        NavigationItem("console-standings", "Standings", "trophy"),
        NavigationItem("console-players", "Players", "users"),
        NavigationItem("console-decks", "Decks", "copy"),
        NavigationItem("paper", "Paper", "printer", len(printouts.printout_faults(view.id))),
        NavigationItem(
            "phones", "Phones", "users", player_sign_in.waiting_phone_count(view.id, view.now)
        ),
        NavigationItem("projector", "Projector", "monitor"),
        *_scenario(view),
        NavigationItem("console-penalties", "Penalties", "gavel", len(state.penalties)),
        NavigationItem("console-log", "Log", "book-open"),
        NavigationItem("console-settings", "Settings", "pencil"),
        NavigationItem("console-finish", "Finish", "badge-check"),
    )
    tabs = TABS_PLAYING if state.begun else TABS_BEFORE
    return tuple(
        msgspec.structs.replace(place, tab=place.name in tabs)
        for place in places
        if may_open_page(view, place.name) and (disputed or place.name != "console-disputes")
    )


def _open_games(view: EventView) -> tuple[NavigationItem, ...]:
    if not view.state.settings.online:
        return ()
    waiting = sum(
        not table.settled for round_ in view.state.played for table in round_.tables.values()
    )
    return (NavigationItem("console-open-games", "Open games", "hourglass", waiting),)


def _bracket(view: EventView) -> tuple[NavigationItem, ...]:
    if not view.format.has_bracket:
        return ()
    return (NavigationItem("console-bracket", "Bracket", "columns-2"),)


def _scenario(view: EventView) -> tuple[NavigationItem, ...]:
    title = special_title(view)
    if not title:
        return ()
    return (NavigationItem("console-scenario", title, "arrow-left-right"),)


def special_title(view: EventView) -> str:
    """Return what is special about the event, where the console has a page for it."""
    state, book = view.state, view.book
    if scenario_of(state.settings, book) is not None:
        return "Scenario"
    if seeding_steps(state, book):
        return "Seeding"
    if junior_age_limit(state, book) is not None:
        return "Juniors"
    return "Troubles" if has_troubles(state, book) else ""


def _limited(view: EventView) -> tuple[NavigationItem, ...]:
    format_ = str(view.state.settings.format)
    if format_ not in LIMITED:
        return ()
    return (NavigationItem("console-limited", format_.capitalize(), "columns-2"),)


def may_open_page(view: EventView, page: str) -> bool:
    """Tell whether the actor has anything to do on a page."""
    return page not in NEEDS or view.may(NEEDS[page])


def round_steps(view: EventView) -> tuple[RoundStep, ...]:
    """Return the steps of the round: paired, published, clock, results, closed.

    Before the first round of a limited event, those up to its decks.
    """
    round_ = view.current
    done = tuple(_finished_steps(view, round_) if round_ else _finished_limited_steps(view))
    first_open = next((i for i, (_, is_done) in enumerate(done) if not is_done), None)
    return tuple(
        RoundStep(word, "done" if is_done else "now" if at == first_open else "todo")
        for at, (word, is_done) in enumerate(done)
    )


def _finished_steps(view: EventView, round_: RoundState) -> Iterator[tuple[str, bool]]:
    out, closed = round_.stage is not Stage.DRAFT, round_.stage is Stage.CLOSED
    clock = round_.clock
    yield ("Pods drawn" if view.format.in_pods else "Paired"), True
    published = f"Published {view.clock(round_.published_at)}" if out else "Publish"
    yield published, out
    if not view.state.settings.online and (clock.minutes or view.state.minutes):
        begun = clock.started_at is not None
        word = f"Clock {view.clock(clock.started_at)}" if begun else "Clock"
        yield word, begun or closed
    yield "Results", out and not open_pods(view.state, round_)
    several = round_.match_rounds is not None
    word = "Close rounds" if several else "Close round"
    yield ("Closed" if closed else word), closed


def _finished_limited_steps(view: EventView) -> Iterator[tuple[str, bool]]:
    limited = view.state.limited
    if limited is None:
        return
    yield f"Plan sealed {view.clock(limited.planned_at)}", True
    dealt = f"Dealt {view.clock(limited.dealt_at)}" if limited.dealt_at else "Deal"
    yield dealt, limited.dealt
    if limited.plan.format == "draft":
        yield "Draft", limited.building_at is not None
    yield "Build decks", limited.built_at is not None


class BackupLine(msgspec.Struct, frozen=True):
    """The line about backups at the foot of the navigation."""

    at: str = ""
    where: str = ""
    """The folder, shown at the computer itself."""
    lost: str = ""
    second: bool = False


def backup_line(view: EventView) -> BackupLine:
    """Return when the event was last copied, where, and what is missing."""
    if not view.opened:
        return BackupLine()
    backups = backup_state(view.id)
    here = view.actor.kind is ActorKind.LAPTOP
    return BackupLine(
        at=view.clock(backups.at),
        where=str(backups.folder) if here else "",
        lost=str(backups.lost or ""),
        second=backups.second,
    )
