"""Steps that a fault could drop in silence: each of these fails when it does."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from tests.services.eventlog.table_driver import AtTheTable, p
from tests.world import NOW

from padd.core.eventlog.actions.finish import NoteAdded
from padd.core.refusal import RefusalError
from padd.services import idempotency
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.delivery.outbound_http import all_outside
from padd.services.eventlog import log_cache, player_passes, player_sign_in
from padd.services.eventlog.log_cache import cached_log, clear_logs, stored_event
from padd.services.installation import backups
from padd.store.installation import postgresql_copies, sqlite_copies, upgrade
from padd.store.models.access import ApiAnswer, ApiToken
from padd.store.models.eventlog import AuditEntry
from padd.store.models.people import Person

pytestmark = pytest.mark.usefixtures("data_folder")


@pytest.fixture
def steps(monkeypatch):
    """Return what is synced and renamed, in order."""
    done: list[str] = []
    sync, rename = os.fsync, Path.replace

    def synced(handle):
        done.append(Path(f"/proc/self/fd/{handle}").readlink().suffix or "folder")
        sync(handle)

    def renamed(self, target):
        done.append("renamed")
        return rename(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    return done


def test_a_file_is_synced_then_renamed_then_its_folder_is_synced(tmp_path, steps):
    sqlite_copies.write_file_atomically(tmp_path / "event.json", b"{}")

    assert steps == [".part", "renamed", "folder"]


def test_a_file_that_cannot_be_finished_stays_as_it_was(tmp_path, monkeypatch):
    file = tmp_path / "event.json"
    sqlite_copies.write_file_atomically(file, b"the last good one")

    def full(_handle):
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        sqlite_copies.write_file_atomically(file, b"half of")

    assert file.read_bytes() == b"the last good one"
    assert list(tmp_path.iterdir()) == [file], "no draft takes the last room"


def test_a_backup_is_synced_then_renamed_then_its_folder_is_synced(real_world, tmp_path, steps):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL is copied by its own tools")

    upgrade.copy_sqlite_database(tmp_path / "backups", now=real_world.now, label="by-hand")

    assert steps == [".part", "renamed", "folder"]


def test_a_dump_is_synced_then_renamed_then_its_folder_is_synced(tmp_path, steps, monkeypatch):
    def dump(_tool, *arguments):
        Path(arguments[-1].removeprefix("--file=")).write_bytes(b"PGDMP")
        return ""

    monkeypatch.setattr(postgresql_copies, "_run", dump)
    postgresql_copies.dump_database(tmp_path, now=NOW, label="by-hand")

    assert steps == [".part", "renamed", "folder"]


def test_a_copy_that_cannot_be_finished_leaves_no_draft(real_world, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RefusalError, match="the disk is full"):
        backups.create_backups(now=real_world.now)

    assert list((tmp_path / "data" / "backups").iterdir()) == []


def test_a_backup_is_synced_before_it_takes_the_place_of_the_database(tmp_path, steps, monkeypatch):
    monkeypatch.setattr(connection, "close", lambda: None)
    copy = tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(copy)) as made:
        made.execute("CREATE TABLE one (id INTEGER)")

    sqlite_copies.replace_database(copy, tmp_path / "padd.sqlite3")

    assert steps == [".restoring", "renamed", "folder"]


def test_effect_and_answer_of_a_keyed_request_are_kept_together_or_not_at_all(
    real_world, monkeypatch
):
    by = real_world.member("Quark")
    token = ApiToken.objects.create(
        account_id=by.account_id,
        label="Stick",
        scopes=[],
        token_hash="hash",
        created_at=NOW,
        expires_at=NOW.replace(year=2027),
    )
    request = idempotency.KeyedRequest(token_id=token.pk, key="k", request=b"r")

    def effect():
        real_world.person("Rom")
        return idempotency.StoredAnswer(200, b"{}")

    def killed(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(ApiAnswer.objects, "create", killed)
        with pytest.raises(KeyboardInterrupt):
            idempotency.answer_once(request, effect, now=NOW)
    lost = Person.objects.filter(handle="Rom").exists()
    idempotency.answer_once(request, effect, now=NOW)

    assert not lost
    assert Person.objects.filter(handle="Rom").count() == 1


@pytest.mark.django_db
def test_the_sixth_pin_within_a_quarter_of_an_hour_is_not_looked_at():
    day = AtTheTable()
    (held, *_) = player_passes.issue_passes(by=SYSTEM, now=NOW, event_id=day.id)
    wrong = "0000" if held.pin != "0000" else "1111"

    def tried(pin):
        try:
            player_sign_in.sign_in_by_pin(
                by=VISITOR, now=NOW, event_id=day.id, player=held.player, pin=pin
            )
        except RefusalError as refused:
            return refused.codes[0]
        return "in"

    codes = [tried(wrong) for _ in range(5)]

    assert len(set(codes)) == 1
    assert tried(held.pin) not in {"in", codes[0]}


@pytest.mark.django_db
def test_a_phone_that_comes_in_is_on_record():
    day = AtTheTable()
    (held, *_) = player_passes.issue_passes(by=SYSTEM, now=NOW, event_id=day.id)

    player_sign_in.sign_in_by_token(by=VISITOR, now=NOW, token=held.url_path.split("#")[1])

    (entry,) = AuditEntry.objects.filter(act="phone.open")
    assert entry.after["player"] == held.player


@pytest.mark.parametrize(
    "address",
    [
        *("::ffff:8.8.8.8", "::8.8.8.8", "64:ff9b::808:808", "2002:808:808::"),
        *("64:ff9b:1::808:808", "2001:0:808:808::"),
    ],
)
def test_an_address_of_six_that_carries_one_of_four_is_not_called(address):
    assert not all_outside([address])
    assert all_outside(["2606:4700::1111", "8.8.8.8"])


@pytest.mark.parametrize(
    "address",
    [
        *("0.1.2.3", "10.0.0.1", "100.64.0.1", "127.255.255.254", "169.254.169.254"),
        *("172.31.255.255", "192.0.0.9", "192.0.2.1", "192.88.99.1", "192.168.1.1"),
        *("198.18.0.1", "198.51.100.1", "203.0.113.1", "239.1.1.1", "240.0.0.1"),
        *("255.255.255.255", "::", "::1", "100::1", "2001:db8::1", "3fff::1"),
        *("fc00::1", "fd12::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1"),
    ],
)
def test_an_address_that_is_nobodys_on_the_internet_is_not_called(address):
    assert not all_outside([address])
    assert not all_outside(["8.8.8.8", address])


def test_rows_that_came_since_are_checked_before_they_are_believed(real_world):
    day = AtTheTable()
    known = cached_log(stored_event(day.id))
    day.do(NoteAdded(text="as it was said"))
    clear_logs()
    log_cache.store_log(known)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger' "
                "AND tbl_name = 'store_eventaction'"
            )
            for (name,) in cursor.fetchall():
                cursor.execute(f'DROP TRIGGER "{name}"')
        else:
            cursor.execute("ALTER TABLE store_eventaction DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE store_eventaction SET reason = 'forged' WHERE sequence = %s",
            [known.log.sequence + 1],
        )

    seen = cached_log(stored_event(day.id))

    assert seen.broken_at == known.log.sequence + 1
    assert p("kirk") in seen.state.players
