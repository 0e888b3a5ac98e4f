"""The audit is a chain: whatever is changed, removed or slipped in shows."""

import json

import pytest
from click.testing import CliRunner
from django.db import DatabaseError, connection, transaction
from tests.world import NOW

from padd.interfaces.cli.installation import office
from padd.interfaces.cli.main import main
from padd.services.access.actors import SYSTEM
from padd.services.access.audit import check_audit, read_audit
from padd.services.people import people, personal_data
from padd.services.people.people import PersonDetails
from padd.services.refusal import NotAllowed
from padd.store.models.eventlog import AuditEntry, AuditSeal
from padd.store.models.events import Event
from padd.store.writes import audit
from padd.store.writes.event_log import add_audit_entry

pytestmark = pytest.mark.django_db


def written(*subjects):
    for subject in subjects:
        add_audit_entry("event.edit", by="system:", subject=subject, at=NOW, reason="Because")


def unguarded(table, words, values):
    """Do what somebody with the password of the database can do."""
    of = f" ON {table}" if connection.vendor == "postgresql" else ""
    moves = ("UPDATE", "DELETE", "MOVE") if of else ("UPDATE", "DELETE")
    with connection.cursor() as cursor:
        for act in moves:
            cursor.execute(f"DROP TRIGGER {table}_no_{act}{of}")
        cursor.execute(words, values)


def test_new_entries_are_sealed_once_and_in_order():
    written("event:a", "event:b")

    first, again = audit.seal_new_entries(), audit.seal_new_entries()
    written("event:c")
    verdict = check_audit(by=SYSTEM)

    assert (first, again) == (2, 0)
    assert verdict.intact
    assert (verdict.sealed, verdict.unsealed) == (3, 0)
    hashes = list(AuditSeal.objects.values_list("previous_hash", "hash"))
    assert [before for before, _ in hashes[1:]] == [after for _, after in hashes[:-1]]
    assert verdict.head == hashes[-1][1]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        *(
            ("store_auditentry", f"UPDATE store_auditentry SET {change} WHERE id = %s")  # noqa: S608 -- no one's words
            for change in (
                *("reason = 'x'", "actor = 'x'", "subject = 'x'", "act = 'x'"),
                *("at = '2020-01-01 00:00:00'", "before = '{\"x\": 1}'", "after = '{\"x\": 1}'"),
            )
        ),
        ("store_auditentry", "DELETE FROM store_auditentry WHERE id = %s"),
        ("store_auditseal", "DELETE FROM store_auditseal WHERE entry = %s"),
        ("store_auditseal", "UPDATE store_auditseal SET hash = 'x' WHERE entry = %s"),
    ],
)
def test_whatever_is_changed_behind_our_back_is_named(table, words):
    written("event:a", "event:b", "event:c")
    audit.seal_new_entries()
    second = AuditEntry.objects.order_by("id")[1].pk

    unguarded(table, words, [second])
    verdict = audit.verify_seals()

    assert not verdict.intact
    assert verdict.broken_at is not None
    assert verdict.broken_at >= second
    assert verdict.sealed <= 2


def test_the_database_refuses_to_change_or_remove_a_seal():
    written("event:a")
    audit.seal_new_entries()

    for change in (
        lambda: AuditSeal.objects.update(hash="x"),
        lambda: AuditSeal.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_an_erasure_takes_words_out_and_the_chain_stays_whole(world):
    person = people.add_person(by=SYSTEM, now=NOW, details=PersonDetails(handle="Quark"))
    people.edit_person(
        by=SYSTEM, now=NOW, person=person, details=PersonDetails(handle="Quark of DS9")
    )
    add_audit_entry(
        "person.edit",
        by="system:",
        subject=f"person:{person}",
        at=NOW,
        reason="Quark of DS9 asked for it",
    )
    audit.seal_new_entries()

    personal_data.erase_person(by=SYSTEM, now=NOW, person=person)
    verdict = check_audit(by=SYSTEM)

    assert verdict.intact, verdict
    assert verdict.erased >= 1
    assert not AuditEntry.objects.filter(reason__contains="Quark").exists()
    assert Event.objects.count() == 0


def test_only_the_head_of_the_house_reads_the_audit(world):
    written("event:a", "event:b", "event:b")

    for by in (world.member(), world.official("coordinator", "europe")):
        with pytest.raises(NotAllowed):
            read_audit(by=by)
    page = read_audit(by=world.official("chair"), subject="event:b", size=1)
    rest = read_audit(by=SYSTEM, subject="event:b", before=page.more_before)

    assert [row.subject for row in (*page.entries, *rest.entries)] == ["event:b"] * 2
    assert rest.more_before is None


@pytest.mark.usefixtures("_here")
def test_the_command_lists_checks_and_exits_by_it():
    written("event:a", "event:b")

    listed = CliRunner().invoke(main, ["audit", "list", "--json"])
    whole = CliRunner().invoke(main, ["audit", "check"])
    unguarded("store_auditentry", "UPDATE store_auditentry SET reason = %s", ["x"])
    changed = CliRunner().invoke(main, ["audit", "check", "--json"])

    assert [one["subject"] for one in json.loads(listed.output)["entries"]] == [
        "event:b",
        "event:a",
    ]
    assert (whole.exit_code, changed.exit_code) == (0, 1)
    assert json.loads(changed.output)["intact"] is False


@pytest.fixture
def _here(monkeypatch):
    monkeypatch.setattr(office, "open_installation", lambda _data: None)
