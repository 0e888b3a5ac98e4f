"""The next sensible step of the day, and what is missing for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from padd.core.eventlog.action import Phase
from padd.core.eventlog.actions.rounds import draft_objection
from padd.core.eventlog.actions.setup import (
    director_objection,
    voters_on,
)
from padd.core.eventlog.checklist import open_points
from padd.core.eventlog.level import Level
from padd.core.eventlog.pending_penalties import pending
from padd.core.eventlog.remedies import due
from padd.core.eventlog.result_checks import result_line
from padd.core.eventlog.rounds import (
    disputed_tables,
    names,
    next_number,
    open_tables,
    tables_line,
    verb,
)
from padd.core.eventlog.state import (
    Effect,
    Presence,
    Stage,
)
from padd.core.formats.registry import format_of
from padd.core.model import Ending, Fact, PlayerId
from padd.rulebooks.schema import cite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.eventlog.state import (
        LogState,
        RoundState,
    )
    from padd.core.eventlog.table import TableState
    from padd.rulebooks.schema import Rulebook


MOST_NAMED: Final = 6
"""More tables than these are counted, not named."""


class Warn(Fact, frozen=True, kw_only=True):
    """Something the director should know before going on."""

    level: Level
    code: str
    message: str
    rule: str = ""


class NextStep(Fact, frozen=True, kw_only=True):
    """What to do next: in a word, in a sentence, and by which action."""

    code: str
    title: str
    detail: str = ""
    kind: Annotated[
        str,
        msgspec.Meta(
            description="The action that takes the step, if it is one action."
        ),
    ] = ""
    also: Annotated[
        tuple[str, ...], msgspec.Meta(description="Other actions that make sense now.")
    ] = ()
    level: Annotated[
        Level,
        msgspec.Meta(description="How much of a second thought the step asks for."),
    ] = Level.NOTE
    players: tuple[PlayerId, ...] = ()
    tables: tuple[int, ...] = ()
    round: int | None = None
    warnings: tuple[Warn, ...] = ()


def next_step(state: LogState, book: Rulebook) -> NextStep:
    """Return the next sensible step, with everything worth knowing before it."""
    step = _step(state, book)
    return msgspec.structs.replace(step, warnings=tuple(warnings(state, step, book)))


def _step(state: LogState, book: Rulebook) -> NextStep:
    match state.phase:
        case Phase.NEW:
            return NextStep(code="open", title="Set up the event", kind="event.opened")
        case Phase.FINISHED:
            return NextStep(
                code="report",
                title="Report the event",
                detail="The final table stands: announce it, hand out the prizes.",
                kind="event.reported",
                also=("event.reopened",),
            )
        case Phase.REPORTED:
            return NextStep(code="done", title="Done", detail="The event is reported.")
        case Phase.OPEN:
            return _running(state, book)


def _running(state: LogState, book: Rulebook) -> NextStep:
    if state.draft is not None:
        return _draft(state, state.draft, book)
    if not state.played:
        return _before_start(state, book)
    disputes = _disputes(state)
    if disputes is not None:
        return disputes
    last = state.played[-1]
    if last.stage is Stage.PUBLISHED:
        return _round_on(state, last)
    return _between(state, book)


def _before_start(state: LogState, book: Rulebook) -> NextStep:
    coming = [e for e in state.entrants.values() if e.presence is Presence.ENTERED]
    here = [e for e in state.entrants.values() if e.presence is Presence.HERE]
    if not coming and not here:
        return NextStep(
            code="enter-players",
            title="Enter the players",
            detail="Nobody has entered yet.",
            kind="player.entered",
        )
    if coming:
        return NextStep(
            code="check-in",
            title="Check in",
            detail=f"{len(here)} of {len(here) + len(coming)} are here.",
            kind="player.checked-in",
            also=("player.entered", "round.drafted") if here else ("player.entered",),
            players=tuple(entrant.id for entrant in coming),
        )
    director = state.director_playing()
    if director is not None:
        approved = state.approval.approved_by if state.approval else ()
        found = director_objection(state, director, approved, book)
        if found is not None:
            return NextStep(
                code=found.code,
                title="The director plays",
                detail=f"{found.message} {found.way_out}",
                kind="director.play-approved",
                players=tuple(sorted(voters_on(state, director))),
            )
    return _pair(state)


def _pair(state: LogState) -> NextStep:
    number = next_number(state)
    return NextStep(
        code="pair",
        title=f"Pair round {number}",
        detail="You look at it before the room does.",
        kind="round.drafted",
        round=number,
    )


def _draft(state: LogState, draft: RoundState, book: Rulebook) -> NextStep:
    stale = draft_objection(state, book)
    if stale is not None:
        return NextStep(
            code="redraw",
            title=f"Draw round {draft.number} again",
            detail=str(stale.message),
            kind="round.redrawn",
            also=("round.changed",),
            round=draft.number,
        )
    return NextStep(
        code="publish",
        title=f"Look at round {draft.number}, then publish it",
        detail="The phones and the projector change at once. You can still undo it.",
        kind="round.published",
        also=("round.changed", "round.redrawn"),
        level=Level.CONFIRM,
        round=draft.number,
    )


def _disputes(state: LogState) -> NextStep | None:
    """Return the step to decide a dispute, also about a game that was put off."""
    found = disputed_tables(state)
    if not found:
        return None
    round_, first = found[0]
    disputed = [table for its_round, table in found if its_round is round_]
    return NextStep(
        code="decide",
        title=f"Decide {tables_line(disputed)} of round {round_.number}",
        detail=_said(state, first) if len(found) == 1 else "The reports differ.",
        kind="pod.scored" if first.pod else "result.decided",
        tables=tuple(table.number for table in disputed),
        round=round_.number,
    )


def _said(state: LogState, table: TableState) -> str:
    """Return both versions of a disputed game in a line."""
    said = [
        f"{state.name(claim.player)} says {result_line(claim.match)}"
        for claim in table.claims
        if claim.match is not None
    ]
    if len(said) > 1:
        return f"{', '.join(said)}."
    return f"{said[0]}; the opponent does not agree." if said else "The reports differ."


def _round_on(state: LogState, round_: RoundState) -> NextStep:
    missing = open_tables(round_)
    number = round_.number
    unclocked = round_.clock.started_at is None and not state.settings.online
    if missing and unclocked and not any(round_.begun(table) for table in missing):
        minutes = round_.clock.minutes
        return NextStep(
            code="start-clock",
            title=f"Start the clock of round {number}",
            detail=f"{minutes} minutes." if minutes else "There is no limit.",
            kind="clock.started",
            also=("result.entered", "round.unpublished"),
            round=number,
        )
    if missing:
        pods = format_of(state.settings).in_pods
        many = len(missing) > MOST_NAMED
        which = f"{len(missing)} tables" if many else tables_line(missing)
        return NextStep(
            code="results",
            title=f"Round {number} waits for {which}",
            detail=f"{len(round_.tables) - len(missing)} of {len(round_.tables)} "
            "results are in.",
            kind="pod.scored" if pods else "result.entered",
            also=("result.delayed", "table.extra-time"),
            tables=tuple(table.number for table in missing),
            round=number,
        )
    return NextStep(
        code="close-round",
        title=f"Close round {number}",
        detail="All results are in.",
        kind="round.closed",
        round=number,
    )


def _between(state: LogState, book: Rulebook) -> NextStep:
    points = [p for p in open_points(state, book) if p.level is Level.REFUSED]
    if not points:
        return NextStep(
            code="finish",
            title="Finish the event",
            detail="All results are in and every place is decided.",
            kind="event.finished",
            level=Level.CONFIRM,
        )
    first = points[0]
    if first.code == "rounds-to-play":
        return _pair(state)
    kinds = {
        "final-unset": "final.set",
        "final-open": "final.decided",
        "tie-left": "tie.tossed",
        "tie-breaker-game": "final.set",
        "games-delayed": "result.entered",
    }
    return NextStep(
        code=first.code,
        title=first.message,
        detail=first.way_out,
        kind=kinds.get(first.code, "result.entered"),
        tables=first.tables,
    )


def warnings(state: LogState, step: NextStep, book: Rulebook) -> Iterator[Warn]:
    """Yield what the director should know before taking a step."""
    if step.code in {"check-in", "pair", "publish", "redraw"} and not state.begun:
        yield from _before_first(state, book)
    if step.code in {"pair", "publish"}:
        yield from _before_pairing(state, book)
    if step.code == "close-round" and state.current is not None:
        yield from _before_closing(state, state.current, book)
    if step.code in {"finish", "report"}:
        yield from _at_the_end(state, book)


def _before_first(state: LogState, book: Rulebook) -> Iterator[Warn]:
    here = [e.id for e in state.entrants.values() if e.presence is Presence.HERE]
    if format_of(state.settings).avoids_rematches and here:
        most = len(here) - 1 if len(here) % 2 == 0 else len(here)
        if state.settings.rounds_planned > most:
            yield Warn(
                level=Level.CONFIRM,
                code="too-many-rounds",
                message=f"{len(here)} players can meet new opponents for {most} "
                f"rounds; {state.settings.rounds_planned} are planned.",
                rule=cite(book, "sanctioning.rounds_change.before_start"),
            )
    director = state.director_playing()
    if director is None:
        return
    rules = book.roles.director_plays
    counted = len(here) - (rules.advised_counts == "other-players")
    if rules.advised_most is not None and counted > rules.advised_most:
        yield Warn(
            level=Level.NOTE,
            code="director-busy",
            message=f"With more than {rules.advised_most} players the director is "
            "advised not to play.",
            rule=cite(book, "roles.director_plays.advised_most"),
        )
    if rules.not_if_bye and len(here) % 2:
        yield Warn(
            level=Level.NOTE,
            code="director-makes-bye",
            message="Without the director nobody would need a bye.",
            rule=cite(book, "roles.director_plays.not_if_bye"),
        )


def _before_pairing(state: LogState, book: Rulebook) -> Iterator[Warn]:
    waiting = pending(state)
    if waiting:
        yield Warn(
            level=Level.NOTE,
            code="game-loss-waits",
            message=f"{names(state, waiting)} {verb(waiting, 'loses', 'lose')} "
            "the next game by penalty.",
            rule=cite(book, "conduct.levels"),
        )
    for one in due(state, book):
        yield Warn(
            level=Level.NOTE, code="to-put-right", message=one.words, rule=one.rule
        )
    delayed = [t for r in state.played for t in r.tables.values() if t.delayed]
    if delayed:
        points = book.pairing.provisional_points
        yield Warn(
            level=Level.NOTE,
            code="games-delayed",
            message=f"{len(delayed)} delayed: each player counts {points} VP for "
            "the pairing.",
            rule=cite(book, "pairing.provisional_points"),
        )


def _before_closing(
    state: LogState, round_: RoundState, book: Rulebook
) -> Iterator[Warn]:
    least = book.time.warnings.least
    clock = round_.clock
    if least and clock.started_at is not None and len(clock.warned_at) < least:
        yield Warn(
            level=Level.NOTE,
            code="no-time-warning",
            message=f"No time warning is on record for round {round_.number}.",
            rule=cite(book, "time.warnings.least"),
        )
    conceded = [
        table
        for table in round_.tables.values()
        if table.match is not None and table.match.ending is Ending.CONCESSION
    ]
    if conceded:
        yield Warn(
            level=Level.NOTE,
            code="concessions",
            message=f"Conceded at {tables_line(conceded)}: closing approves it.",
            rule=cite(book, "scoring.ruled_win"),
        )
    left = [e for e in state.entrants.values() if e.dropped_after == round_.number]
    if left:
        yield Warn(
            level=Level.NOTE,
            code="leaving",
            message=f"{names(state, [e.id for e in left])} will not be paired again.",
        )


def _at_the_end(state: LogState, book: Rulebook) -> Iterator[Warn]:
    out = [s.player for s in state.sentences if s.effect is Effect.DISQUALIFICATION]
    told = book.conduct.disqualification_reported_to
    if out and told:
        to_whom = " and ".join(office.replace("-", " ") for office in told)
        yield Warn(
            level=Level.CONFIRM,
            code="disqualification-report",
            message=f"The disqualification of {names(state, out)} is reported to the "
            f"{to_whom}.",
            rule=cite(book, "conduct.disqualification_reported_to"),
        )
    for point in open_points(state, book):
        if point.level is not Level.REFUSED:
            yield Warn(
                level=point.level,
                code=point.code,
                message=f"{point.message} {point.way_out}",
                rule=point.rule,
            )
