"""The made-up community: alive, repeatable, within every rule of the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import transaction

from padd.core.refusal import RefusalError
from padd.services import eventlog
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.installation import demo, demo_scenarios, demo_styles
from padd.services.refusal import NotAllowed
from padd.store import queries
from padd.store.models import Area, Event, EventAction, Person, Registration

if TYPE_CHECKING:
    from tests.world import World


@pytest.mark.long
def test_a_newcomer_sees_hundreds_of_people_and_a_season_of_events(
    world: World,
) -> None:
    made = demo.fill(by=world.laptop(), now=world.now)

    areas = set(Event.objects.values_list("region__area", flat=True))
    assert made.people >= 200
    assert made.events >= 150
    assert areas == set(Area.values)
    for when in ("upcoming", "past"):
        assert queries.calendar(queries.Filter(when=when), now=world.now).total >= 30
    assert any(line.waiting for line in queries.feed(queries.Filter(), now=world.now))
    assert len(queries.inbox(["elsewhere"])) == 1
    assert world.found("Jonas")
    special = [*demo_scenarios.SCENARIOS.values(), "Tribbles with Troubles"]
    special += ["Junior afternoon", "Klingon night"]
    under_way = Event.objects.filter(name__in=special)
    assert under_way.count() == len(special)


def community(world: World, *, seed: int) -> list[object]:
    """Return what a seed makes, and take it back."""
    with transaction.atomic():
        demo.fill(by=SYSTEM, now=world.now, seed=seed)
        made = [
            list(Person.objects.order_by("id").values_list("handle", "name")),
            list(Event.objects.order_by("id").values_list("name", "starts_at")),
            list(
                Registration.objects.order_by("id").values_list(
                    "person__handle", "seat"
                )
            ),
        ]
        transaction.set_rollback(True)
    return made


@pytest.mark.long
def test_the_same_seed_makes_the_same_community(world: World) -> None:
    first, again, other = (community(world, seed=seed) for seed in (7, 7, 8))

    assert first == again
    assert first != other


def test_an_installation_with_people_is_left_alone(world: World) -> None:
    world.person()

    with pytest.raises(RefusalError) as refused:
        demo.fill(by=SYSTEM, now=world.now)

    assert refused.value.codes == ("not-empty",)


def test_a_visitor_fills_nothing(world: World) -> None:
    with pytest.raises(NotAllowed):
        demo.fill(by=VISITOR, now=world.now)


def test_a_ladder_with_a_prize_and_a_round_robin_are_under_way(world: World) -> None:
    for _ in range(6):
        world.person()

    demo_styles.add_styles(by=world.laptop(), now=world.now)

    kinds = set(EventAction.objects.values_list("kind", flat=True))
    friends = Event.objects.get(name="Friends’ round robin")
    state = eventlog.state(event_id=friends.public_id)
    assert {"bracket.posted", "prize.given"} <= kinds
    assert state.round_robin
    assert len(state.played[0].tables) == 3
