"""Phones during a cut: whoever plays it, and whoever does not."""

import pytest
from tests.interfaces.web.phone.phone_user import hand
from tests.services.eventlog.table_driver import AtTheTable

from padd.core.eventlog.actions.finish import TieTossed
from padd.core.eventlog.actions.stages import CutStarted
from padd.core.eventlog.guidance.checklist import ties_left
from padd.core.eventlog.guidance.cut import cut_players
from padd.core.model import PlayerId
from padd.rulebooks.loader import rulebook

pytestmark = pytest.mark.django_db

SIX = ("kirk", "khan", "spock", "gorn", "uhura", "sulu")
PAGES = ("", "card/", "standings/", "day/")


@pytest.fixture
def day():
    """Return an event of six whose top four play the semi-finals."""
    made, book = AtTheTable(SIX, rounds_planned=2), rulebook("opg-5")
    made.play_round()
    made.play_round()
    for tie in ties_left(made.state, book):
        made.do(TieTossed(order=tie.players))
    made.do(CutStarted(players=cut_players(made.state, book, 4)))
    made.publish()
    return made


def test_a_player_of_the_cut_reports_the_match_by_phone(day):
    (cut,) = day.state.settings.stages or ()
    phone = hand(day, cut.players[0])

    answer = phone.report(100, 40, ending="complete")
    told = phone.text()

    assert answer.status_code in {200, 302}
    assert "You sent" in told
    assert all(phone.get(page).status_code == 200 for page in PAGES)


def test_whoever_is_not_in_the_cut_has_no_more_games(day):
    (cut,) = day.state.settings.stages or ()
    others = [name for name in SIX if PlayerId(name) not in cut.players]
    phone = hand(day, others[0])

    assert "You have no more games" in phone.text()
    assert "Missed game" not in phone.text()
    assert all(phone.get(page).status_code == 200 for page in PAGES)
    assert "VP" in phone.text("card/")


def test_the_scorecard_says_that_a_round_had_no_game(day):
    (cut,) = day.state.settings.stages or ()
    out = next(name for name in SIX if PlayerId(name) not in cut.players)

    card, of_the_cut = (hand(day, name).text("card/") for name in (out, cut.players[0]))

    assert card.count(">no game<") == 1
    assert ">no game<" not in of_the_cut
