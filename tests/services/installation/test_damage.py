"""Coming back from damage: the file is moved aside, and a backup takes its place."""

import errno
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection
from tests.services.eventlog.table_driver import AtTheTable
from tests.world import NOW

from padd.config.sign_in import NewestLinkOnly
from padd.core.refusal import RefusalError
from padd.services import eventlog
from padd.services.access import event_helpers
from padd.services.access.actors import SYSTEM
from padd.services.eventlog import automatic_backup
from padd.services.installation import backups, installation
from padd.services.people import people, personal_data
from padd.store.installation import erasure_list, folder_lock, sqlite_copies
from padd.store.models.access import ApiToken, LoginLink, PlayerPass, StaffInvite
from padd.store.models.events import Event
from padd.store.models.people import Account, Person

pytestmark = pytest.mark.usefixtures("data_folder")


@pytest.fixture
def _sqlite_only(real_database):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL looks after its own files")


def overwrite(at, data):
    def act(file):
        with file.open("rb+") as opened:
            opened.seek(at)
            opened.write(data)

    return act


def cut(file):
    with file.open("rb+") as opened:
        opened.truncate(file.stat().st_size // 2)


def torn_pages(file):
    size = file.stat().st_size
    for at in range(4096, size, 8192):
        overwrite(at, b"\xff" * 2048)(file)


DAMAGE = {
    "header": overwrite(0, b"This is no database" + b"\0" * 80),
    "cut in half": cut,
    "torn pages": torn_pages,
    "first page": overwrite(100, b"\xff" * 3000),
    "all zero": lambda file: file.write_bytes(b"\0" * file.stat().st_size),
    "another file": lambda file: file.write_bytes(b"a letter to the ferengi\n" * 900),
}


@pytest.mark.usefixtures("_sqlite_only")
@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_database_is_moved_aside_and_a_backup_takes_its_place(real_world, settings, kind):
    real_world.person("Morn", name="Morn of Luria")
    (copy,) = backups.create_backups(now=NOW)
    file = Path(str(connection.settings_dict["NAME"]))
    connection.close()
    DAMAGE[kind](file)

    with pytest.raises(RefusalError) as refused:
        installation.open_up(folder=settings.DATA, now=NOW)
    connection.close()
    done = backups.restore_backup(file=copy, now=NOW)

    assert refused.value.codes == ("damaged",)
    assert str(copy) in str(refused.value.refusal.message)
    assert done.damaged
    assert done.before is not None
    assert ".damaged-" in done.before.name
    assert done.before.exists()
    assert Person.objects.get().handle == "Morn"
    installation.open_up(folder=settings.DATA, now=NOW)


@pytest.mark.usefixtures("_sqlite_only")
@pytest.mark.parametrize("kind", ["cut to nothing", "gone"])
def test_a_database_that_lost_everything_is_not_started_afresh(real_world, settings, kind):
    real_world.person("Morn", name="Morn of Luria")
    (copy,) = backups.create_backups(now=NOW)
    file = Path(str(connection.settings_dict["NAME"]))
    connection.close()
    file.unlink()
    if kind == "cut to nothing":
        file.touch()

    with pytest.raises(RefusalError) as refused:
        installation.open_up(folder=settings.DATA, now=NOW)
    connection.close()
    backups.restore_backup(file=copy, now=NOW)

    assert refused.value.codes == ("emptied",)
    assert str(copy) in str(refused.value.refusal.message)
    assert Person.objects.get().handle == "Morn"
    installation.open_up(folder=settings.DATA, now=NOW)


@pytest.mark.usefixtures("_sqlite_only")
def test_a_backup_that_cannot_take_its_place_is_a_sentence(real_world):
    (copy,) = backups.create_backups(now=NOW)
    file = Path(str(connection.settings_dict["NAME"]))
    connection.close()
    kept = file.read_bytes()
    file.unlink()
    file.mkdir()

    with pytest.raises(RefusalError) as refused:
        backups.restore_backup(file=copy, now=NOW)

    assert refused.value.codes == ("not-restored",)
    assert "can’t be written" in str(refused.value.refusal.message)
    file.rmdir()
    file.write_bytes(kept)


@pytest.mark.usefixtures("_sqlite_only")
def test_a_folder_that_cannot_be_locked_is_not_called_in_use(real_world, monkeypatch):
    (copy,) = backups.create_backups(now=NOW)
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    full = Mock(execute=Mock(side_effect=error))
    monkeypatch.setattr(folder_lock, "_open", lambda _folder: full)
    with pytest.raises(RefusalError) as refused:
        backups.restore_backup(file=copy, now=NOW)

    assert refused.value.codes == ("not-restored",)
    assert "the disk is full" in str(refused.value.refusal.message)


@pytest.mark.usefixtures("_sqlite_only")
def test_without_a_backup_the_damage_is_said(settings, real_world):
    file = Path(str(connection.settings_dict["NAME"]))
    connection.close()
    DAMAGE["header"](file)

    with pytest.raises(RefusalError) as refused:
        installation.open_up(folder=settings.DATA, now=NOW)

    assert "no backup" in str(refused.value.refusal.message)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("attempt to write a readonly database", "can’t be written"),
        ("database or disk is full", "disk is full"),
        ('FATAL: password authentication failed for user "x"', "user and password"),
        ("connection failed: Connection refused", "no database server"),
    ],
)
def test_what_keeps_an_installation_from_opening_is_a_sentence(monkeypatch, settings, said, words):
    def trouble():
        raise DatabaseError(said)

    monkeypatch.setattr("padd.store.installation.upgrade.make_database_private", trouble)

    with pytest.raises(RefusalError) as refused:
        installation.open_up(folder=settings.DATA, now=NOW)

    assert words in str(refused.value.refusal.message)


def test_what_was_ended_since_a_backup_stays_ended(real_world, settings):
    if connection.vendor != "sqlite":
        pytest.skip("the dump of PostgreSQL has a test of its own")
    settings.HOSTED = True
    by = real_world.member()
    gone, good = (
        ApiToken.objects.create(
            account_id=by.account_id,
            label=label,
            scopes=[],
            token_hash=label,
            created_at=NOW,
            expires_at=NOW + timedelta(days=9),
        )
        for label in ("gone", "good")
    )
    Session.objects.create(session_key="old", session_data="", expire_date=NOW)
    (copy,) = backups.create_backups(now=NOW)
    Session.objects.all().delete()
    ApiToken.objects.filter(pk=gone.pk).update(revoked_at=NOW)

    done = backups.restore_backup(file=copy, now=NOW)

    assert done.tokens == 1
    live = ApiToken.objects.filter(revoked_at=None)
    assert [token.label for token in live] == ["good"]
    assert not Session.objects.exists()
    assert good.pk


@pytest.mark.usefixtures("_sqlite_only")
@pytest.mark.parametrize(("hosted", "good"), [(True, False), (False, True)])
def test_where_nobody_knows_what_was_ended_a_hosted_site_ends_everything(
    real_world, settings, *, hosted, good
):
    settings.HOSTED = hosted
    ApiToken.objects.create(
        account_id=real_world.member().account_id,
        label="perhaps ended",
        scopes=[],
        token_hash="perhaps",
        created_at=NOW,
        expires_at=NOW + timedelta(days=9),
    )
    Session.objects.create(session_key="one", session_data="", expire_date=NOW)
    (copy,) = backups.create_backups(now=NOW)
    file = Path(str(connection.settings_dict["NAME"]))
    connection.close()
    DAMAGE["header"](file)

    backups.restore_backup(file=copy, now=NOW)

    assert ApiToken.objects.filter(revoked_at=None).exists() is good
    assert Session.objects.exists() is good


def test_passes_invites_and_sign_in_links_stay_ended_too(real_world, settings):
    if connection.vendor != "sqlite":
        pytest.skip("the dump of PostgreSQL has a test of its own")
    settings.HOSTED = True
    event, by = real_world.event(), real_world.member()
    event_helpers.invite_helper(by=SYSTEM, now=NOW, event=event, role="judge")
    PlayerPass.objects.create(
        event=Event.objects.get(public_id=event),
        player="kirk",
        issue=1,
        token_hash="kirk",
        created_at=NOW,
    )
    LoginLink.objects.create(
        account_id=by.account_id, token_hash="link", created_at=NOW, expires_at=NOW
    )
    (copy,) = backups.create_backups(now=NOW)
    StaffInvite.objects.update(revoked_at=NOW)
    PlayerPass.objects.update(revoked_at=NOW)
    LoginLink.objects.update(used_at=NOW)

    done = backups.restore_backup(file=copy, now=NOW)

    assert done.tokens == 2
    assert not StaffInvite.objects.filter(revoked_at=None).exists()
    assert not PlayerPass.objects.filter(revoked_at=None).exists()
    assert not LoginLink.objects.exists()


def test_no_link_for_a_new_password_opens_again_after_a_restore(real_world):
    links = NewestLinkOnly()
    owner = Account.objects.get(pk=real_world.member().account_id)
    used = links.make_token(owner)
    (copy,) = backups.create_backups(now=NOW)
    replaced = links.make_token(owner)
    owner.set_password("another one")
    owner.save()
    opened_before = links.check_token(owner, used)

    backups.restore_backup(file=copy, now=NOW)

    again = Account.objects.get(pk=owner.pk)
    assert not opened_before
    assert not links.check_token(again, used)
    assert not links.check_token(again, replaced)
    assert links.check_token(again, links.make_token(again))


@pytest.mark.usefixtures("_sqlite_only")
def test_an_erased_person_does_not_come_back_after_damage(real_world):
    morn = real_world.person("Morn", name="Morn of Luria")
    (copy,) = backups.create_backups(now=NOW)
    personal_data.erase_person(by=SYSTEM, now=NOW, person=morn)
    file = Path(str(connection.settings_dict["NAME"]))
    connection.close()
    DAMAGE["header"](file)

    backups.restore_backup(file=copy, now=NOW)

    assert Person.objects.get().name == ""
    assert erasure_list.read_erasure_list(automatic_backup.backup_folders()[0]) == {morn: NOW}


@pytest.mark.usefixtures("_sqlite_only")
def test_an_erased_person_does_not_come_back_where_the_list_is_lost(real_world):
    morn = real_world.person("Morn", name="Morn of Luria")
    (copy,) = backups.create_backups(now=NOW)
    personal_data.erase_person(by=SYSTEM, now=NOW, person=morn)
    (automatic_backup.backup_folders()[0] / erasure_list.NAME).unlink()

    backups.restore_backup(file=copy, now=NOW)

    assert Person.objects.get().name == ""


def test_an_erased_name_is_in_no_event_file_beside_the_backups(real_world, settings, tmp_path):
    settings.BACKUP = str(tmp_path / "second")
    kirk = real_world.person("kirk", name="James Tiberius")
    day = AtTheTable((kirk, "khan", "spock", "gorn"))
    day.play_round()
    files = [
        automatic_backup.event_file_path(folder, day.id)
        for folder in automatic_backup.backup_folders()
    ]
    from padd.core.eventlog.actions.finish import EventFinished

    for _ in range(2):
        day.play_round()
    day.do(EventFinished(), expected=day.sequence)
    people.edit_person(
        by=SYSTEM,
        now=NOW,
        person=kirk,
        details=people.PersonDetails(handle=kirk.title(), name="James Tiberius"),
    )
    before = [file.read_bytes() for file in files]

    personal_data.erase_person(by=SYSTEM, now=NOW, person=kirk)

    assert len(files) == 2
    assert all(kirk.title().encode() in written for written in before)
    assert not any(kirk.title().encode() in file.read_bytes() for file in files)
    assert eventlog.snapshot_event(event_id=day.id).sequence


@pytest.mark.usefixtures("_sqlite_only")
def test_where_a_backup_finds_no_room_everything_stays_where_it_was(
    real_world, settings, monkeypatch
):
    real_world.person("Morn")
    (copy,) = backups.create_backups(now=NOW)
    file = Path(str(connection.settings_dict["NAME"]))
    connection.close()
    DAMAGE["torn pages"](file)
    damaged = file.read_bytes()

    def full(_path):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sqlite_copies, "sync_file", full)
    with pytest.raises(RefusalError, match="the disk is full"):
        backups.restore_backup(file=copy, now=NOW)

    assert file.read_bytes() == damaged
    assert list(file.parent.glob("*.restoring*")) == []
    assert list(file.parent.glob("*.damaged*")) == []


@pytest.mark.usefixtures("_sqlite_only")
def test_the_damaged_file_is_kept_as_it_was(real_world):
    real_world.person("Morn")
    (copy,) = backups.create_backups(now=NOW)
    file = Path(str(connection.settings_dict["NAME"]))
    connection.close()
    DAMAGE["torn pages"](file)
    damaged = file.read_bytes()

    done = backups.restore_backup(file=copy, now=NOW)

    assert done.before is not None
    assert done.before.read_bytes() == damaged
    with closing(sqlite3.connect(file)) as sound:
        assert sound.execute("PRAGMA integrity_check").fetchone() == ("ok",)
