"""The order of an event is asked for in one way, whatever the kind of play."""

import pytest

from padd.core.formats.registry import ranking_of
from padd.core.formats.tribbles.scoring import tribbles_rules
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook

WON = {"players": ["a", "b"], "ending": "complete", "winner": "b", "scores": [5, 100]}


@pytest.mark.req("BRKT-15", "TRIB-17", "SWISS-48")
def test_swiss_brackets_and_tribbles_are_ranked(event_of):
    match = [{"number": 1, "matches": [WON]}]
    pod = {"players": ["a", "b"], "scores": {"a": 1, "b": 2}, "went_out": ["b"]}
    seeded = [{"id": "a", "seed": 1}, {"id": "b", "seed": 2}]
    events = (
        event_of(["a", "b"], match, rounds_planned=1),
        event_of(seeded, match, pairing_style="single-elimination"),
        event_of(
            ["a", "b"],
            [{"number": 1, "pods": [pod]}],
            edition="TR",
            pairing_style="tribbles",
            rounds_planned=1,
        ),
    )

    found = [ranking_of(event, rulebook(event.rulebook)) for event in events]

    assert [(ranking.order, ranking.final) for ranking in found] == [(("b", "a"), True)] * 3


def test_a_rulebook_without_tribbles_says_so():
    with pytest.raises(RefusalError) as refused:
        tribbles_rules(rulebook("decipher-1996"))

    assert refused.value.refusal.code == "no-tribbles"
