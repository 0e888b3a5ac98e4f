"""The pages of leagues: what everybody reads, and what a League Director does."""

import pytest
from tests.interfaces.web.leagues.league_world import played
from tests.interfaces.web.page_source import one_line

from padd.presentation.spreadsheet.csv_text import read_csv
from padd.services.access.actors import SYSTEM
from padd.services.cards import card_import
from padd.store.models.decks import RegisteredDeck
from padd.store.models.events import Event
from padd.store.models.leagues import Bonus, League, LeagueEvent, Season
from padd.store.models.people import Person

pytestmark = pytest.mark.django_db


def page(world, address, who="visitor"):
    answer = world.ask(who, "GET", address)
    assert answer.status_code == 200
    return one_line(answer.content.decode())


@pytest.mark.req("LEAG-13", "LEAG-15", "LEAG-24")
def test_everybody_reads_the_table_the_cut_and_the_schedule(world):
    played(world)

    league = page(world, f"/leagues/{world.ids['league']}/")
    hub = page(world, "/leagues/")

    assert "member" in league
    assert "· still to come." in league
    assert "Cut: the top" not in league
    assert "1 of 4" in league
    assert "romos of this season" in league
    assert "Lantern League" in hub
    assert "12" in hub


@pytest.mark.req("LEAG-5", "GOV-33")
def test_a_league_is_asked_for_with_three_fields_and_approved_at_the_hub(world):
    asked = {"name": "Rhine League", "committed": "2"}

    few = world.ask("member", "POST", "/leagues/found/", asked)
    sent = world.ask("member", "POST", "/leagues/found/", asked | {"committed": "3"})
    league = League.objects.get(name="Rhine League")
    hidden = world.ask("visitor", "GET", f"/leagues/{league.public_id}/")
    answer = world.ask("head", "POST", f"/leagues/{league.public_id}/decide/", {"do": "approve"})

    assert (few.status_code, sent.status_code) == (422, 302)
    assert "A league needs 3 players" in few.content.decode()
    assert hidden.status_code == 404
    assert answer.status_code == 302
    assert League.objects.get(pk=league.pk).state == "active"


SIDES = b"""\
title,set,collectors_info,type,unique,affiliation
Far Station,SE,1C1,Mission,Y,Bajoran/Federation Headquarters
Envoy,SE,1C2,Personnel,N,Bajoran
Ensign,SE,1C3,Personnel,N,Federation
Warrior,SE,1C4,Personnel,N,Klingon
Trader,SE,1C5,Personnel,N,Non-Aligned
"""


@pytest.mark.req("LEAG-19", "LEAG-20", "LEAG-21", "EX-LEAG-1", "EX-LEAG-2")
def test_registered_decks_fill_the_bonus_sheet_until_it_is_saved(world):
    people, run = played(world), f"/leagues/{world.ids['league']}/run/"
    Season.objects.update(schemes=["headquarters"])
    event = Event.objects.get(public_id=world.ids["event"])
    Event.objects.update(edition="2E")
    brought = {"by": SYSTEM, "now": world.now}
    file = card_import.upload_card_file(**brought, name="c.csv", data=SIDES, edition="2E")
    card_import.activate_card_file(**brought, file=file)
    lists = ("1 Far Station\n3 Envoy\n6 Ensign\n7 Warrior\n4 Trader", "16 Trader")
    for public_id, content in zip(people, lists, strict=False):
        RegisteredDeck.objects.create(
            event=event,
            person=Person.objects.get(public_id=public_id),
            player=public_id,
            content=content,
            registered_at=world.now,
        )

    before = page(world, run, "other")
    saved = world.ask(
        "other",
        "POST",
        run,
        {"do": "deck", "year": "2026", "event": event.public_id, "person": people[0]}
        | {"headquarters": "Far Station", "personnel": "20"}
        | {"non_aligned": "4", "fitting": "9"},
    )
    after = page(world, run, "other")

    assert before.count("From the registered deck") == 2
    for field in ("Far Station", "Non-Aligned", "20", "9", "16"):
        assert f'value="{field}"' in before
    assert saved.status_code == 302
    assert after.count("From the registered deck") == 1
    assert "Far Station: first time this season" in after


@pytest.mark.req("LEAG-12", "LEAG-17", "LEAG-19", "LEAG-23", "LEAG-29")
def test_the_dashboard_books_a_sheet_closes_the_halves_and_crowns(world):
    people = played(world)
    run = f"/leagues/{world.ids['league']}/run/"
    base = {"event": world.ids["event"], "person": people[0]}

    def do(act, **typed):
        data = {"do": act, "year": "2026", **base, **typed}
        return world.ask("other", "POST", run, data).status_code

    Season.objects.update(schemes=["headquarters", "new-mission"])
    saved = [
        do("deck", headquarters="Romulus", personnel="20", non_aligned="4", fitting="9"),
        do("missions", missions="Evacuate Colony\n*Earth, Home"),
        do("hand", points="3", reason="Hosting"),
        do("book"),
    ]
    sheet = page(world, run, "other")
    missing = do("missions", missions="* Earth, Home\nEvacuate Colony")
    refused = do("crown")
    closed = [do("close", part="first-half"), do("close", part="second-half")]

    assert saved == [302] * 4
    assert sum(row.points for row in Bonus.objects.filter(withdrawn_at=None)) == 6
    assert missing == 302
    assert "Romulus" in sheet
    assert "Enter the headquarters director Somebody played" in sheet
    assert "Record event 1: 3 decks missing" in sheet
    assert "* Earth, Home" in sheet
    assert "Hosting" in sheet
    assert (refused, closed) == (422, [302, 302])
    assert Season.objects.get().second_closed_at is not None


def test_the_calendar_file_holds_the_events_of_the_season(world):
    answer = world.ask("visitor", "GET", f"/leagues/{world.ids['league']}/league.ics")

    assert answer["Content-Type"].startswith("text/calendar")
    assert b"Lantern Open" in answer.content


@pytest.mark.req("LEAG-7")
def test_the_director_of_an_event_lets_it_count_on_its_page(world):
    address = f"/events/{world.ids['event']}/"

    before = page(world, address, "director")
    world.ask("director", "POST", f"{address}league/")
    after = page(world, address, "director")

    assert "Count it for the league" in before
    assert "Count it for the league" not in after
    assert "Lantern League" in after


@pytest.mark.req("LEAG-38", "LEAG-39")
def test_the_champions_list_can_be_seeded_from_its_file(world):
    played(world)

    text = page(world, "/leagues/champions/")
    sheet = world.ask("visitor", "GET", "/leagues/champions.csv").content

    assert "100 lifetime league points" in text
    assert read_csv(sheet) == (["handle", "points"], [])


@pytest.mark.req("LEAG-24", "LEAG-36")
def test_a_league_is_printed(world):
    people = played(world)
    league = world.ids["league"]

    table = world.ask("visitor", "GET", f"/leagues/{league}/table.pdf")
    missions = world.ask("visitor", "GET", f"/leagues/{league}/missions.pdf")
    slips = world.ask("other", "GET", f"/leagues/{league}/bonus.pdf")
    before = world.ask("visitor", "GET", f"/leagues/{league}/champion.pdf")
    champion = Person.objects.get(public_id=people[0])
    Season.objects.update(champion=champion, crowned_at=world.now)
    after = world.ask("visitor", "GET", f"/leagues/{league}/champion.pdf")

    for paper in (table, missions, slips, after):
        assert paper.status_code == 200
        assert paper.content.startswith(b"%PDF")
    assert before.status_code == 404


@pytest.mark.req("LEAG-16", "LEAG-8")
def test_the_dashboard_gives_places_and_fills_the_calendar(world):
    a, b, c, d = played(world)
    run = f"/leagues/{world.ids['league']}/run/"
    places = {f"place-{one}": at for at, one in enumerate((d, c, b, a), start=1)}
    typed = {"event": world.ids["event"], "reason": "Sporting", "do": "places"}

    unclear = world.ask("other", "POST", run, {**typed, **places, f"place-{a}": "9"})
    given = world.ask("other", "POST", run, {**typed, **places})
    filled = world.ask("laptop", "POST", run, {"do": "fill", "year": "2026"})

    season = Season.objects.get()
    first = season.events.get(event__public_id=world.ids["event"])
    assert unclear.status_code == 422
    assert given.status_code == 302
    assert filled.status_code == 302
    assert first.points_won.get(place=1).person.public_id == d
    assert season.events.count() == 12


KINDS = b"""\
title,set,collectors_info,type,unique,mission_or_dilemma_type
Deep Survey,SE,1C1,Mission,Y,P
Quiet Moon,SE,1C2,Mission,Y,P
Far Convoy,SE,1C3,Mission,Y,S
"""


@pytest.mark.req("LEAG-24")
def test_missions_done_are_counted_by_planet_space_and_headquarters(world):
    people = played(world)
    League.objects.update(edition="2E")
    brought = {"by": SYSTEM, "now": world.now}
    file = card_import.upload_card_file(**brought, name="c.csv", data=KINDS, edition="2E")
    card_import.activate_card_file(**brought, file=file)
    in_league = LeagueEvent.objects.get(event__public_id=world.ids["event"])
    player = Person.objects.get(public_id=people[0])
    for title in ("Deep Survey", "Quiet Moon", "Far Convoy", "Home", "Unheard of"):
        in_league.missions.create(
            person=player, title=title, headquarters=title == "Home", at=world.now
        )

    league = page(world, f"/leagues/{world.ids['league']}/")

    assert "2 planet, 1 space, 1 headquarters, 1 not in the card data" in league
    assert 'x="40.0%" width="20.0%"' in league


def test_the_dashboard_shows_which_steps_of_the_season_are_done(world):
    run = f"/leagues/{world.ids['league']}/run/"
    played(world)

    dashboard = page(world, run, "other")

    steps = dashboard[dashboard.index("league-steps") :]
    steps = steps[: steps.index("</ol>")]
    assert steps.count('class="settled"') >= 2
    assert steps.count('aria-current="step"') == 1
    for words in ("Announced", "Event 1 played", "Cut of the first half", "Champion"):
        assert words in steps
