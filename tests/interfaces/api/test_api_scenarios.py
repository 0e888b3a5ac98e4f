"""The scenario of an event by the API: read, and acted on like everything else."""

import pytest

from padd.services.access.api_tokens import Scope

pytestmark = pytest.mark.req("R10")


@pytest.mark.req("FMT-44")
def test_awards_are_given_and_read_by_programs(api):
    director = api.member()
    event = api.directed_by(director, rounds_planned=2, scenario="cool-tournament")
    token = api.token(director, (Scope.RUN,))
    at = f"/events/{event}"
    api.do(f"{at}/open", {}, token=token)
    entered = {"kind": "player.entered", "player": "kirk", "name": "Kirk"}
    api.do(f"{at}/actions", {"action": entered}, token=token)

    award = {"kind": "scenario.award-given", "player": "kirk", "what": "Best ship"}
    api.do(f"{at}/actions", {"action": award}, token=token)
    read = api.read(f"{at}/scenario", token=token)["scenario"]

    assert read["title"] == 'The "Cool" Tournament'
    assert read["awards"] == [["Kirk", "Best ship"]]
