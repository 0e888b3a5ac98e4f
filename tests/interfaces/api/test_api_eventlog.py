"""A whole event by the API, with the refusals of the console."""

import json
import subprocess
import sys
from hashlib import sha256

import pytest

from padd.core.eventlog.actions.clock import ClockStarted
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.log.action_kinds import KINDS
from padd.services import eventlog
from padd.services.access.api_tokens import Scope

pytestmark = pytest.mark.req("R10")


def act(kind, **more):
    return {"action": {"kind": kind, **more}}


def won(table, number):
    outcome = {"ending": "complete", "winner": table["players"][0], "scores": [100, 40]}
    return act("result.entered", number=number, table=table["table"], outcome=outcome)


def play_round(api, event, token, number):
    at = f"/events/{event}"
    api.do(f"{at}/draw", {}, token=token)
    api.do(f"{at}/actions", act("round.published", number=number), token=token)
    api.do(f"{at}/actions", act("clock.started", number=number), token=token)
    round_ = api.read(f"{at}/rounds/{number}")["round"]
    for table in round_["tables"]:
        api.do(f"{at}/actions", won(table, number), token=token)
    api.do(f"{at}/actions", act("round.closed", number=number), token=token)


def test_a_whole_event_is_run_and_read_and_stands_as_on_the_command_line(api, tmp_path):
    director = api.member()
    event = api.directed_by(director, rounds_planned=2)
    token = api.token(director, (Scope.RUN,))
    at = f"/events/{event}"

    api.do(f"{at}/open", {}, token=token)
    committed = api.read(at)["progress"]
    for name in ("ada", "ben", "cleo", "dee"):
        entered = act("player.entered", player=name, name=name.title())
        api.do(f"{at}/actions", entered, token=token)
    here = act("player.checked-in", players=["ada", "ben", "cleo", "dee"])
    api.do(f"{at}/actions", here, token=token)
    play_round(api, event, token, 1)
    play_round(api, event, token, 2)
    done = api.do(f"{at}/actions", act("event.finished"), token=token)

    assert done["phase"] == "finished"
    file = tmp_path / "exported.event.json"
    file.write_bytes(api.ask("GET", f"{at}/file", token=token).content)
    printed = subprocess.run(
        [sys.executable, "-m", "padd", "standings", "--json", str(file)],
        capture_output=True,
        check=True,
    )
    assert api.read(f"{at}/standings") == json.loads(printed.stdout)
    assert len(api.read(f"{at}/rounds")["rounds"]) == 2
    progress = api.read(f"{at}")["progress"]
    assert progress["phase"] == "finished"
    assert committed["secret"] is None
    assert sha256(progress["secret"].encode()).hexdigest() == committed["commitment"]
    leader = api.read(f"{at}/standings")["standings"][0]["player"]
    reason = api.read(f"{at}/standings/{leader}")
    explained = subprocess.run(
        [sys.executable, "-m", "padd", "explain", "--json", str(file), leader],
        capture_output=True,
        check=True,
    )
    assert reason == json.loads(explained.stdout)
    report = api.do(f"{at}/report", {"create": True}, token=api.token(director))
    again = api.do(f"{at}/report", {"create": True}, token=api.token(director))
    assert (report["event"], report["again"]) == (event, False)
    assert (again["report"], again["again"]) == (report["report"], True)


@pytest.mark.req("R1b")
@pytest.mark.parametrize("taken_back", [True, False])
def test_an_event_whose_opening_was_taken_back_is_as_if_never_opened(api, *, taken_back):
    director = api.member()
    event = api.directed_by(director)
    token = api.token(director)
    at = f"/events/{event}"
    if taken_back:
        api.do(f"{at}/open", {}, token=token)
        undo = {"sequences": [1], "reason": "too soon"}
        api.do(f"{at}/undo", undo, token=token)

    asked = [
        api.ask("POST", f"{at}/draw", {}, token=token),
        api.ask("POST", f"{at}/actions", act("event.amended"), token=token),
        api.ask("POST", f"{at}/actions", act("event.finished"), token=token),
        api.ask("POST", f"{at}/preview", act("event.amended"), token=token),
        api.ask("GET", f"{at}/file", token=token),
        api.ask("GET", f"{at}/standings"),
        api.ask("GET", f"{at}/standings/ada"),
        api.ask("GET", f"{at}/bracket"),
    ]
    codes = [(one.status_code, one.json()["error"]["code"]) for one in asked]
    assert codes == [(422, "not-opened")] * len(asked)
    assert api.read(f"{at}/run", token=token)["phase"] == "new"
    assert api.read(f"{at}/rounds")["rounds"] == []
    again = api.ask("POST", f"{at}/redo", {"sequences": [7]}, token=token)
    assert again.status_code == 422


def test_a_stale_act_is_told_what_was_done_and_by_whom(api):
    director = api.member("Jadzia")
    event = api.directed_by(director)
    api.started(director, event)
    token = api.token(director)
    at = f"/events/{event}/actions"
    seen = api.ask("GET", f"/events/{event}/run", token=token)["ETag"]
    api.do(at, act("player.check-in-withdrawn", players=["dee"]), token=token)

    late = {"If-Match": seen}
    by_header = api.ask("POST", at, act("event.amended"), token=token, headers=late)
    by_field = api.ask("POST", at, {**act("event.amended"), "expected": 6}, token=token)

    for answer in (by_header, by_field):
        assert answer.status_code == 409
        error = answer.json()["error"]
        assert error["code"] == "changed-meanwhile"
        assert error["actions"] == [7]
        assert "player check in withdrawn (Jadzia)" in error["message"]
        assert error["next"]


def test_a_refusal_names_its_rule_and_the_way_out(api):
    director = api.member()
    event = api.directed_by(director)
    api.started(director, event)
    token = api.token(director)
    shorter = act("event.rounds-changed", rounds=2, ground="all-players-agree")

    answer = api.ask("POST", f"/events/{event}/actions", shorter, token=token)

    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == "not-all-agree"
    assert "§" in error["rule"]
    assert "emergency" in error["next"]


def test_a_preview_changes_nothing(api):
    director = api.member()
    event = api.directed_by(director)
    api.started(director, event)
    before = eventlog.snapshot_event(event_id=event).sequence

    seen = api.do(
        f"/events/{event}/preview", act("player.dropped", player="ada"), token=api.token(director)
    )

    assert seen["level"] == "confirm"
    assert eventlog.snapshot_event(event_id=event).sequence == before


def test_every_act_of_the_console_can_be_done_and_nothing_is_left_out():
    from padd.interfaces.api.eventlog.commands import API_ACTIONS, OTHER_ACTIONS

    assert {*API_ACTIONS, *OTHER_ACTIONS} == set(KINDS.values())


def test_a_player_reports_the_own_result_and_no_other(api):
    director, player = api.member(), api.member("Own Self")
    event = api.directed_by(director)
    names = ("ada", "ben", "cleo")
    api.started(director, event, names)
    api.act(director, event, PlayerEntered(player=player.person, name="Own"))
    api.act(director, event, CheckedIn(players=(player.person,)))
    eventlog.draw_round(event_id=event, by=director, now=api.now)
    api.act(director, event, RoundPublished(number=1))
    api.act(director, event, ClockStarted(number=1))
    token = api.token(player, (Scope.PLAY,))
    tables = api.read(f"/events/{event}/rounds/1")["round"]["tables"]
    own = next(table for table in tables if player.person in table["players"])
    other = next(table for table in tables if table is not own)

    def said(table):
        outcome = {"ending": "complete", "winner": table["players"][0], "scores": [100, 0]}
        claim = act("result.reported", number=1, table=table["table"], outcome=outcome)
        return api.ask("POST", f"/events/{event}/actions", claim, token=token)

    assert said(own).status_code == 200
    assert said(other).json()["error"]["code"] in {"not-yours", "not-your-table"}
    dropped = act("player.dropped", player="ada")
    answer = api.ask("POST", f"/events/{event}/actions", dropped, token=token)
    assert answer.status_code in {404, 422}


def test_two_keys_of_the_same_name_do_not_hide_unknown_ones(api):
    director = api.member()
    event = api.directed_by(director)
    api.started(director, event)
    at, token = f"/events/{event}/actions", api.token(director)

    for body in (
        {**act("event.finished"), "sure": True},
        act("event.finished", secret=None, extra=1),
        act("event.opened"),
        act("round.drafted"),
        {"kind": "event.finished"},
        [],
        None,
        7,
    ):
        answer = api.ask("POST", at, raw=json.dumps(body).encode(), token=token)
        assert answer.status_code == 400, body
        assert answer.json()["error"]["code"] == "misread"
