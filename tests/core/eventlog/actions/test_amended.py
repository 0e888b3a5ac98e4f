"""Set-up put right: game, style and start, until there is something to lose."""

from datetime import datetime, timedelta

import pytest
from tests.core.eventlog.event_builder import day_of, p, timed

from padd.core.eventlog.actions.settings import EventAmended
from padd.core.eventlog.log.undo import ActionUndone
from padd.core.eventlog.state.facts import event_facts
from padd.core.model import Edition, PairingStyle

FOUR = ["kirk", "khan", "spock", "gorn"]
FIRST = EventAmended(edition=Edition.FIRST)
BRACKET = EventAmended(pairing_style=PairingStyle.SINGLE_ELIMINATION, rounds=2)


def second_edition():
    return day_of(FOUR, edition=Edition.SECOND)


def test_a_wrong_game_is_put_right_with_its_rules_and_minutes():
    day, meant = second_edition(), day_of(FOUR, edition=Edition.FIRST)

    day.do(FIRST)

    assert day.state.settings.edition is Edition.FIRST
    assert day.state.settings.rules == meant.state.settings.rules
    assert day.state.minutes == meant.state.minutes


def test_a_limit_that_was_chosen_stays_with_another_game():
    day = second_edition().do(EventAmended(minutes=95))

    assert day.do(EventAmended(edition=Edition.FIRST)).state.minutes == 95


def test_another_style_seeds_by_the_order_of_entry_and_drops_the_draft():
    day = second_edition()
    day.draw()

    day.do(BRACKET)

    assert day.state.settings.pairing_style is PairingStyle.SINGLE_ELIMINATION
    assert day.state.settings.rounds_planned == 2
    assert [day.state.players[p(name)].seed for name in FOUR] == [1, 2, 3, 4]
    assert day.state.rounds == ()
    day.publish()
    assert set(day.table_of("kirk").players) == {p("kirk"), p("gorn")}


def test_tribbles_brings_its_own_style_and_gives_it_back():
    day = second_edition().do(EventAmended(edition=Edition.TRIBBLES, rounds=5))

    assert day.state.settings.pairing_style is PairingStyle.TRIBBLES
    assert day.state.settings.rounds_planned == 5
    day.do(EventAmended(edition=Edition.SECOND, rounds=3))
    assert day.state.settings.pairing_style is PairingStyle.SWISS


def test_the_game_can_be_put_right_after_publishing_and_stays_after_a_result():
    day = second_edition().publish()

    day.do(FIRST)
    assert day.refused(BRACKET).code == "already-begun"
    day.enter(1, 1, timed(60, 40))
    refusal = day.refused(EventAmended(edition=Edition.SECOND))
    assert (refusal.code, bool(refusal.way_out)) == ("results-entered", True)


def test_undo_gives_the_old_settings_back():
    day = second_edition()
    before = day.state.settings

    day.do(BRACKET).do(ActionUndone(sequences=(day.log.sequence,)))

    assert day.state.settings == before


@pytest.mark.req("REG-38")
@pytest.mark.parametrize(
    ("book", "starts", "code"),
    [
        ("opg-5", "2027-01-01T10:00:00+00:00", ""),
        ("opg-5", "{soon}", "date-too-late"),
        ("opg-4.1", "{days}", "date-too-late"),
        ("opg-5", "{days}", ""),
    ],
)
def test_the_date_of_a_registered_event_keeps_its_notice(book, starts, code):
    first = datetime.fromisoformat(day_of([]).entry(FIRST).at)
    moments = {"soon": first + timedelta(hours=20), "days": first + timedelta(days=3)}
    planned = starts.format(**{name: at.isoformat() for name, at in moments.items()})
    day = day_of(FOUR, book, starts=planned, registered=(first - timedelta(days=30)).isoformat())
    later = EventAmended(starts=(first + timedelta(days=400)).isoformat())

    if code:
        assert day.refused(later).code == code
    else:
        assert day.do(later).state.settings.starts == later.starts


def test_an_event_that_was_never_registered_may_correct_its_start():
    day = day_of(FOUR, starts="2026-01-01T10:00:00+00:00", registered=None)
    other = EventAmended(starts="2026-01-02T10:00:00+00:00")

    assert day.do(other).state.settings.starts == other.starts


@pytest.mark.req("BRKT-28")
def test_the_director_says_how_long_the_matches_of_a_bracket_are():
    bracket = day_of(FOUR, pairing_style=PairingStyle.SINGLE_ELIMINATION, rounds_planned=2)
    swiss = day_of(FOUR)

    bracket.do(EventAmended(best_of=3))
    kept = event_facts(bracket.state).best_of
    refusals = [
        day.refused(EventAmended(best_of=length)).code for day, length in ((bracket, 5), (swiss, 3))
    ]
    bracket.publish()

    assert kept == {1: 3, 2: 3}
    assert refusals == ["match-length", "no-bracket"]
    assert bracket.refused(EventAmended(best_of=1)).code == "already-begun"
