"""Who met whom in an event, and what every player scored: the record of a career."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from padd.core.formats.meeting import Meeting
from padd.core.formats.registry import format_for, format_of
from padd.core.model import Event, Kind
from padd.rulebooks.schema import Rulebook

Person = TypeVar("Person")


def meetings_of(event: Event, book: Rulebook) -> Iterable[Meeting]:
    """Give the games that were played; of a pod every two players."""
    return format_of(event).meetings(event, book)


def record_scores(
    kind: Kind, games: Iterable[tuple[int, Person, Person, float]]
) -> dict[Person, list[float]]:
    """Return every player's scores: one a game, or one a match of a whole pod.

    A game is its round, both persons, and the first one's score.
    """
    scores: dict[Person, dict[int, list[float]]] = {}
    for round_, first, second, score in games:
        for person, own in ((first, score), (second, 1 - score)):
            scores.setdefault(person, {}).setdefault(round_, []).append(own)
    if not format_for(kind).in_pods:
        return {p: [s for own in r.values() for s in own] for p, r in scores.items()}
    # A match of a pod is won by the highest, tied where several share that.
    return {p: [min(own) for own in r.values()] for p, r in scores.items()}
