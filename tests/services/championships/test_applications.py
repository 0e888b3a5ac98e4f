"""Applications and bids: applied for, withdrawn, awarded, and never by oneself."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from padd.core.refusal import RefusalError
from padd.services.championships import applications
from padd.services.championships.applications import ApplicationForm
from padd.services.events import approvals
from padd.services.refusal import NotAllowed
from padd.store.models import Application, Approval, Event

if TYPE_CHECKING:
    from tests.world import World

    from padd.services.access.actors import Actor


def form(**more: object) -> ApplicationForm:
    facts = {
        "kind": "continental",
        "edition": "2E",
        "region": "germany",
        "first_day": date(2027, 7, 3),
        "last_day": date(2027, 7, 5),
        "location": "Town hall",
    }
    return ApplicationForm(**{**facts, **more})  # type: ignore[arg-type]


def bid(world: World, by: Actor, **more: object) -> str:
    return applications.apply(by=by, now=world.now, form=form(**more))


def approval_of(application: str) -> Approval:
    return Approval.objects.get(about=f"application:{application}")


def award(world: World, application: str, by: Actor) -> None:
    approvals.decide(
        by=by,
        now=world.now,
        approval=approval_of(application).public_id,
        approve=True,
    )


@pytest.mark.req("CHAMP-11", "CHAMP-34")
def test_an_award_makes_the_draft_and_declines_the_other_bids(world: World) -> None:
    first = bid(world, world.member("Lyon"))
    second = bid(world, world.member("Ghent"))

    award(world, first, world.official("coordinator", "europe"))

    won = Application.objects.get(public_id=first)
    assert won.event is not None
    assert (won.event.state, won.event.kind) == ("draft", "continental")
    assert Application.objects.get(public_id=second).state == "declined"
    assert approval_of(second).state == "refused"
    assert Event.objects.count() == 1


@pytest.mark.req("CHAMP-11")
def test_nobody_decides_on_the_own_bid(world: World) -> None:
    coordinator = world.official("coordinator", "europe")
    head = world.official("director-of-organized-play")
    chair = world.official("chair")
    of_coordinator, of_head = bid(world, coordinator), bid(world, head, kind="world")

    desks = [approval_of(one).area for one in (of_coordinator, of_head)]
    with pytest.raises(NotAllowed):
        award(world, of_head, head)
    award(world, of_head, chair)

    assert desks == ["", "chair"]
    assert Application.objects.get(public_id=of_head).state == "awarded"


def test_one_open_application_for_each_title(world: World) -> None:
    by = world.member("Lyon")
    first = bid(world, by)

    with pytest.raises(RefusalError) as refused:
        bid(world, by)
    applications.withdraw(by=by, now=world.now, application=first)
    again = bid(world, by)

    assert refused.value.codes == ("one-open",)
    assert Application.objects.get(public_id=first).state == "withdrawn"
    assert Application.objects.get(public_id=again).state == "open"


def test_what_is_missing_is_named(world: World) -> None:
    with pytest.raises(RefusalError) as refused:
        bid(world, world.member(), location="", last_day=date(2027, 7, 1), kind="x")

    assert {refusal.place for refusal in refused.value.refusals} == {
        "kind",
        "last_day",
        "location",
    }
