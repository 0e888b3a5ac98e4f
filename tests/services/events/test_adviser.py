"""The adviser beside the form: what the rulebook makes of a draft."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from padd.core.refusal import RefusalError
from padd.presentation.events.sanction_adviser import adviser_panel
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import SYSTEM
from padd.services.events import lifecycle
from padd.services.events.championship_calendar import weekend_conflicts
from padd.services.events.event_form import EventForm
from padd.services.events.sanction_adviser import form_choices, sanction_advice

NOW = datetime(2026, 1, 10, tzinfo=UTC)


def advised(book="opg-5", **values):
    usual: dict[str, Any] = {
        "name": "Open",
        "rulebook": book,
        "starts": datetime(2026, 4, 18, 10),
        "time_zone": "Europe/Berlin",
        "directors": ("somebody",),
        "expected_players": 8,
        "rounds_planned": 4,
    }
    return sanction_advice(EventForm(**{**usual, **values}), rulebook(book), now=NOW)


def codes(advice):
    return [problem.code for problem in advice.sanction.problems]


def test_nothing_typed_yet_already_gets_advice():
    said = sanction_advice(EventForm(), rulebook("opg-5"), now=NOW)

    assert said.last_moment is None
    assert said.seconds_left is None
    assert "notice-unknown" in codes(said)


@pytest.mark.req("REG-16", "REG-17", "EX-REG-1")
@pytest.mark.parametrize(
    ("players", "rounds"),
    [(7, 3), (8, 4), (15, 4), (16, 5), (24, 5), (25, 6), (34, 6), (35, 7), (45, 7), (46, 8)],
)
def test_rounds_are_recommended_for_the_expected_field(players, rounds):
    said = advised(expected_players=players, rounds_planned=3)

    assert said.recommended_rounds == rounds
    assert ("rounds-below-recommended" in codes(said)) == (rounds > 3)
    assert said.sanctioned


@pytest.mark.req("REG-19", "EX-REG-2")
@pytest.mark.parametrize(
    ("players", "rounds"), [(4, 4), (8, 4), (9, 5), (16, 5), (17, 6), (32, 6), (33, 7)]
)
def test_the_oldest_rules_recommend_by_their_own_table(players, rounds):
    said = advised("decipher-1996", edition="1E", expected_players=players)

    assert said.recommended_rounds == rounds
    assert not said.sanctioned


@pytest.mark.req("REG-5", "REG-6")
@pytest.mark.parametrize(
    ("edition", "style", "rounds", "sanctioned"),
    [
        ("1E", "swiss", 2, False),
        ("2E", "swiss", 3, True),
        ("TR", "tribbles", 4, False),
        ("TR", "tribbles", 5, True),
    ],
)
def test_too_few_rounds_cost_the_sanction(edition, style, rounds, sanctioned):
    said = advised(edition=edition, pairing_style=style, rounds_planned=rounds)

    assert said.sanctioned == sanctioned


@pytest.mark.req("CHAMP-3", "CHAMP-4", "CHAMP-5", "CHAMP-6", "CHAMP-7", "RATE-18")
@pytest.mark.parametrize(
    ("book", "kind", "level", "k"),
    [
        ("opg-5", "other", 1, 16),
        ("opg-5", "regional", 2, 28),
        ("opg-5", "national", 3, 40),
        ("opg-5", "masters", 3, 40),
        ("opg-5", "continental", 4, 52),
        ("opg-5", "world", 5, 64),
        ("opg-4.1", "regional", 2, 32),
        ("opg-4.1", "continental", 4, 48),
        ("decipher-1998", "other", 1, 16),
        ("decipher-1996", "other", 1, None),
    ],
)
def test_level_and_k_follow_from_the_kind_of_event(book, kind, level, k):
    edition = "1E" if book.startswith("decipher") else "2E"

    said = advised(book, kind=kind, edition=edition)

    assert (said.level, said.k) == (level, k)


@pytest.mark.req("CHAMP-3", "CHAMP-6")
@pytest.mark.parametrize(
    ("kind", "month", "inside"),
    [
        ("regional", 2, False),
        ("regional", 3, True),
        ("regional", 6, True),
        ("regional", 7, False),
        ("continental", 8, True),
        ("continental", 9, False),
        ("world", 8, True),
        ("national", 12, True),
    ],
)
def test_the_season_window_is_shown_with_its_section(kind, month, inside):
    season = advised(kind=kind, starts=datetime(2026, month, 15, 10)).season

    assert season is not None
    assert season.inside == inside
    assert season.cite.startswith("OPG5 §11")


@pytest.mark.req("FMT-21", "GOV-26")
@pytest.mark.parametrize(
    ("book", "pool", "format_", "needed"),
    [
        ("opg-5", "complete", "constructed", False),
        ("opg-5", "limited", "constructed", True),
        ("opg-5", "limited", "sealed", False),
        ("opg-5", "traditional", "constructed", True),
        ("opg-5", "academy", "constructed", True),
        ("opg-5", "hall-of-fame", "constructed", True),
        ("opg-4.1", "limited", "constructed", True),
        ("opg-4.1", "traditional", "constructed", False),
    ],
)
def test_special_card_pools_need_approval_at_championships_only(book, pool, format_, needed):
    local = advised(book, card_pool=pool, format=format_)
    regional = advised(book, card_pool=pool, format=format_, kind="regional")

    assert local.approvals == ()
    kinds = [one.kind for one in regional.approvals]
    assert ("special-card-pool" in kinds) == needed


@pytest.mark.req("CHAMP-27", "GOV-29")
@pytest.mark.parametrize(
    ("kind", "month", "needed"),
    [
        ("national", 5, False),
        ("national", 6, True),
        ("national", 10, True),
        ("national", 11, False),
        ("masters", 7, True),
        ("regional", 6, False),
    ],
)
def test_nationals_in_the_championship_season_need_special_approval(kind, month, needed):
    said = advised(kind=kind, starts=datetime(2026, month, 15, 10))

    assert ("conflicting-season" in [one.kind for one in said.approvals]) == needed


@pytest.mark.req("GOV-27", "GOV-28", "GOV-30", "GOV-31", "GOV-32")
@pytest.mark.parametrize(
    ("kind", "who"),
    [
        ("regional", "coordinator"),
        ("national", "coordinator"),
        ("masters", "coordinator"),
        ("continental", "coordinator"),
        ("world", "director-of-organized-play"),
    ],
)
def test_a_championship_is_given_by_whoever_the_guide_names(kind, who):
    (first, *_) = advised(kind=kind).approvals

    assert (first.kind, first.decides) == ("championship", who)


@pytest.mark.req("REG-46", "REG-47", "REG-48", "FMT-23", "FMT-30")
def test_documents_to_bring_follow_from_the_rules_set_and_scenario():
    first = advised(edition="1E", rules="otf").documents
    second = advised(edition="2E", scenario="race-to-the-alpha-quadrant").documents

    assert "1E OTF Ban List" in first.required
    assert "1E Rulebook" in first.recommended
    assert "timepiece" in first.director_brings
    assert "forum-handle" in first.player_brings
    assert "2E Rulebook" in second.required
    assert "2E Race to the Alpha Quadrant Rules" in second.required


@pytest.mark.req("REG-11", "FMT-40")
def test_a_scenario_is_sanctioned_but_not_rated():
    said = advised(scenario="deck-lottery")

    assert said.sanctioned
    assert not said.rated


@pytest.mark.req("REG-29")
def test_elimination_styles_have_no_preregistration():
    assert advised().preregistration_possible
    assert not advised(pairing_style="single-elimination").preregistration_possible
    assert not advised(pairing_style="modified-mcintyre").preregistration_possible


@pytest.mark.req("FMT-13", "FMT-22", "FMT-40", "REG-28")
def test_only_what_the_matrices_allow_is_offered():
    def values(offered):
        return [choice.value for choice in offered]

    first = form_choices(rulebook("opg-5"), "1E")
    pods = form_choices(rulebook("opg-5"), "TR")
    old = form_choices(rulebook("decipher-1998"), "1E")

    assert values(first.rules) == ["otf", "otf-beta-1", "open", "warp-speed"]
    assert "block" in values(first.card_pools)
    assert "academy" not in values(first.card_pools)
    assert values(pods.rules) == ["standard", "troubles"]
    assert "biermeister" not in values(pods.scenarios)
    assert values(pods.styles) == ["tribbles", "tribbles-finals"]
    assert values(old.editions) == ["1E"]
    assert values(old.formats) == ["constructed", "junior", "sealed"]
    assert [choice.value for choice in first.rules if choice.default] == ["otf"]


def test_a_time_that_comes_twice_is_pointed_out():
    assert advised(starts=datetime(2026, 10, 25, 2, 30)).shown_twice
    assert not advised(starts=datetime(2026, 10, 25, 12)).shown_twice


@pytest.mark.req("REG-8")
def test_the_older_guide_says_that_directors_must_be_approved():
    assert "approved-director" in codes(advised("decipher-1998", edition="1E"))


@pytest.mark.req("FMT-35")
def test_the_decipher_formats_bring_their_own_documents():
    def needed(book):
        return advised(book, edition="1E", rules="decipher").documents.required

    assert needed("decipher-1998") == ("Rules booklet", "Rules supplements", "FAQ")
    assert needed("decipher-1996") == (
        "Rules FAQs published two weeks or more before the event",
        "Tournament Rules version 2",
    )


@pytest.mark.req("FMT-53")
def test_in_1998_single_elimination_is_on_offer_but_never_sanctioned():
    values: dict[str, Any] = {"edition": "1E", "rules": "decipher"}
    offered = form_choices(rulebook("decipher-1998"), "1E").styles

    knocked_out = advised("decipher-1998", pairing_style="elimination", **values)
    swiss = advised("decipher-1998", pairing_style="swiss", **values)

    assert "elimination" in [one.value for one in offered]
    assert not knocked_out.sanctioned
    assert swiss.sanctioned


@pytest.mark.req("GOV-20")
@pytest.mark.parametrize("book", ["opg-5", "opg-4.1"])
@pytest.mark.parametrize("kind", ["other", "national"])
def test_what_the_guides_do_not_set_apart_holds_for_all_three_games(book, kind):
    said = [
        advised(book, edition=edition, kind=kind, pairing_style=style, rules="")
        for edition, style in (("1E", "swiss"), ("2E", "swiss"), ("TR", "tribbles"))
    ]

    alike = {
        (one.last_moment, one.last_change, one.level, one.k, one.season, one.approvals)
        for one in said
    }
    least = rulebook(book).sanctioning.minimum_rounds

    assert len(alike) == 1
    assert least == {"1E": 3, "2E": 3, "TR": 5}, "a difference is stated game by game"


@pytest.mark.req("CHAMP-8", "AMB-65")
@pytest.mark.parametrize("book", ["opg-5", "opg-4.1"])
@pytest.mark.parametrize("month", [1, 7, 12])
def test_any_other_event_is_of_level_one_at_any_time(book, month):
    said = advised(book, kind="other", starts=datetime(2026, month, 18, 10))

    assert (said.level, said.season, said.approvals) == (1, None, ())


@pytest.mark.django_db
@pytest.mark.req("CHAMP-27", "GOV-29")
@pytest.mark.parametrize(
    ("book", "day", "answers"),
    [
        ("opg-4.1", 11, ["never"]),
        ("opg-4.1", 18, ["case-by-case"]),
        ("opg-4.1", 25, []),
        ("opg-5", 11, []),
    ],
)
def test_a_national_keeps_off_the_weekend_of_a_continental(world, book, day, answers):
    world.event(kind="continental", name="Europeans", starts=datetime(2027, 7, 10, 10))
    national = world.draft(kind="national", rulebook=book, starts=datetime(2027, 7, day, 10))
    rules = rulebook(book)
    near = weekend_conflicts(national, rules)
    panel = adviser_panel(
        sanction_advice(national, rules, now=NOW, conflicts=near), national, rules
    )
    codes: tuple[str, ...] = ()
    try:
        lifecycle.register_event(by=SYSTEM, now=world.now, form=national)
    except RefusalError as refused:
        codes = refused.codes

    assert [one.answer for one in near] == answers
    said = [point.lead for point in panel.points if "Europeans" in point.lead]
    assert len(said) == len(answers)
    assert codes == (("same-weekend",) if answers == ["never"] else ())
