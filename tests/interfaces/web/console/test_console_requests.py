"""The console by plain requests: what is refused, what is sent twice."""

import json
import re
from datetime import datetime

import pytest
from tests.interfaces.web.console.console_requests import PLAYERS, act, at, page, post, round_one
from tests.interfaces.web.page_source import one_line

from padd.services import eventlog

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db, opened):
    """Return a world whose event is open, with four players who are here."""
    return opened.as_made()


def sequence(world):
    return eventlog.snapshot_event(event_id=world.ids["event"]).sequence


def test_a_form_that_is_sent_twice_is_done_once(world):
    round_one(world)
    table = {"number": "1", "table": "1", "ending": "complete", "a": "100", "b": "40"}
    act(world, "result.entered", key="one", **table)
    before = sequence(world)

    again = act(world, "result.entered", key="one", **table)

    assert again.status_code == 302
    assert sequence(world) == before


def test_a_pasted_list_that_is_sent_twice_is_entered_once(world):
    before = sequence(world)

    answer = post(world, "enter", list=PLAYERS, here="yes", key="list")

    assert answer.status_code == 302
    assert sequence(world) == before


def test_a_stale_page_is_told_what_happened_meanwhile(world):
    post(world, "draw", key="draw")
    seen = sequence(world)
    post(world, "draw", key="again", reason="A chair broke")

    answer = act(world, "round.published", key="publish", number="1", expected=str(seen))

    assert answer.status_code == 409
    assert "Changed since you opened this page" in answer.content.decode()
    assert not eventlog.snapshot_event(event_id=world.ids["event"]).state.played


def test_a_refused_form_comes_back_with_all_that_was_typed(world):
    round_one(world)

    answer = act(
        world,
        "result.entered",
        key="x",
        back=at(world, "?open=1"),
        number="1",
        table="1",
        ending="concession",
        a="70",
        b="85",
    )

    said = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="70"' in said
    assert 'value="85"' in said
    assert 'role="alert"' in said


def test_what_a_result_gives_is_said_before_it_is_saved(world):
    round_one(world)

    said = page(world, "rounds/1/1/derived/?ending=complete&a=100&b=70")

    assert "Full win for" in said
    assert "4 VP, +30." in said
    assert "1 VP, −30." in said


def test_games_that_have_begun_are_not_broken_up_without_a_second_word(world):
    round_one(world)
    act(world, "clock.started", key="clock", number="1")
    state = eventlog.snapshot_event(event_id=world.ids["event"]).state
    seats = {
        f"seat-{player}": str(3 - table)
        for player, table in state.rounds[0].seats.items()
        if player in {t.players[0] for t in state.rounds[0].tables.values()}
    } | {f"seat-{t.players[1]}": str(t.number) for t in state.rounds[0].tables.values()}

    asked = act(world, "round.changed", key="c", reason="A mistake", **seats)
    done = act(world, "round.changed", key="c", reason="A mistake", sure="yes", **seats)

    assert "lose these games" in asked.content.decode()
    assert done.status_code == 302


def test_an_undo_that_others_depend_on_offers_to_undo_all_together(world):
    post(world, "draw", key="draw")
    drawn = sequence(world)
    act(world, "round.published", key="publish", number="1")

    answer = act(world, "action.undone", key="undo", sequences=str(drawn))

    assert answer.status_code == 422
    assert "together" in answer.content.decode()


def test_a_scorekeeper_enters_results_and_leaves_the_rest(world):
    round_one(world)
    table = {"number": "1", "table": "1", "ending": "complete", "a": "100", "b": "40"}

    entered = act(world, "result.entered", "scorekeeper", key="one", **table)
    closed = act(world, "round.closed", "scorekeeper", key="two", number="1")

    assert entered.status_code == 302
    assert closed.status_code == 404
    assert "Settings" not in page(world, who="scorekeeper")


def test_helpers_are_told_whose_step_it_is_instead_of_a_button(world):
    post(world, "draw", key="draw")

    theirs = page(world, "pairings/", "scorekeeper")
    own = page(world, "pairings/")

    assert "That is the director’s step." in theirs
    assert "Publish round 1" not in theirs
    assert "Publish round 1" in own
    assert "That is the director’s step." not in own


def test_publishing_and_the_clock_lead_to_the_console(world):
    post(world, "draw", key="draw")
    back = at(world, "pairings/")

    said = {"number": "1", "back": back, "then": "console"}
    published = act(world, "round.published", key="publish", **said)

    assert published.status_code == 302
    assert published["Location"] == at(world, f"?done={sequence(world)}")


def test_the_page_tells_what_is_saved_and_how_far_the_log_is(world):
    said = page(world)

    assert f"Entry {sequence(world)}" in said
    now = json.loads(page(world, "sequence/"))
    assert now["sequence"] == sequence(world)
    assert datetime.fromisoformat(now["now"]).tzinfo is not None


def test_every_form_of_a_page_has_a_key_of_its_own(world):
    said = page(world, "check-in/")

    keys = re.findall(r'name="key" value="([^"]+)"', said)

    assert len(keys) > 4
    assert len(set(keys)) == len(keys)


def test_the_standings_are_not_made_anew_until_the_log_grows(world):
    round_one(world)
    first = world.ask("laptop", "GET", at(world, "standings/"))
    client = world.clients["laptop"]
    seen = {"If-None-Match": first["ETag"]}

    same = client.get(at(world, "standings/"), headers=seen)
    act(world, "clock.started", key="clock", number="1")
    other = client.get(at(world, "standings/"), headers=seen)

    assert same.status_code == 304
    assert other.status_code == 200


def test_the_slider_shows_the_event_as_it_stood(world):
    round_one(world)
    published = sequence(world)
    act(world, "clock.started", key="clock", number="1")

    before = page(world, f"log/?at={published - 2}")
    after = one_line(page(world, f"log/?at={published}"))

    assert "Before the first round." in before
    assert "Round 1, being played." in after


def test_a_change_by_hand_is_compared_with_the_best_round(world):
    post(world, "draw", key="draw")
    state = eventlog.snapshot_event(event_id=world.ids["event"]).state
    seats = {f"seat-{p}": str(t) for p, t in state.rounds[0].seats.items()}

    asked = act(world, "round.changed", key="c", reason="Same as before", **seats)

    assert "No other pairing would be better." in asked.content.decode()


def test_a_director_who_plays_needs_the_word_of_the_others(world):
    noted = act(
        world, "staff.noted", key="s", role="primary-director", person="Ada", player="ada-feld"
    )
    drawn = post(world, "draw", key="draw")

    assert noted.status_code == 302
    assert drawn.status_code == 422
    assert "other players agree that Ada Feld may play" in drawn.content.decode()


def test_what_is_typed_on_one_scorecard_stands_on_the_other(world):
    round_one(world)
    state = eventlog.snapshot_event(event_id=world.ids["event"]).state
    first, second = state.rounds[0].tables[1].players
    card = page(world, f"players/{second}/")
    own, theirs = re.findall(r'id="(?:own|their)-1" name="([ab])"', card)

    sent = {"number": "1", "table": "1", "ending": "complete", own: "100", theirs: "55"}
    act(world, "result.entered", key="card", **sent)

    assert "100–55" in page(world, f"players/{second}/")
    assert "55–100" in page(world, f"players/{first}/")
