"""`padd cards import`, `lists` and `find` on the card data of an installation."""

import json

import pytest
from click.testing import CliRunner
from tests.services.eventlog.table_driver import AtTheTable

from padd.interfaces.cli.cards import card_catalogue
from padd.interfaces.cli.cards import deck as deck_commands
from padd.interfaces.cli.cards.cards import cards
from padd.store.models.cards import CardDataFile

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def here(monkeypatch):
    for module in (card_catalogue, deck_commands):
        monkeypatch.setattr(module, "open_installation", lambda _data: None)


def test_files_are_shown_first_and_used_by_yes(tmp_path):
    file = tmp_path / "cards.csv"
    file.write_text("title,set,number,rarity\nAlpha,one,1,C\n", encoding="utf-8")
    ban = tmp_path / "ban.csv"
    ban.write_text("list,title,in_force\nbanned,Alpha,2026-01-01\n", encoding="utf-8")
    asked = ["import", str(file), str(ban), "--edition", "2E"]

    shown = CliRunner().invoke(cards, asked)
    in_use = CardDataFile.objects.filter(state="in-use").count()
    CliRunner().invoke(cards, [*asked, "--yes"])
    lists = CliRunner().invoke(cards, ["lists", "--json"])
    found = CliRunner().invoke(cards, ["find", "alpha", "--edition", "2E", "--json"])

    assert "1 new, 0 changed" in shown.output
    assert in_use == 0
    assert json.loads(lists.stdout)["lists"][0]["list"] == "banned"
    assert json.loads(found.stdout)["total"] == 1


def test_a_deck_is_checked_for_an_event_that_is_kept_here(tmp_path):
    day = AtTheTable()
    (tmp_path / "deck.txt").write_text("1 Unheard Of\n", encoding="utf-8")
    asked = ["check", str(tmp_path / "deck.txt"), "--event", day.id, "--json"]

    result = CliRunner().invoke(deck_commands.deck, asked)

    assert json.loads(result.stdout)["verdict"] == "not-checked"
