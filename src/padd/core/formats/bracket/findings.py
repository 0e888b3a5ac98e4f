"""What the sanction check says about seeds, bracket, match lengths and heats."""

from __future__ import annotations

from collections.abc import Iterator

from padd.core.formats.bracket.event import bracket_of_event
from padd.core.formats.format import Finding
from padd.core.formats.heats import seeds_from
from padd.core.messages import message
from padd.core.model import Event
from padd.core.refusal import RefusalError
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
            message("{title} has its own brackets only.", title=book.title),
            book.citations["brackets.other_brackets"].cite,
        )
    if not event.players:
        return
    try:
        played = bracket_of_event(event, book)
    except RefusalError as refused:
        # With rounds on record such a file is not read at all; before them, players
        # and seeds are still to come.
        refusal = refused.refusal
        yield Finding(refusal.code, "warning", refusal.message, refusal.rule)
        return
    yield Finding(
        "seeds",
        "ok",
        message("The bracket lists {seeds} players.", seeds=len(played.seeds)),
        book.citations["brackets.seeded_by"].cite,
    )


def _lengths(event: Event, book: Rulebook) -> Iterator[Finding]:
    named = book.brackets.match_lengths
    odd = sorted({n for n in event.best_of.values() if n not in named})
    if odd:
        yield Finding(
            "match-length",
            "warning",
            message(
                "Best of {map}; the rulebook asks for {map2}.",
                map=", ".join(map(str, odd)),
                map2=" and ".join(map(str, named)),
            ),
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
        yield Finding("heats", "ok", message("The seeds come from the heats."), cite)
        return
    row = other[0]
    yield Finding(
        "seeds-not-dealt",
        "warning",
        message(
            'By the heats "{player}" has seed {seed}, but {recorded} is '
            "on record. Other seeding must be announced before the "
            "first heat.",
            player=row.player,
            seed=row.seed,
            recorded=str(seeds[row.player]),
        ),
        cite,
    )
