"""Made-up cards and sets for tests of legality, small enough to read."""

from datetime import date

from padd.core.cards.catalogue import Catalogue
from padd.core.cards.printing import CardList, CardSet, ListedCard, Printing
from padd.core.decks.card_legality import CardLegality
from padd.core.decks.verdicts import LegalityQuestion
from padd.rulebooks.loader import rulebook

DAY = date(2026, 3, 14)
SETS = (
    CardSet(edition="1E", code="alpha", name="Alpha Station"),
    CardSet(edition="1E", code="new", virtual=True, release=date(2026, 3, 1)),
    CardSet(edition="1E", code="old", virtual=True, release=date(2012, 4, 13)),
    CardSet(edition="1E", code="undated", virtual=True),
    CardSet(edition="1E", code="VP", name="Virtual Promos", virtual=True),
    CardSet(edition="2E", code="SE", name="Second Edition"),
    CardSet(edition="2E", code="old", virtual=True, release=date(2012, 4, 13)),
    CardSet(edition="2E", code="VP", virtual=True),
)


def card(title, set_code, rarity, **facts):
    """Return a printing; an event of First Edition unless told."""
    facts = {"edition": "1E", "type": "Event", "number": "1"} | facts
    facts.setdefault("name", title)
    return Printing(title=title, set=set_code, rarity=rarity, **facts)


def listed(kind, *titles, since, **facts):
    """Return a card list on which some titles stand since a day."""
    facts = {"edition": "2E"} | facts
    cards = tuple(ListedCard(title=title, in_force=since) for title in titles)
    return CardList(kind=kind, cards=cards, **facts)


def judge(*printings, book="opg-5", on=DAY, lists=(), **asked):
    """Return what judges these printings."""
    catalogue = Catalogue(printings=printings, sets=SETS, lists=lists)
    edition = printings[0].edition
    question = LegalityQuestion(edition=edition, on=on, **asked)
    return CardLegality(catalogue, rulebook(book), question)


def judged(*printings, **asked):
    """Return the judgement of the first of some printings."""
    return judge(*printings, **asked).judge(printings[0])


def verdict(*printings, **asked):
    """Return the verdict on the first of some printings."""
    return judged(*printings, **asked).verdict
