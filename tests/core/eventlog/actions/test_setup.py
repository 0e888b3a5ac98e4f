"""An event that is opened: taken over, or with a director who plays."""

from tests.core.eventlog.event_builder import SCOTTY, Day, day_of, p

from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.setup import DirectorPlayApproved, EventOpened, StaffNoted
from padd.core.eventlog.log.undo import ActionUndone
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.event_state import Presence
from padd.core.eventlog.state.facts import event_facts

FOUR = ["kirk", "khan", "spock", "gorn"]


def test_an_event_taken_over_knows_who_was_disqualified():
    before = day_of(FOUR).publish()
    before.do(PenaltyGiven(player=p("khan"), infraction="C1", level=4)).enter_all()
    day = Day()

    day.do(EventOpened(event=event_facts(before.state)))

    assert day.state.players[p("khan")].presence is Presence.DISQUALIFIED
    assert event_facts(day.state) == event_facts(before.state)


def test_the_first_round_waits_for_the_approval_of_the_director():
    day = day_of(FOUR)
    day.draw()
    draft = day.log.entries[-1].action
    day.do(ActionUndone(sequences=(day.log.sequence,)))
    day.do(StaffNoted(role=Role.DIRECTOR, person="scotty", player=p("kirk")))

    assert day.refused(draft).code == "deputies-missing"
    assert SCOTTY.player is None
    silent = day_of(FOUR, "decipher-1996", minutes=60)
    silent.do(StaffNoted(role=Role.DIRECTOR, person="scotty", player=p("kirk")))
    silent.do(DirectorPlayApproved(approved_by=()))
    assert silent.step().code == "pair"
