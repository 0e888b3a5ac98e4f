"""kill -9 at random moments and at named places: nothing acknowledged is lost."""

import json
import time

import pytest
from django.db import connection
from tests.reliability.child_process import FAILPOINTS
from tests.reliability.crew import counted, kill
from tests.reliability.crew_process import carry_out, next_wish
from tests.services.eventlog.table_driver import FOUR, AtTheTable, entered

from padd.core.eventlog.actions.finish import NoteAdded
from padd.core.eventlog.log.chain import check_chain
from padd.core.eventlog.state.event_state import Phase
from padd.services import eventlog
from padd.services.eventlog.finished_events import LISTED_AS
from padd.services.eventlog.log_cache import clear_logs
from padd.store.installation import sqlite_copies
from padd.store.models.eventlog import FinishedEvent
from padd.store.models.events import Event
from padd.store.writes.event_log import log_rows


@pytest.mark.django_db
def test_every_failpoint_is_named_once():
    assert len(set(FAILPOINTS)) == len(FAILPOINTS) >= 12


def check(event_id, said, folder):
    """Compare what was acknowledged with what is there; then go on."""
    clear_logs()
    errors = [line for line in said if "error" in line]
    assert not errors, errors
    row = Event.objects.get(public_id=event_id)
    rows = log_rows(row.pk)
    kept = {one.key: one.sequence for one in rows}
    acknowledged = {line["done"]: line["sequence"] for line in said if "done" in line}
    lost = {key for key, at in acknowledged.items() if kept.get(key) != at}
    assert not lost
    assert check_chain(rows) is None
    state = eventlog.event_state(event_id=event_id)
    assert row.state == LISTED_AS[state.phase]
    over = state.phase is not Phase.OPEN
    assert FinishedEvent.objects.filter(event=row).exists() == over
    sound(folder)
    sent_again(event_id, said, kept)


def sound(folder):
    """Look at the database, its backups, and the event files beside them."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            assert cursor.fetchone() == ("ok",)
            cursor.execute("PRAGMA foreign_key_check")
            assert cursor.fetchone() is None
    for file in folder.glob("backups/*.sqlite3"):
        assert list(sqlite_copies.copy_faults(file)) == []
        file.unlink()
    for file in folder.glob("backups/events/*.json"):
        assert json.loads(file.read_bytes())["log"]


def sent_again(event_id, said, kept):
    """Send the last wish again, as a client does that had no answer."""
    (*_, last) = [line["sent"] for line in said if "sent" in line] or [""]
    if not last:
        return
    before = eventlog.snapshot_event(event_id=event_id).sequence
    if last not in kept:
        look = eventlog.snapshot_event(event_id=event_id)
        wish = next_wish(look, 0)
        done = carry_out(event_id, wish, last)
        assert isinstance(done, eventlog.Recorded), done
        assert (done.again, done.sequence) == (False, before + 1)
        return
    went_on = carry_out(event_id, NoteAdded(text="It goes on"), "")
    assert isinstance(went_on, eventlog.Recorded), went_on
    assert went_on.sequence == before + 1


@pytest.mark.req("R4")
@pytest.mark.parametrize("trials", [15], indirect=True)
def test_kills_at_random_moments_lose_nothing_acknowledged(crew, trials, chance, tmp_path):
    acknowledged = 0
    for trial in counted(trials, "killed at random moments"):
        day = AtTheTable(FOUR, players=entered(*FOUR), rounds_planned=2)
        connection.close()
        patience, said = chance.randrange(12), []
        pid = 0
        for line in crew.send({"event": day.id, "prefix": f"t{trial}", "acts": 40}):
            said.append(line)
            pid = line.get("pid", pid)
            if "sent" in line and (patience := patience - 1) < 0:
                time.sleep(chance.random() * 0.03)
                kill(pid)
                patience = 1000
        check(day.id, said, tmp_path / "data")
        acknowledged += sum("done" in line for line in said)

    assert acknowledged


@pytest.mark.req("R4")
@pytest.mark.parametrize("trials", [15], indirect=True)
def test_a_kill_at_a_named_place_loses_nothing_acknowledged(crew, trials, chance, tmp_path):
    for trial in counted(max(trials, len(FAILPOINTS)), "killed at named places"):
        failpoint = FAILPOINTS[trial % len(FAILPOINTS)]
        passes = chance.randrange(3) if trial >= len(FAILPOINTS) else 0
        day = AtTheTable(FOUR, players=entered(*FOUR), rounds_planned=1)
        connection.close()
        task = {
            "event": day.id,
            "prefix": f"{trial}",
            "failpoint": failpoint,
            "passes": passes,
            "acts": 8,
        }

        said = list(crew.send(task))

        assert crew.killed == 1 or passes, failpoint
        check(day.id, said, tmp_path / "data")
