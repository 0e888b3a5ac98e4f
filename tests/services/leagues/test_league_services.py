"""A league from its request to its champion, and who may do what in it."""

import pytest
from tests.services.leagues.league_world import YEAR, LeagueWorld

from padd.core.leagues.bonus_schemes import DeckFacts, MissionDone
from padd.core.leagues.table import league_table
from padd.core.model import LeaguePart
from padd.core.refusal import RefusalError
from padd.services.leagues import bonus, bonus_sheet, league_requests, season_events, seasons
from padd.services.refusal import NotAllowed
from padd.store.models.eventlog import FinishedEvent
from padd.store.models.leagues import Bonus, League, PointsWon
from padd.store.models.ratings import EventRecord
from padd.store.models.reports import Report
from padd.store.queries import leagues

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(world):
    return LeagueWorld(world)


@pytest.mark.req("LEAG-3", "LEAG-4", "LEAG-5", "GOV-33", "AMB-75")
def test_a_league_needs_three_players_and_the_director_agrees(world):
    member = world.member()

    def ask(committed, rulebook="opg-5"):
        return league_requests.request_league(
            by=member,
            now=world.now,
            name=f"League {committed} {rulebook}",
            director="",
            committed=committed,
            rulebook_id=rulebook,
        )

    with pytest.raises(RefusalError) as few:
        ask(2)
    with pytest.raises(RefusalError):
        ask(3, "opg-4.1")
    league = ask(3)
    coordinator = world.official("coordinator", "europe")
    with pytest.raises(NotAllowed):
        league_requests.decide_league(by=coordinator, now=world.now, league=league, approve=True)

    assert few.value.refusal.code == "too-few-players"
    assert few.value.refusal.rule == "OPG5 §12.1"
    assert League.objects.get(public_id=league).state == "requested"


@pytest.mark.req("GOV-7", "LEAG-6")
def test_only_its_own_director_and_deputies_run_a_league(world, league):
    stranger, deputy = world.member(), world.member("Theo")
    league_requests.name_deputies(
        by=league.director, now=world.now, league=league.id, handles=("theo",)
    )

    def announce(by):
        league.director = by  # type: ignore[assignment]
        league.announce(3)

    announce(deputy)
    with pytest.raises(NotAllowed):
        announce(stranger)
    assert league.season.first_qualifiers == 3


@pytest.mark.req("LEAG-14", "LEAG-15", "AMB-143")
def test_points_come_with_the_finished_event_and_count_in_one_league(world, league):
    a, b, c = league.people("Ann", "Ben", "Cy")
    event = league.play(1, [a, b, c])

    with pytest.raises(RefusalError) as twice:
        season_events.place_event(
            by=league.director, now=world.now, league=league.id, year=YEAR, event=event, number=2
        )

    rows = league_table(leagues.season_points(league.season.pk))
    assert [(row.person, row.points) for row in rows] == [(a, 12), (b, 8), (c, 6)]
    assert twice.value.refusal.code == "slot-taken"
    assert leagues.points_over_all_leagues()[0].points == 12


@pytest.mark.req("LEAG-7")
def test_an_event_of_somebody_else_waits_for_its_director(world, league):
    a, b, c = league.people("Ann", "Ben", "Cy")
    event = league.finished([a, b, c])

    at_once = season_events.place_event(
        by=league.director, now=world.now, league=league.id, year=YEAR, event=event, number=1
    )

    assert not at_once
    assert not PointsWon.objects.exists()
    with pytest.raises(NotAllowed):
        season_events.accept_event(by=league.director, now=world.now, event=event)
    season_events.accept_event(by=world.laptop(), now=world.now, event=event)
    assert PointsWon.objects.count() == 3


@pytest.mark.req("LEAG-12")
def test_what_was_announced_stays_once_the_first_event_has_begun(league):
    league.announce(4)
    league.play(1, league.people("Ann", "Ben", "Cy"))

    with pytest.raises(RefusalError) as locked:
        league.announce(5)

    assert locked.value.refusal.code == "plan-locked"
    assert league.season.first_qualifiers == 4


@pytest.mark.req("EX-LEAG-3", "LEAG-17", "LEAG-19", "LEAG-22", "LEAG-23")
def test_the_sheet_is_worked_out_from_what_is_known(world, league):
    a, b, c, d = league.people("Ann", "Ben", "Cy", "Di")
    first, second = league.play(1, [a, b, c]), league.play(2, [d, a, b])
    deck = DeckFacts(headquarters="Romulus", personnel=20, non_aligned=4, fitting=9)
    bonus.enter_deck(
        by=league.director, now=world.now, league=league.id, event=second, person=d, deck=deck
    )
    bonus.enter_missions(
        by=league.director,
        now=world.now,
        league=league.id,
        event=first,
        person=a,
        missions=[MissionDone(title="Evacuate Colony")],
    )
    bonus.enter_missions(
        by=league.director,
        now=world.now,
        league=league.id,
        event=second,
        person=a,
        missions=[MissionDone(title="evacuate colony"), MissionDone(title="Relief")],
    )

    sheet = {line.person: line for line in bonus_sheet.event_bonus_sheet(second)}

    assert (sheet[d].bonus, sheet[d].unknown) == (7, False)
    assert (sheet[a].bonus, sheet[a].unknown) == (1, True)
    totals = {
        row.person: row.bonus for row in league_table(leagues.season_points(league.season.pk))
    }
    assert totals == {a: 4 + 1 + 1, b: 4, c: 4, d: 7}


@pytest.mark.req("LEAG-17", "LEAG-18", "RATE-9")
def test_bonus_points_touch_neither_ratings_nor_lifetime_points(world, league):
    a, b, c = league.people("Ann", "Ben", "Cy")
    event = league.play(1, [a, b, c])
    before = (
        list(EventRecord.objects.values_list("made_from")),
        FinishedEvent.objects.get().facts,
        leagues.points_over_all_leagues(),
    )

    bonus.give_by_hand(
        by=league.director,
        now=world.now,
        league=league.id,
        event=event,
        person=c,
        points=30,
        reason="Brought the trophy",
    )
    bonus.book_sheet(by=league.director, now=world.now, league=league.id, event=event)

    after = (
        list(EventRecord.objects.values_list("made_from")),
        FinishedEvent.objects.get().facts,
        leagues.points_over_all_leagues(),
    )
    assert before == after
    rows = league_table(leagues.season_points(league.season.pk))
    assert (rows[0].person, rows[0].bonus) == (c, 34)
    assert Bonus.objects.get(scheme="own").beyond


@pytest.mark.req("LEAG-17")
def test_bonus_after_the_report_needs_a_reason_and_after_the_cut_the_director(world, league):
    a, b, c = league.people("Ann", "Ben", "Cy")
    event = league.play(1, [a, b, c])

    def give(by, reason=""):
        bonus.book_sheet(
            by=by,  # type: ignore[arg-type]
            now=world.now,
            league=league.id,
            event=event,
            reason=reason,
        )

    give(league.director)
    Report.objects.create(
        event=world.row(event),
        head="x",
        sequence=1,
        source="here",
        state="processed",
        by="system",
        at=world.now,
    )
    with pytest.raises(RefusalError) as late:
        give(league.director)
    give(league.director, "A deck was overlooked")
    seasons.close_half(
        by=league.director, now=world.now, league=league.id, year=YEAR, part=LeaguePart.FIRST_HALF
    )
    with pytest.raises(NotAllowed):
        give(league.director, "Another one")
    give(league.head, "Settled by the Director")

    assert late.value.refusal.code == "missing"


@pytest.mark.req("LEAG-17")
def test_points_beyond_the_schemes_need_a_reason_and_one_to_oneself_is_marked(world, league):
    b, c = league.people("Ben", "Cy")
    event = league.play(1, [league.director.person, b, c])

    def give(person, points, reason):
        bonus.give_by_hand(
            by=league.director,
            now=world.now,
            league=league.id,
            event=event,
            person=person,
            points=points,
            reason=reason,
        )

    for points, reason in ((2, " "), (51, "Hosting"), (0, "Hosting")):
        with pytest.raises(RefusalError):
            give(b, points, reason)
    give(league.director.person, 2, "Hosting")
    give(b, 3, "Brought the trophy")

    marks = Bonus.objects.filter(scheme="own").values_list("points", "beyond", "own")
    assert set(marks) == {(2, True, True), (3, True, False)}


@pytest.mark.req("LEAG-16")
def test_the_league_director_gives_places_with_a_reason(world, league):
    a, b, c = league.people("Ann", "Ben", "Cy")
    event = league.play(1, [a, b, c])

    def give(reason, places=None):
        season_events.give_places(
            by=league.director,
            now=world.now,
            league=league.id,
            event=event,
            places={c: 1, a: 2, b: 3} if places is None else places,
            reason=reason,
        )

    with pytest.raises(RefusalError):
        give("")
    for missing in ({c: 1, a: 2}, {c: 1, a: 2, b: 4}, {}):
        with pytest.raises(RefusalError) as unclear:
            give("Punctual", missing)
        assert unclear.value.refusal.code == "out-of-range"
    give("Punctual and sporting")

    rows = league_table(leagues.season_points(league.season.pk))
    assert [row.person for row in rows] == [c, a, b]


@pytest.mark.req("LEAG-26", "LEAG-29", "LEAG-36", "AMB-68")
def test_halves_close_in_order_and_the_first_of_the_playoffs_is_crowned(world, league):
    a, b, c, d = league.people("Ann", "Ben", "Cy", "Di")
    asked = {"by": league.director, "now": world.now, "league": league.id, "year": YEAR}
    league.play(1, [a, b, c, d])
    league.play(5, [c, a, d, b])
    league.play(9, [d, b, c, a])
    with pytest.raises(RefusalError):
        seasons.crown_champion(**asked)
    with pytest.raises(RefusalError):
        seasons.close_half(**asked, part=LeaguePart.SECOND_HALF)

    first = seasons.close_half(**asked, part=LeaguePart.FIRST_HALF)
    second = seasons.close_half(**asked, part=LeaguePart.SECOND_HALF)
    champion = seasons.crown_champion(**asked)

    assert (set(first), set(second)) == ({a, b}, {c, a})
    assert champion == b
    assert league.season.champion is not None


@pytest.mark.req("LEAG-24")
def test_the_tally_keeps_who_did_what_when(world, league):
    a, b, c = league.people("Ann", "Ben", "Cy")
    event = league.play(1, [a, b, c])

    for person in (a, b):
        bonus.enter_missions(
            by=league.director,
            now=world.now,
            league=league.id,
            event=event,
            person=person,
            missions=[MissionDone(title="Evacuate Colony")],
        )

    rows = leagues.mission_rows(league.season.pk)
    assert {(row.title, row.number, row.person) for row in rows} == {
        ("Evacuate Colony", 1, a),
        ("Evacuate Colony", 1, b),
    }
