"""Pack definitions of LackeyCCG."""

from datetime import date

import pytest

from padd.core.limited.lackey_packs import product_from_lackey
from padd.core.limited.packs import PackPress
from padd.core.limited.product import PackCard, fill_product
from padd.core.model import Edition
from padd.core.refusal import RefusalError


def crit(field, word, comparison="IS"):
    return f"<crit><field>{field}</field><eval>{comparison}</eval><data>{word}</data></crit>"


def kind(count, *criteria):
    return f"<kind><qty>{count}</qty>{''.join(criteria)}</kind>"


def file(*chances, pack=""):
    parts = "".join(f"<chance>{chance}</chance>" for chance in chances)
    return (
        '<packdefinitions version="1.0"><pack><packtitle>Déjà Q</packtitle>'
        f"{pack}{parts}</pack></packdefinitions>"
    ).encode()


def read(content):
    on = date(2026, 11, 16)
    return product_from_lackey(content, name="Q", edition=Edition("1E"), on=on)


@pytest.mark.req("FMT-11")
def test_fixed_cards_need_no_catalogue():
    product = read(file(kind(3, crit("Name", "Tea")) + kind(1, crit("Name", "Cup"))))

    cards = PackPress(product).pack("deja-q", 1).cards

    assert [card.title for card in cards] == ["Tea", "Tea", "Tea", "Cup"]


@pytest.mark.req("FMT-11")
def test_rarities_are_searched_and_chances_are_weights():
    common = crit("Set", "AA").replace("crit>", "packcommoncrit>")
    product = read(
        file(
            "<prob>90</prob>" + kind(2, crit("Rarity", "C")),
            "<prob>10</prob>" + kind(2, crit("Rarity", "R")),
            pack=common,
        )
    )
    cards = [
        PackCard(title=f"{rarity}{n}", set="AA", number=str(n), rarity=rarity)
        for rarity in "CR"
        for n in range(3)
    ]

    press = PackPress(fill_product(product, cards))
    rares = sum(press.pack("deja-q", s).cards[0].rarity == "R" for s in range(500))

    assert [v.weight for v in product.packs["deja-q"].variants] == [900_000, 100_000]
    assert 25 < rares < 80


@pytest.mark.parametrize(
    ("code", "content"),
    [
        ("entities", b'<!DOCTYPE a [<!ENTITY b "c">]><packdefinitions/>'),
        ("not-xml", b"<packdefinitions><pack>"),
        ("not-packs", b"<deck/>"),
        ("no-packs", b"<packdefinitions/>"),
        ("empty-pack", file()),
        ("empty-pack", file("<prob>5</prob>")),
        ("no-criterion", file(kind(2))),
        ("unknown-field", file(kind(2, crit("Mood", "good")))),
        ("unknown-comparison", file(kind(2, crit("Name", "Tea", "CONTAINS")))),
        ("not-a-number", file(kind("many", crit("Name", "Tea")))),
        ("not-a-number", file(kind(0, crit("Name", "Tea")))),
        ("not-whole", file(kind("1.5", crit("Name", "Tea")))),
    ],
)
def test_what_is_not_understood_is_refused(code, content):
    with pytest.raises(RefusalError) as refused:
        read(content)

    assert refused.value.refusal.code == code
