"""What the director should know before taking the next step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.eventlog.guidance.checklist import open_points
from padd.core.eventlog.guidance.remedies import due_remedies
from padd.core.eventlog.guidance.step import Level, StepWarning
from padd.core.eventlog.state.event_state import (
    Effect,
    LogState,
    Presence,
    RoundState,
    pending_losses,
)
from padd.core.eventlog.state.rounds import player_names, table_list, the_rounds, verb_form
from padd.core.formats.registry import format_of
from padd.core.messages import message, sentences
from padd.core.model import Ending
from padd.core.pairing.criteria.future_rounds import rounds_possible
from padd.core.scenarios.round_blocks import block_length
from padd.rulebooks.schema import Rulebook, cite

LOCAL: Final = 1
"""The level of events that are no championship."""
NOT_TO_PLAY: Final = {
    "mandate-not-to": message("At this level the Department may bar directors from playing."),
    "ask-not-to": message("At this level the Department may ask directors not to play."),
}


def step_warnings(state: LogState, step: str, book: Rulebook) -> Iterator[StepWarning]:
    """Yield what the director should know before taking a step."""
    if step in {"check-in", "pair", "publish", "redraw"} and not state.begun:
        yield from _before_first(state, book)
    if step in {"pair", "publish"}:
        yield from _before_pairing(state, book)
    if step == "close-round" and state.current is not None:
        yield from _before_closing(state, state.current, book)
    if step in {"finish", "report"}:
        yield from _at_the_end(state, book)


def _before_first(state: LogState, book: Rulebook) -> Iterator[StepWarning]:
    here = [e.id for e in state.players.values() if e.presence is Presence.HERE]
    if format_of(state.settings).avoids_rematches and here:
        most = rounds_possible(len(here)) * block_length(state.settings, book)
        if state.settings.rounds_planned > most:
            yield StepWarning(
                level=Level.CONFIRM,
                code="too-many-rounds",
                message=message(
                    "{here} players can play {most} rounds without rematches; "
                    "{rounds_planned} are planned.",
                    here=len(here),
                    most=most,
                    rounds_planned=state.settings.rounds_planned,
                ),
                rule=cite(book, "sanctioning.rounds_change.before_start"),
            )
    director = state.director_playing()
    if director is None:
        return
    rules = book.roles.director_plays
    counted = len(here) - (rules.advised_counts == "other-players")
    if rules.advised_most is not None and counted > rules.advised_most:
        yield StepWarning(
            level=Level.NOTE,
            code="director-busy",
            message=message(
                "With more than {advised_most} players the director is advised not to play.",
                advised_most=rules.advised_most,
            ),
            rule=cite(book, "roles.director_plays.advised_most"),
        )
    if rules.high_level is not None and state.settings.level > LOCAL:
        yield StepWarning(
            level=Level.NOTE,
            code="director-at-championship",
            message=NOT_TO_PLAY[rules.high_level],
            rule=cite(book, "roles.director_plays.high_level"),
        )
    if rules.not_if_bye and len(here) % 2:
        yield StepWarning(
            level=Level.NOTE,
            code="director-makes-bye",
            message=message("Without the director no one would need a bye."),
            rule=cite(book, "roles.director_plays.not_if_bye"),
        )


def _before_pairing(state: LogState, book: Rulebook) -> Iterator[StepWarning]:
    waiting = pending_losses(state)
    if waiting:
        yield StepWarning(
            level=Level.NOTE,
            code="game-loss-waits",
            message=message(
                "{state} {verb} the next game by penalty.",
                state=player_names(state, waiting),
                verb=verb_form(waiting, "loses", "lose"),
            ),
            rule=cite(book, "conduct.levels"),
        )
    for remedy in due_remedies(state, book):
        yield StepWarning(
            level=Level.NOTE, code="to-put-right", message=remedy.words, rule=remedy.rule
        )
    delayed = [t for r in state.played for t in r.tables.values() if t.delayed]
    if delayed:
        points = book.pairing.provisional_points
        yield StepWarning(
            level=Level.NOTE,
            code="games-delayed",
            message=message(
                "{delayed} delayed: each player counts {points} VP for the pairing.",
                delayed=len(delayed),
                points=str(points),
            ),
            rule=cite(book, "pairing.provisional_points"),
        )


def _before_closing(state: LogState, round_: RoundState, book: Rulebook) -> Iterator[StepWarning]:
    least = book.time.warnings.least
    clock = round_.clock
    if least and clock.started_at is not None and len(clock.warned_at) < least:
        yield StepWarning(
            level=Level.NOTE,
            code="no-time-warning",
            message=message(
                "The time left was not announced in {round}.",
                round=the_rounds(state, round_.number),
            ),
            rule=cite(book, "time.warnings.least"),
        )
    conceded = [
        table
        for table in round_.tables.values()
        if table.match is not None and table.match.ending is Ending.CONCESSION
    ]
    if conceded:
        yield StepWarning(
            level=Level.NOTE,
            code="concessions",
            message=message(
                "Conceded at {tables_line}: closing the round approves it.",
                tables_line=table_list(conceded),
            ),
            rule=cite(book, "scoring.ruled_win"),
        )
    left = [e for e in state.players.values() if e.dropped_after == round_.number]
    if left:
        yield StepWarning(
            level=Level.NOTE,
            code="leaving",
            message=message(
                "{state} will not be paired again.", state=player_names(state, [e.id for e in left])
            ),
        )


def _at_the_end(state: LogState, book: Rulebook) -> Iterator[StepWarning]:
    out = [s.player for s in state.penalties if s.effect is Effect.DISQUALIFICATION]
    offices = book.conduct.disqualification_reported_to
    if out and offices:
        to_whom = " and ".join(office.replace("-", " ") for office in offices)
        yield StepWarning(
            level=Level.CONFIRM,
            code="disqualification-report",
            message=message(
                "The disqualification of {state} will be reported to the {to_whom}.",
                state=player_names(state, out),
                to_whom=to_whom,
            ),
            rule=cite(book, "conduct.disqualification_reported_to"),
        )
    for point in open_points(state, book):
        if point.level is not Level.REFUSED:
            yield StepWarning(
                level=point.level,
                code=point.code,
                message=sentences(point.message, point.way_out),
                rule=point.rule,
            )
