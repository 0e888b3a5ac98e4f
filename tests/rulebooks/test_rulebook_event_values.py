"""The values for registering, formats, time and scoring, against the guides."""

import pytest

from padd.rulebooks.compare import value_at
from padd.rulebooks.loader import rulebook, rulebook_ids

EVERY = ("1E", "2E", "TR")


def across(path):
    """Return a value of all rulebooks, the newest first."""
    return tuple(value_at(rulebook(name), path) for name in rulebook_ids())


def recommended(book, players):
    for band in book.sanctioning.recommended_rounds:
        if band.least <= players and (band.most is None or players <= band.most):
            return band.rounds
    return None


@pytest.mark.parametrize(
    ("path", "values"),
    [
        pytest.param(path, values, marks=pytest.mark.req(*requirements.split()), id=path)
        for requirements, path, values in [
            (
                "REG-1",
                "sanctioning.registrar.sanctioned",
                ("community-member", "community-member", "approved-director", None),
            ),
            (
                "REG-1",
                "sanctioning.registrar.unsanctioned",
                ("community-member", "community-member", "anyone", None),
            ),
            ("REG-2", "sanctioning.listed.sanctioned", ("should", "should", "must", None)),
            ("REG-2", "sanctioning.listed.unsanctioned", ("should", "should", "may", None)),
            ("REG-3 AMB-115", "sanctioning.notice_hours", (24, 6 * 24, 7 * 24, None)),
            ("AMB-115", "sanctioning.notice_warning_hours", (None, 168, None, None)),
            (
                "REG-4 TRIB-1",
                "sanctioning.minimum_players",
                (dict.fromkeys(EVERY, 3), dict.fromkeys(EVERY, 4), {"1E": 8}, None),
            ),
            (
                "REG-5 REG-6 TRIB-2",
                "sanctioning.minimum_rounds",
                ({"1E": 3, "2E": 3, "TR": 5}, {"1E": 3, "2E": 3, "TR": 5}, None, {"1E": 4}),
            ),
            ("REG-7", "sanctioning.sanctions", (True, True, True, False)),
            ("REG-8", "sanctioning.approved_director", (False, False, True, False)),
            ("REG-9", "sanctioning.three_players", ("two-games-and-a-bye", None, None, None)),
            (
                "REG-13",
                "sanctioning.notice_waived_for",
                (("tribbles-tables",), ("tribbles-tables",), (), ()),
            ),
            ("REG-14", "sanctioning.prize_support_notice_days", (None, None, 28, None)),
            ("REG-17", "sanctioning.outright_winner_players", (8, 8, None, None)),
            ("REG-17", "sanctioning.outright_winner_force", ("may", "will", None, None)),
            ("REG-21", "sanctioning.stated_in_advance_force", ("should", "must", "must", "must")),
            ("REG-26 GOV-34", "sanctioning.venue_verification_hours", (24, 24, None, None)),
            ("REG-33", "sanctioning.guaranteed_prizes", (None, True, True, None)),
            (
                "REG-34",
                "sanctioning.law_respected_on",
                (("entry-fee", "prizes"), ("entry-fee",), ("entry-fee",), None),
            ),
            ("REG-38", "sanctioning.change_notice_hours", (24, 168, None, None)),
            (
                "REG-40 AMB-118",
                "sanctioning.rounds_change.running",
                (
                    ("all-players-agree", "emergency"),
                    ("all-players-agree", "emergency"),
                    None,
                    None,
                ),
            ),
            (
                "REG-39",
                "sanctioning.rounds_change.only_before_start",
                ("if-possible", "only", None, None),
            ),
            ("REG-43", "sanctioning.current_rules", ("should", "must", "must", "must")),
            ("REG-43", "sanctioning.rules_published_days", (0, 0, 0, 14)),
            ("REG-45", "time.director_arrives_minutes", (15, 30, None, None)),
            ("REG-51", "time.scorecards_minutes", (5, 5, None, None)),
            ("REG-50", "sanctioning.illegible_scorecards_unrated", (False, False, True, False)),
            ("SWISS-33", "time.late.round_minutes", (5, 5, None, None)),
            ("SWISS-34 AMB-6", "time.late.event_minutes", (15, 5, None, None)),
            ("SWISS-14", "time.time_called", ("equal-turns", "equal-turns", "hands-down", "stop")),
            ("SWISS-15", "time.consecutive_turns_count_once", (True, True, None, None)),
            ("SWISS-11", "time.warnings.least", (1, 1, None, 1)),
            ("SWISS-11", "time.warnings.halfway", (True, True, False, False)),
            ("SWISS-11", "time.warnings.minutes_left", ((5,), (), (), (10,))),
            ("SWISS-12", "time.extra_time_noted", (False, True, None, None)),
            ("AMB-125", "time.timed", ("must", "must", "may", "must")),
            (
                "FMT-12",
                "formats.build_minutes",
                ({"draft": 30, "sealed": 30}, {"draft": 20, "sealed": 20}, {"sealed": 30}, None),
            ),
            ("FMT-50", "formats.oldest_junior", (None, None, 14, None)),
            ("FMT-38 SWISS-65", "formats.victory_raised_by", ({}, {}, {"Q's Planet": 40}, {})),
            (
                "SWISS-1 AMB-117",
                "roles.director_plays.allowed",
                ("with-approval", "with-approval", "no", None),
            ),
            (
                "SWISS-1 AMB-117",
                "roles.director_plays.voters",
                ("other-players", "all-players", None, None),
            ),
            ("SWISS-1", "roles.director_plays.more_than_percent", (50, 50, None, None)),
            ("SWISS-2 AMB-117", "roles.director_plays.advised_most", (16, 16, None, None)),
            (
                "SWISS-3",
                "roles.director_plays.high_level",
                ("mandate-not-to", "ask-not-to", None, None),
            ),
            (
                "GOV-3",
                "roles.coordinators",
                (
                    ("Australia", "Europe", "North America", "online"),
                    ("Australia", "Europe", "North America"),
                    (),
                    (),
                ),
            ),
            (
                "GOV-22",
                "roles.video.allowed_by",
                (("tournament-director", "each-player"), None, None, None),
            ),
        ]
    ],
)
def test_a_value_is_what_each_document_says(path, values):
    assert across(path) == values


@pytest.mark.req("EX-REG-1", "REG-16")
@pytest.mark.parametrize("name", ["opg-5", "opg-4.1"])
def test_the_guides_recommend_rounds_by_players(name):
    fields = (7, 8, 15, 16, 24, 25, 34, 35, 45, 46, 200)

    found = [recommended(rulebook(name), players) for players in fields]

    assert found == [3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]


@pytest.mark.req("REG-16")
def test_the_smallest_field_with_a_recommendation_is_the_smallest_sanctioned():
    assert [recommended(rulebook("opg-5"), n) for n in (2, 3)] == [None, 3]
    assert [recommended(rulebook("opg-4.1"), n) for n in (3, 4)] == [None, 3]


@pytest.mark.req("REG-18")
def test_the_1998_guide_recommends_six_games_above_32_entrants():
    found = [recommended(rulebook("decipher-1998"), n) for n in (32, 33, 100)]

    assert found == [None, 6, 6]


@pytest.mark.req("EX-REG-2", "REG-19", "AMB-38")
def test_the_1996_rules_recommend_rounds_by_chart_and_formula():
    fields = (4, 8, 9, 16, 17, 32, 33, 64, 65, 128)

    found = [recommended(rulebook("decipher-1996"), players) for players in fields]

    assert found == [4, 4, 5, 5, 6, 6, 7, 7, 8, 8]


@pytest.mark.req("REG-19")
def test_the_1996_chart_follows_its_formula_from_five_players_on():
    for players in range(5, 513):
        formula = (players - 1).bit_length() + 1

        assert recommended(rulebook("decipher-1996"), players) == max(4, formula)


@pytest.mark.req("REG-20", "REG-22")
def test_a_listing_holds_what_each_document_asks_for():
    new, old, guide, _ = across("sanctioning.listing_fields")

    assert new == (
        "date-and-time",
        "venue-address",
        "edition",
        "format",
        "entry-fee-if-any",
        "prizes-if-any",
        "rounds",
        "director-name",
        "director-contact",
    )
    assert old == (
        "date-and-time",
        "venue-address",
        "edition",
        "format",
        "entry-fee",
        "prizes",
        "rounds",
        "director-contact",
    )
    assert guide == ("status", "format", "special-rules", "entry-fee", "prizes")


@pytest.mark.req("REG-28", "REG-29", "BRKT-14")
def test_elimination_styles_take_no_registration_in_advance():
    book = rulebook("opg-5")

    assert set(book.sanctioning.no_preregistration) == {
        "single-elimination",
        "modified-mcintyre",
        "single-elimination-play-in",
    }
    assert set(book.sanctioning.styles) == {
        "swiss",
        *book.sanctioning.no_preregistration,
        "tribbles",
        "tribbles-finals",
    }


@pytest.mark.req("FMT-2", "FMT-49", "FMT-50", "FMT-51", "TRIB-8")
def test_formats_by_edition():
    every = dict.fromkeys(("constructed", "draft", "sealed"), EVERY)

    assert across("formats.formats") == (
        every,
        every,
        {"constructed": ("1E",), "junior": ("1E",), "sealed": ("1E",)},
        {"constructed": ("1E",)},
    )


@pytest.mark.req("FMT-13", "TRIB-8", "AMB-114")
def test_card_pools_by_edition():
    shared = dict.fromkeys(("complete", "limited", "traditional", "virtual"), EVERY)
    old = {**shared, "block": ("1E",), "academy": ("2E",)}

    assert across("formats.card_pools")[:2] == ({**old, "hall-of-fame": ("2E",)}, old)


@pytest.mark.req("FMT-21", "GOV-26")
def test_championships_need_approval_for_special_card_pools():
    special = set(rulebook("opg-5").formats.card_pools) - {"complete"}

    assert set(rulebook("opg-5").formats.approval.card_pools) == special
    assert rulebook("opg-4.1").formats.approval.card_pools == ("limited",)


@pytest.mark.req("FMT-22", "FMT-25", "TRIB-7")
def test_rules_sets_by_edition():
    first = ("1E",)
    shared = {"otf": first, "otf-beta-1": first, "open": first, "warp-speed": first}
    second = {"standard": ("2E", "TR"), "slipstream": ("2E",)}

    new = {"infinite-diversity": ("2E",), "troubles": ("TR",)}
    old = {"x-list": first, "revised": first}
    assert across("formats.rules")[:2] == (shared | second | new, shared | second | old)


@pytest.mark.req("FMT-40", "FMT-42", "FMT-43", "FMT-45", "FMT-46", "FMT-48", "TRIB-9")
def test_scenarios_by_edition_never_rated():
    two = ("1E", "2E")
    old = {
        "deck-lottery": EVERY,
        "no-such-thing-as-luck": two,
        "standard-orbit": EVERY,
        "cool-tournament": EVERY,
        "race-to-the-alpha-quadrant": ("2E",),
    }
    new = {"bend-the-rules": EVERY, "public-play-testing": EVERY, "biermeister": two}

    scenarios = rulebook("opg-5").formats.scenarios
    older = rulebook("opg-4.1").formats.scenarios

    assert {name: one.editions for name, one in scenarios.items()} == old | new
    assert {name: one.editions for name, one in older.items()} == old
    assert not any(one.rated for one in (*scenarios.values(), *older.values()))
    unsanctioned = {name for name, one in scenarios.items() if not one.sanctioned}
    assert unsanctioned == {"biermeister"}


@pytest.mark.req("FMT-42", "FMT-43", "FMT-45", "FMT-46", "FMT-48", "AMB-108")
def test_the_figures_of_scenarios():
    scenarios = rulebook("opg-5").formats.scenarios

    assert scenarios["no-such-thing-as-luck"].even_rounds
    assert scenarios["standard-orbit"].rotation_minutes == 15
    assert scenarios["race-to-the-alpha-quadrant"].rejections == 1
    assert scenarios["bend-the-rules"].food_items_per_round == 1
    assert scenarios["biermeister"].victory_points_per_beer == 2


@pytest.mark.req("FMT-23", "FMT-24", "FMT-26", "FMT-27", "FMT-28", "FMT-29", "REG-48")
def test_first_edition_rules_sets_require_their_documents():
    basic = ("1E Glossary", "1E Current Rulings (CRD)")
    converted = ("1E Conversion Rules", "1E Converted Cards List")
    otf = ("1E OTF Rules", "1E OTF Ban List", *basic)

    new = rulebook("opg-5").formats.documents
    old = rulebook("opg-4.1").formats.documents

    assert new.required["otf"] == {"1E": otf}
    assert old.required["otf"] == {"1E": (*otf, *converted)}
    for book in (new, old):
        assert book.required["open"] == {"1E": (*basic, *converted)}
        assert book.required["warp-speed"] == {"1E": ("1E Warp Speed Rules", *basic)}
        assert len(book.recommended["open"]["1E"]) == 3
    assert old.required["x-list"] == {"1E": ("1E X-List", *basic, *converted)}
    assert old.required["revised"] == {"1E": ("1E Revised Rules", *basic, *converted)}
    assert len(old.recommended["warp-speed"]["1E"]) == 4


@pytest.mark.req("FMT-30", "FMT-31", "FMT-32", "FMT-33", "FMT-34", "REG-48")
def test_second_edition_and_tribbles_require_their_documents():
    second = ("2E Rulebook", "2E Current Rulings (CRD)", "2E Current Errata")

    required = rulebook("opg-5").formats.documents.required

    assert required["standard"] == {"2E": second, "TR": ("Tribbles Rulebook",)}
    assert required["slipstream"] == required["infinite-diversity"] == {"2E": second}
    assert required["troubles"] == {"TR": ("Tribbles Rulebook",)}


@pytest.mark.req("FMT-29", "FMT-32", "FMT-33", "FMT-36", "FMT-37", "FMT-38", "OTF-28")
def test_how_a_game_is_won():
    won = rulebook("opg-5").formats.victory

    beta = won["otf-beta-1"]
    assert (won["standard"].points, won["open"].points) == (100, 100)
    assert (won["warp-speed"].points, won["warp-speed"].planet) == (None, 1)
    assert (won["slipstream"].points, won["slipstream"].missions) == (50, 1)
    assert won["infinite-diversity"].points == 70
    assert (beta.points, beta.planet, beta.space) == (100, 1, 1)
    assert (beta.points_instead, beta.highest_score) == (140, True)
    assert rulebook("decipher-1998").formats.victory["junior"].points == 75


@pytest.mark.req("OTF-5", "OTF-16", "OTF-18", "OTF-20")
@pytest.mark.parametrize("name", ["opg-5", "opg-4.1"])
def test_the_beta_rules_have_their_figures(name):
    book = rulebook(name)

    assert book.formats.otf_beta.steal_points == 40
    assert book.formats.otf_beta.discarded_dilemmas == "removed-from-the-game"
    assert book.formats.otf_beta.seeding is not None
    assert len(book.formats.otf_beta.seeding) == 6
    assert book.decks.seeded_copies == {"otf-beta-1": 2}


@pytest.mark.req("EX-FMT-1", "FMT-6")
def test_draft_groups_have_three_to_six_players():
    draft = rulebook("opg-5").formats.draft
    assert (draft.group_least, draft.group_most) == (3, 6)

    def sizes(players):
        groups = -(-players // (draft.group_most or 1))
        low, more = divmod(players, groups)
        return [low + 1] * more + [low] * (groups - more)

    found = {n: sizes(n) for n in (3, 6, 7, 8, 12, 13, 19)}
    assert found == {
        3: [3],
        6: [6],
        7: [4, 3],
        8: [4, 4],
        12: [6, 6],
        13: [5, 4, 4],
        19: [5, 5, 5, 4],
    }


@pytest.mark.req("FMT-39", "ONL-11", "TRIB-5", "TRIB-6", "AMB-113", "AMB-120")
def test_time_limits():
    new, old = rulebook("opg-5").time, rulebook("opg-4.1").time

    assert new.in_person.editions == {"1E": 75, "2E": 60, "TR": 60}
    assert old.in_person.editions == {"1E": 75, "2E": 60, "TR": 60}
    assert new.online.editions == {"1E": 105, "2E": 75, "TR": 70}
    assert old.online.editions == {"1E": 150, "2E": 120, "TR": 70}
    short = ("warp-speed", "slipstream", "infinite-diversity")
    assert new.in_person.rules == dict.fromkeys(short, 30)
    assert new.online.rules == dict.fromkeys(short, 45)
    assert old.in_person.rules == dict.fromkeys(short[:2], 30)
    assert old.online.rules == dict.fromkeys(short[:2], 60)
    assert (new.in_person.drafts, new.online.drafts) == ({}, {})
    assert (old.in_person.drafts, old.online.drafts) == ({"2E": 45}, {"2E": 90})


@pytest.mark.req("FMT-39", "FMT-50", "AMB-125")
def test_decipher_documents_set_the_least_time():
    assert rulebook("decipher-1998").time.in_person.minimum == {"default": 60, "junior": 50}
    assert rulebook("decipher-1996").time.in_person.minimum == {"default": 60}


@pytest.mark.req("AMB-120")
def test_the_older_guide_doubles_every_limit_online():
    time = rulebook("opg-4.1").time

    for edition in ("1E", "2E"):
        assert time.online.editions is not None
        assert time.in_person.editions is not None
        assert time.online.editions[edition] == 2 * time.in_person.editions[edition]
    for name, minutes in time.in_person.rules.items():
        assert time.online.rules[name] == 2 * minutes
