"""Who makes the pools of an online event: a note in its listing."""

import pytest

from padd.presentation.events.online_terms import online_terms
from padd.rulebooks.loader import rulebook


@pytest.mark.req("ONL-8", "AMB-119")
@pytest.mark.parametrize(
    ("book", "deck_format", "told"),
    [
        ("opg-5", "draft", [("asked not to play", "OPG5 §13.2")]),
        ("opg-5", "sealed", [("asked not to play", "OPG5 §13.2")]),
        ("opg-4.1", "draft", [("may not play", "OPG4 §13.2")]),
        ("opg-5", "constructed", []),
    ],
)
def test_the_listing_says_whether_the_maker_of_the_pools_plays(book, deck_format, told):
    terms = online_terms(rulebook(book), edition="2E", deck_format=deck_format, way=None)

    found = [one for one in terms if one.path == "online.pool_maker_plays"]

    assert [one.cite for one in found] == [cite for _, cite in told]
    assert all(words in one.text for one, (words, _) in zip(found, told, strict=True))
