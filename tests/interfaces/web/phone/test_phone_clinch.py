"""What do I need, who has clinched: told to players, unless the director hides it."""

import pytest
from tests.interfaces.web.phone.phone_user import hand
from tests.services.eventlog.table_driver import AtTheTable

from padd.core.model import PlayerId
from padd.core.scoring.clinch import Clinch
from padd.core.scoring.last_round import PlaceRange
from padd.core.scoring.terms import Code
from padd.interfaces.web.phone.clinch import clinch_text
from padd.services.access.actors import SYSTEM
from padd.services.eventlog import player_passes

ME, YOU = PlayerId("kirk"), PlayerId("khan")
NAMES = {ME: "Kirk", YOU: "Khan"}


def read(**more):
    given = {
        "places": {ME: PlaceRange(1, 3), YOU: PlaceRange(1, 2)},
        "by_result": {
            ME: {
                Code.FULL_WIN: PlaceRange(1, 1),
                Code.MODIFIED_WIN: PlaceRange(1, 2),
                Code.TRUE_TIE: PlaceRange(2, 3),
                Code.MODIFIED_LOSS: PlaceRange(3, 3),
                Code.FULL_LOSS: PlaceRange(3, 3),
            }
        },
        "exact": True,
        "open_games": 2,
        "rounds_left": 0,
    }
    found = clinch_text(Clinch(**(given | more)), ME, NAMES, final=False)  # type: ignore[arg-type]
    assert found is not None
    return "\n".join((found.title, *found.lines, found.how))


def test_each_result_says_where_it_leads():
    said = read()

    assert "You can still win" in said
    assert "With a full win you finish 1st." in said
    assert "With a modified win: 1st to 2nd." in said
    assert "With a modified loss or full loss you finish 3rd." in said
    assert "First place can also go to Khan." in said


def test_who_has_clinched_is_told_and_who_is_out_too():
    mine = read(places={ME: PlaceRange(1, 1), YOU: PlaceRange(2, 2)}, by_result={})
    theirs = read(places={ME: PlaceRange(2, 3), YOU: PlaceRange(1, 1)}, by_result={})

    assert "You have clinched first place" in mine
    assert "Khan has clinched first place." in theirs
    assert "You can still finish 2nd" in theirs
    assert "You finish between 2nd and 3rd." in theirs


def test_results_that_change_nothing_are_told_in_one_line():
    same = dict.fromkeys((Code.FULL_WIN, Code.TRUE_TIE, Code.FULL_LOSS), PlaceRange(1, 3))

    assert "Whatever your result: 1st to 3rd." in read(by_result={ME: same})


def test_where_anything_can_happen_nothing_is_said():
    anywhere = PlaceRange(1, 2)
    found = Clinch(
        {ME: anywhere, YOU: anywhere},
        {ME: {Code.FULL_WIN: anywhere}},
        exact=False,
        open_games=4,
        rounds_left=1,
    )

    assert clinch_text(found, ME, NAMES, final=False) is None


def test_what_is_left_open_is_said():
    assert "Only differentials are still open" in read()
    assert "Only ties on victory points are still open" in read(exact=False)
    assert "not paired yet" in read(rounds_left=1, exact=False)
    assert "All results are in" in read(open_games=0)


def test_where_a_final_follows_it_is_what_counts():
    def title(mine):
        given = Clinch({ME: mine}, {}, exact=True, open_games=3, rounds_left=0)
        found = clinch_text(given, ME, NAMES, final=True)
        assert found is not None
        return found.title

    assert title(PlaceRange(1, 2)) == "You are in the final, whatever happens"
    assert title(PlaceRange(2, 5)) == "You can still reach the final"
    assert title(PlaceRange(3, 5)) == "The final is out of reach; you can still finish 3rd"


@pytest.mark.django_db
def test_the_outlook_stands_on_phones_in_the_last_rounds_until_it_is_hidden():
    day = AtTheTable(rounds_planned=2)
    day.play_round()
    day.publish()
    one = hand(day, day.round.tables[1].players[0])

    shown = one.text("standings/")
    player_passes.hide_clinch(by=SYSTEM, now=day.now, event_id=day.id, hidden=True)
    hidden = one.text("standings/")

    assert "With a full win" in shown
    assert "Who can still finish where" in shown
    assert "With a full win" not in hidden


@pytest.mark.django_db
def test_early_rounds_have_no_outlook():
    day = AtTheTable(rounds_planned=4)
    day.publish()

    assert "With a full win" not in hand(day, "kirk").text("standings/")
