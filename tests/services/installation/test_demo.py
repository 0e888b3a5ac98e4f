"""The made-up community: alive, repeatable, within every rule of the tables."""

import pytest
from django.db import transaction

from padd.core.refusal import RefusalError
from padd.services import eventlog
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.installation import demo, demo_scenarios, demo_styles
from padd.services.refusal import NotAllowed
from padd.store.models.eventlog import EventAction
from padd.store.models.events import Event, Registration
from padd.store.models.people import Area, Person
from padd.store.queries.events.calendar import CalendarFilter, calendar_listing, feed_events
from padd.store.queries.events.inbox import inbox_items


def snapshot():
    """Return who is there, what is listed and who has entered what."""
    entered = Registration.objects.order_by("id").values_list("person__handle", "seat")
    return [
        list(Person.objects.order_by("id").values_list("handle", "name")),
        list(Event.objects.order_by("id").values_list("name", "starts_at")),
        list(entered),
    ]


@pytest.mark.long
def test_a_newcomer_sees_a_season_that_the_same_seed_makes_again(world):
    with transaction.atomic():
        demo.fill(by=SYSTEM, now=world.now)
        first = snapshot()
        transaction.set_rollback(True)

    made = demo.fill(by=world.laptop(), now=world.now)

    areas = set(Event.objects.values_list("region__area", flat=True))
    assert snapshot() == first
    assert made.people >= 200
    assert made.events >= 150
    assert areas == set(Area.values)
    for when in ("upcoming", "past"):
        assert calendar_listing(CalendarFilter(when=when), now=world.now).total >= 30
    assert any(line.waiting for line in feed_events(CalendarFilter(), now=world.now))
    assert len(inbox_items(["elsewhere"])) == 1
    assert world.found("Jonas")
    special = [*demo_scenarios.SCENARIOS.values(), "Tribbles with Troubles"]
    special += ["Junior afternoon", "Klingon night"]
    under_way = Event.objects.filter(name__in=special)
    assert under_way.count() == len(special)
    assert len(world.audit("demo.fill")) == 1


def test_another_seed_makes_another_community(world, monkeypatch):
    later = [name for name in vars(demo) if name.startswith("add_")]
    for name in ("play_season", *later):
        monkeypatch.setattr(demo, name, lambda *_, **__: None)

    made = []
    for seed in (7, 7, 8):
        with transaction.atomic():
            demo.fill(by=SYSTEM, now=world.now, seed=seed)
            made.append(snapshot())
            transaction.set_rollback(True)

    assert made[0] == made[1]
    assert made[0] != made[2]


def test_an_installation_with_people_is_left_alone(world):
    world.person()

    with pytest.raises(RefusalError) as refused:
        demo.fill(by=SYSTEM, now=world.now)

    assert refused.value.codes == ("not-empty",)


def test_a_visitor_fills_nothing(world):
    with pytest.raises(NotAllowed):
        demo.fill(by=VISITOR, now=world.now)


def test_a_ladder_with_a_prize_and_a_round_robin_are_under_way(world):
    for _ in range(6):
        world.person()

    demo_styles.add_styles(by=world.laptop(), now=world.now)

    kinds = set(EventAction.objects.values_list("kind", flat=True))
    friends = Event.objects.get(name="Friends’ round robin")
    state = eventlog.event_state(event_id=friends.public_id)
    assert {"bracket.posted", "prize.given"} <= kinds
    assert state.round_robin
    assert len(state.played[0].tables) == 3


def test_the_rounds_of_a_tribbles_match_are_published_as_one(world):
    for _ in range(6):
        world.person()

    demo_scenarios.add_scenarios(by=world.laptop(), now=world.now)

    event = Event.objects.get(name="Tribbles with Troubles")
    rounds = eventlog.event_state(event_id=event.public_id).rounds
    assert [round_.number for round_ in rounds] == [1, 2, 3, 4, 5]
    assert {round_.match_rounds for round_ in rounds} == {(1, 5)}
