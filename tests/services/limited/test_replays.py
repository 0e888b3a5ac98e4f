"""A finished draft is told again, and only by those who agreed."""

import pytest
from django.test import Client
from tests.services.limited.draft_day import DraftDay

from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.limited import BuildingEnded, BuildingStarted
from padd.services.limited import pools
from padd.services.limited.replays import draft_replay
from padd.services.refusal import NotFound

pytestmark = pytest.mark.django_db
THREE = ("data", "troi", "worf")


def finished(*agreeing):
    """Return an event that is over, with a draft of one pack of nine cards."""
    day = DraftDay(THREE, rounds_planned=1)
    day.seal()
    day.deal()
    day.draft(THREE)
    day.do(BuildingStarted())
    day.do(BuildingEnded(), reason="All are ready")
    for name in agreeing:
        pools.choose_picks_shown(event_id=day.id, shown=True, by=day.player(name))
    day.play_round()
    with pytest.raises(NotFound):
        draft_replay(event_id=day.id, state=day.state, group=1)
    day.do(EventFinished())
    return day


@pytest.mark.req("FMT-60", "FMT-61")
def test_every_take_is_told_with_the_pile_it_came_from():
    day = finished(*THREE)

    told = draft_replay(event_id=day.id, state=day.state, group=1)

    assert len(told.steps) == 9
    assert [len(take.pile) for take in told.steps[3].takes] == [6, 6, 6]
    for seat in (1, 2, 3):
        taken = [
            told.card(one)
            for step in told.steps
            for take in step.takes
            if take.seat == seat
            for one in take.taken
        ]
        assert tuple(taken) == told.table.pool(seat)
    assert told.steps[2].takes[0].seen_by == {2, 3}


@pytest.mark.req("FMT-61")
def test_players_who_do_not_agree_keep_their_picks_and_what_piles_tell_of_them():
    day = finished("data", "troi")
    address = f"/events/{day.id}/draft/"

    first = Client().get(address).content.decode()
    fourth = Client().get(address, {"step": "4"}).content.decode()
    beyond = Client().get(address, {"group": "9"}).status_code

    assert "2 of 3 players agreed" in first
    assert first.count("Picks are private.") == 1
    assert first.count("Cards in the pack") == 2
    assert fourth.count("took <b>") == 2
    assert fourth.count("The pack is not shown") == 2
    assert "Cards in the pack" not in fourth
    assert beyond == 404
    worf = pools.own_pool(event_id=day.id, by=day.player("worf"))
    told = draft_replay(event_id=day.id, state=day.state, group=1)
    seat = told.players.index("worf") + 1  # type: ignore[arg-type]
    assert seat not in told.agreed
    assert len(worf.cards) == 9
