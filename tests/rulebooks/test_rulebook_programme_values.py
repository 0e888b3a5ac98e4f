"""The values for ratings, championships, leagues, online play, conduct and decks."""

import pytest

from padd.rulebooks.compare import value_at
from padd.rulebooks.loader import rulebook, rulebook_ids

GUIDES = ("opg-5", "opg-4.1")
TABLE = """
3-5    12  8  6  4
6-7    16 12 10  8
8-9    20 16 12 10  8
10-11  24 20 16 14 10
12-13  28 24 20 18 14
14-15  32 28 24 22 18
16-19  36 32 28 26 22 18
20-23  40 36 32 30 26 22
24-27  44 40 36 34 30 26
28-31  48 44 40 38 34 30
32+    52 48 44 42 38 34
"""


def across(path):
    """Return a value of the two guides, the newest first."""
    return tuple(value_at(rulebook(name), path) for name in GUIDES)


def championships(name):
    found = rulebook(name).championships
    assert found is not None
    return found


def leagues(name):
    found = rulebook(name).leagues
    assert found is not None
    return found


def ratings(name):
    found = rulebook(name).ratings
    assert found is not None
    return found


def as_printed(rows):
    return [
        [f"{row.least}-{row.most}" if row.most else f"{row.least}+", *map(str, row.points)]
        for row in rows
    ]


def points(rows, bands, players):
    """Return the points of every place of a field."""
    [row] = [
        row for row in rows if row.least <= players and (row.most is None or players <= row.most)
    ]
    return [
        given
        for (first, last), given in zip(bands, row.points, strict=False)
        for place in range(first, last + 1)
        if place <= players
    ]


def awarded(awards, place, game):
    return [
        (one.bye_rounds or one.head_start, one.into, one.year, one.where, one.more_than)
        for one in awards
        if one.place == place and game in one.games
    ]


@pytest.mark.req("RATE-18", "AMB-56", "CHAMP-3", "CHAMP-4", "CHAMP-6", "CHAMP-7")
def test_k_values_by_level():
    assert ratings("opg-5").k == {1: 16, 2: 28, 3: 40, 4: 52, 5: 64}
    assert ratings("opg-4.1").k == {1: 16, 2: 32, 3: 32, 4: 48, 5: 64}
    assert ratings("decipher-1998").k == {1: 16}


@pytest.mark.req("RATE-15", "RATE-16", "RATE-25", "RATE-23", "AMB-55")
@pytest.mark.parametrize("name", [*GUIDES, "decipher-1998"])
def test_rating_constants(name):
    rules = ratings(name)

    formula = rules.formula
    assert (rules.start, rules.least, rules.most) == (1500, 0, 3000)
    assert (formula.scale, formula.base) == (400, 10)
    assert (formula.win, formula.tie, formula.loss) == (1.0, 0.5, 0.0)


@pytest.mark.req("RATE-21")
def test_the_1996_rules_have_no_ratings():
    assert rulebook("decipher-1996").ratings is None


@pytest.mark.req("RATE-17", "FMT-57", "AMB-58")
def test_rating_lists():
    lists = {"constructed", "sealed", "overall"}

    assert set(ratings("opg-5").lists) == set(ratings("opg-4.1").lists) == lists
    assert ratings("opg-5").lists["sealed"] == ("draft", "sealed")
    assert set(ratings("decipher-1998").lists) == {"constructed", "junior", "sealed"}


@pytest.mark.req("RATE-20", "AMB-57")
def test_only_games_are_rated():
    assert ratings("opg-5").rated_results == ("FW", "MW", "TT", "ML", "FL")


@pytest.mark.req("RATE-1", "RATE-7")
def test_reports_are_due_within_a_week():
    reports = [ratings(name).report for name in (*GUIDES, "decipher-1998")]

    assert [one.days for one in reports] == [7, 7, 7]
    assert [one.force for one in reports] == ["preferably", "should", "must"]
    assert [one.processed_at_once_days for one in reports] == [7, 7, None]


@pytest.mark.req("CHAMP-3", "CHAMP-4", "CHAMP-5", "CHAMP-6", "CHAMP-7", "AMB-62")
@pytest.mark.parametrize(
    ("kind", "level", "ks", "season"),
    [
        ("regional", 2, (28, 32), (3, 6)),
        ("national", 3, (40, 32), (1, 12)),
        ("continental", 4, (52, 48), (6, 8)),
        ("world", 5, (64, 64), (8, 10)),
    ],
)
def test_championships_have_level_k_value_and_season(kind, level, ks, season):
    for name, k in zip(GUIDES, ks, strict=True):
        event = getattr(championships(name).events, kind)

        assert (event.level, event.k) == (level, k)
        assert (event.first_month, event.last_month) == season
        assert ratings(name).k[level] == k


@pytest.mark.req("CHAMP-5", "CHAMP-23")
def test_trek_masters_are_new_in_the_newer_guide():
    masters = championships("opg-5").events.masters

    assert masters is not None
    assert (masters.level, masters.k) == (3, 40)
    assert championships("opg-4.1").events.masters is None
    assert championships("opg-5").awards.masters == ()


@pytest.mark.req("EX-CHAMP-1", "CHAMP-12", "CHAMP-13", "CHAMP-26", "AMB-64")
@pytest.mark.parametrize(
    ("name", "where"), [("opg-5", "any-continent"), ("opg-4.1", "same-continent")]
)
def test_regional_awards_depend_on_attendance(name, where):
    awards = championships(name).awards.regional

    def winners(players):
        return [
            one.place
            for one in awards
            if "1E" in one.games and (one.more_than is None or players > one.more_than)
        ]

    assert {n: winners(n) for n in (10, 11, 20, 21)} == {
        10: [1],
        11: [1, 2],
        20: [1, 2],
        21: [1, 2, 3],
    }
    assert awarded(awards, 3, "2E") == [((1,), "continental", "same", where, 20)]
    assert awarded(awards, 1, "TR") == [(100000, "continental", "same", where, None)]
    assert awarded(awards, 2, "TR") == []


@pytest.mark.req("CHAMP-14", "CHAMP-15", "CHAMP-25", "TRIB-29")
@pytest.mark.parametrize("name", GUIDES)
def test_continental_awards(name):
    awards = championships(name).awards.continental

    assert awarded(awards, 1, "1E") == [((1, 2), "world", "same", None, None)]
    assert awarded(awards, 2, "2E") == [((1,), "world", "same", None, None)]
    assert awarded(awards, 1, "TR") == [(200000, "world", "same", None, None)]
    assert awarded(awards, 2, "TR") == [(100000, "world", "same", None, None)]
    assert awarded(awards, 3, "1E") == []


@pytest.mark.req("CHAMP-16", "CHAMP-17", "CHAMP-18", "CHAMP-19")
@pytest.mark.parametrize("name", GUIDES)
def test_world_awards(name):
    awards = championships(name).awards.world
    continental = ("continental", "following", "any-continent", None)

    world = ("world", "following", None, None)
    assert awarded(awards, 1, "1E") == [((1, 2), *world), ((1,), *continental)]
    assert awarded(awards, 2, "1E") == [((1,), *world), ((1,), *continental)]
    assert awarded(awards, 1, "TR") == [(200000, *world), (100000, *continental)]
    assert awarded(awards, 2, "TR") == [(100000, *world), (100000, *continental)]


@pytest.mark.req("EX-CHAMP-2", "CHAMP-20", "CHAMP-22")
@pytest.mark.parametrize(
    ("name", "where"), [("opg-5", "any-continent"), ("opg-4.1", "same-continent")]
)
def test_national_awards_hold_for_the_next_continentals(name, where):
    awards = championships(name).awards.national

    for place in (1, 2):
        assert awarded(awards, place, "2E") == [((1,), "continental", "next", where, None)]
        assert awarded(awards, place, "TR") == [(100000, "continental", "next", where, None)]


@pytest.mark.req("CHAMP-27", "GOV-29")
def test_events_within_the_main_season_need_approval():
    new, old = (championships(name).conflict for name in GUIDES)

    assert (new.kinds, old.kinds) == (("national", "masters"), ("national",))
    assert (new.first_month, new.last_month) == (6, 10)
    assert (old.same_weekend, old.next_weekend) == ("never", "case-by-case")


@pytest.mark.req("CHAMP-32", "AMB-66")
def test_the_table_of_masters_points():
    masters = championships("opg-5").masters

    assert as_printed(masters.points or ()) == [r.split() for r in TABLE.split("\n") if r]
    assert masters.bands == ((1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, 32))


@pytest.mark.req("EX-CHAMP-3", "EX-CHAMP-4")
def test_masters_points_of_whole_fields():
    masters = championships("opg-5").masters
    assert masters.points is not None
    assert masters.bands is not None

    found = {n: points(masters.points, masters.bands, n) for n in (5, 9, 11, 19)}

    assert found[5] == [12, 8, 6, 6, 4]
    assert found[9] == [20, 16, 12, 12, 10, 10, 10, 10, 8]
    assert found[11][8:] == [10, 10, 10]
    assert found[19][16:] == [18, 18, 18]


@pytest.mark.req("LEAG-14", "AMB-66")
@pytest.mark.parametrize(("name", "first"), [("opg-5", "3-5"), ("opg-4.1", "4-5")])
def test_the_table_of_league_points(name, first):
    table = as_printed(leagues(name).points.table)

    rows = [row.split() for row in TABLE.replace("3-5", first).split("\n") if row]
    assert table == rows


@pytest.mark.req("LEAG-14", "AMB-66")
@pytest.mark.parametrize("name", GUIDES)
def test_no_place_up_to_32_is_left_without_points(name):
    league = leagues(name).points

    for players in range(league.least_players, 33):
        assert len(points(league.table, league.bands, players)) == players


@pytest.mark.parametrize(
    ("path", "values"),
    [
        pytest.param(path, values, marks=pytest.mark.req(*requirements.split()), id=path)
        for requirements, path, values in [
            ("LEAG-1", "leagues.first_month", (10, 10)),
            ("LEAG-1", "leagues.last_month", (3, 3)),
            ("LEAG-3", "leagues.forming.players", (3, 4)),
            (
                "LEAG-4 AMB-75",
                "leagues.forming.contact",
                ("director-of-organized-play", "department-member"),
            ),
            ("LEAG-14", "leagues.points.least_players", (3, 4)),
            ("LEAG-12 AMB-68", "leagues.qualifying.usual", (4, None)),
            ("LEAG-19", "leagues.bonus.headquarters.different", (1, 1)),
            ("LEAG-19 EX-LEAG-3", "leagues.bonus.headquarters.unused", (2, 2)),
            ("LEAG-19", "leagues.bonus.headquarters.affiliation", (True, False)),
            ("LEAG-20 EX-LEAG-1", "leagues.bonus.headquarters.percent", (50, 50)),
            ("LEAG-21 EX-LEAG-2", "leagues.bonus.headquarters.non_aligned_percent", (75, 75)),
            ("LEAG-22 EX-LEAG-3", "leagues.bonus.participation.first", (4, 4)),
            ("LEAG-22 EX-LEAG-4", "leagues.bonus.participation.returning", (2, 2)),
            ("LEAG-22 EX-LEAG-4", "leagues.bonus.participation.absent_more_than", (2, 2)),
            ("LEAG-23", "leagues.bonus.new_mission.points", (1, 1)),
            ("LEAG-23 AMB-71", "leagues.bonus.new_mission.headquarters", (True, False)),
            ("LEAG-37", "leagues.champions_league.held", ("may", "will")),
            ("LEAG-38", "leagues.champions_league.entry_points", (100, 50)),
            ("LEAG-38", "leagues.champions_league.waivable", (True, False)),
            ("LEAG-39 CHAMP-21", "leagues.champions_league.bye_rounds", ((1, 2), (1, 2))),
            ("ONL-2", "online.players", ("community-member", "anyone")),
            ("ONL-4", "online.software", ("LackeyCCG", "LackeyCCG")),
            ("ONL-5", "online.voice", ("any", "Skype")),
            ("ONL-6", "online.coordinator", (True, False)),
            ("ONL-7", "online.rules_frozen", (True, True)),
            ("ONL-8 AMB-119", "online.pool_maker_plays", ("discouraged", "forbidden")),
            (
                "ONL-9",
                "online.deck_changes",
                ({"constructed": False, "draft": True, "sealed": True},) * 2,
            ),
            ("ONL-12", "online.timekeeper", ("players", "players")),
            ("ONL-16", "online.unplayed.responsible", ("missed-game", "missed-game")),
            ("ONL-16", "online.unplayed.opponent", ("bye", "bye")),
            ("ONL-17", "online.unplayed.otherwise", ("missed-game", "missed-game")),
            ("ONL-18", "online.drop_unresponsive", (True, None)),
            ("ONL-20", "online.refusing_replay", ("responsible", "responsible")),
            ("ONL-22", "online.watermarked_cards", (False, None)),
            ("TRIB-6", "online.tribbles_setup_minutes", (None, 10)),
            ("COND-33", "conduct.intent_raises", (1, 1)),
            ("COND-34", "conduct.repeat_raises", (1, 1)),
            ("COND-37", "conduct.before_event_level", (0, 0)),
            ("COND-38", "conduct.serious_from_level", (3, None)),
            ("COND-47", "conduct.stalling_seconds", (20, 20)),
            (
                "COND-31 GOV-15",
                "conduct.disqualification_reported_to",
                (("coordinator", "director-of-organized-play"),) * 2,
            ),
            ("COND-5", "conduct.play.take_backs", ("never", "never")),
            ("COND-7", "conduct.play.cuts", (1, 1)),
            ("COND-11", "conduct.play.own_deck_counted", (("2E",), ("2E",))),
            ("DECK-7", "decks.copies", ({"2E": 3}, {})),
            ("DECK-7", "decks.qs_tent", (13, None)),
            ("DECK-8 AMB-100", "decks.copies_suspended", (("draft", "sealed"),) * 2),
            ("DECK-38 EX-DECK-4 AMB-90", "decks.new_cards.days", (7, 7)),
            ("DECK-39", "decks.new_cards.release_events", (True, True)),
            ("DECK-40", "decks.new_cards.errata_days", (0, 0)),
            ("DECK-41", "decks.new_cards.conversions_days", (None, 7)),
            ("DECK-45", "decks.new_cards.watermarked", (False, None)),
            ("DECK-49 AMB-91", "decks.printing.alterations", ("none-that-affect-play", "none")),
        ]
    ],
)
def test_a_value_is_what_each_guide_says(path, values):
    assert across(path) == values


@pytest.mark.req("LEAG-8", "LEAG-9", "LEAG-11", "LEAG-27")
def test_the_parts_of_a_league_season():
    season = leagues("opg-5").season

    full = [(p.name, p.first_month, p.last_month, p.events) for p in season.full]
    short = [(p.name, p.first_month, p.last_month, p.events) for p in season.short or ()]
    assert full == [("first-half", 10, 11, 4), ("second-half", 12, 1, 4), ("playoffs", 2, 3, 4)]
    assert short == [("regular-season", 10, 1, 4), ("playoffs", 2, 3, 2)]
    assert leagues("opg-4.1").season.short is None


@pytest.mark.req("LEAG-29", "LEAG-30", "LEAG-31", "LEAG-32", "LEAG-33", "LEAG-34", "LEAG-35")
def test_the_playoffs_are_ranked_in_seven_steps_or_six():
    new = leagues("opg-5").playoffs.ranking

    assert new == (
        "playoff-points",
        "playoff-victories",
        "season-points",
        "playoff-events-attended",
        "league-events-attended",
        "lifetime-points",
        "random",
    )
    old = leagues("opg-4.1").playoffs.ranking
    assert old == tuple(step for step in new if step != "playoff-victories")


@pytest.mark.req(*[f"COND-{number}" for number in range(39, 52)], "AMB-77", "AMB-80")
@pytest.mark.parametrize("name", GUIDES)
def test_the_index_of_penalties(name):
    infractions = rulebook(name).conduct.infractions or ()

    levels = {one.code: (one.level, one.most or one.level) for one in infractions}
    assert levels == {
        "A1": (0, 0),
        "A2": (1, 1),
        "A3": (2, 2),
        "B1": (1, 1),
        "B2": (2, 2),
        "B3": (3, 4),
        "C1": (4, 4),
        "C2": (4, 4),
        "C3": (2, 2),
        "D1": (2, 2),
        "D2": (2, 2),
        "D3": (0, 0),
        "D4": (1, 1),
    }


@pytest.mark.req("COND-27", "COND-28", "COND-29", "COND-30", "COND-31", "AMB-79")
def test_the_levels_of_penalty():
    conduct = rulebook("opg-5").conduct

    levels = [(one.level, one.name, one.recorded) for one in conduct.levels or ()]
    assert levels == [
        (0, "Verbal Warning", False),
        (1, "Written Warning", True),
        (2, "Turn Loss", True),
        (3, "Game Loss", True),
        (4, "Disqualification", True),
    ]
    assert conduct.highest_level == 4
    intended = {one.code for one in conduct.infractions or () if one.intentional}
    assert intended == {"C1", "C2", "C3"}


@pytest.mark.req("AMB-84")
def test_the_older_guide_borrows_the_code_of_conduct_and_says_so():
    citation = rulebook("opg-4.1").citations["conduct.infractions"]

    assert citation.cite.startswith("OPG5 App. B")
    assert citation.ruling is not None
    assert "AMB-84" in citation.ruling


@pytest.mark.req("COND-5", "COND-8", "COND-15", "COND-60", "COND-59")
def test_conduct_of_the_1998_guide():
    conduct = rulebook("decipher-1998").conduct

    assert conduct.levels is None
    assert conduct.play.take_backs == "until-resolved-or-answered"
    assert conduct.play.own_discard_pile == ()
    assert conduct.play.points_asked is True
    assert conduct.play.opponents_cards_counted == ("before-game", "after-game")
    assert conduct.quitter_excluded is True


@pytest.mark.req("DECK-19", "OTF-24", "AMB-96", "AMB-97")
@pytest.mark.parametrize("name", GUIDES)
def test_the_beta_rules_ban_64_titles(name):
    banned = rulebook(name).decks.banned["otf-beta-1"]

    assert len(banned) == len(set(banned)) == 64
    assert banned[-3:] == ("Fair Play", "Intermix Ratio", "The Big Picture")
    listed = banned[:-3]
    assert (listed[0], listed[26], listed[-1]) == (
        "Ajur",
        "Kevin Uxbridge",
        "Your Galaxy Is Impure",
    )
    letters = [title[0] for title in listed]
    assert letters == sorted(letters)


@pytest.mark.req("DECK-20", "OTF-23")
@pytest.mark.parametrize("name", GUIDES)
def test_the_beta_rules_convert_29_cards(name):
    cards = rulebook(name).decks.conversions["otf-beta-1"]

    promos = {
        number: card.first for card in cards for number in card.second if number.startswith("0VP")
    }
    assert len(cards) == 29
    assert promos == {f"0VP{n}": f"1E {n - 14}VP" for n in range(33, 48)}
    assert len({card.first for card in cards}) == 29


@pytest.mark.req("DECK-17", "DECK-18", "AMB-98")
def test_converted_cards_are_played_or_not_by_rules_set():
    assert rulebook("opg-5").decks.converted_original == {"otf-beta-1": "as-conversion"}
    old = rulebook("opg-4.1").decks.converted_original
    assert (old["otf-beta-1"], old["otf"]) == ("as-conversion", "not-legal")


@pytest.fixture
def decipher():
    return rulebook("decipher-1998").decks, rulebook("decipher-1996").decks


@pytest.mark.req("DECK-1", "DECK-2", "DECK-3", "DECK-4", "EX-DECK-1", "AMB-93", "AMB-94")
def test_decipher_deck_sizes(decipher):
    guide, rules = decipher

    assert rules.size == {"standard": 60, "advanced": 80}
    assert guide.size == {"sealed": 60}
    assert guide.seed_most == {"constructed": 30, "junior": 20, "sealed": 30}
    assert guide.draw_least == {"constructed": 30, "junior": 20}
    assert guide.missions == {"junior": 4, "sealed": 6}


@pytest.mark.req("DECK-10", "DECK-11", "DECK-12", "DECK-13", "DECK-14", "DECK-15")
def test_decipher_bans_and_special_cards(decipher):
    guide, rules = decipher

    for decks in decipher:
        assert decks.banned == {"decipher": ("Raise the Stakes",)}
        assert decks.artifacts_per_mission == 1
    assert rules.not_together == (("Alien Probe", "Telepathic Alien Kidnappers"),)
    assert guide.not_together == ()
    assert rules.misseeded == "removed-when-discovered"
    assert rules.used_artifacts == "removed-from-play"


@pytest.mark.req("DECK-30", "DECK-31", "DECK-33", "DECK-34", "DECK-35", "AMB-95")
def test_the_1998_sealed_pool():
    sealed = rulebook("decipher-1998").decks.sealed

    packs = (sealed.starters, sealed.expansion_packs, sealed.warp_packs)
    assert packs == (1, 1, 1)
    assert (sealed.commons, sealed.pool) == (3, 90)


@pytest.mark.req("FMT-14", "FMT-16", "FMT-17", "FMT-18", "FMT-19", "FMT-20", "AMB-89")
def test_what_card_pools_hold():
    new, old = (rulebook(name).decks.pools for name in GUIDES)

    assert not new["traditional"].virtual
    assert new["traditional"].promos == ("B", "P", "VP")
    assert old["traditional"].promos == ()
    assert (new["virtual"].decipher, new["virtual"].proxies) == (False, True)
    assert old["virtual"].physical_for_printed
    for pools in (new, old):
        academy = pools["academy"]
        assert (academy.rarities, academy.all_missions) == (("C", "S", "V"), True)
        assert academy.promos == ()
    assert new["hall-of-fame"].published_list


@pytest.mark.req("LEAG-1", "CHAMP-1", "TRIB-10", "ONL-1")
@pytest.mark.parametrize("name", ["decipher-1998", "decipher-1996"])
def test_decipher_documents_have_no_leagues_championships_or_online_play(name):
    book = rulebook(name)

    silent = (book.leagues, book.championships, book.online, book.tribbles)
    assert silent == (None, None, None, None)
    assert name in rulebook_ids()
