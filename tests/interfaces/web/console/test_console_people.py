"""Who sees and does what at the console: judges, scorekeepers, a director who plays."""

import pytest
from django.test import Client
from tests.interfaces.web.console.console_requests import act, at, page, post, round_one

from padd.core.model import PlayerId
from padd.services import eventlog
from padd.services.access import event_helpers
from padd.services.access.actors import SYSTEM

pytestmark = pytest.mark.django_db
PLAYERS = "Ada Feld\nBen Roy\nCleo Ito\nDee Marsh"


@pytest.fixture
def world(db, shared_world):
    """Return a world with a judge, and an event with four players who are here."""
    made = shared_world.as_made()
    made.put("listed")
    post(made, "open", key="open")
    post(made, "enter", list=PLAYERS, here="yes", key="list")
    invite = event_helpers.invite_helper(
        by=SYSTEM, now=made.now, event=made.ids["event"], role="judge"
    )
    made.clients["judge"] = Client()
    made.ask("judge", "POST", f"/help/{invite.token}/")
    return made


def state(world):
    return eventlog.event_state(event_id=world.ids["event"])


@pytest.mark.req("GOV-5", "COND-4")
def test_a_judge_finds_penalties_and_nothing_that_is_the_directors(world):
    round_one(world)

    seen = page(world, who="judge")
    advice = page(world, "penalties/?player=ada-feld&infraction=B3", "judge")

    assert "Penalties" in seen
    for word in ("Settings", "Check-in", "Start the clock</button>"):
        assert word not in seen
    assert "data-enter" not in seen
    assert 'value="2"' in advice
    assert 'name="level" value="3"' not in advice
    assert "Call the director" in advice
    for place in ("settings/", "finish/", "check-in/"):
        assert world.ask("judge", "GET", at(world, place)).status_code == 404
    case = {"key": "p", "player": "ada-feld", "level": "1", "infraction": "B1"}
    warned = act(world, "penalty.given", "judge", **case, sure="once")
    assert warned.status_code == 302
    assert [one.level for one in state(world).penalties] == [1]
    lost = {"key": "q", "player": "ada-feld", "level": "3", "infraction": "B3"}
    assert act(world, "penalty.given", "judge", **lost).status_code == 404


def test_a_scorekeeper_is_offered_only_what_a_scorekeeper_may_do(world):
    round_one(world)
    saved = {"number": "1", "table": "1", "ending": "complete", "a": "100", "b": "40"}

    done = act(world, "result.entered", "scorekeeper", key="r", **saved)
    after = world.ask("scorekeeper", "GET", str(done["Location"])).content.decode()

    assert done.status_code == 302
    assert "Table 1 saved" in after
    assert "action.undone" not in after
    assert "round.closed" not in after
    assert "Penalties" not in after


def test_who_leaves_after_this_round_is_listed_and_can_be_kept(world):
    round_one(world)
    act(world, "player.dropped", key="d", player="ben-roy", sure="once")

    told = page(world)
    act(world, "player.reinstated", key="b", player="ben-roy")

    assert "Leaving after this round" in told
    assert ">Keep<" in told
    assert "Leaving after this round" not in page(world)
    assert state(world).players[PlayerId("ben-roy")].presence == "here"


@pytest.mark.req("R14")
def test_the_foot_says_where_the_copies_are_and_what_is_missing(world, settings, tmp_path):
    settings.DATA = tmp_path / "data"
    stick = tmp_path / "stick"
    settings.BACKUP = str(stick)

    before = page(world)
    stick.mkdir()
    plugged = page(world)
    folder = settings.DATA / "backups" / "events"
    folder.mkdir(parents=True)
    (folder / f"{world.ids['event']}.event.json").write_text("{}")
    copied = page(world)
    log = page(world, "log/")

    assert "Second backup missing" in before
    assert "Second backup missing" not in plugged
    assert "No backup yet" in plugged
    assert "Backed up" in copied
    assert "Second backup missing" in copied
    assert str(stick) in log
    assert str(stick) not in page(world, who="judge")


@pytest.mark.req("SWISS-1", "SWISS-4", "GOV-6")
def test_the_director_who_plays_is_approved_and_does_not_enter_the_own_game(world):
    note = {"role": "primary-director", "person": "Ada", "player": "ada-feld"}
    act(world, "staff.noted", key="s1", **note)
    act(world, "staff.noted", key="s2", role="secondary-director", person="Ivo")
    act(world, "staff.noted", key="s3", role="tertiary-director", person="Uma")
    assert "0 of 3 other players agree" in post(world, "draw", key="no").content.decode()
    agree = {"key": "a", "approved_by": ["ben-roy", "cleo-ito"]}
    assert act(world, "director.play-approved", **agree).status_code == 302
    round_one(world)
    seat = state(world).rounds[0].seats[PlayerId("ada-feld")]
    score = {"number": "1", "table": str(seat), "ending": "complete"} | {"a": "100", "b": "40"}

    form = page(world, f"?open={seat}")
    own = act(world, "result.entered", key="r1", **score)
    part = {"part": "secondary-director"}
    entered = act(world, "result.entered", key="r2", **score, **part)

    assert "own game" in form
    assert "Ivo, secondary director" in form
    assert own.status_code == 422
    assert "your own game" in own.content.decode()
    assert entered.status_code == 302
    (saved,) = state(world).rounds[0].tables[seat].saved
    assert saved.by.role == "secondary-director"


def test_nobody_takes_a_part_that_was_not_named(world):
    round_one(world)
    score = {"number": "1", "table": "1", "ending": "complete", "a": "100", "b": "40"}

    done = act(world, "result.entered", key="r", **score, part="judge")

    assert done.status_code == 302
    (saved,) = state(world).rounds[0].tables[1].saved
    assert saved.by.role == "primary-director"


@pytest.mark.parametrize("first", ["judge", "laptop"])
def test_rows_kept_for_one_viewer_show_another_only_what_is_for_both(world, first):
    round_one(world)
    saved = {"number": "1", "table": "1", "ending": "complete", "a": "100", "b": "40"}
    act(world, "result.entered", key="r", **saved)
    page(world, who=first)

    seen = {who: page(world, who=who) for who in ("judge", "laptop")}

    assert "data-enter" not in seen["judge"]
    assert "correct table 1" in seen["laptop"]
    assert "Enter" in seen["laptop"]
