"""Card data is looked at, then used; what officers joined stays joined."""

from datetime import UTC, datetime

import pytest

from padd.core.cards.catalogue import Correction
from padd.core.refusal import RefusalError
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.cards import card_import
from padd.services.cards.catalogue import current_catalogue
from padd.services.refusal import NotAllowed
from padd.store.models.cards import CardDataFile
from padd.store.models.eventlog import AuditEntry

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 14, 10, tzinfo=UTC)
FIRST = b"title,set,number,rarity,type\nAlpha,one,1,C,Event\nBeta,one,2,R,Event\n"
LATER = (
    b"title,set,number,rarity,type\nAlpha,one,1,C,Interrupt\nGamma,one,3,R,Event\n"
    b"Delta,one,3,R,Event\n"
)


def keep(data, name="cards.csv"):
    file = card_import.upload_card_file(by=SYSTEM, now=NOW, name=name, data=data)
    card_import.activate_card_file(by=SYSTEM, now=NOW, file=file)
    return file


@pytest.mark.req("DECK-57")
def test_a_file_is_not_used_before_somebody_says_so():
    file = card_import.upload_card_file(by=SYSTEM, now=NOW, name="cards.csv", data=FIRST)

    before = len(current_catalogue().catalogue.printings)
    card_import.activate_card_file(by=SYSTEM, now=NOW, file=file)
    after = len(current_catalogue().catalogue.printings)

    assert (before, after) == (0, 2)


def test_a_preview_names_new_changed_gone_and_doubtful_printings():
    keep(FIRST)
    file = card_import.upload_card_file(by=SYSTEM, now=NOW, name="later.csv", data=LATER)

    seen = card_import.preview_card_file(by=SYSTEM, file=file)

    assert seen.new == ("Gamma (one 3R)", "Delta (one 3R)")
    assert seen.changed == ("Alpha (one 1C)",)
    assert seen.gone == ("Beta (one 2R)",)
    assert seen.doubtful == ("Delta and Gamma (one 3R)",)


@pytest.mark.req("DECK-63")
def test_a_newer_file_takes_the_place_of_the_older_and_both_are_kept():
    keep(FIRST)
    old = current_catalogue().version
    keep(LATER, "later.csv")

    new = current_catalogue()

    assert [each.title for each in new.catalogue.printings] == ["Alpha", "Gamma", "Delta"]
    assert new.version != old
    assert CardDataFile.objects.count() == 2


def test_what_an_officer_joined_survives_the_next_import():
    keep(FIRST)
    for title, number in (("Alpha", "1"), ("Beta", "2")):
        word = Correction(edition="1E", set="one", number=number, title=title, card="both")
        card_import.correct_printing(by=SYSTEM, now=NOW, word=word)

    keep(FIRST + b"Omega,one,9,C,Event\n", "again.csv")

    assert len(current_catalogue().catalogue.cards) == 2
    assert AuditEntry.objects.filter(act="cards.correct").count() == 2


def test_visitors_bring_nothing_and_what_is_no_card_data_is_refused():
    with pytest.raises(NotAllowed):
        card_import.upload_card_file(by=VISITOR, now=NOW, name="x", data=FIRST)
    with pytest.raises(RefusalError) as refused:
        card_import.upload_card_file(by=SYSTEM, now=NOW, name="x", data=b"a,b\n1,2\n")

    assert refused.value.codes == ("no-cards",)
    assert CardDataFile.objects.count() == 0
