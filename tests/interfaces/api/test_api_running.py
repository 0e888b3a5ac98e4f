"""A whole event by the API, with the refusals of the console."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from padd.services.apitokens import Scope

if TYPE_CHECKING:
    from pathlib import Path

    from apiworld import ApiWorld

pytestmark = pytest.mark.req("R10")


def act(kind: str, **more: Any) -> dict[str, Any]:
    return {"action": {"kind": kind, **more}}


def won(table: dict[str, Any], number: int) -> dict[str, Any]:
    outcome = {"ending": "complete", "winner": table["players"][0], "scores": [100, 40]}
    return act("result.entered", number=number, table=table["table"], outcome=outcome)


def play_round(api: ApiWorld, event: str, token: str, number: int) -> None:
    at = f"/events/{event}"
    api.do(f"{at}/draw", {}, token=token)
    api.do(f"{at}/actions", act("round.published", number=number), token=token)
    api.do(f"{at}/actions", act("clock.started", number=number), token=token)
    round_ = api.read(f"{at}/rounds/{number}")["round"]
    for table in round_["tables"]:
        api.do(f"{at}/actions", won(table, number), token=token)
    api.do(f"{at}/actions", act("round.closed", number=number), token=token)


def test_a_whole_event_is_run_and_read_and_stands_as_on_the_command_line(
    api: ApiWorld, tmp_path: Path
) -> None:
    director = api.member()
    event = api.directed_by(director, rounds_planned=2)
    token = api.token(director, (Scope.RUN,))
    at = f"/events/{event}"

    api.do(f"{at}/open", {}, token=token)
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
    assert api.read(f"{at}")["progress"]["phase"] == "finished"
    leader = api.read(f"{at}/standings")["standings"][0]["player"]
    reason = api.read(f"{at}/standings/{leader}")
    explained = subprocess.run(
        [sys.executable, "-m", "padd", "explain", "--json", str(file), leader],
        capture_output=True,
        check=True,
    )
    assert reason == json.loads(explained.stdout)


@pytest.mark.req("R1b")
@pytest.mark.parametrize("taken_back", [True, False])
def test_an_event_whose_opening_was_taken_back_is_as_if_never_opened(
    api: ApiWorld, *, taken_back: bool
) -> None:
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
