"""`padd online`: open games and reminders of a file, hours that people share."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from tests.core.eventlog.event_builder import at, day_of

from padd.core.event_file import write_event
from padd.core.eventlog.actions.online import PlayerWaiting
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.log.chain import log_rows
from padd.core.eventlog.log.file_log import with_log
from padd.core.eventlog.state.facts import event_facts
from padd.interfaces.cli.online import online


@pytest.fixture
def file(tmp_path):
    """Return the file of an online round in which one player waits."""
    day = day_of(["kirk", "khan", "spock", "gorn"], online=True).draw()
    day.do(RoundPublished(number=1, deadline=at(1000)))
    day.do(PlayerWaiting(number=1, table=1), by=day.round.tables[1].players[0])
    event = with_log(event_facts(day.state), log_rows(day.log.entries))
    path = tmp_path / "online.event.json"
    path.write_bytes(write_event(event))
    return str(path)


def answer(*arguments):
    result = CliRunner().invoke(online, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


@pytest.mark.req("ONL-24")
def test_open_games_are_listed_from_the_log_of_a_file(file):
    early = answer("open", file, "--at", at(10))["open"]
    late = answer("open", file, "--at", at(1001))["open"]

    assert [game["standing"] for game in early] == ["waiting", "silent"]
    assert {game["standing"] for game in late} == {"overdue"}


@pytest.mark.req("ONL-13")
def test_reminders_that_are_due_are_named_and_not_sent(file):
    rows = answer("due", file, "--at", at(1001))["due"]

    assert {(row["kind"], row["player"]) for row in rows} == {("overdue", None)}


def test_a_file_without_a_log_is_refused(tmp_path):
    path = tmp_path / "plain.event.json"
    path.write_bytes(write_event(event_facts(day_of(["kirk", "khan", "spock"]).state)))

    result = CliRunner().invoke(online, ["open", str(path), "--json"])

    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["place"] == "log"


def test_hours_are_shared_across_zones_and_skipped_times_refused(tmp_path):
    path = tmp_path / "free.csv"
    path.write_text(
        "person,zone,from,to\n"
        "kirk,America/Chicago,2026-11-20T12:00,2026-11-20T18:00\n"
        "khan,Asia/Kolkata,2026-11-20T23:00,2026-11-21T02:00\n",
        encoding="utf-8",
    )
    skipped = tmp_path / "skipped.csv"
    skipped.write_text(
        "person,zone,from,to\nkirk,Europe/Berlin,2026-03-29T02:30,2026-03-29T05:00\n",
        encoding="utf-8",
    )

    found = answer("hours", str(path), "--at", "2026-11-16T00:00:00+00:00")["hours"]
    refused = CliRunner().invoke(online, ["hours", str(skipped), "--json"])

    assert [(one["start"], one["end"]) for one in found] == [
        ("2026-11-20T18:00:00+00:00", "2026-11-20T20:30:00+00:00")
    ]
    assert found[0]["local"]["khan"] == "2026-11-20T23:30:00+05:30"
    assert refused.exit_code == 1
