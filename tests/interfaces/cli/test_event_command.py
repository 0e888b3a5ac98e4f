"""The acts of the console from the command line."""

import json
from contextlib import contextmanager

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.main import main
from padd.services.delivery import printouts
from padd.services.eventlog import automatic_backup, command_handler


@pytest.fixture(autouse=True)
def _surroundings(data_folder, monkeypatch):
    monkeypatch.setenv("PADD_SECRET_KEY", "of the tests")


def run(*arguments):
    return CliRunner().invoke(main, arguments)


def told(*arguments):
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.fixture
def event(world):
    """Return an event that was opened from the command line."""
    return opened(world)


@contextmanager
def on_commit_at_once():
    """Let what follows a commit happen inside the transaction of a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(command_handler.transaction, "on_commit", lambda do: do())
        patch.setattr(automatic_backup.upgrade, "copy_sqlite_database", lambda *_, **__: None)
        yield


def opened(world):
    listed = world.event(rounds_planned=1)
    assert run("event", listed, "open").output == "Saved as entry 1.\n"
    return listed


def seated(event):
    for name in ("Kirk", "Khan", "Spock", "Gorn"):
        run("event", event, "enter", name, "--here")
    return event


@pytest.mark.req("R14")
def test_a_whole_event_is_run_from_the_command_line(event, tmp_path):
    seated(event)
    acts = [
        ["pair"],
        ["publish"],
        ["clock"],
        ["result", "1", "100-35"],
        ["result", "2", "20-100"],
        ["correct", "1", "1", "95-35", "--reason", "Misread"],
        ["close"],
        ["finish"],
    ]
    for act in acts:
        done = run("event", event, *act)
        assert done.exit_code == 0, done.output
    file = tmp_path / "day.json"

    run("event", event, "export", str(file))

    assert told("verify", str(file))["log_intact"] is True
    assert told("standings", str(file))["final"] is True
    log = told("event", event, "log")["log"]
    assert [line["kind"] for line in log][-2:] == ["round.closed", "event.finished"]
    assert log[-3]["reason"] == "Misread"
    assert "result.corrected" in run("event", event, "log").output
    assert told("event", "import", str(file)) == {"event": event, "added": 0}


@pytest.mark.req("R25")
def test_what_the_command_line_publishes_and_takes_back_is_printed_too(event, tmp_path):
    folder = tmp_path / "data" / "paper" / event
    seated(event)
    run("event", event, "pair")
    quiet = run("event", event, "pair", "--json")

    def after(*act):
        # As a commit does it: once the action is saved, before the command ends.
        with on_commit_at_once():
            done = run("event", event, *act)
        assert done.exit_code == 0, done.output
        return done.stderr, {one.name for one in folder.glob("round-*")}

    said, published = after("publish")
    _, taken_back = after("undo", str(told("event", event, "log")["log"][-1]["sequence"]))

    assert "Paper" not in quiet.stderr
    assert said == f"Paper for this round: {folder / 'round-1'}\n"
    assert published == {"round-1"}
    assert taken_back == {"round-0"}
    assert printouts.wait_for_printing() is False
    assert automatic_backup._writers == []


def test_what_is_refused_says_why_and_what_to_do(event):
    done = run("event", event, "publish")
    early = run("event", event, "pair", "--json")

    assert done.exit_code == 2
    assert "No round is paired" in done.output
    assert early.exit_code == 1
    assert json.loads(early.stdout)["error"]["code"]


def test_a_wish_with_a_key_is_done_once(event):
    first = told("event", event, "enter", "Kirk", "--key", "a")
    again = told("event", event, "enter", "Kirk", "--key", "a")

    assert (first["again"], again["again"]) == (False, True)
    assert again["sequence"] == first["sequence"]


def test_anything_the_log_knows_can_be_done(event):
    note = told("event", event, "do", "note.added", '{"text": "Hello"}')
    undone = told("event", event, "undo", str(note["sequence"]))
    redone = told("event", event, "redo", str(note["sequence"]))
    wrong = run("event", event, "do", "note.sung", "{}")
    broken = run("event", event, "do", "note.added", "{")

    assert (undone["sequence"], redone["sequence"]) == (3, 4)
    assert (wrong.exit_code, broken.exit_code) == (2, 2)


def test_players_are_named_by_id_or_name(event):
    run("event", event, "enter", "Jean-Luc", "--id", "picard")

    assert told("event", event, "here", "JEAN-LUC")["sequence"] == 3
    assert told("event", event, "drop", "picard")["sequence"] == 4
    assert run("event", event, "drop", "riker").exit_code == 2


def test_events_and_their_players_are_listed(event):
    run("event", event, "enter", "Kirk")

    (listed,) = told("event", "list")["events"]
    one = told("event", event, "list")

    assert listed["event"] == event
    assert one["players"][0]["name"] == "Kirk"
    assert "Check in" in run("event", event, "list").output
    assert event in run("event", "list").output
    assert run("event", "nowhere", "list").exit_code == 1


def test_a_result_that_is_none_is_wrong_usage(event):
    seated(event)
    run("event", event, "pair")
    run("event", event, "publish")

    wrong = run("event", event, "result", "1", "a lot")
    full = run("event", event, "result", "1", '{"ending": "time", "scores": [5, 5]}')

    assert wrong.exit_code == 2
    assert full.exit_code == 0, full.output


@pytest.mark.req("R14")
def test_a_backup_is_made_and_restored(real_world, tmp_path):
    event = opened(real_world)
    made = told("backup")["files"]
    run("event", event, "enter", "Kirk")

    done = told("restore", made[0])

    assert told("event", event, "list")["players"] == []
    assert done["before"].endswith(("before-restore.sqlite3", "before-restore.dump"))
    assert run("restore", made[1]).exit_code == 1
