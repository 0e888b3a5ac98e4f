"""Somebody who drafted is erased: every pack can still be made again."""

import msgspec
import pytest
from tests.services.limited.draft_day import SIX, DraftDay

from padd.core.event_file import read_event
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.limited import BuildingEnded, BuildingStarted, WordAdded
from padd.core.limited.verification import verify_deal
from padd.core.model import STAND_IN
from padd.interfaces.cli.formats.verify import deal_verdict
from padd.presentation.rulebooks import book_for
from padd.rulebooks.loader import rulebook
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.eventlog.pairing_secret import event_secret
from padd.services.people import personal_data
from padd.store.models.people import Person
from padd.store.models.reports import PlayerMatch

pytestmark = pytest.mark.req("FMT-59", "R23")


def drafted():
    """Return a finished event; the first by id has put his own name into the seed."""
    day = DraftDay(rounds_planned=1)
    day.seal()
    for name in ("data", "worf"):
        day.do(WordAdded(word=f"{name.title()} was here"), by=day.player(name))
    day.deal()
    day.draft()
    day.do(BuildingStarted())
    day.do(BuildingEnded(), reason="All are ready")
    day.play_round()
    day.do(EventFinished())
    return day


def limited_of(day):
    limited = day.state.limited
    assert limited is not None
    return limited


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["data", "picard"])
def test_every_pack_is_made_again_after_a_drafter_was_erased(world, name):
    day = drafted()
    own = world.person(name, name=name.title())
    PlayerMatch.objects.create(
        event=world.row(day.id), player=name, person=Person.objects.get(public_id=own), how="name"
    )

    personal_data.erase_person(by=SYSTEM, now=day.now, person=own)
    exported = eventlog.export_event_file(event_id=day.id)
    event = read_event(exported, book_of=rulebook)
    verdict = deal_verdict(event, book_for(event))

    assert name not in limited_of(day).order
    assert any(player.startswith(STAND_IN) for player in limited_of(day).order)
    assert verdict is not None
    assert (verdict.packs, verdict.problems) == (len(SIX), ())
    assert len(verdict.notes) == (name == "data")


@pytest.mark.django_db
def test_words_or_seats_that_were_swapped_without_an_erasure_show():
    day = drafted()
    limited, secret, book = limited_of(day), event_secret(day.id), rulebook("opg-5")
    another_word = msgspec.structs.replace(limited, words={})
    another_order = msgspec.structs.replace(limited, order=limited.order[::-1])

    word = verify_deal(another_word, secret, book)
    order = verify_deal(another_order, secret, book)

    assert verify_deal(limited, secret, book).same
    assert list(map(str, word.problems)) == [
        "The words differ from those the packs were dealt from."
    ]
    assert list(map(str, order.problems)) == ["The seats are not those that were drawn."]
