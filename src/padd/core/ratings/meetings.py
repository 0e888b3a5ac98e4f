"""Who met whom in an event, and what everybody scored: the record of a career."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from padd.core.formats.bracket.event import played_event
from padd.core.formats.bracket.rated import PLAYED_OUT
from padd.core.formats.cut_parts import cut_part
from padd.core.model import Kind
from padd.core.ratings.games import rated_results
from padd.core.scoring.results import PLAYED, WINS, Code, match_results, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from padd.core.model import Event, PlayerId
    from padd.rulebooks.schema import Rulebook

WIN, TIE, LOSS = 1.0, 0.5, 0.0
"""What a game counts in a record, whatever a rating makes of it."""
Person = TypeVar("Person")


class Meeting(msgspec.Struct, frozen=True):
    """Two players who met, the first one's score, and both results where known."""

    round: int
    players: tuple[PlayerId, PlayerId]
    score: float
    codes: tuple[str, str] = ("", "")


def meetings_of(event: Event, book: Rulebook) -> Iterator[Meeting]:
    """Give the games that were played; of a pod every two players."""
    match event.kind:
        case Kind.SWISS:
            yield from _swiss_meetings(event, book)
        case Kind.CUT:
            yield from _swiss_meetings(event, book)
            for meeting in meetings_of(cut_part(event), book):
                number = meeting.round + len(event.rounds)
                yield msgspec.structs.replace(meeting, round=number)
        case Kind.BRACKET if event.rounds:
            for played in played_event(event, book).matches.values():
                winner, loser = played.winner, played.loser
                if (
                    played.how in PLAYED_OUT
                    and winner is not None
                    and loser is not None
                ):
                    yield Meeting(played.round, (winner, loser), WIN)
        case Kind.TRIBBLES if book.ratings is not None:
            for pair in rated_results(event, book, book.ratings):
                yield Meeting(pair.round, pair.players, pair.scores[0])


def _swiss_meetings(event: Event, book: Rulebook) -> Iterator[Meeting]:
    terms = terms_of(event, book)
    for round_ in event.rounds:
        for match in round_.matches:
            first, second = match_results(match, terms)
            if first.code in PLAYED and second.code in PLAYED:
                yield Meeting(
                    round_.number,
                    match.players,
                    _score(first.code),
                    (str(first.code), str(second.code)),
                )


def _score(code: Code) -> float:
    if code in WINS:
        return WIN
    return TIE if code is Code.TRUE_TIE else LOSS


def record_scores(
    kind: Kind, games: Iterable[tuple[int, Person, Person, float]]
) -> dict[Person, list[float]]:
    """Return everybody's scores: one a game, or one a match of a whole pod.

    A game is its round, both persons, and the first one's score.
    """
    scores: dict[Person, dict[int, list[float]]] = {}
    for round_, first, second, score in games:
        for person, own in ((first, score), (second, 1 - score)):
            scores.setdefault(person, {}).setdefault(round_, []).append(own)
    if kind is not Kind.TRIBBLES:
        return {p: [s for own in r.values() for s in own] for p, r in scores.items()}
    # A match of a pod is won by the highest, tied where several share that.
    return {p: [min(own) for own in r.values()] for p, r in scores.items()}
