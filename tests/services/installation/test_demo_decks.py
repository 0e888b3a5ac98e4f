"""The made-up decks of the sample data: each kind of objection once, the rest legal."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_reader import read_deck
from padd.core.decks.verdicts import LegalityQuestion
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import SYSTEM
from padd.services.cards.catalogue import current_catalogue
from padd.services.installation.demo import DemoLoader, read_rows, read_toml

NOW = datetime(2026, 11, 17, 12, tzinfo=UTC)


@pytest.mark.django_db
def test_each_kind_of_objection_is_there_once_among_240_made_up_cards():
    DemoLoader(by=SYSTEM, now=NOW).load_cards()
    question = LegalityQuestion(edition="2E", rules="standard", on=NOW.date())
    lists = [
        step["text"]
        for step in read_toml("decks.toml", "steps")
        if step["do"] == "register_deck" and step["event"] == "$Deck check afternoon"
    ]

    codes: Counter[str] = Counter()
    for text in lists:
        catalogue, book = current_catalogue().catalogue, rulebook("opg-5")
        checked = check_deck(read_deck(text.encode()), catalogue, book, question)
        lines = (reason for line in checked.lines for reason in line.judgement.reasons)
        codes.update({reason.code for reason in (*lines, *checked.deck)})

    assert len(read_rows("cards.csv")) > 240
    assert len(lists) == 16
    assert len(codes) == 12
    assert set(codes.values()) == {1}
