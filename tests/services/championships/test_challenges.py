"""The Chair nominates a challenge; its prizes are drawn by a seed sealed before."""

import pytest
from tests.world import NOW

from padd.core.championships.awards import draw_winners
from padd.core.refusal import RefusalError
from padd.core.rng import commitment
from padd.services.championships import challenges
from padd.services.refusal import NotAllowed, Outdated
from padd.store.models.championships import ChairChallenge
from padd.store.models.eventlog import FinishedEvent, Placing
from padd.store.models.events import Event
from padd.store.models.people import Person

PRIZES = ("Alternate-image card", "Playmat")


def finished(world, *players):
    event = world.event()
    Event.objects.filter(public_id=event).update(state="processed")
    row = FinishedEvent.objects.create(
        event=world.row(event), facts={}, sequence=1, finished_at=NOW
    )
    for place, player in enumerate(players, start=1):
        person = Person.objects.get(public_id=player)
        Placing.objects.create(finished=row, player=player, person=person, place=place)
    return event


def nominated(world, chair, event):
    return challenges.nominate_challenge(
        by=chair,
        now=world.now,
        challenge="",
        title="Only Ferengi",
        words="A deck of Ferengi.",
        event=event,
        prizes=PRIZES,
    )


@pytest.mark.req("CHAMP-29", "GOV-35")
def test_everybody_who_took_part_is_in_the_drawing_and_nobody_wins_twice(world):
    chair = world.official("chair")
    players = [world.person() for _ in range(5)]
    id_ = nominated(world, chair, finished(world, *players))
    sealed = ChairChallenge.objects.get(public_id=id_)

    challenges.draw_prizes(by=chair, now=world.now, challenge=id_)

    drawn = ChairChallenge.objects.get(public_id=id_)
    assert (sealed.seed, sealed.drawn) == ("", [])
    assert commitment(drawn.seed) == sealed.commitment
    assert drawn.drawn == list(draw_winners(drawn.seed, reversed(players), 2))
    assert len(set(drawn.drawn)) == len(PRIZES)
    with pytest.raises(Outdated):
        challenges.draw_prizes(by=chair, now=world.now, challenge=id_)


@pytest.mark.req("CHAMP-29", "CHAMP-30")
def test_a_member_suggests_and_the_chair_alone_nominates(world):
    member, head = world.member(), world.official("director-of-organized-play")
    id_ = challenges.suggest_challenge(by=member, now=world.now, title="Ferengi", words="")

    with pytest.raises(NotAllowed):
        challenges.nominate_challenge(by=head, now=world.now, challenge=id_, title="x", words="")
    suggested = ChairChallenge.objects.get(public_id=id_).nominated_at
    challenges.nominate_challenge(
        by=world.official("chair"), now=world.now, challenge=id_, title="F", words=""
    )

    assert suggested is None
    assert ChairChallenge.objects.get(public_id=id_).nominated_at == world.now


def test_nothing_is_drawn_before_the_event_is_processed(world):
    chair = world.official("chair")
    id_ = nominated(world, chair, world.event())

    with pytest.raises(RefusalError) as refused:
        challenges.draw_prizes(by=chair, now=world.now, challenge=id_)

    assert refused.value.codes == ("not-processed",)
