from datetime import date

import pytest

from padd.core.refusal import RefusalError
from padd.core.reports.rescore import rescore_event, ruling_effects
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import swiss_standings
from padd.rulebooks.loader import rulebook


def decked(one, two, mine, theirs):
    return {"players": [one, two], "ending": "decked", "scores": [mine, theirs]}


@pytest.fixture
def decks_empty(event_of):
    """Return an event in which the two guides differ on empty decks."""
    won = {"players": ["c", "d"], "ending": "complete", "winner": "c"}
    return event_of(
        ["a", "b", "c", "d"],
        [{"number": 1, "matches": [decked("a", "b", 45, 30), {**won, "scores": [100, 60]}]}],
        edition="1E",
        rounds_planned=1,
    )


@pytest.mark.req("SWISS-55", "AMB-17")
def test_the_same_facts_rank_differently_under_another_guide(decks_empty):
    found = rescore_event(decks_empty, rulebook("opg-5"), rulebook("opg-4.1"))

    assert [row.player for row in found.before.rows] == ["a", "c", "d", "b"]
    assert [row.player for row in found.after.rows] == ["c", "a", "b", "d"]
    first = found.moves[0]
    assert (first.player, first.before, first.after) == ("c", 2, 1)
    by = {cause.path for move in found.moves for cause in move.causes}
    assert "scoring.decked_winner_at_cap" in by


@pytest.mark.req("SWISS-17", "SWISS-18")
def test_a_modern_event_can_be_read_by_deciphers_guide(decks_empty):
    found = rescore_event(decks_empty, rulebook("opg-5"), rulebook("decipher-1998"))

    assert [(row.player, row.record.vp) for row in found.after.rows] == [
        ("c", 2),
        ("a", 1),
        ("b", 0),
        ("d", 0),
    ]
    by = {cause.path for move in found.moves for cause in move.causes}
    assert "scoring.decked_win" in by


@pytest.mark.parametrize(
    ("settings", "match", "other", "place"),
    [
        ({"edition": "2E"}, {}, "decipher-1998", "edition"),
        ({"rules": "infinite-diversity"}, {}, "opg-4.1", "rules"),
        (
            {"edition": "1E"},
            {"ending": "concession", "winner": "a"},
            "decipher-1998",
            "rounds[0].matches[0].ending",
        ),
        ({"edition": "1E", "rulebook": "decipher-1998", "format": "junior"}, {}, "opg-5", "format"),
    ],
)
def test_what_another_rulebook_cannot_read_is_refused_with_its_place(
    settings, match, other, place, event_of
):
    facts = {"players": ["a", "b"], "ending": "time", "scores": [1, 2], **match}
    event = event_of(["a", "b"], [{"number": 1, "matches": [facts]}], **settings)

    with pytest.raises(RefusalError) as caught:
        rescore_event(event, rulebook(event.rulebook), rulebook(other))

    assert caught.value.refusal.place == place


@pytest.mark.req("GOV-18", "GOV-19", "AMB-123")
def test_an_interim_ruling_is_named_with_the_lines_it_changed(decks_empty, tmp_path):
    (tmp_path / "decks.toml").write_text(
        'title = "Empty decks count as they stand"\n'
        'about = "The winner on empty decks keeps the score."\n'
        'cite = "Article of 1 May 2026"\n'
        'rulebook = "opg-5"\n'
        "in_force = 2026-05-01\n"
        '[values."scoring.decked_winner_at_cap"]\n'
        "value = false\n",
        encoding="utf-8",
    )
    printed = rulebook("opg-5")
    before = rulebook("opg-5", on=date(2026, 4, 30), rulings=[tmp_path])
    after = rulebook("opg-5", on=date(2026, 5, 1), rulings=[tmp_path])

    untouched = swiss_standings(score_event(decks_empty, before), before)
    changed = swiss_standings(score_event(decks_empty, after), after)

    assert ruling_effects(decks_empty, untouched, before, printed) == ()
    (effect,) = ruling_effects(decks_empty, changed, after, printed)
    assert effect.title == "Empty decks count as they stand"
    assert set(effect.changed) == {"a", "b", "c", "d"}
    assert [row.player for row in changed.rows] == ["c", "a", "b", "d"]
