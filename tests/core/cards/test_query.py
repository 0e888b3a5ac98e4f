"""The query language: what it finds, and what it refuses."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from padd.core.cards.catalogue import Catalogue
from padd.core.cards.printing import Printing
from padd.core.cards.query import find_cards, parse_query
from padd.core.refusal import RefusalError

CATALOGUE = Catalogue(
    printings=[
        Printing(
            edition="1E", title="Captain Vale", set="one", type="Personnel", property_logo="Gen"
        ),
        Printing(
            edition="1E",
            title="Vale of Rocks",
            set="VP",
            type="Mission",
            points="40",
            uniqueness="universal",
            rarity="VP",
        ),
        Printing(edition="1E", title="Half Way", set="one", type="Mission", points="30*"),
        Printing(edition="1E", title="Unknown Way", set="two", type="Mission", points="X"),
        Printing(edition="2E", title="Captain Vale", set="SE", type="Personnel"),
    ]
)


def found(text):
    query = parse_query(text, legal=lambda rules, pool, _: lambda each: each.set == (pool or rules))
    return [card.title for card in find_cards(CATALOGUE, "1E", query)]


@pytest.mark.req("DECK-29")
@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("vale", ["Captain Vale", "Vale of Rocks"]),
        ('"vale of"', ["Vale of Rocks"]),
        ("vale type:mission", ["Vale of Rocks"]),
        ("vale -set:VP", ["Captain Vale"]),
        ("points>=30", ["Half Way", "Vale of Rocks"]),
        ("points>30", ["Vale of Rocks"]),
        ("points=X", ["Unknown Way"]),
        ("is:universal", ["Vale of Rocks"]),
        ("captain or half", ["Captain Vale", "Half Way"]),
        ("type:mission (set:two or set:VP)", ["Unknown Way", "Vale of Rocks"]),
        ("type:mission -(set:two or set:VP)", ["Half Way"]),
        ("legal:any/two@2026-03-14", ["Unknown Way"]),
        ("set:on", []),
        ("logo:tng", ["Captain Vale"]),
        ('logo:"the next generation"', ["Captain Vale"]),
        ("logo:voyager", []),
    ],
)
def test_a_query_finds_what_it_names(text, titles):
    assert found(text) == titles


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("colour:red", "query-field"),
        ('"open', "query-quotes"),
        ("(vale", "query-brackets"),
        ("vale)", "query-brackets"),
        ("(" * 30 + ")" * 30, "query-brackets"),
        ("legal:a/b@soon", "query-date"),
        ("x" * 201, "query-too-long"),
    ],
)
def test_a_query_that_cannot_be_read_is_refused(text, code):
    with pytest.raises(RefusalError) as refused:
        found(text)

    assert refused.value.codes == (code,)


@given(st.text(alphabet='ab:-"()<>= orxé*', max_size=40))
def test_no_text_does_more_than_be_refused(text):
    with suppress(RefusalError):
        assert len(found(text)) <= 4


TERMS = ("a", "ab", "abc", "cabé", "-b", "c or a", "(b or c)")


@given(
    st.lists(st.text("abcé -'", max_size=9), max_size=12),
    st.lists(st.sampled_from(["a", "ab", "abc", "cabé", "-b", "c or a", "(b or c)"]), max_size=3),
)
def test_the_index_of_titles_finds_what_a_plain_scan_finds(titles, terms):
    printings = [
        Printing(edition="1E", title=title, set="one", number=str(at))
        for at, title in enumerate(titles)
    ]
    catalogue = Catalogue(printings=printings)
    query = parse_query(" ".join(terms), legal=lambda *_: lambda _each: True)

    found = {card.key for card in find_cards(catalogue, "1E", query)}

    assert found == {catalogue.key_of(x) for x in printings if query.test(x)}
