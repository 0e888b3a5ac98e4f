"""What the sanction check says about seeds, bracket, match lengths and heats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.findings import Finding
from padd.core.formats.bracket.event import played_event
from padd.core.formats.heats import seeds_from
from padd.core.refusal import RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.model import Event
    from padd.rulebooks.schema import Rulebook


def bracket_findings(event: Event, book: Rulebook) -> Iterator[Finding]:
    """Yield the findings on seeds, bracket, match lengths and heats."""
    yield from _bracket(event, book)
    yield from _lengths(event, book)
    yield from _heats(event, book)


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
    if not any(heat.qualified for heat in event.heats):
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
