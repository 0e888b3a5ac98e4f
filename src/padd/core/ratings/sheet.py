"""An event reduced to what ratings need, or the reasons why it is not rated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Final, TypeVar

import msgspec

from padd.core.formats.format import Finding, Meeting, RatedResult
from padd.core.formats.registry import format_for, format_of
from padd.core.messages import message
from padd.core.model import Event, Kind, Player
from padd.core.ratings.formula import k_of
from padd.core.refusal import Refusal, RefusalError
from padd.core.validation.sanction import Sanction, check_sanction, unfinished_reason
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.programme import RatingRules

FILE_RULE: Final = "padd-event/1"
UNDATED: Final = datetime.max.replace(tzinfo=UTC)
"""Events without a start come after all others."""


class EventKey(msgspec.Struct, frozen=True, order=True):
    """What puts events in order: the start, then the id (AMB-60)."""

    starts: datetime
    id: str


class Series(msgspec.Struct, frozen=True, order=True):
    """One rating that a player can have."""

    keeper: str
    """Who keeps the ratings; those of different publishers never mix."""
    edition: str
    list: str


class RatedGame(msgspec.Struct, frozen=True, gc=False, order=True):
    """Two players of a sheet, by their index, and the first one's score."""

    first: int
    second: int
    score: float
    weight: float
    """The k of the event, in a pod divided by the number of opponents."""
    round: int


class RatingSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The rated games of one event; the same facts always give the same sheet."""

    key: EventKey
    name: str
    k: int
    rulebook: str
    """The rulebook that sets k and the formula, for citations."""
    rules: RatingRules
    series: tuple[Series, ...]
    players: tuple[str, ...]
    counts: tuple[int, ...]
    """How many games each player has on this sheet; a pod's match is one game."""
    games: tuple[RatedGame, ...]


class Unrated(msgspec.Struct, frozen=True, kw_only=True):
    """An event that moves no rating, and the findings that say why."""

    key: EventKey
    name: str
    findings: tuple[Finding, ...]


APART: Final = "\n"
"""Separates the id of a player without a handle from the event it belongs to."""


def rated_person(player: Player, event_id: str) -> str:
    """Return who a player is across events: the handle (RATE-24).

    A player without a handle is a person of this event alone (AMB-149).
    """
    return player.handle or f"{player.id}{APART}{event_id}"


def handle_or_id(person: str) -> str:
    """Return the name of a rated person in lists."""
    return person.partition(APART)[0]


def event_key(event: Event, id_: str) -> EventKey:
    """Return the place of an event among all others."""
    if event.starts is None:
        return EventKey(UNDATED, id_)
    return EventKey(datetime.fromisoformat(event.starts), id_)


def rating_sheet(
    event: Event, book: Rulebook, *, id_: str, known_as: Callable[[Player, str], str] = rated_person
) -> RatingSheet | Unrated:
    """Return what an event does to ratings, or why it does nothing."""
    key = event_key(event, id_)
    sanction = check_sanction(event, book)
    rules = book.ratings
    still_open = unfinished_reason(event, book)
    if rules is None or not sanction.rated or still_open is not None:
        waiting = () if still_open is None else (still_open,)
        reasons = (*_reasons(sanction), *waiting)
        return Unrated(key=key, name=event.name, findings=reasons)
    results = tuple(format_of(event).rated_results(event, book, rules))
    names = _names(event, known_as, id_)
    players = sorted({names[player] for result in results for player in result.players})
    numbers = {name: index for index, name in enumerate(players)}
    seats = {id_: numbers[name] for id_, name in names.items() if name in numbers}
    k = k_of(event.level, rules)
    return RatingSheet(
        key=key,
        name=event.name,
        k=k,
        rulebook=book.id,
        rules=rules,
        series=tuple(
            Series(book.publisher, event.edition, name)
            for name, formats in sorted(rules.lists.items())
            if event.format in formats
        ),
        players=tuple(players),
        counts=_counts(results, seats, len(players)),
        games=tuple(sorted(_game(result, seats, k) for result in results)),
    )


def _reasons(sanction: Sanction) -> tuple[Finding, ...]:
    """Return what costs an event its sanction, or only its rating."""
    return tuple(
        finding
        for finding in sanction.problems
        if finding.severity == "error" or finding.code == "scenario-unrated"
    )


def _names(event: Event, known_as: Callable[[Player, str], str], event_id: str) -> dict[str, str]:
    """Return what each player is known by; no two may share it."""
    names: dict[str, str] = {}
    spellings: dict[str, str] = {}
    for index, player in enumerate(event.players):
        name = names[player.id] = known_as(player, event_id)
        holder = spellings.setdefault(name, player.id)
        if holder != player.id:
            shared = message(
                '"{holder}" and "{player}" would share the rating of "{name}": give both a handle.',
                holder=holder,
                player=player.id,
                name=name,
            )
            place = f"players[{index}].handle"
            raise RefusalError(
                Refusal(code="shared-rating", message=shared, rule=FILE_RULE, place=place)
            )
    return names


def _counts(results: Sequence[RatedResult], seats: dict[str, int], players: int) -> tuple[int, ...]:
    """Count a player's rounds with a rated result: one game, or one match, in each."""
    rounds: list[set[int]] = [set() for _ in range(players)]
    for result in results:
        for player in result.players:
            rounds[seats[player]].add(result.round)
    return tuple(map(len, rounds))


def _game(result: RatedResult, seats: dict[str, int], k: int) -> RatedGame:
    """Put the two players in one order, whichever the file names first."""
    first, second = (seats[player] for player in result.players)
    score = result.scores[0]
    if first > second:
        first, second, score = second, first, result.scores[1]
    return RatedGame(first, second, score, k / result.share, result.round)


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
