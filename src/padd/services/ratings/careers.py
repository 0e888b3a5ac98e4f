"""Careers for pages: records, streaks, rivals, limited to what the viewer may see."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from padd.services.access import visibility
from padd.services.access.actors import Actor
from padd.services.access.permissions import roles_of
from padd.services.ratings import ratings
from padd.services.refusal import NotFound
from padd.store.columns.packed_ratings import SeriesName
from padd.store.queries import eventlog
from padd.store.queries.eventlog import RatingCorrectionRow
from padd.store.queries.people.facts import PersonFacts
from padd.store.queries.ratings import opponents
from padd.store.queries.ratings.career_results import (
    FormatRecord,
    HeadToHead,
    PlayedEvent,
    head_to_head,
    played_events,
    results_by_format,
)
from padd.store.queries.ratings.careers import ChangeLine, RatedGameRow, rating_changes
from padd.store.queries.ratings.generation import one_generation
from padd.store.queries.ratings.lists import PersonRating, ratings_of_person
from padd.store.queries.ratings.opponents import OpponentGame

MOST_EVENTS: Final = 1000
MOST_MET: Final = 6
MOST_WINS: Final = 5


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """What somebody is called before whoever looks; without a page no public id."""

    name: str
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Streaks:
    """Games won in a row, ties and losses end it."""

    longest: int
    current: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """Somebody often met."""

    who: NamedPerson
    won: int
    tied: int
    lost: int

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.won + self.tied + self.lost


@dataclass(frozen=True, slots=True, kw_only=True)
class GoodWin:
    """A win over a strong opponent."""

    who: NamedPerson
    rating: float
    event: str
    event_name: str
    starts_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Career:
    """Everything that somebody's page shows of what was played."""

    ratings: tuple[PersonRating, ...]
    series: SeriesName | None
    """The list whose way is shown."""
    changes: tuple[ChangeLine, ...]
    """Of that list, the latest event first."""
    played: tuple[PlayedEvent, ...]
    formats: tuple[FormatRecord, ...]
    streaks: Streaks
    rivals: tuple[Rival, ...]
    best_wins: tuple[GoodWin, ...]
    otherwise: tuple[RatingCorrectionRow, ...]
    """Games that count in another way than they were played."""
    called: Mapping[str, NamedPerson]

    @property
    def titles(self) -> int:
        """How many events were won."""
        return sum(1 for line in self.played if line.place == 1)


def names_of_people(people: Iterable[str], *, by: Actor, now: datetime) -> dict[str, NamedPerson]:
    """Return what people are called before whoever asks; one query."""
    eyes = visibility.audiences(roles_of(by))
    return {
        person.public_id: NamedPerson(
            visibility.name_for_audience(person, eyes, now=now),
            "" if person.erased else person.public_id,
        )
        for person in opponents.person_names(set(people))
    }


def names_by_row(rows: Iterable[int], *, by: Actor, now: datetime) -> dict[int, NamedPerson]:
    """Return what people are called, by their rows; two queries."""
    ids = opponents.person_public_ids(set(rows))
    names = names_of_people(ids.values(), by=by, now=now)
    return {
        row: names.get(public_id, NamedPerson(visibility.FORMER, ""))
        for row, public_id in ids.items()
    }


@one_generation()
def event_winners(
    events: Iterable[str], *, by: Actor, now: datetime
) -> dict[str, tuple[NamedPerson, float | None]]:
    """Return who won events, and what it did to the rating; four queries."""
    won = opponents.winners_of(list(events))
    names = names_of_people((person for _, person in won.values()), by=by, now=now)
    moved = opponents.winner_rating_changes({event: row for event, (row, _) in won.items()})
    return {
        event: (names[person], moved.get(event))
        for event, (_, person) in won.items()
        if person in names
    }


def headline_ratings(people: Iterable[str]) -> dict[str, tuple[tuple[str, float], ...]]:
    """Return the overall ratings of people by game; three queries."""
    return opponents.ratings_by_game(people, ratings.current_keeper())


@one_generation()
def career_of(
    facts: PersonFacts,
    *,
    by: Actor,
    now: datetime,
    edition: str = "",
    list_: str = "",
    keeper: str = "",
) -> Career:
    """Return what somebody's page shows; the number of queries is fixed."""
    person = facts.public_id
    own_ratings = ratings_of_person(person)
    series = _chosen(own_ratings, (keeper or ratings.current_keeper(), edition, list_))
    games = opponents.opponent_games(person)
    changes: tuple[ChangeLine, ...] = ()
    if series is not None:
        changes = tuple(
            change
            for change in rating_changes(
                person, edition=series.edition, list_=series.list, limit=MOST_EVENTS
            )
            if change.series == series
        )
    rivals = _rivals(games)
    wins = best_wins(changes)
    met = {game.opponent for change in changes for game in change.games}
    names = names_of_people({*met, *(other for other, _ in rivals)}, by=by, now=now)
    return Career(
        ratings=own_ratings,
        series=series,
        changes=changes,
        played=played_events(person, limit=MOST_EVENTS),
        formats=results_by_format(person),
        streaks=streaks_of(games),
        rivals=tuple(
            Rival(who=names[other], won=score[1.0], tied=score[0.5], lost=score[0.0])
            for other, score in rivals
        ),
        best_wins=tuple(good_win(win, names) for win in wins),
        otherwise=eventlog.rating_corrections(person),
        called=names,
    )


def _chosen(ratings: Sequence[PersonRating], series: tuple[str, str, str]) -> SeriesName | None:
    """Return the list that was asked for, or the one with the most games."""
    for rating in ratings:
        if rating.series == series:
            return rating.series
    best = max(
        ratings, key=lambda rating: (rating.series.list != "overall", rating.games), default=None
    )
    return best.series if best else None


def streaks_of(games: Sequence[OpponentGame]) -> Streaks:
    """Return the longest and the current run of games won."""
    longest = current = 0
    for game in games:
        if not game.face_to_face:
            continue
        current = current + 1 if game.score == 1.0 else 0
        longest = max(longest, current)
    return Streaks(longest=longest, current=current)


def _rivals(games: Sequence[OpponentGame]) -> list[tuple[str, Counter[float]]]:
    """Return who was met most often, with the games won, tied and lost."""
    met: defaultdict[str, Counter[float]] = defaultdict(Counter)
    for game in games:
        if game.face_to_face:
            met[game.opponent][game.score] += 1
    ranked = sorted(met.items(), key=lambda rival: (-rival[1].total(), rival[0]))
    return ranked[:MOST_MET]


def best_wins(changes: Sequence[ChangeLine]) -> list[tuple[ChangeLine, RatedGameRow]]:
    """Return the wins over the strongest opponents, the strongest first."""
    won = [(change, game) for change in changes for game in change.games if game.score == 1.0]
    won.sort(key=lambda win: -win[1].opponent_rating)
    return won[:MOST_WINS]


def good_win(win: tuple[ChangeLine, RatedGameRow], names: Mapping[str, NamedPerson]) -> GoodWin:
    """Return a win for a page, with the opponent's name."""
    change, game = win
    return GoodWin(
        who=names[game.opponent],
        rating=game.opponent_rating,
        event=change.event,
        event_name=change.event_name,
        starts_at=change.starts_at,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two people, and every game between them."""

    first: PersonFacts
    second: PersonFacts
    record: HeadToHead
    ratings: tuple[tuple[SeriesName, float, float], ...]
    """The lists that both are on, with the rating of each."""


@one_generation()
def compare_players(*, person: str, other: str, by: Actor, now: datetime) -> Comparison:
    """Return how two people did against each other; nobody meets themselves."""
    first = visibility.visible_person(by=by, now=now, person=person)
    second = visibility.visible_person(by=by, now=now, person=other)
    if first.public_id == second.public_id:
        raise NotFound("person")
    own_ratings = opponents.ratings_of_people((first.public_id, second.public_id))
    first_ratings, two = own_ratings[first.public_id], own_ratings[second.public_id]
    return Comparison(
        first=first,
        second=second,
        record=head_to_head(first.public_id, second.public_id),
        ratings=tuple(
            (name, first_ratings[name], two[name]) for name in first_ratings if name in two
        ),
    )


def own_profile_id(by: Actor) -> str:
    """Return the public id of whoever asks, if they have a page."""
    return opponents.person_public_ids({by.person_id}).get(by.person_id, "") if by.person_id else ""
