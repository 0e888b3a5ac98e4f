"""Kept decks: in versions, seen by whoever keeps them, gone with their account."""

from datetime import UTC, datetime, timedelta

import pytest

from padd.core.refusal import RefusalError
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.decks import saved_decks
from padd.services.people import personal_data
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.decks import Deck, DeckVersion
from padd.store.models.eventlog import AuditEntry

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 14, 10, tzinfo=UTC)


def keep(by, text="1 Alpha\n2 Beta\n", address=""):
    return saved_decks.save_deck_version(
        by=by, now=NOW, name="Nor", edition="2E", text=text, asked={}, address=address
    )


def test_a_deck_keeps_every_version_with_what_changed(world):
    member = world.member()
    address = keep(member)

    keep(member, "2 Beta\n1 Alpha\n", address)
    keep(member, "1 Alpha\n3 Gamma\n", address)
    kept = saved_decks.saved_deck(by=member, address=address)

    assert [version.number for version in kept.versions] == [2, 1]
    changes = [(one.title, one.added) for one in kept.versions[0].changes]
    assert changes == [("Beta", -2), ("Gamma", 3)]
    assert AuditEntry.objects.filter(act="deck.keep").count() == 3


@pytest.mark.req("DECK-61")
def test_a_kept_deck_is_not_there_for_anybody_else(world):
    address = keep(world.member())

    for stranger in (world.member(), SYSTEM, VISITOR):
        with pytest.raises(NotFound):
            saved_decks.saved_deck(by=stranger, address=address)
    with pytest.raises(NotAllowed):
        keep(VISITOR)
    with pytest.raises(NotAllowed):
        keep(SYSTEM)
    assert len(address) >= 20


def test_a_list_that_cannot_be_read_or_has_no_name_is_not_kept(world):
    member = world.member()

    with pytest.raises(RefusalError):
        keep(member, "0 Alpha")
    with pytest.raises(RefusalError):
        saved_decks.save_deck_version(
            by=member, now=NOW, name=" ", edition="2E", text="1 Alpha", asked={}
        )

    assert not Deck.objects.exists()


def test_own_decks_come_newest_first_and_can_be_deleted(world):
    member = world.member()
    old = keep(member)
    later = saved_decks.save_deck_version(
        by=member, now=NOW + timedelta(days=1), name="Later", edition="1E", text="1 Alpha", asked={}
    )

    before = [row.address for row in saved_decks.own_saved_decks(by=member)]
    saved_decks.delete_saved_deck(by=member, now=NOW, address=old)
    after = [row.address for row in saved_decks.own_saved_decks(by=member)]

    assert before == [later, old]
    assert after == [later]
    assert saved_decks.own_saved_decks(by=member, edition="2E") == ()


def test_an_erasure_empties_kept_decks(world):
    member = world.member()
    keep(member, "1 Very Secret\n")

    personal_data.erase_person(by=SYSTEM, now=NOW, person=member.person)

    assert "Secret" not in " ".join(DeckVersion.objects.values_list("content", flat=True))
    assert "Nor" not in Deck.objects.values_list("name", flat=True)
