"""Backups after every round, kept for a while; a restore takes only what is sound."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from tests.services.eventlog.table_driver import AtTheTable
from tests.world import NOW

from padd.core.eventlog.actions.finish import NoteAdded
from padd.core.refusal import RefusalError
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.eventlog import automatic_backup
from padd.services.installation import backups
from padd.services.people import personal_data
from padd.store.installation import erasure_list, folder_lock
from padd.store.models.people import Person


def copies(folder):
    return sorted(folder.glob("*.sqlite3"))


@pytest.mark.req("R14")
def test_every_round_that_is_out_or_over_is_backed_up_in_both_places(
    real_world, settings, tmp_path
):
    settings.BACKUP = str(tmp_path / "stick")
    places = (Path(settings.DATA) / "backups", tmp_path / "stick")
    day = AtTheTable()

    day.play_round()

    made = 2 if connection.vendor == "sqlite" else 0
    for place in places:
        assert len(copies(place)) == made
        file = place / "events" / f"{day.id}.event.json"
        assert file.read_bytes() == eventlog.export_event_file(event_id=day.id)


@pytest.mark.req("R14", "R18")
def test_a_place_that_cannot_be_written_never_stops_the_event(
    real_world, settings, tmp_path, caplog
):
    blocked = tmp_path / "a file"
    blocked.touch()
    settings.BACKUP = str(blocked / "stick")
    day = AtTheTable()

    done = day.publish()

    assert done.state.begun
    assert "No backup was made" in caplog.text
    with pytest.raises(RefusalError) as refused:
        backups.create_backups(now=day.now)
    assert refused.value.codes == ("backup-failed",)


@pytest.mark.django_db
def test_old_backups_thin_out_and_the_last_ones_stay(tmp_path):
    now = NOW
    for minutes in range(0, 60 * 24 * 40, 180):
        at = now - timedelta(minutes=minutes)
        (tmp_path / f"{at:{automatic_backup.STAMP}}-x.sqlite3").touch()
    (tmp_path / "mine.sqlite3").touch()
    old, new = tmp_path / "old.part", tmp_path / "new.part"
    for draft, at in ((old, now - timedelta(days=2)), (new, now)):
        draft.touch()
        os.utime(draft, (at.timestamp(), at.timestamp()))

    automatic_backup.prune_backups(tmp_path, now=now)

    kept = [one.at for one in automatic_backup.backups_in(tmp_path)]
    assert kept[:9] == [now - timedelta(hours=3 * at) for at in range(9)]
    assert len(kept) < 45
    assert now - kept[-1] <= timedelta(days=31)
    assert (tmp_path / "mine.sqlite3").exists()
    assert (old.exists(), new.exists()) == (False, True)


@pytest.mark.django_db
def test_a_month_after_an_erasure_no_backup_has_the_name_but_one_always_stays(tmp_path):
    erased = NOW - timedelta(days=10)
    days = (0, 5, 10, 20, 40)
    for back in days:
        at = NOW - timedelta(days=back)
        (tmp_path / f"{at:{automatic_backup.STAMP}}-x.sqlite3").touch()
    erasure_list.write_erasure_list(tmp_path, {"somebody": erased})

    def kept(now):
        automatic_backup.prune_backups(tmp_path, now=now)
        found = automatic_backup.backups_in(tmp_path)
        return [(NOW - one.at).days for one in found]

    assert kept(erased + timedelta(days=29)) == [*days]
    assert kept(erased + timedelta(days=31)) == [0, 5]
    erasure_list.write_erasure_list(tmp_path, {"another": NOW})
    assert kept(NOW + timedelta(days=31)) == [0]


@pytest.mark.django_db
def test_dumps_thin_out_too_and_count_where_the_database_is_postgresql(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "vendor", "postgresql")
    for days in range(40):
        at = NOW - timedelta(days=days)
        (tmp_path / f"{at:{automatic_backup.STAMP}}-by-hand.dump").touch()
    before = tmp_path / f"{NOW + timedelta(days=1):{automatic_backup.STAMP}}.sqlite3"
    before.touch()

    automatic_backup.prune_backups(tmp_path, now=NOW)

    kept = automatic_backup.backups_in(tmp_path)
    assert kept[0].at == NOW
    assert sum(one.file.suffix == ".dump" for one in kept) == 31
    assert kept[-1].file == before


def test_the_latest_backup_is_the_one_that_holds_the_most(tmp_path):
    for at, entries in (("2026-03-01T10-00-00", 5), ("2026-03-01T09-00-00", 8)):
        copy = sqlite3.connect(tmp_path / f"{at}-x.sqlite3")
        copy.execute("CREATE TABLE store_eventaction (id INTEGER)")
        copy.execute("CREATE TABLE store_auditentry (id INTEGER)")
        copy.execute("INSERT INTO store_eventaction VALUES (?)", [entries])
        copy.commit()
        copy.close()
    (tmp_path / "2026-03-01T11-00-00-x.sqlite3").write_bytes(b"not a database")

    names = [one.file.name for one in automatic_backup.backups_in(tmp_path)]

    # The clock was set back an hour after the first, and the third is damaged.
    assert [name[11:13] for name in names] == ["09", "10", "11"]


def backed_up(settings):
    """Return a day with a backup, and one act that came after it."""
    day = AtTheTable()
    day.play_round()
    (file, *_) = backups.create_backups(now=day.now)
    day.do(NoteAdded(text="After the backup"))
    return day, file


@pytest.fixture
def file_database(real_world):
    """Tell whether the database is a file."""
    return connection.vendor == "sqlite"


@pytest.mark.req("R14")
def test_a_backup_brings_the_event_back_as_it_was_then(real_world, settings):
    day, file = backed_up(settings)
    then = eventlog.event_state(event_id=day.id, at=day.sequence - 1)
    now = day.state

    kept = backups.restore_backup(file=file, now=day.now).before

    assert day.state == then
    day.do(NoteAdded(text="It goes on"))
    backups.restore_backup(file=kept, now=day.now)
    assert day.state == now


DAMAGE: dict[str, Callable[[sqlite3.Connection], object]] = {
    "has been altered": lambda copy: copy.executescript(
        "DROP TRIGGER store_eventaction_no_UPDATE;"
        "UPDATE store_eventaction SET reason = 'x' WHERE sequence = 4;"
    ),
    "point to nothing": lambda copy: copy.executescript(
        "PRAGMA foreign_keys=OFF; DELETE FROM store_event;"
    ),
    "newer version": lambda copy: copy.execute(
        "INSERT INTO django_migrations (app, name, applied) "
        "VALUES ('store', '9999_later', '2030-01-01')"
    ),
    "not made by PADD": lambda copy: copy.executescript("DROP TABLE store_eventaction;"),
}


@pytest.mark.req("R13", "R14")
@pytest.mark.parametrize("fault", [*DAMAGE, "not a valid database", "There is no file"])
def test_a_backup_that_is_not_sound_is_not_restored(
    real_world, settings, tmp_path, fault, *, file_database
):
    day = AtTheTable()
    made = backups.create_backups(now=day.now)
    if not file_database:
        assert [path.suffix for path in made] == [".dump", ".json"]
        return
    file = tmp_path / "copy.sqlite3"
    if fault in DAMAGE:
        shutil.copyfile(made[0], file)
        with closing(sqlite3.connect(file)) as copy, copy:
            DAMAGE[fault](copy)
    elif fault == "not a valid database":
        file.write_bytes(b"SQLite format 3\x00" + b"\x13" * 5000)
    before = day.state

    with pytest.raises(RefusalError, match=fault):
        backups.restore_backup(file=file, now=day.now)

    assert day.state == before


@pytest.mark.req("R14")
def test_nothing_is_restored_under_a_server_that_runs(real_world, settings):
    day, file = backed_up(settings)
    server = folder_lock.hold_folder(Path(settings.DATA))

    with pytest.raises(RefusalError) as refused:
        backups.restore_backup(file=file, now=day.now)

    assert refused.value.codes == ("in-use",)
    server.close()
    backups.restore_backup(file=file, now=day.now)


@pytest.mark.req("R23")
def test_a_restored_backup_does_not_bring_back_who_was_erased(real_world, settings):
    person = real_world.person("Nog", name="Nog of Ferenginar")
    day, file = backed_up(settings)
    personal_data.erase_person(by=SYSTEM, now=day.now, person=person)
    backups.restore_backup(file=file, now=day.now)

    assert Person.objects.get(public_id=person).name == ""


def test_the_last_backup_is_known(real_world, settings):
    assert backups.latest_backup() is None
    backups.create_backups(now=real_world.now)

    found = backups.latest_backup()

    assert found is not None
    assert found.at == real_world.now


def test_an_event_file_beside_a_backup_is_readable_on_its_own(real_world, settings):
    day = AtTheTable()
    *_, file = backups.create_backups(now=day.now)

    event = json.loads(file.read_bytes())

    assert event["schema"] == "padd-event/1"
    assert len(event["log"]["rows"]) == day.sequence


@pytest.mark.req("R14")
def test_what_is_written_beside_a_copy_never_stops_the_event(real_world, monkeypatch):
    told: list[int] = []

    def papers(known):
        told.append(known.log.sequence)
        raise RuntimeError

    monkeypatch.setattr(automatic_backup, "_writers", [])
    automatic_backup.register_copy_writer(papers)
    automatic_backup.register_copy_writer(papers)
    day = AtTheTable()

    published = day.publish()

    assert told == [published.sequence]
