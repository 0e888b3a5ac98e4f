"""What the sanction check says about brackets and pods."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from padd.core.formats.bracket.event import (
    bracket_for,
    played_event,
)
from padd.core.formats.heats import seeds_from
from padd.core.formats.tribbles.audit import pod_findings
from padd.core.model import Kind
from padd.core.refusal import RefusalError
from padd.core.validation.record import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.model import Event
    from padd.rulebooks.schema import Rulebook


def play_findings(event: Event, book: Rulebook) -> Iterator[Finding]:
    """Return the findings on seeds, bracket, match lengths, heats and pods."""
    if event.kind is Kind.BRACKET:
        yield from _bracket(event, book)
        yield from _lengths(event, book)
    if event.kind is Kind.TRIBBLES and book.tribbles is not None:
        for finding in pod_findings(event, book.tribbles):
            rule = f"{book.document} {finding.rule}"
            message = f"{_where(finding.place, event)}: {finding.message}"
            yield Finding(finding.code, "warning", message, rule)
    yield from _heats(event, book)


def _where(place: str, event: Event) -> str:
    """Return a place of the file as a director calls it."""
    at = [int(number) for number in re.findall(r"\[(\d+)\]", place)]
    round_ = event.rounds[at[0]]
    if len(at) == 1:
        return f"Round {round_.number}"
    table = round_.pods[at[1]].table or at[1] + 1
    return f"Round {round_.number}, table {table}"


def _bracket(event: Event, book: Rulebook) -> Iterator[Finding]:
    if event.bracket is not None and not book.brackets.other_brackets:
        yield Finding(
            "bracket-not-allowed",
            "error",
            f"{book.title} has its own brackets only.",
            book.citations["brackets.other_brackets"].cite,
        )
    if not event.players:
        return
    try:
        played = played_event(event, book)
    except RefusalError as refused:
        # With rounds on record such a file is not read at all; before them, players
        # and seeds are still to come.
        refusal = refused.refusal
        yield Finding(refusal.code, "warning", str(refusal.message), refusal.rule)
        return
    yield Finding(
        "seeds",
        "ok",
        f"{len(played.seeds)} players stand on the lines of the bracket.",
        book.citations["brackets.seeded_by"].cite,
    )


def _lengths(event: Event, book: Rulebook) -> Iterator[Finding]:
    named = book.brackets.match_lengths
    odd = sorted({n for n in event.best_of.values() if n not in named})
    if odd:
        yield Finding(
            "match-length",
            "warning",
            f"Best of {', '.join(map(str, odd))}; the rulebook names "
            f"{' and '.join(map(str, named))}.",
            book.citations["brackets.match_lengths"].cite,
        )


def _heats(event: Event, book: Rulebook) -> Iterator[Finding]:
    """Compare the seeds on record with those that the heats give."""
    if event.kind is not Kind.BRACKET or not any(h.qualified for h in event.heats):
        return
    cite = book.citations["brackets.heats.seed_group"].cite
    by_heats = seeds_from(event.heats, book.brackets.heats.seed_group or 1)
    seeds = {player.id: player.seed for player in event.players}
    other = [row for row in by_heats if seeds[row.player] != row.seed]
    if not other:
        yield Finding("heats", "ok", "The seeds are those that the heats give.", cite)
        return
    row = other[0]
    yield Finding(
        "seeds-not-dealt",
        "warning",
        f'By its heats "{row.player}" has seed {row.seed}, on record is '
        f"{seeds[row.player]}. Another way of seeding is posted before the first heat.",
        cite,
    )


def scheduled_rounds(event: Event) -> int:
    """Return how many rounds an event has: those of its bracket, or as planned."""
    if event.kind is Kind.BRACKET:
        try:
            return len(bracket_for(event).rounds)
        except RefusalError:
            return event.swiss_rounds
    return event.swiss_rounds
