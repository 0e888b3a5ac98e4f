"""The events of a season: assigned to slots, accepted, removed, given places."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from padd.core.leagues.calendar import season_slots
from padd.core.leagues.event_points import league_rules
from padd.core.messages import message
from padd.core.model import LeaguePart
from padd.core.scoring.standings import participants
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.leagues.league_requests import league_row
from padd.services.leagues.points import count_finished, season_book
from padd.services.leagues.seasons import is_half_closed, season_row
from padd.services.ratings import facts_of_finished, matched_people
from padd.services.refusal import NotFound, refusal_error
from padd.services.text_fields import normalize_line
from padd.store.models.eventlog import FinishedEvent
from padd.store.models.events import Event
from padd.store.models.leagues import LeagueEvent, Season
from padd.store.writes.event_log import add_audit_entry


def place_event(
    *, by: Actor, now: datetime, league: str, year: int, event: str, number: int
) -> bool:
    """Put an event into a slot; its own director is asked unless it is the same one.

    Return whether it is in already.
    """
    with transaction.atomic():
        row = league_row(league)
        require(Permission.LEAGUE_RUN, by, league=row)
        season = season_row(row, year)
        slot = _slot(season, number)
        placed = Event.objects.filter(public_id=event).first()
        if placed is None:
            raise refusal_error("event-unknown", message("There is no such event."), place="event")
        at_once = allowed(Permission.EVENT_EDIT, roles_of(by, event=placed))
        try:
            with transaction.atomic():
                made = LeagueEvent.objects.create(
                    season=season,
                    event=placed,
                    part=slot,
                    number=number,
                    asked_at=now,
                    accepted_at=now if at_once else None,
                )
        except IntegrityError:
            taken = message("That slot has an event, or the event is in a league already.")
            raise refusal_error("slot-taken", taken, place="number") from None
        if at_once:
            count_finished(made.event)
        add_audit_entry(
            Permission.LEAGUE_RUN,
            by=by.label,
            subject=f"league:{row.public_id}",
            at=now,
            after={"event": placed.public_id, "number": number, "accepted": at_once},
        )
    return at_once


def _slot(season: Season, number: int) -> LeaguePart:
    book = season_book(season)
    slots = season_slots(league_rules(book), book, season=season.year, short=season.short)
    for slot in slots:
        if slot.number == number:
            return slot.part
    raise refusal_error(
        "no-such-slot", message("The season has {count} events.", count=len(slots)), place="number"
    )


def accept_event(*, by: Actor, now: datetime, event: str) -> None:
    """Let an event be part of the league that asked for it."""
    with transaction.atomic():
        asked = _asked(event)
        require(Permission.EVENT_EDIT, by, event=asked.event)
        asked.accepted_at = now
        asked.save(update_fields=["accepted_at"])
        Event.objects.filter(pk=asked.event_id).update(league_event=True)
        count_finished(asked.event)
        add_audit_entry(
            Permission.EVENT_EDIT,
            by=by.label,
            subject=f"event:{event}",
            at=now,
            after={"league": asked.season.league.public_id, "number": asked.number},
        )


def remove_event(*, by: Actor, now: datetime, league: str, event: str) -> None:
    """Take an event out of a season whose half is not closed."""
    with transaction.atomic():
        row = league_row(league)
        require(Permission.LEAGUE_RUN, by, league=row)
        placed = LeagueEvent.objects.filter(event__public_id=event, season__league=row).first()
        if placed is None:
            raise NotFound("event")
        if is_half_closed(placed.season, LeaguePart(placed.part)):
            closed = message("The qualifiers of that half have been announced.")
            raise refusal_error("half-closed", closed)
        placed.delete()
        add_audit_entry(
            Permission.LEAGUE_RUN,
            by=by.label,
            subject=f"league:{row.public_id}",
            at=now,
            before={"event": event},
        )


def give_places(
    *, by: Actor, now: datetime, league: str, event: str, places: dict[str, int], reason: str
) -> None:
    """Give the places of an event that has no clear ones, by person (LEAG-16)."""
    reason = normalize_line(reason)
    with transaction.atomic():
        row = league_row(league)
        require(Permission.LEAGUE_RUN, by, league=row)
        placed = LeagueEvent.objects.filter(event__public_id=event, season__league=row).first()
        if placed is None:
            raise NotFound("event")
        if not reason:
            merits = league_rules(season_book(placed.season)).points.without_places
            needed = message("Give a reason: {merits}.", merits=merits)
            raise refusal_error("missing", needed, place="reason")
        if is_half_closed(placed.season, LeaguePart(placed.part)):
            closed = message("The qualifiers of that half have been announced.")
            raise refusal_error("half-closed", closed)
        placed.places = _by_player(placed.event, places)
        placed.places_reason = reason
        placed.save(update_fields=["places", "places_reason"])
        count_finished(placed.event)
        add_audit_entry(
            Permission.LEAGUE_RUN,
            by=by.label,
            subject=f"league:{row.public_id}",
            at=now,
            after={"event": event, "places": places},
            reason=reason,
        )


def _by_player(event: Event, places: dict[str, int]) -> dict[str, int]:
    """Return places by the ids of the event's log, for everybody who was there."""
    if not FinishedEvent.objects.filter(event=event).exists():
        early = message("Finish the event before you give places.")
        raise refusal_error("event-open", early)
    facts = facts_of_finished(event)
    people = matched_people(event, (player.id for player in facts.players))
    player_of = {person.public_id: player for player, person in people.items()}
    there = {people[player].public_id for player in participants(facts) & set(people)}
    given = set(places)
    in_range = all(1 <= at <= len(places) for at in places.values())
    if not places or there - given or given - set(player_of) or not in_range:
        unclear = message("Give everyone who played a place from 1 to {last}.", last=len(places))
        raise refusal_error("out-of-range", unclear, place="places")
    return {player_of[person]: place for person, place in places.items()}


def _asked(event: str) -> LeagueEvent:
    row = (
        LeagueEvent.objects.select_related("event", "season__league")
        .filter(event__public_id=event, accepted_at=None)
        .first()
    )
    if row is None:
        raise NotFound("request")
    return row
