"""Filming takes the director and every player of the match (§14)."""

import pytest
from tests.core.eventlog.event_builder import day_of

from padd.core.eventlog.actions.setup import FilmingAgreed, FilmingAllowed, is_filmed
from padd.core.model import PlayerId as p  # noqa: N813 -- as short as in the other tests

FOUR = ["kirk", "khan", "spock", "gorn"]


@pytest.mark.req("GOV-22")
def test_a_table_is_filmed_when_the_director_and_both_players_agree():
    day = day_of(FOUR).publish()
    table = day.table_of("kirk")
    seen = []

    for player in table.players:
        day.do(FilmingAgreed(player=player), by=player)
        seen.append(is_filmed(day.state, table))
    day.do(FilmingAllowed())
    seen.append(is_filmed(day.state, table))
    day.do(FilmingAgreed(player=p("kirk"), agrees=False), by="kirk")
    seen.append(is_filmed(day.state, table))

    assert seen == [False, False, True, False]
    assert day.refused(FilmingAgreed(player=p("khan")), by="kirk").code == "not-yours"


@pytest.mark.req("GOV-25")
@pytest.mark.parametrize("book", ["opg-4.1", "decipher-1998", "decipher-1996"])
def test_guides_without_a_policy_on_video_have_none(book):
    day = day_of(FOUR, book, minutes=60)

    assert day.refused(FilmingAllowed()).code == "no-video-policy"
