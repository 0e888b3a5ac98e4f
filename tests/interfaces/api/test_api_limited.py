"""Limited play by the API: packs without a token, the own seat and pool for a player."""

from __future__ import annotations

from typing import Any

import pytest

from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.limited.plan import LimitedPlan, PackChoice
from padd.presentation.limited.products import shipped_products
from padd.services.access.api_tokens import Scope
from padd.services.limited import deals

pytestmark = pytest.mark.req("R10")


@pytest.mark.req("FMT-11", "FMT-59")
def test_packs_are_made_from_a_product_and_a_seed(api):
    listed = api.read("/products")["products"][0]
    asked = "/packs?product=frontier&kind=booster&number=2&seed=tea"

    first, second = api.read(asked), api.read(asked)
    unknown = api.ask("GET", "/packs?product=nothing&seed=tea")
    which = api.ask("GET", "/packs?product=frontier&seed=tea")

    assert listed["ready"]
    assert listed["packs"][0]["holds"] == [[1, "rare"], [3, "uncommon"], [11, "common"]]
    assert first["packs"] == second["packs"]
    assert len(first["packs"]) == 2
    assert unknown.status_code == 404
    assert which.status_code == 422


def drafted(api):
    """Return a draft of three players who have accounts, and their tokens."""
    director, *players = [api.member() for _ in range(4)]
    event = api.directed_by(director, rounds_planned=2, format="draft")
    api.started(director, event, ())
    for player in players:
        entered = PlayerEntered(player=player.person, name="Somebody")
        api.act(director, event, entered)
    everyone = tuple(player.person for player in players)
    api.act(director, event, CheckedIn(players=everyone))
    plan = LimitedPlan(
        format="draft",
        packs=(PackChoice(product="frontier", kind="missions"),),
        directions=("left",),
        build_minutes=30,
    )
    common: dict[str, Any] = {"event_id": event, "by": director, "now": api.now}
    deals.seal_plan(plan=plan, products=shipped_products(), **common)
    deals.deal_packs(**common)
    tokens = [api.token(player, (Scope.PLAY,)) for player in players]
    return event, api.token(director, (Scope.READ, Scope.PLAY)), tokens


@pytest.mark.req("FMT-7", "FMT-60", "FMT-61")
def test_a_program_picks_for_its_owner_and_sees_no_other_seat(api):
    event, director, tokens = drafted(api)
    at = f"/events/{event}"

    seat = api.read(f"{at}/seat", token=tokens[0])
    pick = {"pack": 1, "turn": 1, "cards": [seat["pile"][2]["at"]]}
    key = {"Idempotency-Key": "one"}
    done = api.do(f"{at}/picks", pick, token=tokens[0], headers=key)
    again = api.do(f"{at}/picks", pick, token=tokens[0], headers=key)
    wrong = api.ask("POST", f"{at}/picks", pick | {"cards": [99]}, token=tokens[1])
    groups = api.read(f"{at}/draft", token=director)

    assert done["chosen"] == again["chosen"] == pick["cards"]
    assert wrong.status_code == 422
    assert [s["waited"] for s in groups["groups"][0]["seats"]].count(True) == 2
    for place in ("seat", "pool"):
        assert api.ask("GET", f"{at}/{place}", token=director).status_code == 404
    assert api.ask("GET", f"{at}/draft", token=tokens[0]).status_code == 403


@pytest.mark.req("FMT-9", "FMT-60")
def test_a_program_marks_the_deck_of_its_owner(api):
    event, _, tokens = drafted(api)
    at = f"/events/{event}"
    for turn in range(1, 9):
        for token in tokens:
            seat = api.read(f"{at}/seat", token=token)
            pick = {"pack": 1, "turn": turn, "cards": [seat["pile"][0]["at"]]}
            api.do(f"{at}/picks", pick, token=token)

    pool = api.read(f"{at}/pool", token=tokens[0])
    mine = {card["key"]: card["owned"] for card in pool["cards"]}
    beyond = {"deck": {key: count + 1 for key, count in mine.items()}}
    refused = api.ask("POST", f"{at}/pool", beyond, token=tokens[0])
    handed = {"deck": mine, "register": True}
    done = api.do(f"{at}/pool", handed, token=tokens[0])

    assert sum(mine.values()) == 9
    assert refused.status_code == 422
    assert done["registered"]
    assert sum(card["in_deck"] for card in done["cards"]) == 9


@pytest.mark.req("FMT-59", "FMT-62")
def test_a_program_seals_the_plan_deals_and_helps_for_the_director(api):
    director, *players = [api.member() for _ in range(4)]
    event = api.directed_by(director, rounds_planned=2, format="draft")
    api.started(director, event, ())
    for player in players:
        entered = PlayerEntered(player=player.person, name="Somebody")
        api.act(director, event, entered)
    here = CheckedIn(players=tuple(player.person for player in players))
    api.act(director, event, here)
    runs = api.token(director, (Scope.RUN,))
    plays = api.token(players[0], (Scope.PLAY,))
    at = f"/events/{event}/draft"
    pack = {"product": "frontier", "kind": "missions"}
    plan = {"format": "draft", "packs": [pack], "directions": ["left"]}

    short = {"plan": plan | {"build_minutes": 29}}
    refused = api.ask("POST", f"{at}/plan", short, token=runs)
    sealed = api.do(f"{at}/plan", {"plan": plan | {"build_minutes": 30}}, token=runs)
    dealt = api.do(f"{at}/deal", {}, token=runs)
    again = api.ask("POST", f"{at}/deal", {}, token=runs)
    chance = {"act": "random", "group": 1, "seat": 2}
    helped = api.do(f"{at}/help", chance, token=runs)
    paused = api.do(f"{at}/help", {"act": "pause"}, token=runs)
    foreign = api.ask("POST", f"{at}/deal", {}, token=plays)

    assert refused.status_code == again.status_code == 422
    assert len(sealed["commitment"]) == 64
    assert sealed["plan"]["packs"][0]["digest"]
    assert (sealed["dealt"], dealt["dealt"]) == (False, True)
    seats = helped["groups"][0]["seats"]
    assert [seat["waited"] for seat in seats] == [True, False, True]
    assert paused["groups"][0]["paused"]
    assert foreign.status_code in {403, 404}
