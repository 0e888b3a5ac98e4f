"""The made-up decks of the sample data: each kind of objection once, the rest legal."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_reader import read_deck
from padd.core.decks.verdicts import LegalityQuestion
from padd.core.rng import Rng
from padd.rulebooks.loader import rulebook
from padd.services.cards.catalogue import current_catalogue
from padd.services.installation import demo_decks

NOW = datetime(2026, 11, 17, 12, tzinfo=UTC)


@pytest.mark.django_db
def test_each_kind_of_objection_is_there_once_among_240_made_up_cards():
    chance = Rng(1701, "demo cards")
    cards = demo_decks.DemoCards(chance)
    demo_decks._bring(cards, NOW)
    question = LegalityQuestion(edition="2E", rules="standard", on=NOW.date())
    changed = [cards.deck(chance, *lines) for lines in cards.objections()]
    lists = [*changed, *(cards.deck(chance) for _ in range(4))]

    codes: Counter[str] = Counter()
    for text in lists:
        catalogue, book = current_catalogue().catalogue, rulebook("opg-5")
        checked = check_deck(read_deck(text.encode()), catalogue, book, question)
        lines = (reason for line in checked.lines for reason in line.judgement.reasons)
        codes.update({reason.code for reason in (*lines, *checked.deck)})

    assert len(cards.rows) == 240
    assert len(codes) == len(changed) == 12
    assert set(codes.values()) == {1}
