"""Bonus points of a league event: calculated from facts, booked, withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

import msgspec
from django.db import transaction

from padd.core.leagues.bonus_schemes import BonusLine, DeckFacts, MissionDone, Scheme, bonus_sum
from padd.core.messages import message
from padd.core.model import LeaguePart
from padd.core.refusal import RefusalError
from padd.rulebooks.schema import Rulebook, cite
from padd.services.access.actors import Actor
from padd.services.access.permissions import AccessRole, Permission, require, roles_of
from padd.services.leagues.bonus_sheet import SheetRow, bonus_sheet
from padd.services.leagues.league_requests import league_row
from padd.services.leagues.points import season_book
from padd.services.leagues.seasons import is_half_closed
from padd.services.refusal import NotAllowed, NotFound, refusal_error
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.leagues import Bonus, LeagueEvent, MissionCompleted
from padd.store.models.people import Person
from padd.store.models.reports import Report
from padd.store.writes.event_log import add_audit_entry

MOST_BY_HAND: Final = 50
LONGEST_TITLE: Final = 120
HOUSE: Final = frozenset({AccessRole.DIRECTOR, AccessRole.LAPTOP, AccessRole.SYSTEM})


def enter_deck(
    *,
    by: Actor,
    now: datetime,
    league: str,
    event: str,
    person: str,
    deck: DeckFacts,
    reason: str = "",
) -> None:
    """Record which headquarters a player used; the points follow from it."""
    with transaction.atomic():
        row, player = _open_sheet(by, league, event, person, reason)
        name = normalize_line(deck.headquarters)
        if refusal := text_refusal(name, place="headquarters", most=LONGEST_TITLE, needed=True):
            raise RefusalError(refusal)
        _check_counts(deck)
        known = msgspec.structs.replace(deck, headquarters=name)
        _withdraw(row, player, Scheme.HEADQUARTERS, by, now)
        made = _give_bonus(row, player, Scheme.HEADQUARTERS, 0, by=by, now=now, reason=reason)
        made.facts = msgspec.to_builtins(known)
        made.save(update_fields=["facts"])
        # What it gives is known once the deck is on the sheet.
        sheet = bonus_sheet(row)
        own = next(line for line in sheet if line.person == person)
        lines = [one for one in own.lines if one.scheme == made.scheme]
        made.points, made.reason = bonus_sum(lines), _reasons(lines) or reason
        made.save(update_fields=["points", "reason"])
        _book(row, sheet, by, now)
        _audit(row, by, now, {"person": person, "headquarters": name}, reason)


def _check_counts(deck: DeckFacts) -> None:
    personnel = deck.personnel or 0
    others = personnel - (deck.non_aligned or 0)
    if others < 0 or (deck.fitting or 0) > max(others, 0) > 0:
        wrong = message("More cards fit than there are in the deck.")
        raise refusal_error("counts-differ", wrong, place="fitting")


def enter_missions(
    *,
    by: Actor,
    now: datetime,
    league: str,
    event: str,
    person: str,
    missions: Sequence[MissionDone],
    reason: str = "",
) -> None:
    """Record which missions a player completed, in place of earlier ones."""
    with transaction.atomic():
        row, player = _open_sheet(by, league, event, person, reason)
        MissionCompleted.objects.filter(in_league=row, person=player).delete()
        titles: dict[str, MissionDone] = {}
        for mission in missions:
            title = normalize_line(mission.title)
            refusal = text_refusal(title, place="missions", most=LONGEST_TITLE)
            if refusal:
                raise RefusalError(refusal)
            if title:
                titles.setdefault(title.casefold(), msgspec.structs.replace(mission, title=title))
        MissionCompleted.objects.bulk_create(
            MissionCompleted(
                in_league=row,
                person=player,
                title=mission.title,
                headquarters=mission.headquarters,
                by=by.label,
                at=now,
            )
            for mission in titles.values()
        )
        _book(row, bonus_sheet(row), by, now)
        _audit(row, by, now, {"person": person, "missions": len(titles)}, reason)


def give_by_hand(
    *, by: Actor, now: datetime, league: str, event: str, person: str, points: int, reason: str
) -> None:
    """Give points of the league's own making; reason and mark stay with them."""
    with transaction.atomic():
        row, player = _open_sheet(by, league, event, person, reason)
        if not normalize_line(reason):
            missing = message("Enter what the points are for.")
            raise refusal_error("missing", missing, place="reason")
        if not 0 < abs(points) <= MOST_BY_HAND:
            most = message("Give 1 to {most} points at a time.", most=MOST_BY_HAND)
            raise refusal_error("out-of-range", most, place="points")
        made = _give_bonus(
            row, player, Scheme.OWN, points, by=by, now=now, reason=normalize_line(reason)
        )
        made.beyond = True
        made.save(update_fields=["beyond"])
        _audit(row, by, now, {"person": person, "points": points}, reason)


def book_sheet(*, by: Actor, now: datetime, league: str, event: str, reason: str = "") -> int:
    """Book what the schemes give for everybody; return how many points changed."""
    with transaction.atomic():
        row = _sheet_row(league, event)
        _check_moment(by, row, reason)
        changed = _book(row, bonus_sheet(row), by, now)
        _audit(row, by, now, {"changed": changed}, reason)
    return changed


def withdraw_bonus(*, by: Actor, now: datetime, league: str, bonus: str, reason: str) -> None:
    """Take bonus points back; the row stays to be read."""
    with transaction.atomic():
        kept = (
            Bonus.objects.select_related("in_league__season__league")
            .filter(public_id=bonus, in_league__season__league__public_id=league)
            .first()
        )
        if kept is None:
            raise NotFound("bonus")
        _check_moment(by, kept.in_league, reason)
        Bonus.objects.filter(pk=kept.pk, withdrawn_at=None).update(
            withdrawn_at=now, withdrawn_by=by.label
        )
        _audit(kept.in_league, by, now, {"withdrawn": kept.points}, reason)


def _sheet_row(league: str, event: str) -> LeagueEvent:
    row = (
        LeagueEvent.objects.select_related("season__league", "event")
        .filter(event__public_id=event, season__league=league_row(league))
        .first()
    )
    if row is None:
        raise NotFound("event")
    return row


def _open_sheet(
    by: Actor, league: str, event: str, person: str, reason: str
) -> tuple[LeagueEvent, Person]:
    row = _sheet_row(league, event)
    _check_moment(by, row, reason)
    player = Person.objects.filter(public_id=person, league_points__in_league=row).first()
    if player is None:
        absent = message("That player was not at the event.")
        raise refusal_error("not-there", absent, place="person")
    return row, player


def needs_reason(row: LeagueEvent) -> bool:
    """Tell whether a change of the bonus needs a reason: the cut or report is out."""
    closed = is_half_closed(row.season, LeaguePart(row.part))
    return closed or Report.objects.filter(event=row.event).exists()


def _check_moment(by: Actor, row: LeagueEvent, reason: str) -> None:
    """Book before the report; later with a reason; after the cut the Director alone."""
    season = row.season
    require(Permission.LEAGUE_RUN, by, league=season.league)
    book: Rulebook = season_book(season)
    rule = cite(book, "leagues.bonus.count_in")
    if is_half_closed(season, LeaguePart(row.part)) and not roles_of(by) & HOUSE:
        raise NotAllowed(Permission.LEAGUE_RUN)
    if needs_reason(row) and not normalize_line(reason):
        late = message("The results are reported: give a reason for changing the bonus.")
        raise refusal_error("missing", late, place="reason", rule=rule)


def _book(row: LeagueEvent, sheet: Sequence[SheetRow], by: Actor, now: datetime) -> int:
    """Let the booked points follow the sheet; return how many changed."""
    changed = 0
    people = {
        person.public_id: person
        for person in Person.objects.filter(public_id__in=[one.person for one in sheet])
    }
    valid = {
        (bonus.person_id, bonus.scheme): bonus
        for bonus in Bonus.objects.filter(in_league=row, withdrawn_at=None)
    }
    for line in sheet:
        person = people[line.person]
        for scheme in (Scheme.HEADQUARTERS, Scheme.PARTICIPATION, Scheme.NEW_MISSION):
            mine = [one for one in line.lines if one.scheme is scheme]
            points = bonus_sum(mine)
            kept = valid.get((person.pk, scheme))
            if kept is None and not points:
                continue
            if kept is not None and kept.points == points:
                continue
            facts = kept.facts if kept else {}
            _withdraw(row, person, scheme, by, now)
            made = _give_bonus(row, person, scheme, points, by=by, now=now, reason=_reasons(mine))
            made.facts = facts
            made.save(update_fields=["facts"])
            changed += 1
    return changed


def _reasons(lines: Iterable[BonusLine]) -> str:
    return "; ".join(str(one.reason) for one in lines if one.points)[:300]


def _withdraw(row: LeagueEvent, person: Person, scheme: Scheme, by: Actor, now: datetime) -> None:
    Bonus.objects.filter(in_league=row, person=person, scheme=scheme, withdrawn_at=None).update(
        withdrawn_at=now, withdrawn_by=by.label
    )


def _give_bonus(
    row: LeagueEvent,
    person: Person,
    scheme: Scheme,
    points: int,
    *,
    by: Actor,
    now: datetime,
    reason: str,
) -> Bonus:
    return Bonus.objects.create(
        in_league=row,
        person=person,
        scheme=scheme,
        points=points,
        reason=reason,
        own=by.person_id == person.pk,
        by=by.label,
        at=now,
    )


def _audit(
    row: LeagueEvent, by: Actor, now: datetime, after: dict[str, object], reason: str
) -> None:
    add_audit_entry(
        Permission.LEAGUE_RUN,
        by=by.label,
        subject=f"league:{row.season.league.public_id}",
        at=now,
        after={"event": row.event.public_id, **after},
        reason=normalize_line(reason),
    )
