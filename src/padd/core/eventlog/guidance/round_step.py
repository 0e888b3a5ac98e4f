"""The next step during a round: its clock, its results, its disputes, its end."""

from __future__ import annotations

from typing import Final

from padd.core.eventlog.guidance.step import NextStep
from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.eventlog.state.pods import round_of_pod
from padd.core.eventlog.state.result_checks import result_line
from padd.core.eventlog.state.rounds import disputed_tables, open_tables, table_list, the_round
from padd.core.eventlog.state.table import TableState
from padd.core.formats.registry import format_of
from padd.core.messages import Message, message, plural

MOST_NAMED: Final = 6
"""More tables than these are counted, not named."""


def dispute_step(state: LogState) -> NextStep | None:
    """Return the step to decide a dispute, also about a game that was put off."""
    tables_disputed = disputed_tables(state)
    if not tables_disputed:
        return None
    round_, first = tables_disputed[0]
    disputed = [table for its_round, table in tables_disputed if its_round is round_]
    return NextStep(
        code="decide",
        title=message(
            "Decide {tables_line} of {round}",
            tables_line=table_list(disputed),
            round=the_round(state, round_.number),
        ),
        detail=_claims_text(state, first) if len(tables_disputed) == 1 else REPORTS_DIFFER,
        kind="pod.scored" if first.pod else "result.decided",
        tables=tuple(table.number for table in disputed),
        round=round_.number,
    )


REPORTS_DIFFER: Final = message("The reports differ.")


def _claims_text(state: LogState, table: TableState) -> Message:
    """Return both versions of a disputed game in a line."""
    claims = [
        message(
            "{player} says {result}",
            player=state.name(claim.player),
            result=result_line(claim.match),
        )
        for claim in table.claims
        if claim.match is not None
    ]
    match claims:
        case [first, second]:
            return message("{first}, {second}.", first=first, second=second)
        case [only]:
            return message("{claim}; the opponent does not agree.", claim=only)
        case _:
            return REPORTS_DIFFER


def match_step(state: LogState, round_: RoundState, together: tuple[int, int]) -> NextStep:
    """Return the step of a match: the clock, the slowest pod, or its end."""
    first, last = together
    pods = [round_of_pod(state, round_, number) for number in round_.tables]
    waiting = sorted((pod for pod in pods if pod is not None), key=lambda pod: pod[0].number)
    if not waiting:
        return NextStep(
            code="close-round",
            title=message("Close rounds {first} to {last}", first=first, last=last),
            detail=message("Every pod has played its rounds."),
            kind="round.closed",
            round=last,
        )
    begun = any(known.begun(table) for known, table in waiting)
    if not begun and not state.settings.online:
        return NextStep(
            code="start-clock",
            title=message("Start the clock"),
            detail=message(
                "{minutes} minutes for rounds {first} to {last}.",
                minutes=str(round_.clock.minutes),
                first=first,
                last=last,
            ),
            kind="clock.started",
            also=("pod.scored", "round.unpublished"),
            round=first,
        )
    known, table = waiting[0]
    timed = round_.clock.ended_at is not None
    return NextStep(
        code="results",
        title=message("Score pod {table}, round {number}", table=table.number, number=known.number),
        detail=message(
            "Time was called: no one scores for going out. Score the rounds that were "
            "cut; rounds that were not started count 0."
        )
        if timed
        else message("Each pod plays its rounds independently."),
        kind="pod.scored",
        also=("round.closed",) if timed else ("table.extra-time",),
        tables=(table.number,),
        round=known.number,
    )


def _online_step(state: LogState, round_: RoundState, missing: tuple[TableState, ...]) -> NextStep:
    """Return the step of an online round: players report their games themselves."""
    return NextStep(
        code="results",
        title=plural(
            "{count} game of {round} is open",
            "{count} games of {round} are open",
            count=len(missing),
            round=the_round(state, round_.number),
        ),
        detail=message(
            "Players arrange and report their games; you decide those that were not played in time."
        ),
        kind="result.entered",
        also=("result.delayed", "result.responsibility-decided"),
        tables=tuple(table.number for table in missing),
        round=round_.number,
    )


def round_step(state: LogState, round_: RoundState) -> NextStep:
    """Return the step of a round: the clock, the results that are missing, its end."""
    missing = open_tables(round_)
    number = round_.number
    unclocked = round_.clock.started_at is None and not state.settings.online
    if missing and unclocked and not any(round_.begun(table) for table in missing):
        minutes = round_.clock.minutes
        return NextStep(
            code="start-clock",
            title=message("Start the clock for {round}", round=the_round(state, number)),
            detail=(
                message("{minutes} minutes.", minutes=minutes)
                if minutes
                else message("No time limit.")
            ),
            kind="clock.started",
            also=("result.entered", "round.unpublished"),
            round=number,
        )
    if missing and state.settings.online:
        return _online_step(state, round_, missing)
    if missing:
        pods = format_of(state.settings).in_pods
        many = len(missing) > MOST_NAMED
        which = f"{len(missing)} tables" if many else table_list(missing)
        return NextStep(
            code="results",
            title=message("Enter {which} of {round}", which=which, round=the_round(state, number)),
            detail=message(
                "{tables} of {tables2} results are in.",
                tables=len(round_.tables) - len(missing),
                tables2=len(round_.tables),
            ),
            kind="pod.scored" if pods else "result.entered",
            also=("result.delayed", "table.extra-time"),
            tables=tuple(table.number for table in missing),
            round=number,
        )
    return NextStep(
        code="close-round",
        title=message("Close {round}", round=the_round(state, number)),
        detail=message("All results are in."),
        kind="round.closed",
        round=number,
    )
