"""What the guides let Tribbles players ask, see and count."""

import pytest

from padd.core.model import Edition
from padd.rulebooks.loader import rulebook

GUIDES = ("opg-5", "opg-4.1")


@pytest.mark.req("TRIB-4")
def test_only_the_later_guide_assigns_a_score_keeper():
    kept = []
    for guide in GUIDES:
        rules = rulebook(guide).tribbles
        assert rules is not None
        kept.append(rules.score_keeper)

    assert kept == [True, None]


@pytest.mark.parametrize("guide", GUIDES)
@pytest.mark.req("TRIB-25", "TRIB-26", "TRIB-27", "TRIB-28")
def test_hands_are_counted_on_request_and_piles_stay_closed(guide):
    play = rulebook(guide).conduct.play

    assert Edition.TRIBBLES in (play.hand_counted or ())
    assert Edition.TRIBBLES not in (play.own_discard_pile or ())
    assert Edition.TRIBBLES not in (play.any_discard_pile or ())
    assert Edition.TRIBBLES not in (play.own_deck_counted or ())
    assert play.discards_shown is True
    assert "draw-deck" in (play.one_way_up or ())
