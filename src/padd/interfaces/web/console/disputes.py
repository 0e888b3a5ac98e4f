"""Disputed results: every version side by side, and the buttons that settle them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.pod_scores import PodConfirmed, PodScored
from padd.core.eventlog.actions.result_claims import ResultConfirmed, ResultDisputed, ResultReported
from padd.core.eventlog.state.event_state import LogNote, RoundState
from padd.core.eventlog.state.rounds import disputed_tables
from padd.core.eventlog.state.table import ResultClaim, TableState
from padd.core.model import PlayerId
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation import page_words
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.log_text import LogLineText, log_line_text
from padd.presentation.eventlog.result_words import (
    ResultPreview,
    dispute_sentence,
    players_in_dispute,
    result_preview,
)

CLAIM_ACTIONS = (*(ResultReported, ResultConfirmed, ResultDisputed), *(PodScored, PodConfirmed))
"""What players say about their game, in the log."""


class DisputeVersion(msgspec.Struct, frozen=True):
    """What one player says about the game, and what it would give."""

    player: PlayerId
    who: str
    at: str
    """As on the wall of the venue."""
    since: str
    """The moment as the log has it, so that a version changed meanwhile is not taken."""
    score: str = ""
    told: ResultPreview | None = None
    points: tuple[tuple[str, str, bool], ...] = ()
    """In a pod: each player, the points, and whether others say otherwise."""


class Dispute(msgspec.Struct, frozen=True):
    """One table whose result a person must decide."""

    round: int
    table: int
    seats: tuple[str, ...]
    versions: tuple[DisputeVersion, ...]
    difference: str
    act: str
    """The act that settles it."""
    story: tuple[LogLineText, ...] = ()


class LateClaim(msgspec.Struct, frozen=True):
    """A report that came when the result counted already."""

    round: int
    table: int
    at: str
    text: str


def disputes_context(view: EventView, query: QueryDict, form: QueryDict | None) -> dict[str, Any]:
    """Return every dispute of the event, and reports that came too late."""
    fields = form or query
    open_disputes = tuple(
        dispute_view(view, round_, table, story=tuple(_story(view, round_, table)))
        for round_, table in disputed_tables(view.state)
    )
    return {
        "disputes": open_disputes,
        "late": tuple(late_reports(view)),
        "entering": (
            parse_int(fields.get("number") or fields.get("round", "")),
            parse_int(fields.get("table", "")),
        ),
    }


def dispute_view(
    view: EventView, round_: RoundState, table: TableState, *, story: tuple[LogLineText, ...] = ()
) -> Dispute:
    """Return the versions of one table."""
    return Dispute(
        round=round_.number,
        table=table.number,
        seats=tuple(view.name(player) for player in table.players),
        versions=tuple(_version(view, table, claim) for claim in table.claims),
        difference=dispute_sentence(view, table),
        act="pod.scored" if table.pod is not None else "result.decided",
        story=story,
    )


def _version(view: EventView, table: TableState, claim: ResultClaim) -> DisputeVersion:
    match = claim.match
    return DisputeVersion(
        player=claim.player,
        who=view.name(claim.player),
        at=view.clock(claim.at),
        since=claim.at,
        score=page_words.score(*match.scores) if match and match.scores else "",
        told=result_preview(match, view.state, view.book, view.name) if match else None,
        points=tuple(_points(view, table, claim)),
    )


def _points(
    view: EventView, table: TableState, claim: ResultClaim
) -> Iterator[tuple[str, str, bool]]:
    if claim.pod is None:
        return
    differ = players_in_dispute(table)
    for player in table.players:
        points = (claim.pod.scores or {}).get(player)
        shown = "–" if points is None else page_words.number(points)
        yield view.name(player), shown, player in differ


def _story(view: EventView, round_: RoundState, table: TableState) -> Iterator[LogLineText]:
    """Yield the entries of the log about a table, the oldest first."""
    for line in view.lines:
        if line.undone or not _about(line.action, round_.number, table.number):
            continue
        yield log_line_text(line, view)


def _about(action: Action, number: int, table: int) -> bool:
    if not isinstance(action, CLAIM_ACTIONS):
        return False
    return (action.number, action.table) == (number, table)


def late_reports(view: EventView) -> Iterator[LateClaim]:
    """Yield reports that came too late, until the table is corrected."""
    for note in view.state.notes:
        if is_late_report(view, note):
            yield LateClaim(
                round=note.round or 0, table=note.table or 0, at=view.clock(note.at), text=note.text
            )


def is_late_report(view: EventView, note: LogNote) -> bool:
    """Tell whether a note is a player's, about a result saved before it."""
    if note.round is None or note.table is None or note.by.is_staff:
        return False
    round_ = view.state.round(note.round)
    table = None if round_ is None else round_.tables.get(note.table)
    return table is not None and bool(table.saved) and table.saved[-1].at < note.at
