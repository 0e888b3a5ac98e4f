"""A database of an earlier version, in mid-round: updated, killed at it, and played on."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from tests.databases import installation
from tests.reliability.marks import tell
from tests.wait_limits import PATIENCE

BEFORE: Final = Path(__file__).parents[1] / "fixtures" / "before"
EARLIER: Final[dict[str, Any]] = json.loads((BEFORE / "mid-round.json").read_text())
LATER: Final = {
    "9001_table": "migrations.CreateModel('Later', [('id', models.AutoField(primary_key=True))])",
    "9002_column": "migrations.AddField('event', 'later', models.TextField(default='new'))",
    "9003_rows": "migrations.RunSQL(\"UPDATE store_event SET later = 'done'\", '')",
}
"""Migrations that a later version could bring."""
MIGRATION: Final = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("store", "{before}")]
    operations = [{operation}]
"""
UPDATING: Final = """
import os, signal, sys
import django
django.setup()
from datetime import UTC, datetime
from django.conf import settings
from padd.store.installation.upgrade import StepExecutor
from padd.services.installation.installation import open_up

folder, package = os.path.split(sys.argv[3])
sys.path.append(folder)
settings.MIGRATION_MODULES = {"store": package}
place, left = sys.argv[1], [int(sys.argv[2])]

def dying(inner, early):
    def wrapped(*args, **more):
        left[0] -= 1
        if early and left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        done = inner(*args, **more)
        if not early and left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return done
    return wrapped

if place:
    name = {"between": "apply_migration", "within": "record_migration"}[place]
    kept = getattr(StepExecutor, name)
    setattr(StepExecutor, name, dying(kept, place == "within"))
print(len(open_up(folder=settings.DATA, now=datetime.now(UTC)).steps))
"""
PLAYING_ON: Final = """
import json
import django
django.setup()
from datetime import UTC, datetime
from tests.played_event import timed
from padd.core.eventlog.actions.director_results import ResultEntered
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.log.chain import check_chain
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.eventlog.log_cache import stored_event as event_row
from padd.store.writes.event_log import log_rows
from padd.store.models.events import Event

event = Event.objects.get().public_id
rows = log_rows(event_row(event).pk)
found = {"event": event, "head": rows[-1].hash, "entries": len(rows)}
assert check_chain(rows) is None
tables = eventlog.event_state(event_id=event).current.tables
assert [table.settled for table in tables.values()] == [True, True, False]
for action in (
    ResultEntered(number=1, table=3, outcome=timed(60, 40)), RoundClosed(number=1),
):
    done = eventlog.record_action(
        event_id=event, action=action, by=SYSTEM, now=datetime.now(UTC))
    assert isinstance(done, eventlog.Recorded), done
assert isinstance(
    eventlog.draw_round(event_id=event, by=SYSTEM, now=datetime.now(UTC)), eventlog.Recorded)
print(json.dumps(found))
"""


def run(data, program, *arguments):
    """Run a program on a data folder."""
    root = BEFORE.parents[2]
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={
            **installation(data),
            "DATABASE_URL": "",
            "DJANGO_SETTINGS_MODULE": "padd.config.settings",
            "PYTHONPATH": os.pathsep.join([str(root), str(root / "src")]),
        },
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


@pytest.fixture
def data(tmp_path):
    """Return a data folder with the earlier database."""
    data = tmp_path / "data"
    data.mkdir()
    dump = gzip.decompress((BEFORE / "mid-round.sql.gz").read_bytes())
    database = sqlite3.connect(data / "padd.sqlite3")
    database.executescript(dump.decode())
    database.close()
    return data


@pytest.fixture
def later(tmp_path):
    """Return the migrations of a later version as a package."""
    folder = tmp_path / "later"
    shutil.copytree(BEFORE.parents[2] / "src/padd/store/migrations", folder)
    before = max(file.stem for file in folder.glob("0*.py"))
    for name, operation in LATER.items():
        (folder / f"{name}.py").write_text(MIGRATION.format(before=before, operation=operation))
        before = name
    return folder


@pytest.mark.req("R15")
@pytest.mark.parametrize("place", ["between", "within"])
def test_an_earlier_database_is_updated_though_the_update_was_killed(
    data, later, place, chance, record_property
):
    killed = run(data, UPDATING, place, str(chance.randrange(len(LATER))), str(later))
    again = run(data, UPDATING, "", "0", str(later))
    played = run(data, PLAYING_ON)

    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert again.returncode == 0, again.stderr
    with sqlite3.connect(data / "padd.sqlite3") as updated:
        assert updated.execute("SELECT later FROM store_event").fetchall() == [("done",)]
    assert list((data / "backups").glob("*before-update.sqlite3"))
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout) == EARLIER
    tell(record_property, killed=place, lost=0)
