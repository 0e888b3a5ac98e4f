"""Conduct by the API: the level of an infraction, and one's own standing."""

import pytest

from padd.services.access.api_tokens import Scope

pytestmark = pytest.mark.req("R10")


@pytest.mark.req("COND-57", "EX-COND-1")
def test_programs_read_the_level_that_the_code_gives(api):
    at = "/rulebooks/opg-5/penalties/b1"

    first = api.read(at)
    worse = api.read(f"{at}?repeats=1&intent=true")
    early = api.read(f"{at}?before_start=true")

    assert (first["level"], first["effect"]) == (1, "Written Warning")
    assert (worse["listed"], worse["intent"], worse["repeats"]) == (1, 1, 1)
    assert (worse["level"], worse["effect"]) == (3, "Game Loss")
    assert early["level"] == 0
    assert first["rule"].startswith("OPG5 App. B")


@pytest.mark.req("COND-34")
def test_the_level_for_a_player_counts_repeats_and_standing_is_ones_own(api):
    director, kirk = api.member(), api.member()
    event = api.directed_by(director, rounds_planned=3)
    token = api.token(director, (Scope.RUN, Scope.READ))
    own = api.token(kirk, (Scope.READ,))
    at = f"/events/{event}"
    api.do(f"{at}/open", {}, token=token)
    acts = (
        {"kind": "player.entered", "player": kirk.person, "name": "Kirk"},
        {"kind": "penalty.given", "player": kirk.person, "level": 1, "infraction": "B1"},
    )
    for action in acts:
        api.do(f"{at}/actions", {"action": action}, token=token)

    again = api.read(f"{at}/penalties/B1?player={kirk.person}", token=token)
    mine = api.read("/me/standing", token=own)
    others = api.read("/me/standing", token=token)

    assert (again["repeats"], again["level"]) == (1, 2)
    assert [(one["event"], one["level"]) for one in mine["penalties"]] == [(event, 1)]
    assert mine["suspensions"] == mine["filming"] == []
    assert others["penalties"] == []
