"""The bonus sheet of a league event: everyone's bonus from the known facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from padd.core.leagues.bonus_schemes import (
    BonusLine,
    DeckFacts,
    MissionDone,
    Scheme,
    bonus_sum,
    has_bonus,
    headquarters_bonus,
    new_mission_bonus,
    participation_bonus,
)
from padd.core.leagues.event_points import league_rules
from padd.core.model import Edition
from padd.rulebooks.sections.programme import LeagueBonus
from padd.services.leagues.points import season_book
from padd.store.models.leagues import Bonus, LeagueEvent, MissionCompleted, PointsWon


class SheetRow(msgspec.Struct, frozen=True, kw_only=True):
    """One player of a bonus sheet: what each scheme gives, and what is unknown."""

    person: str
    place: int
    points: int
    deck: DeckFacts | None
    missions: tuple[MissionDone, ...]
    lines: tuple[BonusLine, ...]
    by_hand: int
    booked: int
    unknown: bool
    """The headquarters is asked for and not known yet."""

    @property
    def bonus(self) -> int:
        """What is known of the bonus."""
        return bonus_sum(self.lines) + self.by_hand


class BonusFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a season when the sheet of one of its events is made."""

    schemes: frozenset[Scheme]
    rules: LeagueBonus
    earlier: tuple[int, ...]
    """The events before, in their order."""
    attended: dict[int, set[int]]
    decks: dict[tuple[int, int], DeckFacts]
    missions: dict[tuple[int, int], tuple[MissionDone, ...]]


def bonus_sheet(in_league: LeagueEvent) -> tuple[SheetRow, ...]:
    """Return everybody at an event with the bonus that follows from what is known."""
    known = _known(in_league)
    booked: dict[int, list[Bonus]] = {}
    for row in Bonus.objects.filter(in_league=in_league, withdrawn_at=None):
        booked.setdefault(row.person_id, []).append(row)
    sheet: list[SheetRow] = []
    for won in in_league.points_won.select_related("person"):
        key = in_league.pk, won.person_id
        kept = booked.get(won.person_id, [])
        sheet.append(
            SheetRow(
                person=won.person.public_id,
                place=won.place,
                points=won.points,
                deck=known.decks.get(key),
                missions=known.missions.get(key, ()),
                lines=tuple(_lines(known, key)),
                by_hand=sum(row.points for row in kept if row.scheme == Scheme.OWN),
                booked=sum(row.points for row in kept),
                unknown=Scheme.HEADQUARTERS in known.schemes and key not in known.decks,
            )
        )
    return tuple(sheet)


def event_bonus_sheet(event: str) -> tuple[SheetRow, ...]:
    """Return the sheet of an event, empty where it is in no league or not finished."""
    row = (
        LeagueEvent.objects.select_related("season__league")
        .filter(event__public_id=event, players__gt=0)
        .first()
    )
    return bonus_sheet(row) if row else ()


def _known(in_league: LeagueEvent) -> BonusFacts:
    season = in_league.season
    rules = league_rules(season_book(season)).bonus
    schemes = frozenset(Scheme(name) for name in season.schemes)
    if not has_bonus(Edition(season.league.edition), rules):
        schemes = frozenset()
    events = list(season.events.order_by("number"))
    earlier = tuple(row.pk for row in events if row.players and row.number < in_league.number)
    return BonusFacts(
        schemes=schemes,
        rules=rules,
        earlier=earlier,
        attended=_attended(earlier),
        decks=_decks(events),
        missions=_missions(events),
    )


def _lines(known: BonusFacts, key: tuple[int, int]) -> Iterable[BonusLine]:
    """Yield what each scheme of the league gives one player."""
    _, person = key
    deck = known.decks.get(key)
    last = known.earlier[-1] if known.earlier else None
    if Scheme.HEADQUARTERS in known.schemes and deck is not None:
        yield from headquarters_bonus(
            deck,
            known.rules.headquarters,
            used_by_player={
                known.decks[event, person].headquarters
                for event in known.earlier
                if (event, person) in known.decks
            },
            used_last_time=None
            if last is None
            else {d.headquarters for (at, _), d in known.decks.items() if at == last},
        )
    if Scheme.PARTICIPATION in known.schemes:
        there = [person in known.attended[event] for event in known.earlier]
        yield participation_bonus(there, known.rules.participation)
    if Scheme.NEW_MISSION in known.schemes:
        before = {
            mission.title
            for (event, _), missions in known.missions.items()
            if event in known.earlier
            for mission in missions
        }
        mine = known.missions.get(key, ())
        yield new_mission_bonus(mine, known.rules.new_mission, done_before=before)


def _attended(events: Sequence[int]) -> dict[int, set[int]]:
    there: dict[int, set[int]] = {event: set() for event in events}
    rows = PointsWon.objects.filter(in_league__in=there)
    for event, person in rows.values_list("in_league", "person"):
        there[event].add(person)
    return there


def _decks(events: Iterable[LeagueEvent]) -> dict[tuple[int, int], DeckFacts]:
    rows = Bonus.objects.filter(
        in_league__in=list(events), scheme=Scheme.HEADQUARTERS, withdrawn_at=None
    )
    return {
        (row.in_league_id, row.person_id): msgspec.convert(row.facts, DeckFacts) for row in rows
    }


def _missions(events: Iterable[LeagueEvent]) -> dict[tuple[int, int], tuple[MissionDone, ...]]:
    found: dict[tuple[int, int], tuple[MissionDone, ...]] = {}
    for row in MissionCompleted.objects.filter(in_league__in=list(events)):
        key = row.in_league_id, row.person_id
        mission = MissionDone(title=row.title, headquarters=row.headquarters)
        found[key] = (*found.get(key, ()), mission)
    return found
