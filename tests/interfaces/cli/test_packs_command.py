"""`padd packs`: made, read, and made again."""

import json

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.limited import packs


def run(*words):
    return CliRunner().invoke(packs, words)


def test_a_seed_gives_the_same_packs_again():
    words = ("make", "frontier", "--kind", "booster", "--packs", "2", "--seed", "tea")

    first, second = run(*words), run(*words)

    assert first.exit_code == 0
    assert first.stdout == second.stdout
    assert "Pack 2: Frontier booster" in first.stdout


def test_lackey_gets_a_deck():
    told = run("make", "frontier", "--kind", "starter", "--lackey").stdout

    assert "2\tJunior Engineer" in told.splitlines()


def test_a_certificate_is_verified_and_a_swapped_card_is_found(tmp_path):
    made = run("make", "frontier", "--kind", "booster", "--seed", "tea", "--json")
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(made.stdout, encoding="utf-8")
    told = json.loads(made.stdout)
    told["packs"][0]["cards"][0]["title"] = "Ace of Spades"
    bad.write_text(json.dumps(told), encoding="utf-8")

    same, different = run("verify", str(good), "--json"), run("verify", str(bad))

    assert json.loads(same.stdout) == {"packs": 1, "same": True, "differ": []}
    assert same.exit_code == 0
    assert different.exit_code == 1
    assert "Pack 1 differs." in different.output


def test_a_product_says_what_its_packs_hold():
    told = run("read", "frontier").stdout

    assert "booster: Frontier booster (1 rare, 3 uncommon, 11 common)" in told


@pytest.mark.req("FMT-15", "FMT-59")
def test_a_search_is_answered_from_a_file_of_cards(tmp_path):
    product, cards = tmp_path / "cube.toml", tmp_path / "cards.csv"
    product.write_text(
        'id = "cube"\ntitle = "Cube"\nedition = "2E"\nversion = 2026-11-16\n'
        'source = "Me"\n[sheets.hq]\nsearch = {type = ["Headquarters"]}\n'
        '[packs.p]\ntitle = "P"\nvariants = [{slots = [{sheet = "hq"}]}]\n',
        encoding="utf-8",
    )
    cards.write_text(
        "title,set,rarity,type,mission_or_dilemma_type\nHome,AA,C,Mission,H\nAway,AA,C,Mission,S\n",
        encoding="utf-8",
    )

    without = run("make", str(product), "--seed", "tea")
    made = run("make", str(product), "--seed", "tea", "--cards", str(cards), "--lackey")

    assert without.exit_code == 1
    assert "no card data" in without.output
    assert made.stdout == "1\tHome\n"


def test_what_is_not_there_is_refused():
    assert run("make", "nothing").exit_code == 1
    assert run("make", "frontier", "--kind", "nothing").exit_code == 1
    assert run("make", "frontier").exit_code == 1
    assert run("make", "frontier", "--packs", "0").exit_code == 2
