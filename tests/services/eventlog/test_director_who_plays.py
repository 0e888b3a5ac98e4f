"""A director who plays is known by person, handle and name, however entered."""

import pytest
from tests.answers import answer
from tests.services.eventlog.table_driver import AtTheTable, p, timed

from padd.core.eventlog.actions.director_results import ResultEntered
from padd.core.eventlog.actions.players import ArrivedLate, CheckedIn, PlayerAmended, PlayerEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.actions.setup import DirectorPlayApproved, StaffNoted
from padd.core.eventlog.state.actor import Role
from padd.core.refusal import Refusal
from padd.services import eventlog
from padd.store.models.events import Directorship, Event

pytestmark = pytest.mark.usefixtures("data_folder")


def opened(world, handle):
    """Open an event that somebody with an account directs."""
    by = world.member(handle, name="William Thomas Riker")
    day = AtTheTable(("kirk", "khan", "spock"), directors=(by.person,))
    row = Event.objects.get(public_id=day.id)
    Directorship.objects.create(event=row, person_id=by.person_id, rank=1)
    return day, by


def drawn(day):
    return answer(eventlog.draw_round, event_id=day.id, by=day.by, now=day.now)


@pytest.mark.parametrize(
    "entry",
    [
        {"name": "Somebody", "handle": "RIKER"},
        {"name": "riker"},
        {"name": "William Thomas Riker"},
        {"name": "RIKER, William-Thomas"},
        {"name": "william  thomas. riker"},
        {"name": "Wіlliam Thomas Riker"},
    ],
)
def test_a_director_entered_by_name_or_another_id_is_asked_about_before_round_one(world, entry):
    day, _ = opened(world, "Riker")
    day.do(PlayerEntered(player=p("x1"), **entry))

    said = drawn(day)

    assert isinstance(said, Refusal)
    assert said.code == "director-among-players"


def test_a_director_entered_by_person_needs_deputies(world):
    day, by = opened(world, "Riker")
    day.do(PlayerEntered(player=p(by.person), name="Number One"))

    said = drawn(day)

    assert isinstance(said, Refusal)
    assert said.code == "deputies-missing"


def test_a_namesake_with_another_handle_plays(world):
    day, _ = opened(world, "Riker")
    day.do(PlayerEntered(player=p("x1"), name="William Thomas Riker"))

    day.do(PlayerAmended(player=p("x1"), handle="Thomas"))

    assert isinstance(drawn(day), eventlog.Recorded)


def test_a_director_does_not_enter_the_own_result_under_a_typed_name(world):
    day, by = opened(world, "Riker")
    day.do(PlayerEntered(player=p("x1"), name="Riker"))
    day.do(CheckedIn(players=(p("x1"),)))
    for role in (Role.SECONDARY, Role.TERTIARY):
        day.do(StaffNoted(role=role, person=str(role)))
    day.do(StaffNoted(role=Role.DIRECTOR, person=by.person, player=p("x1")))
    day.do(DirectorPlayApproved(approved_by=(p("kirk"), p("khan"), p("spock"))))
    day.publish()
    (table,) = [one for one in day.round.tables.values() if p("x1") in one.players]

    said = day.refused(ResultEntered(number=1, table=table.number, outcome=timed(60, 40)), by=by)

    assert said.code == "own-game"


def test_whoever_is_called_like_a_director_after_the_draw_is_asked_about_too(world):
    day, _ = opened(world, "Riker")
    day.do(PlayerEntered(player=p("x1"), name="Somebody"))
    day.do(CheckedIn(players=(p("x1"),)))
    assert isinstance(drawn(day), eventlog.Recorded)
    day.do(PlayerAmended(player=p("x1"), handle="riker"))

    assert day.refused(RoundPublished(number=1)).code == "director-among-players"


def test_a_director_who_joins_later_under_a_name_enters_no_result_of_the_own_game(world):
    day, by = opened(world, "Riker")
    day.publish()
    for table in day.round.tables.values():
        day.do(ResultEntered(number=1, table=table.number, outcome=timed(60, 40)))
    day.do(RoundClosed(number=1))
    day.do(ArrivedLate(player=p("x1"), name="Thomas William Riker", into_round=2))
    day.publish()
    (table,) = [one for one in day.round.tables.values() if p("x1") in one.players]
    (other,) = [one for one in day.round.tables.values() if one is not table]

    entered = ResultEntered(number=2, table=table.number, outcome=timed(60, 40))
    own = day.refused(entered, by=by)

    assert own.code == "own-game"
    day.do(ResultEntered(number=2, table=other.number, outcome=timed(60, 40)), by=by)
