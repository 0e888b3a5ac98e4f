"""The Champions League: who may enter, the seeded bracket, the byes of its winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import IntegrityError, transaction

from padd.core.championships.ledger import EntryKind
from padd.core.eventlog.actions.players import CheckedIn, PlayerAmended, PlayerEntered
from padd.core.formats.heats import LeaguePlayer, champions_league_seeds
from padd.core.leagues.calendar import season_of_day
from padd.core.leagues.event_points import league_rules
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import cite_refusals
from padd.core.rng import Rng
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook, cite
from padd.services import eventlog
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.eventlog import stored_event
from padd.services.refusal import NotFound, refusal_error
from padd.services.text_fields import normalize_line
from padd.store.models.championships import Right
from padd.store.models.eventlog import EventAction, Placing
from padd.store.models.events import Event
from padd.store.models.leagues import ChampionsEvent
from padd.store.models.people import Person
from padd.store.queries import leagues
from padd.store.queries import leagues as queries
from padd.store.writes.event_log import add_audit_entry
from padd.store.writes.right_ledger import add_right_entry

WORLD = "world"


def seed_bracket(
    *,
    by: Actor,
    now: datetime,
    event: str,
    players: Sequence[str],
    waived: Mapping[str, str] | None = None,
) -> tuple[str, ...]:
    """Enter players into a bracket by their lifetime points; return them by seed.

    A player with too few points enters only if the director waives them with a reason.
    """
    reasons = {person: normalize_line(why) for person, why in (waived or {}).items()}
    with transaction.atomic():
        row = stored_event(event)
        require(Permission.EVENT_RUN, by, event=row)
        book = rulebook(row.rulebook)
        _check_event(row, book, reasons)
        seeds = _seeds(row, book, (*players, *reasons), reasons, now=now)
        _mark(row, reasons, by=by, now=now)
        if not EventAction.objects.filter(event=row).exists():
            eventlog.open_event(listing_id=event, by=by, now=now)
        known = eventlog.event_state(event_id=event).players
        handles = queries.person_handles(seeds)
        for seed, person in enumerate(seeds, start=1):
            id_ = PlayerId(person)
            name = handles[person]
            action = (
                PlayerAmended(player=id_, seed=seed)
                if id_ in known
                else PlayerEntered(player=id_, name=name, handle=name, seed=seed)
            )
            eventlog.record_action(event_id=event, action=action, by=by, now=now)
        here = CheckedIn(players=tuple(PlayerId(person) for person in seeds))
        eventlog.record_action(event_id=event, action=here, by=by, now=now)
    return seeds


def give_byes(*, by: Actor, now: datetime, event: str) -> str:
    """Give the winner the byes for the first day of Worlds; return the right's id."""
    with transaction.atomic():
        require(Permission.RIGHT_GRANT, by)
        held = ChampionsEvent.objects.select_for_update().filter(event__public_id=event).first()
        if held is None:
            raise NotFound("event")
        if held.right is not None:
            return held.right.public_id
        winner = event_winner(event)
        if winner is None:
            open_ = message("The event is not finished, so it has no winner yet.")
            raise refusal_error("not-finished", open_)
        book = rulebook(held.event.rulebook)
        right = Right.objects.create(
            person=winner,
            edition=held.edition,
            rounds=list(league_rules(book).champions_league.bye_rounds),
            target=WORLD,
            year=held.year,
            place=1,
            won_at=now,
            cite=cite(book, "leagues.champions_league.bye_rounds"),
        )
        add_right_entry(right, EntryKind.GRANTED, now=now, by=by.label, reason=held.event.name)
        held.right = right
        held.save(update_fields=["right"])
        add_audit_entry(
            Permission.RIGHT_GRANT,
            by=by.label,
            subject=f"person:{winner.public_id}",
            at=now,
            after={"right": right.public_id, "target": WORLD, "year": held.year},
            reason=held.event.name,
        )
    return right.public_id


def event_winner(event: str) -> Person | None:
    """Return who won a finished event."""
    first = (
        Placing.objects.filter(finished__event__public_id=event, place=1)
        .exclude(person=None)
        .select_related("person__merged_into")
        .first()
    )
    if first is None or first.person is None:
        return None
    return first.person.merged_into or first.person


def _check_event(row: Event, book: Rulebook, waived: Mapping[str, str]) -> None:
    rules = league_rules(book).champions_league
    if row.pairing_style != rules.bracket or row.edition not in rules.games:
        other = message(
            "The Champions League is a bracket ({style}) of First or Second Edition.",
            style=rules.bracket,
        )
        rule = cite(book, "leagues.champions_league.bracket")
        raise refusal_error("not-a-bracket", other, place="event", rule=rule)
    if waived and not rules.waivable:
        strict = message("This rulebook makes no exceptions to the points needed.")
        rule = cite(book, "leagues.champions_league.waivable")
        raise refusal_error("not-waivable", strict, place="waived", rule=rule)
    if not all(waived.values()):
        why = message("Give a reason why someone with fewer points may play.")
        raise refusal_error("missing", why, place="reason")


def _seeds(
    row: Event, book: Rulebook, people: Sequence[str], waived: Mapping[str, str], *, now: datetime
) -> tuple[str, ...]:
    rules = league_rules(book)
    wanted = list(dict.fromkeys(people))
    if len(queries.person_handles(wanted)) != len(wanted):
        raise NotFound("player")
    lifetime = leagues.lifetime_points(wanted)
    year = season_of_day(now.date(), rules)
    season = {one.person: one.points for one in leagues.points_over_all_leagues(year=year)}
    entrants = [
        LeaguePlayer(
            player=PlayerId(person),
            lifetime_points=lifetime.get(person, 0),
            season_points=season.get(person, 0),
        )
        for person in wanted
    ]
    with cite_refusals(book):
        seeds = champions_league_seeds(
            entrants,
            least=rules.champions_league.entry_points,
            chance=Rng(row.pk, "champions-league"),
            waived=frozenset(PlayerId(person) for person in waived),
        )
    return tuple(str(seed) for seed in seeds)


def _mark(row: Event, waived: Mapping[str, str], *, by: Actor, now: datetime) -> None:
    try:
        with transaction.atomic():
            ChampionsEvent.objects.update_or_create(
                event=row,
                defaults={
                    "edition": row.edition,
                    "year": row.starts_at.year,
                    "waivers": dict(waived),
                    "by": by.label,
                    "at": now,
                },
            )
    except IntegrityError:
        once = message("That game already has its Champions League this year.")
        raise refusal_error("champions-once", once, place="event") from None
    add_audit_entry(
        Permission.EVENT_RUN,
        by=by.label,
        subject=f"event:{row.public_id}",
        at=now,
        after={"champions_league": row.starts_at.year, "waived": list(waived)},
    )
