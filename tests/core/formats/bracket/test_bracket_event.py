"""An event file's facts under its own rulebook."""

import pytest

from padd.core.formats.bracket.event import awaits_draw, bracket_of_event
from padd.core.formats.bracket.outcome import round_to_play
from padd.core.model import (
    Edition,
    Ending,
    Event,
    Match,
    MatchId,
    Missions,
    PairingStyle,
    Player,
    PlayerId,
    Round,
)
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook


def event(book, style, *matches, players=4, seeded=True, edition=Edition.SECOND):
    return Event(
        schema="padd-event/1",
        rulebook=book,
        edition=edition,
        pairing_style=style,
        players=tuple(
            Player(id=PlayerId(str(seed)), seed=seed if seeded else None)
            for seed in range(1, players + 1)
        ),
        rounds=(Round(number=1, matches=matches),) if matches else (),
    )


def timed(first, second, **facts):
    return Match(
        players=(PlayerId(first), PlayerId(second)),
        ending=Ending.TIME,
        **facts,  # type: ignore[arg-type]
    )


@pytest.mark.req("BRKT-6", "BRKT-7")
def test_a_game_on_time_is_adjudicated_by_the_rulebook():
    ahead_on_missions = timed(
        *("1", "4"), scores=(60, 40), missions=(Missions(planet=1), Missions(planet=1, space=1))
    )
    even = timed("3", "2", scores=(50, 50))

    found = bracket_of_event(
        event("opg-5", PairingStyle.SINGLE_ELIMINATION, ahead_on_missions, even), rulebook("opg-5")
    )

    assert found.matches[MatchId("SF1")].winner == "4"
    assert found.matches[MatchId("SF2")].winner == "2"


@pytest.mark.req("BRKT-32", "BRKT-36")
def test_an_unseeded_elimination_is_drawn_by_the_seed():
    of = event(
        "decipher-1998", PairingStyle.ELIMINATION, players=5, seeded=False, edition=Edition.FIRST
    )
    book = rulebook("decipher-1998")

    draws = [round_to_play(bracket_of_event(of, book, seed=seed)) for seed in range(30)]

    assert awaits_draw(of)
    assert draws[7] == round_to_play(bracket_of_event(of, book, seed=7))
    assert len({draw.matches for draw in draws if draw}) > 5
    assert all(len(draw.walkovers) == 3 for draw in draws if draw)


@pytest.mark.req("BRKT-26")
@pytest.mark.parametrize(
    ("book", "edition", "rule"),
    [
        ("opg-5", Edition.SECOND, "OPG5 §10.2"),
        ("opg-4.1", Edition.SECOND, "OPG4 §10.2"),
        ("decipher-1998", Edition.FIRST, "DTG §II.B.II"),
    ],
)
def test_a_size_without_a_figure_is_refused_by_the_section_of_its_own_guide(book, edition, rule):
    style = PairingStyle.MODIFIED_MCINTYRE
    nine = event(book, style, players=9, edition=edition)

    with pytest.raises(RefusalError) as refused:
        bracket_of_event(nine, rulebook(book))

    assert refused.value.refusal.rule == rule
