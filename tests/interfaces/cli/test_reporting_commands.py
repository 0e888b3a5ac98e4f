"""`padd import`, `padd report` and `padd ratings`, as typed."""

import json
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from django.db import connection
from tests.services.eventlog.table_driver import AtTheTable, entered

from padd.core.event_file import write_event
from padd.core.eventlog.actions.finish import EventFinished
from padd.interfaces.cli.ratings import ratings
from padd.interfaces.cli.reports import import_, report
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.eventlog.log_cache import clear_logs
from padd.services.reports.finished_event_import import facts_on_record
from padd.services.reports.sender import NotSentError, send_report
from padd.store.models.eventlog import FinishedEvent

NAMES = ("kirk", "khan", "spock", "gorn")
SHEET = """\
Event;Date;Registered;Round;Player 1;Player 2;Score 1;Score 2
Quark's Open;2026-11-10;2026-11-01;1;Odo;Quark;100;40
Quark's Open;2026-11-10;2026-11-01;1;Kira;Morn;100;35
Quark's Open;2026-11-10;2026-11-01;2;Odo;Kira;100;35
Quark's Open;2026-11-10;2026-11-01;2;Quark;Morn;100;35
Quark's Open;2026-11-10;2026-11-01;3;Odo;Morn;100;35
Quark's Open;2026-11-10;2026-11-01;3;Quark;Kira;35;100
"""


@pytest.fixture(autouse=True)
def _installed(monkeypatch, settings, tmp_path):
    """Let the commands work on the database of the tests."""
    for module in (import_, ratings, report):
        monkeypatch.setattr(module, "open_installation", lambda _data: None)
    settings.DATA, settings.BACKUP = tmp_path / "data", ""
    clear_logs()
    yield
    clear_logs()


def padd(command, *words):
    return CliRunner().invoke(command, list(words))


def test_a_spreadsheet_is_imported_rated_and_explained(world, tmp_path):
    sheet = tmp_path / "quark.csv"
    sheet.write_text(SHEET, encoding="utf-8")

    done = padd(import_.import_, str(sheet))
    assert done.exit_code == 0, done.output
    assert "Quark's Open" in done.output
    again = padd(import_.import_, str(sheet), "--json")
    assert json.loads(again.output)["files"][0]["fate"] == "known"
    assert padd(ratings.ratings, "refresh").exit_code == 0
    listed = padd(ratings.ratings, "list", "--json")
    best = json.loads(listed.output)["ratings"][0]
    assert best["handle"] == "Odo"
    assert best["rating"] == 1524
    shown = padd(ratings.ratings, "show", "Odo")
    assert "1500.00 to 1524.00, k 16" in shown.output


def test_a_file_that_is_refused_ends_the_command_as_a_broken_rule(world, tmp_path):
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text(SHEET, encoding="utf-8")
    bad.write_text("Round;Player 1\nx;Odo\n", encoding="utf-8")

    done = padd(import_.import_, str(bad), str(good))

    assert done.exit_code == 1
    assert "Line 2: “x” is not a round." in done.output
    assert "Quark's Open" in done.output


def test_an_event_is_reported_by_its_id(world):
    now = datetime.now(UTC).isoformat(timespec="seconds")
    day = AtTheTable(NAMES, players=entered(*NAMES), starts=now)
    assert padd(report.report, day.id).exit_code == 1
    for _ in range(3):
        day.play_round()
    day.do(EventFinished(), expected=day.sequence)

    asked = padd(report.report, day.id)
    assert "Not known: Kirk" in asked.output
    assert eventlog.event_state(event_id=day.id).phase == "reported"
    without = padd(report.report, day.id, "--to", "https://example.org")
    assert without.exit_code == 2


def test_a_token_never_goes_over_a_line_that_is_not_encrypted():
    for address in ("http://headquarters.example", "ftp://127.0.0.1", "https://"):
        with pytest.raises(NotSentError):
            send_report(b"{}", to=address, token="padd_x")


@pytest.mark.req("RATE-12", "AMB-61")
def test_the_facts_of_an_imported_event_are_corrected_with_a_reason(world, tmp_path):
    sheet, corrected = tmp_path / "quark.csv", tmp_path / "quark.json"
    sheet.write_text(SHEET, encoding="utf-8")
    padd(import_.import_, str(sheet))
    event = FinishedEvent.objects.get().event.public_id
    kept = facts_on_record(event=event, by=SYSTEM, now=datetime.now(UTC))
    facts = json.loads(write_event(kept))
    game = facts["rounds"][0]["matches"][0]
    game |= {"scores": [35, 100], "winner": game["players"][1]}
    corrected.write_text(json.dumps(facts), encoding="utf-8")

    silent = padd(report.report, str(corrected), "--corrects", event)
    done = padd(report.report, str(corrected), "--corrects", event, "--reason", "Typing error")

    now = facts_on_record(event=event, by=SYSTEM, now=datetime.now(UTC))
    assert silent.exit_code == 1
    assert done.exit_code == 0, done.output
    assert now.rounds[0].matches[0].scores == (35, 100)


def test_an_import_that_cannot_be_saved_is_refused_file_by_file(world, tmp_path):
    if connection.vendor != "sqlite":
        pytest.skip("a transaction of PostgreSQL cannot be closed to writing")
    (tmp_path / "quark.csv").write_text(SHEET)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only=ON")
    try:
        done = padd(import_.import_, str(tmp_path / "quark.csv"))
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only=OFF")

    assert done.exit_code == 1
    assert "can’t be written. Check its folder and owner. Try again." in done.output
    assert "Traceback" not in done.output
    assert not FinishedEvent.objects.exists()
