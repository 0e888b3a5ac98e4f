"""Why a round of a running event was paired this way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from padd.core.eventlog.state.event_state import RoundState
from padd.core.eventlog.state.rounds import repeated_round
from padd.core.model import Event, PlayerId, Round
from padd.core.pairing.circle import circle_of_draw
from padd.core.pairing.verification import AuditedRound, verify_rounds
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.formats.pairing_reasons import (
    BEST,
    RoundReasons,
    reason_against,
    round_reasons,
    why_not_words,
)
from padd.presentation.names import sort_key

Answer = TypeVar("Answer")


class WhyNotQuestion(msgspec.Struct, frozen=True):
    """The question why two players do not meet in a round, and its answer."""

    players: tuple[tuple[PlayerId, str], ...]
    """Who can be asked about, by name."""
    first: str = ""
    other: str = ""
    answer: str = ""


def running_round_reasons(view: EventView, round_: RoundState) -> RoundReasons | None:
    """Return the reasons of a round's pairings; only Swiss rounds have reasons."""
    if not view.format_of_round(round_.number).gives_victory_points:
        return None
    return _judged(
        view,
        round_,
        "reasons",
        lambda event, drawn, verdict: round_reasons(event, drawn, verdict, view.book, view.names),
    )


def why_not_question(
    view: EventView, round_: RoundState, first: str, other: str
) -> WhyNotQuestion | None:
    """Return the answer to "Why not these two?", where the best pairings are drawn."""
    style = view.state.settings_of(round_.number).pairing_style
    repeats = repeated_round(view.state, round_.number, view.book) is not None
    if repeats or circle_of_draw(round_.draw) or view.book.pairing.system.get(style) != BEST:
        return None
    players = view.since(
        ("in the round", round_.number, frozenset(round_.named)),
        (view.names,),
        lambda _: _by_name(view, round_),
    )
    pair = PlayerId(first), PlayerId(other)
    if first == other or not {*pair} <= {player for player, _ in players}:
        return WhyNotQuestion(players, first, other)

    def explained(event: Event, drawn: Round, verdict: AuditedRound) -> str:
        found = reason_against(event, drawn, verdict, view.book, pair)
        return why_not_words(found, view.names)

    answer = _judged(view, round_, ("why not", *pair), explained)
    return WhyNotQuestion(players, first, other, answer)


def _by_name(view: EventView, round_: RoundState) -> tuple[tuple[PlayerId, str], ...]:
    names = view.names
    in_round = sorted(round_.named, key=lambda player: sort_key(names[player]))
    return tuple((player, names[player]) for player in in_round)


def _judged(
    view: EventView,
    round_: RoundState,
    what: object,
    explain: Callable[[Event, Round, AuditedRound], Answer],
) -> Answer:
    """Return what a round on record explains.

    It is kept by what it rests on, not by the state of the event: the results of the
    round itself change nothing about its pairings.
    """
    event = view.facts_with_draft
    before = (one for one in event.rounds if one.number < round_.number)
    seated = (*round_.seats.items(), round_.byes, round_.earned_byes)

    def explained() -> Answer:
        (verdict,) = verify_rounds(event, view.book, only=round_.number)
        drawn = next(r for r in event.rounds if r.number == round_.number)
        return explain(event, drawn, verdict)

    return view.since(
        (what, round_.number, seated),
        (*before, event.players, round_.draw, view.names, view.book),
        lambda _: explained(),
    )


def reasons_by_table(reasons: RoundReasons | None, round_: RoundState) -> dict[int, str]:
    """Return the reasons by table; tables may have other numbers than the pairing."""
    if reasons is None:
        return {}
    return {round_.seats[reason.players[0]]: reason.reason for reason in reasons.tables}
