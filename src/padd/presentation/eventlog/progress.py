"""The progress of an event: its rounds, for the bar of every page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.eventlog.state.event_state import Phase, Presence, RoundState, Stage
from padd.core.eventlog.state.pods import last_round_of_match, rounds_together
from padd.core.eventlog.state.rounds import open_tables
from padd.core.formats.registry import format_of
from padd.core.model import PairingStyle
from padd.core.scoring.clinch import Clinch, clinch_of
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.words import join_alternatives, join_names

FOLDED_FROM: Final = 8
"""Events with more rounds fold the settled ones into one segment."""


class Segment(msgspec.Struct, frozen=True):
    """One piece of the bar: a round, or the end."""

    digit: str
    word: str
    state: str
    note: str = ""
    anchor: str = ""


def progress_segments(view: EventView) -> tuple[Segment, ...]:
    """Return the rounds of the event as the bar shows them.

    Before the first round of a limited event, its packs and the time to build.
    """
    before = tuple(_before_round_one(view)) if view.opened else ()
    pieces = list(_rounds(view))
    if before:
        return (*before, *pieces[:1])
    settled = [piece for piece in pieces if piece.state == "settled"]
    if len(pieces) > FOLDED_FROM and len(settled) > 1:
        word = f"Rounds 1 to {settled[-1].digit}"
        folded = Segment(f"1–{settled[-1].digit}", word, "settled", anchor="round-1")
        pieces = [folded, *(piece for piece in pieces if piece.state != "settled")]
    over = view.state.phase in {Phase.FINISHED, Phase.REPORTED}
    return (*pieces, Segment("End", "Finish", "settled" if over else "planned"))


def _rounds(view: EventView) -> Iterator[Segment]:
    state = view.state
    planned = _planned(view)
    for number in range(1, max(planned, len(state.rounds)) + 1):
        round_ = state.round(number) if state.rounds else None
        match = _match(view, number, round_)
        if match is not None:
            if match[0] == number:
                yield _match_segment(view, match, round_)
            continue
        word = view.round_title(number)
        if round_ is None:
            yield Segment(str(number), word, "planned")
        elif round_.stage is Stage.CLOSED:
            yield Segment(str(number), word, "settled", anchor=f"round-{number}")
        else:
            note = round_progress(round_)
            yield Segment(str(number), word, "now", note, anchor=f"round-{number}")


def _before_round_one(view: EventView) -> Iterator[Segment]:
    """Yield the packs of a draft and the building, until the first round is drawn."""
    limited = view.state.limited
    if limited is None or view.state.rounds:
        return
    drafted = limited.plan.format == "draft"
    current = limited.pack_open if limited.dealt else 0
    for number in range(1, limited.plan.number_of_packs + 1) if drafted else ():
        settled = number < current or limited.building_at is not None
        state = "settled" if settled else "now" if number == current else "planned"
        yield Segment(str(number), f"Pack {number}", state)
    built = limited.built_at is not None
    building = limited.building_at is not None and not built
    yield Segment("B", "Build", "settled" if built else "now" if building else "planned")


def _match(view: EventView, number: int, round_: RoundState | None) -> tuple[int, int] | None:
    """Return the rounds that are played as one match, published or to come."""
    if not view.opened or not view.format.in_pods or view.book.tribbles is None:
        return None
    if round_ is not None and round_.stage is not Stage.DRAFT:
        return round_.match_rounds
    last = last_round_of_match(view.state, number, view.book) or number
    span = view.book.tribbles.rounds_per_match
    first = number - (number - 1) % span
    begun = view.state.round(first) if view.state.rounds else None
    alone = begun is not None and begun.stage is not Stage.DRAFT
    return None if alone and begun is not round_ else (first, last)


def _match_segment(view: EventView, match: tuple[int, int], round_: RoundState | None) -> Segment:
    first, last = match
    finals = view.state.settings.pairing_style is PairingStyle.TRIBBLES_FINALS
    part = ("Heats, rounds" if first == 1 else "Finals, rounds") if finals else "Rounds"
    digit, word = f"{first}–{last}", f"{part} {first} to {last}"
    if round_ is None:
        return Segment(digit, word, "planned")
    if round_.stage is Stage.CLOSED:
        return Segment(digit, word, "settled", anchor=f"round-{first}")
    if round_.stage is Stage.DRAFT:
        return Segment(digit, word, "now", "draft", anchor=f"round-{first}")
    tables = [t for r in rounds_together(view.state, round_) for t in r.tables.values()]
    scored = sum(not table.open for table in tables)
    note = f"{scored} of {len(tables)} scored"
    return Segment(digit, word, "now", note, anchor=f"round-{first}")


def _planned(view: EventView) -> int:
    """Return how many rounds there will be; a knock-out halves its field each time."""
    if not view.opened:
        return view.calendar_event.rounds_planned
    settings, entrants = view.state.settings, view.state.players.values()
    if settings.stages:
        return format_of(settings).scheduled_rounds(view.facts)
    if settings.pairing_style is not PairingStyle.SINGLE_ELIMINATION:
        return settings.rounds_planned
    field = sum(entrant.presence is not Presence.WITHDRAWN for entrant in entrants)
    return max(settings.rounds_planned, (field - 1).bit_length() if field else 0)


def round_progress(round_: RoundState) -> str:
    """Return how far a round is, in a few words."""
    if round_.stage is Stage.DRAFT:
        return "draft"
    tables = len(round_.tables)
    return f"{tables - len(open_tables(round_))} of {tables} confirmed"


FINALISTS: Final = 2
NAMED: Final = 6
"""How many players are named one by one."""


def clinch_of_round(view: EventView, round_: RoundState, last_rounds: int) -> Clinch | None:
    """Return the places that each player can still reach in the last rounds of a Swiss event."""
    if not view.format.gives_victory_points or view.swiss_ranking.in_orbit:
        return None
    left = view.state.settings.rounds_planned - round_.number
    if not 0 <= left < last_rounds:
        return None
    return view.once(
        "clinch",
        lambda: clinch_of(view.scored, view.book, rounds_left=left, standings=view.swiss_ranking),
    )


def clinch_in_sentences(view: EventView) -> tuple[str, ...]:
    """Return what the last round still decides, as the room reads it."""
    round_ = view.current if view.opened else None
    places = None if round_ is None else clinch_of_round(view, round_, last_rounds=1)
    if places is None or view.state.finished_at:
        return ()
    return tuple(_sentences(view, places))


def _sentences(view: EventView, found: Clinch) -> Iterator[str]:
    final = view.state.final_planned
    wanted, goal = (FINALISTS, "a place in the final") if final else (1, "first place")
    clinched = [p for p, where in found.places.items() if where.worst <= wanted]
    others = [p for p, where in found.places.items() if where.best <= wanted < where.worst]
    if clinched:
        names = sorted(view.names[player] for player in clinched)
        yield f"{join_names(names)} {'has' if len(names) == 1 else 'have'} clinched {goal}."
    if len(others) > NAMED:
        yield f"{len(others)} players can still take {goal}."
    elif others:
        names = sorted(view.names[player] for player in others)
        yield f"{join_alternatives(names)} can still take {goal}."
