"""A director's own bracket: posted, taken back, and fixed when the rulebook says so."""

import pytest
from tests.core.eventlog.event_builder import day_of, p

from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.actions.round_proposal import propose_round
from padd.core.eventlog.actions.settings import EventAmended
from padd.core.eventlog.actions.stages import BracketPosted, HeatsPlanned
from padd.core.eventlog.state.facts import event_facts
from padd.core.formats.bracket.bracket_text import bracket_text, parse_bracket
from padd.core.formats.bracket.figures import MCINTYRE_8, MCINTYRE_16, STANDARD_16
from padd.core.formats.bracket.styles import BRACKETS
from padd.core.model import Heat, PairingStyle
from padd.core.refusal import Refusal, RefusalError

FOUR = ("kirk", "khan", "spock", "gorn")
LADDER = parse_bracket("A: seed 3 v seed 4\nB: winner A v seed 2\nC: winner B v 1")
FINALS = HeatsPlanned(heats=(Heat(name="Heat", qualifiers=4, event="heat"),))


def bracket_day(*names, book="opg-5"):
    style = PairingStyle.SINGLE_ELIMINATION
    return day_of(names or FOUR, book, pairing_style=style)


@pytest.mark.req("BRKT-27")
def test_a_posted_bracket_is_the_one_that_is_played():
    day = bracket_day()

    day.do(BracketPosted(matches=LADDER)).publish()

    (table,) = day.round.tables.values()
    assert set(table.players) == {"spock", "gorn"}
    assert event_facts(day.state).bracket == LADDER
    assert day.state.settings.rounds_planned == 3


@pytest.mark.req("BRKT-27")
def test_a_bracket_can_be_taken_back_and_its_draft_goes_with_it():
    day = bracket_day().do(BracketPosted(matches=LADDER)).draw()

    day.do(BracketPosted()).publish()

    assert len(day.round.tables) == 2
    assert event_facts(day.state).bracket is None
    assert day.state.settings.rounds_planned == 2


@pytest.mark.req("BRKT-4", "BRKT-27")
@pytest.mark.parametrize("book", ["opg-5", "opg-4.1"])
def test_a_bracket_stays_as_it_is_once_the_event_has_begun(book):
    day = bracket_day(book=book).publish()

    said = day.refused(BracketPosted(matches=LADDER))

    assert said.code == "bracket-locked"
    assert said.rule.endswith("§10")


@pytest.mark.req("BRKT-4")
@pytest.mark.parametrize(
    "change",
    [
        BracketPosted(matches=LADDER, heats_begun=True),
        EventAmended(pairing_style=PairingStyle.PLAY_IN, heats_begun=True),
    ],
)
def test_the_first_heat_fixes_the_bracket_where_the_guide_says_so(change):
    newer = bracket_day(book="opg-5").do(FINALS)
    older = bracket_day(book="opg-4.1").do(FINALS)

    said = newer.refused(change)
    older.do(change)

    assert said.code == "bracket-locked"


@pytest.mark.req("BRKT-27")
def test_matches_that_make_no_bracket_are_refused_by_their_fault():
    day = bracket_day()
    circle = parse_bracket("A: seed 1 v winner B\nB: seed 2 v winner A")

    said = day.refused(BracketPosted(matches=circle))

    assert said.code == "cycle"


def test_an_event_without_a_bracket_and_old_rulebooks_take_none():
    swiss = day_of(FOUR)
    old = day_of(FOUR, "decipher-1998", pairing_style=PairingStyle.ELIMINATION)

    codes = [day.refused(BracketPosted(matches=LADDER)).code for day in (swiss, old)]

    assert codes == ["not-a-bracket", "other-bracket"]


def test_a_bracket_of_another_size_says_what_helps():
    day = bracket_day().do(BracketPosted(matches=LADDER))
    day.do(PlayerEntered(player=p("uhura"), name="Uhura", seed=5))
    day.do(CheckedIn(players=(p("uhura"),)))

    said = propose_round(day.state, day.book, seed=1)

    assert isinstance(said, Refusal)
    assert said.code == "seed-missing"
    assert "Bracket page" in str(said.way_out)


def test_another_style_brings_its_own_bracket():
    day = bracket_day().do(BracketPosted(matches=LADDER))

    day.do(EventAmended(pairing_style=PairingStyle.SWISS, rounds=2)).publish()

    assert event_facts(day.state).bracket is None
    assert len(day.round.tables) == 2


@pytest.mark.req("BRKT-27")
@pytest.mark.parametrize(
    "bracket",
    [
        STANDARD_16,
        MCINTYRE_8,
        MCINTYRE_16,
        BRACKETS[PairingStyle.PLAY_IN](13),
        BRACKETS[PairingStyle.ELIMINATION](11),
    ],
)
def test_every_bracket_reads_back_as_it_is_written(bracket):
    text = bracket_text(bracket)  # type: ignore[arg-type]

    again = parse_bracket(text)

    assert [match.id for match in again] == [m.id for m in bracket.matches]  # type: ignore[attr-defined]
    assert text == "\n".join(
        f"{m.id}: {' v '.join(_said(side) for side in m.sides)}" for m in again
    )


def _said(side):
    """Return a side in words, without the code under test."""
    for key in ("seed", "winner", "loser"):
        value = getattr(side, key)
        if value is not None:
            return f"{key} {value}"
    return "bye"


def test_every_line_that_is_unclear_is_named():
    text = "A: 1 vs. #4\n\nB: seed 2 and 3\nwinner A v winner B\nF: Winner of A v bye"

    with pytest.raises(RefusalError) as wrong:
        parse_bracket(text)

    assert [refusal.place for refusal in wrong.value.refusals] == ["line 2", "line 3"]
