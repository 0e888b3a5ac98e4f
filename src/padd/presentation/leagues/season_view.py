"""The public view of a season: tables, the cut, the schedule, the missions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Final

import msgspec

from padd.core.cards.catalogue import Catalogue
from padd.core.leagues.bonus_schemes import MissionDone
from padd.core.leagues.calendar import (
    LeagueSlot,
    are_promos_playable,
    are_promos_printable,
    proposed_days,
    season_slots,
)
from padd.core.leagues.event_points import EventPoints, league_rules
from padd.core.leagues.mission_tally import MissionRecord, TallyRow, mission_tally
from padd.core.leagues.table import (
    Chance,
    events_of_parts,
    largest_field,
    league_table,
    qualification_chances,
)
from padd.core.messages import Message, message
from padd.core.model import LeaguePart
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import cite
from padd.rulebooks.sections.section import Edition
from padd.services.access.actors import Actor
from padd.services.cards.catalogue import current_catalogue
from padd.services.leagues.points import season_book
from padd.services.leagues.seasons import is_half_closed, playoff_seeding, season_qualifiers
from padd.services.ratings.careers import NamedPerson, names_of_people
from padd.store.models.leagues import Season
from padd.store.queries import leagues
from padd.store.queries import leagues as queries
from padd.store.queries.leagues import LeagueEventLine

TABS: Final = ("first-half", "second-half", "playoff", "season", "lifetime")
TAB_WORDS: Final = {
    "first-half": "First half",
    "second-half": "Second half",
    "playoff": "Playoffs",
    "season": "Season",
    "lifetime": "Lifetime",
}
STEPS: Final = {
    "playoff-points": "playoff points",
    "playoff-victories": "playoff victories",
    "season-points": "season points",
    "playoff-events-attended": "playoff events attended",
    "league-events-attended": "league events attended",
    "lifetime-points": "lifetime points",
    "event-victories": "event victories",
    "events-attended": "events attended",
    "random": "a draw",
}
"""What decided, in words."""
CHANCES: Final = {Chance.SURE: "qualified", Chance.OPEN: "", Chance.OUT: "out"}


class BonusPart(msgspec.Struct, frozen=True):
    """One line of a player's bonus: at which event, for what, how much."""

    number: int
    words: str
    points: int
    beyond: bool
    own: bool


class LeagueTableRow(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a table."""

    place: int
    person: str
    who: NamedPerson
    figures: tuple[str, ...]
    """The points of each event: a figure, a dash for absence, a dot for to come."""
    points: int
    bonus: int
    total: int
    season: int
    already_in: bool = False
    decided_by: str = ""
    chance: str = ""
    parts: tuple[BonusPart, ...] = ()


class SlotView(msgspec.Struct, frozen=True, kw_only=True):
    """One slot of the calendar, with its event if there is one."""

    number: int
    part: LeaguePart
    label: str
    months: str
    event: LeagueEventLine | None
    state: str
    """Settled, now or planned."""


class SeasonView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the page of a league shows of one season."""

    year: int
    short: bool
    tab: str
    tabs: tuple[tuple[str, str], ...]
    numbers: tuple[tuple[int, str], ...]
    rows: tuple[LeagueTableRow, ...]
    cut_after: int
    """How many lines stand above the cut; 0 where there is none."""
    gap: int | None
    events_left: int
    slots: tuple[SlotView, ...]
    missions: tuple[TallyRow, ...]
    called: Mapping[str, NamedPerson]
    """All people of the season, as the viewer may see them."""
    champion: str
    first_closed: bool
    second_closed: bool
    schemes: tuple[str, ...]


def season_label(year: int) -> str:
    """Return what a season is called: 2026/27."""
    return f"{year}/{(year + 1) % 100:02d}"


def season_view(season: Season, tab: str, *, by: Actor, now: datetime) -> SeasonView:
    """Return a season with one of its tables, and people as the viewer may see them."""
    book = season_book(season)
    slots = season_slots(league_rules(book), book, season=season.year, short=season.short)
    tabs = tuple(
        (name, _tab_word(name, short=season.short))
        for name in TABS
        if not (season.short and name == "second-half")
    )
    tab = tab if tab in dict(tabs) else _present_tab(season)
    events = leagues.season_points(season.pk)
    lines = {row.number: row for row in queries.league_events(season.pk)}
    missions = leagues.mission_rows(season.pk)
    champion = season.champion.public_id if season.champion else ""
    people = {row.person for event in events for row in event.rows}
    people |= {champion, *(row.person for row in missions)}
    names = names_of_people(people - {""}, by=by, now=now)
    shown = [slot for slot in slots if tab in {slot.part, "season"}]
    rows, cut_after = _rows(season, tab, events, shown, names)
    return SeasonView(
        year=season.year,
        short=season.short,
        tab=tab,
        tabs=tabs,
        numbers=tuple((slot.number, _label(slot, slots)) for slot in shown),
        rows=rows,
        cut_after=cut_after,
        gap=_gap(rows, cut_after),
        events_left=sum(not _is_over(lines.get(slot.number)) for slot in shown),
        slots=tuple(_slots(slots, lines)),
        missions=mission_tally(
            MissionRecord(
                event=row.number,
                person=row.person,
                mission=MissionDone(title=row.title, headquarters=row.headquarters),
            )
            for row in missions
        ),
        called=names,
        champion=names[champion].name if champion else "",
        first_closed=season.first_closed_at is not None,
        second_closed=season.second_closed_at is not None,
        schemes=tuple(season.schemes),
    )


def _tab_word(name: str, *, short: bool) -> str:
    return "Regular season" if short and name == "first-half" else TAB_WORDS[name]


def _present_tab(season: Season) -> str:
    if season.first_closed_at is None:
        return "first-half"
    if season.second_qualifiers is not None and season.second_closed_at is None:
        return "second-half"
    return "playoff"


def _is_over(line: LeagueEventLine | None) -> bool:
    return line is not None and line.players > 0


def _label(slot: LeagueSlot, slots: Sequence[LeagueSlot]) -> str:
    regular = sum(one.part is not LeaguePart.PLAYOFF for one in slots)
    if slot.part is LeaguePart.PLAYOFF:
        return f"P{slot.number - regular}"
    return f"E{slot.number}"


def _slots(slots: Sequence[LeagueSlot], lines: dict[int, LeagueEventLine]) -> list[SlotView]:
    views: list[SlotView] = []
    first = True
    for slot in slots:
        line = lines.get(slot.number)
        over = _is_over(line)
        state = "settled" if over else "now" if first else "planned"
        first = first and over
        views.append(
            SlotView(
                number=slot.number,
                part=slot.part,
                label=_label(slot, slots),
                months=f"{slot.first_day:%b}–{slot.last_day:%b}",
                event=line,
                state=state,
            )
        )
    return views


def _gap(rows: Sequence[LeagueTableRow], cut_after: int) -> int | None:
    if not 0 < cut_after < len(rows):
        return None
    return rows[cut_after - 1].total - rows[cut_after].total


def _rows(
    season: Season,
    tab: str,
    events: Sequence[EventPoints],
    shown: Sequence[LeagueSlot],
    names: Mapping[str, NamedPerson],
) -> tuple[tuple[LeagueTableRow, ...], int]:
    if tab == "lifetime":
        return _lifetime_rows(names), 0
    whole = {row.person: row.total for row in league_table(events)}
    if tab == "playoff":
        return _playoff_rows(season, events, shown, names, whole), 0
    parts = tuple(LeaguePart) if tab == "season" else (LeaguePart(tab),)
    chosen = events_of_parts(events, *parts)
    figures = _figures(chosen, shown)
    bonus_parts = _bonus_parts(season, {slot.number for slot in shown})
    order = {row.person: row for row in league_table(chosen)}
    if tab == "season":
        rows = tuple(
            LeagueTableRow(
                place=row.place,
                person=row.person,
                who=names[row.person],
                figures=figures(row.person),
                points=row.points,
                bonus=row.bonus,
                total=row.total,
                season=whole[row.person],
                parts=bonus_parts.get(row.person, ()),
            )
            for row in order.values()
        )
        return rows, 0
    cut = season_qualifiers(season)
    part = LeaguePart(tab)
    chances = _chances(season, part, events, {p: r.total for p, r in order.items()})
    rows = tuple(
        LeagueTableRow(
            place=line.place,
            person=line.person,
            who=names[line.person],
            figures=figures(line.person),
            points=order[line.person].points if line.person in order else 0,
            bonus=order[line.person].bonus if line.person in order else 0,
            total=line.total,
            season=whole.get(line.person, 0),
            already_in=line.already_in,
            decided_by=STEPS.get(line.decided_by or "", ""),
            chance=chances.get(line.person, ""),
            parts=bonus_parts.get(line.person, ()),
        )
        for line in cut.halves.get(part, ())
    )
    return rows, sum(line.qualified for line in cut.halves.get(part, ()))


def _chances(
    season: Season, part: LeaguePart, events: Sequence[EventPoints], totals: dict[str, int]
) -> dict[str, str]:
    """Return who is sure of qualifying and who is out, while the half is open."""
    if is_half_closed(season, part):
        return {}
    book = season_book(season)
    rules = league_rules(book)
    slots = season_slots(rules, book, season=season.year, short=season.short)
    planned = sum(slot.part is part for slot in slots)
    played = len(events_of_parts(events, part))
    number = (
        season.first_qualifiers if part is LeaguePart.FIRST_HALF else season.second_qualifiers or 0
    )
    found = qualification_chances(
        totals,
        qualifiers=number,
        events_left=max(planned - played, 0),
        players=largest_field(events),
        rules=rules,
    )
    return {person: CHANCES[chance] for person, chance in found.items()}


def _playoff_rows(
    season: Season,
    events: Sequence[EventPoints],
    shown: Sequence[LeagueSlot],
    names: Mapping[str, NamedPerson],
    whole: dict[str, int],
) -> tuple[LeagueTableRow, ...]:
    finals = events_of_parts(events, LeaguePart.PLAYOFF)
    figures = _figures(finals, shown)
    bonus = {row.person: row.bonus for row in league_table(finals)}
    return tuple(
        LeagueTableRow(
            place=row.place,
            person=row.person,
            who=names[row.person],
            figures=figures(row.person),
            points=row.figures["playoff-points"],
            bonus=bonus.get(row.person, 0),
            total=row.figures["playoff-points"],
            season=whole.get(row.person, 0),
            decided_by=STEPS.get(row.decided_by or "", "")
            if row.decided_by != "playoff-points"
            else "",
        )
        for row in playoff_seeding(season)
    )


def _lifetime_rows(names: Mapping[str, NamedPerson]) -> tuple[LeagueTableRow, ...]:
    lines = leagues.points_over_all_leagues()
    best = [line.points for line in lines]
    return tuple(
        LeagueTableRow(
            place=best.index(line.points) + 1,
            person=line.person,
            who=names[line.person],
            figures=(),
            points=line.points,
            bonus=0,
            total=line.points,
            season=line.events,
        )
        for line in lines
        if line.person in names
    )


def _figures(
    events: Sequence[EventPoints], shown: Sequence[LeagueSlot]
) -> Callable[[str], tuple[str, ...]]:
    won = {
        event.number: {row.person: row for row in event.rows if row.place is not None}
        for event in events
    }

    def of(person: str) -> tuple[str, ...]:
        return tuple(
            "·"
            if slot.number not in won
            else str(won[slot.number][person].points)
            if person in won[slot.number]
            else "–"
            for slot in shown
        )

    return of


def _bonus_parts(season: Season, numbers: set[int]) -> dict[str, tuple[BonusPart, ...]]:
    parts: dict[str, tuple[BonusPart, ...]] = {}
    for row in leagues.bonus_rows(season.pk):
        if row.withdrawn or row.number not in numbers or not row.points:
            continue
        part = BonusPart(row.number, row.reason, row.points, row.beyond, row.own)
        parts[row.person] = (*parts.get(row.person, ()), part)
    return {
        person: tuple(sorted(mine, key=lambda part: part.number)) for person, mine in parts.items()
    }


def proposed_dates(season: Season) -> dict[int, str]:
    """Return the days to propose for the slots, in the guide's rhythm."""
    book = rulebook(season.rulebook)
    rules = league_rules(book)
    slots = season_slots(rules, book, season=season.year, short=season.short)
    first = queries.season_first_day(season.pk) or slots[0].first_day
    days = proposed_days(slots, rules, first=first, short=season.short)
    return {
        slot.number: f"{day:%a} {day.day} {day:%b %Y}"
        for slot, day in zip(slots, days, strict=True)
    }


HEADQUARTERS: Final = "H"
UNKNOWN: Final = ""
"""Where the card data does not know a mission."""
WORDS: Final[dict[str, Message]] = {
    "P": message("planet"),
    "S": message("space"),
    "PS": message("planet and space"),
    HEADQUARTERS: message("headquarters"),
    UNKNOWN: message("not in the card data"),
}
WHOLE: Final = 100


class MissionShare(msgspec.Struct, frozen=True):
    """How many missions are of a kind, and where its part of the bar lies."""

    words: Message
    count: int
    start: float
    width: float


def _kind_of(row: TallyRow, edition: Edition, catalogue: Catalogue) -> str:
    """Return the kind of a mission: as entered, otherwise as the card says."""
    if row.headquarters:
        return HEADQUARTERS
    if not catalogue.knows(row.title, edition):
        return UNKNOWN
    kinds = {letter for one in catalogue.find(row.title, edition).printings for letter in one.kind}
    found = "".join(letter for letter in "HPS" if letter in kinds)
    return found if found in WORDS else UNKNOWN


def mission_shares(tally: Sequence[TallyRow], edition: Edition) -> tuple[MissionShare, ...]:
    """Return the parts of the bar, in the order of the words."""
    catalogue = current_catalogue().catalogue
    counts = Counter(_kind_of(row, edition, catalogue) for row in tally)
    shares: list[MissionShare] = []
    start = 0.0
    for kind, words in WORDS.items():
        if not counts[kind]:
            continue
        width = round(WHOLE * counts[kind] / len(tally), 2)
        shares.append(MissionShare(words, counts[kind], round(start, 2), width))
        start += width
    return tuple(shares)


def promo_words(season: Season, day: date) -> tuple[str, str]:
    """Return what may be done with the promos, and the section that says so."""
    book = season_book(season)
    rules = league_rules(book)
    if are_promos_playable(day, rules, season.year):
        words = "Anyone may print and play the promos of this season."
    elif are_promos_printable(day, rules, season.year):
        words = "Promos of this season can be printed; they are legal in league events."
    else:
        words = "Promos of this season are won and legal in league events only."
    return words, cite(book, "leagues.promos.free_from")


SIGNS: Final = {"–": "did not play", "·": "still to come"}


def table_signs(rows: Iterable[LeagueTableRow]) -> str:
    """Explain the signs that the rows contain, in one sentence or none."""
    figures = {figure for row in rows for figure in row.figures}
    said = ", ".join(f"{sign} {words}" for sign, words in SIGNS.items() if sign in figures)
    return f"{said}." if said else ""
