"""What is to be put right after a deck error, and who says so before the next round."""

import pytest
from tests.core.eventlog.event_builder import day_of, p, won

from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.result_claims import ResultReported
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.guidance.remedies import due_remedies, remedy_of

FOUR = ["kirk", "khan", "spock", "gorn"]


def in_round_one(book="opg-5"):
    return day_of(FOUR, book).publish()


def given(day, code, level, player="khan"):
    return day.do(PenaltyGiven(player=p(player), infraction=code, level=level))


def told(day):
    return [one.message for one in day.step().warnings if one.code == "to-put-right"]


@pytest.mark.req("COND-53", "COND-54", "COND-55", "AMB-81")
@pytest.mark.parametrize(
    ("code", "level", "words"),
    [
        ("D1", 2, "pile legal by the start of round 2."),
        ("D2", 2, "is corrected with you first) by the start of round 2."),
        ("D4", 1, "sleeving the whole deck or dilemma pile."),
    ],
)
def test_before_the_next_round_the_director_reads_what_is_to_be_put_right(code, level, words):
    day = given(in_round_one(), code, level).enter_all()
    day.do(RoundClosed(number=1))

    (message,) = told(day)

    assert str(message).startswith("Khan: ")
    assert str(message).endswith(words)
    day.draw(2)
    assert told(day) == [message]


@pytest.mark.req("COND-53")
def test_once_the_next_round_is_published_nothing_is_due_any_more():
    day = given(in_round_one(), "D1", 2).enter_all()
    day.do(RoundClosed(number=1))
    day.minute = 60.0

    day.publish(2)

    assert list(due_remedies(day.state, day.book)) == []


@pytest.mark.req("COND-53")
def test_an_opponent_who_kept_the_cards_may_waive_the_remedy():
    day = in_round_one()
    opponent = day.table_of("khan").opponent_of(p("khan"))
    assert opponent is not None
    given(given(day, "D1", 2), "A3", 2, opponent)

    (one,) = due_remedies(day.state, day.book)

    waiver = f"May be waived if {opponent.title()} got the A3 for keeping these cards."
    assert str(one.words).endswith(waiver)


@pytest.mark.req("COND-53")
def test_other_infractions_and_older_guides_ask_for_no_remedy():
    day = given(in_round_one(), "A3", 2)

    assert list(due_remedies(day.state, day.book)) == []
    assert remedy_of("D3", day.book) is None
    assert remedy_of("D1", in_round_one("decipher-1998").book) is None


@pytest.mark.req("SWISS-39")
def test_the_step_to_decide_a_dispute_says_both_versions():
    day = in_round_one()
    one, other = day.round.tables[1].players
    for who, theirs in ((one, 30), (other, 35)):
        outcome = won(one, 100, theirs)
        day.do(ResultReported(number=1, table=1, outcome=outcome), by=who)

    step = day.step()

    assert str(step.title) == "Decide table 1 of round 1"
    assert str(step.detail) == (f"{one.title()} says 100–30, {other.title()} says 100–35.")
