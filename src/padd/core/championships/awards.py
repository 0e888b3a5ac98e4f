"""What a championship awards: byes, head starts and Masters points, by its ranking."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal

from padd.core.championships.ranking import RankedPerson, rank_people
from padd.core.championships.stages import Person, Stages, attendance_of, read_stages
from padd.core.leagues.event_points import points_for_place
from padd.core.messages import Message, message
from padd.core.model import ChampionshipKind, Edition, Event, EventChampionship, StrictStruct
from padd.core.refusal import Refusal, RefusalError
from padd.core.rng import Rng, seed_for
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.programme import PlaceAward

ANY: Final = "any"


class WonRight(StrictStruct, frozen=True):
    """A bye or a head start that a place has won."""

    person: Person
    place: int
    rounds: tuple[int, ...]
    """The rounds of a bye; none for a head start."""
    points: int
    """The points of a head start; none for a bye."""
    target: Literal["continental", "world"]
    year: int | None
    """The year of the target; none where it is the next one, whatever the year."""
    areas: tuple[str, ...]
    """The continents that it is good for; none said is any."""
    cite: str

    @property
    def next(self) -> bool:
        """Whether the first one afterwards on each continent is covered (AMB-133)."""
        return self.year is None


class NotWon(StrictStruct, frozen=True):
    """An award without a winner, and why."""

    place: int
    reason: Message
    cite: str


class MastersScore(StrictStruct, frozen=True):
    """The Masters points of one person."""

    person: Person
    place: int
    points: int


class ChampionshipResult(StrictStruct, frozen=True):
    """A finished championship: who came, where they stand, and what they won."""

    championship: EventChampionship
    edition: Edition
    attendance: int
    ranking: tuple[RankedPerson, ...]
    rights: tuple[WonRight, ...]
    not_won: tuple[NotWon, ...]
    masters: tuple[MastersScore, ...]
    names: dict[Person, str]
    book: Rulebook


def championship_result(
    events: Sequence[Event], book_of: Callable[[Event], Rulebook], *, seed: int = 0
) -> ChampionshipResult:
    """Return what the stages of a championship come to; events may be in any order."""
    return result_of_stages(read_stages(events, book_of, seed=seed), seed=seed)


def result_of_stages(stages: Stages, *, seed: int = 0) -> ChampionshipResult:
    """Return what stages come to that were read before."""
    ranking = rank_people(stages, seed=seed)
    attendance = len(attendance_of(stages))
    decided = [_award_for_place(award, stages, ranking, attendance) for award in _awards(stages)]
    return ChampionshipResult(
        championship=stages.championship,
        edition=Edition(stages.edition),
        attendance=attendance,
        ranking=ranking,
        rights=tuple(right for right in decided if isinstance(right, WonRight)),
        not_won=tuple(right for right in decided if isinstance(right, NotWon)),
        masters=tuple(_masters_scores(stages, ranking, attendance)),
        names=stages.names,
        book=stages.book,
    )


def _awards(stages: Stages) -> Iterator[PlaceAward]:
    """Give the awards of this kind and game, the best place first."""
    awards: tuple[PlaceAward, ...] = getattr(stages.rules.awards, stages.championship.kind)
    games = (award for award in awards if stages.edition in award.games)
    return iter(sorted(games, key=lambda award: award.place))


def _award_for_place(
    award: PlaceAward, stages: Stages, ranking: Sequence[RankedPerson], attendance: int
) -> WonRight | NotWon:
    """Give an award to its place; nothing passes down (AMB-145)."""
    rule = cite(stages.book, f"championships.awards.{stages.championship.kind}")
    if award.more_than is not None and attendance <= award.more_than:
        few = message(
            "More than {least} players must attend; {attendance} did.",
            least=award.more_than,
            attendance=attendance,
        )
        return NotWon(award.place, few, rule)
    line = ranking[award.place - 1] if award.place <= len(ranking) else None
    if line is None or line.disqualified:
        return NotWon(award.place, message("No player has this place."), rule)
    return WonRight(
        person=line.person,
        place=award.place,
        rounds=award.bye_rounds,
        points=award.head_start,
        target=award.into,
        year=_target_year(award, stages.championship.year),
        areas=_target_areas(award, stages, rule),
        cite=rule,
    )


def _target_year(award: PlaceAward, year: int) -> int | None:
    """Return the year of the target; a following year is the next one (AMB-132)."""
    return {"same": year, "following": year + 1, "next": None}[award.year]


def _target_areas(award: PlaceAward, stages: Stages, rule: str) -> tuple[str, ...]:
    if award.where != "same-continent":
        return ()
    area = stages.championship.area
    if not area:
        raise RefusalError(
            Refusal(
                code="no-area",
                message=message(
                    "The bye is valid on one continent only, and no continent is given."
                ),
                rule=rule,
                place="stages[0].championship.area",
                way_out=message("The coordinator names the continent."),
            )
        )
    return (area,)


def _masters_scores(
    stages: Stages, ranking: Sequence[RankedPerson], attendance: int
) -> Iterator[MastersScore]:
    """Give every player's Masters points; the disqualified lose theirs."""
    table = stages.rules.masters
    if stages.championship.kind is not ChampionshipKind.MASTERS:
        return
    for line in ranking:
        points = points_for_place(
            line.place,
            attendance,
            rows=table.points or (),
            bands=table.bands or (),
            beyond_last_band=table.beyond_last_band,
        )
        if points and not line.disqualified:
            yield MastersScore(line.person, line.place, points)


def draw_winners(secret: str, people: Iterable[str], prizes: int) -> tuple[str, ...]:
    """Return the winners in the order of the prizes; no person wins two.

    The same secret and people give the same answer in whatever order they come.
    """
    lots = sorted(set(people))
    seed = seed_for("challenge", secret, *lots)
    return tuple(Rng(seed, "challenge").shuffled(lots)[:prizes])
