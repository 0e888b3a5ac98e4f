"""What the database itself refuses, whatever the program does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from tests.world import NOW, World

from padd.core.messages import verbatim
from padd.store.models.access import StaffInvite
from padd.store.models.eventlog import AuditEntry, EventAction
from padd.store.models.events import Approval, Directorship, Registration, Venue
from padd.store.models.people import Account, Grant, Person, Region
from padd.store.writes.event_log import add_audit_entry

pytestmark = pytest.mark.django_db


def person(**values):
    number = Person.objects.count()
    wanted = {
        "handle": f"Nog {number}",
        "outline": f"nog{number}",
        "created_at": NOW,
        "revision": number,
    }
    return Person(**{**wanted, **values})


def event(world, **values):
    row = world.row(world.event())
    for name, value in values.items():
        setattr(row, name, value)
    return row


def entry(world, **values):
    wanted = {
        "event": world.row(world.event()),
        "name": "Guest",
        "state": "going",
        "seat": 1,
        "number": 1,
        "created_at": NOW,
    }
    return Registration(**{**wanted, **values})


BAD_ROWS: dict[str, Callable[[World], Any]] = {
    "person_has_a_handle": lambda _: person(handle=""),
    "person_birth_year_in_range": lambda _: person(birth_year=1066),
    "region_area_known": lambda _: Region(slug="vulcan", name="Vulcan", area="alpha"),
    "grant_area_of_coordinators_only": lambda _: Grant(
        account=Account.objects.create(email="a@b.example"),
        office="director-of-organized-play",
        area="europe",
        since=NOW.date(),
    ),
    "grant_ends_after_it_begins": lambda _: Grant(
        account=Account.objects.create(email="a@b.example"),
        office="administrator",
        since=NOW.date(),
        until=NOW.date() - timedelta(days=1),
    ),
    "event_state_known": lambda world: event(world, state="cloaked"),
    "event_edition_known": lambda world: event(world, edition="3E"),
    "event_rounds_in_range": lambda world: event(world, rounds_planned=0),
    "event_level_in_range": lambda world: event(world, level=6),
    "event_capacity_in_range": lambda world: event(world, capacity=1),
    "event_listed_means_registered": lambda world: event(world, registered_at=None),
    "event_in_person_has_a_venue": lambda world: event(world, venue=None),
    "event_has_a_name": lambda world: event(world, name=""),
    "entry_seat_while_going": lambda world: entry(world, seat=None),
    "entry_waiting_has_no_seat": lambda world: entry(world, state="waiting"),
    "entry_is_somebody": lambda world: entry(world, name=""),
    "directorship_rank_known": lambda world: Directorship(
        event=world.row(world.event()), person=Person.objects.get(public_id=world.person()), rank=4
    ),
    "invite_expires_later": lambda world: StaffInvite(
        event=world.row(world.event()), role="judge", token_hash="x", created_at=NOW, expires_at=NOW
    ),
    "approval_about_one_thing": lambda _: Approval(
        kind="venue", asked=verbatim("?"), created_at=NOW
    ),
    "approval_decided_has_a_moment": lambda world: Approval(
        kind="venue",
        state="approved",
        venue=Venue.objects.get(public_id=world.venue()),
        asked=verbatim("?"),
        created_at=NOW,
    ),
}


@pytest.mark.req("RATE-13")
@pytest.mark.parametrize("constraint", BAD_ROWS)
def test_a_row_that_makes_no_sense_cannot_be_kept(world, constraint):
    row = BAD_ROWS[constraint](world)

    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()


def test_one_handle_one_outline_one_person():
    person(handle="Nog", outline="nog").save()

    for clash in ({"handle": "Nog"}, {"outline": "nog"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            person(**clash).save()


def test_an_address_signs_in_once_whatever_its_capitals():
    Account.objects.create(email="kira@ds9.example")

    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.create(email="Kira@DS9.example")


def test_a_seat_is_held_once(world):
    row = world.row(world.event())
    entry(world, event=row, number=1, seat=1).save()

    with pytest.raises(IntegrityError), transaction.atomic():
        entry(world, event=row, number=2, seat=1).save()


def test_a_foreign_key_points_to_something():
    lost = person(region_id=999_999)

    with pytest.raises(IntegrityError):
        save_and_check(lost)


def save_and_check(row):
    """Save a row and ask at once for what is otherwise checked in the end."""
    with transaction.atomic():
        row.save()
        connection.check_constraints()


def action(world_event, **values):
    wanted = {
        "event": world_event,
        "sequence": 1,
        "kind": "player.entered",
        "payload": {},
        "actor": "laptop",
        "at": datetime(2026, 1, 1, tzinfo=UTC),
        "key": "one",
        "previous_hash": "0",
        "hash": "1",
    }
    return EventAction(**{**wanted, **values})


def test_two_actions_of_an_event_share_neither_number_nor_intention(world):
    row = world.row(world.event())
    action(row).save()

    for clash in ({"key": "two"}, {"sequence": 2}, {"sequence": 0, "key": "three"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            action(row, **clash).save()


@pytest.mark.parametrize("table", [AuditEntry, EventAction])
@pytest.mark.parametrize("statement", ["UPDATE {0} SET actor = 'x'", "DELETE FROM {0}"])
def test_the_audit_and_the_logs_are_only_added_to(world, table, statement):
    add_audit_entry("test", by="system", subject="nothing", at=NOW)
    action(world.row(world.event())).save()
    command = statement.format(table._meta.db_table)

    with (
        pytest.raises(DatabaseError, match="only added"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(command)


def test_no_migration_is_missing():
    said = StringIO()

    call_command("makemigrations", check=True, dry_run=True, stdout=said)

    assert "No changes detected" in said.getvalue()
