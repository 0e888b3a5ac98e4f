"""What is odd about a Swiss event: how it was paired, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator

from padd.core.formats.findings import Finding
from padd.core.messages import message
from padd.core.model import Event
from padd.core.pairing.circle import circle_of_draw
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import TIE_BREAKER_GAME, are_equal_records, records_of
from padd.rulebooks.schema import Rulebook


def swiss_findings(event: Event, book: Rulebook) -> Iterator[Finding]:
    """Return what is odd about how rounds were drawn, and about the end."""
    if any(circle_of_draw(round_.draw) for round_ in event.rounds):
        yield Finding(
            "round-robin",
            "error",
            message("Round robins are not sanctioned."),
            book.citations["sanctioning.styles"].cite,
        )
    yield from _odd_final(event, book)


def _odd_final(event: Event, book: Rulebook) -> Iterator[Finding]:
    """Doubt a tie-breaker game between players who are not tied."""
    final = event.final_confrontation
    if final is None or TIE_BREAKER_GAME not in book.standings.tiebreaks:
        return
    by_player = {r.player: r for r in records_of(score_event(event, book), book)}
    first, second = (by_player[player] for player in final.players)
    if not are_equal_records(first, second):
        yield Finding(
            "final-not-tied",
            "warning",
            message(
                "{first} and {second} played for first place, but they are "
                "not tied on points and differential.",
                first=first.player,
                second=second.player,
            ),
            book.citations["standings.tiebreaks"].cite,
        )
