"""The page *Scenario* and the phones' card, with lots from the event's secret."""

import pytest
from django.test import Client
from django.utils import timezone
from tests.interfaces.web.page_source import one_line
from tests.interfaces.web.phone.phone_user import hand
from tests.services.eventlog.table_driver import AtTheTable, p, timed

from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.scenarios.lots import LotsRedrawn
from padd.core.eventlog.actions.scenarios.notes import CardNoted, LinesListed
from padd.core.eventlog.actions.scenarios.orbit import SeatsMoved, TotalsNoted
from padd.core.eventlog.actions.scenarios.seeding import (
    CardOpened,
    CardsPlaced,
    FirstPlayerNoted,
    StepDone,
)
from padd.core.eventlog.scenarios.orbit import ring_of
from padd.core.eventlog.scenarios.scenario_play import lots_of
from padd.core.model import Edition, PairingStyle, RulesSet
from padd.core.scenarios.seed_phase import SeededMission, seal_card
from padd.interfaces.printing.event_view import print_view
from padd.rulebooks.loader import rulebook
from padd.services import eventlog
from padd.services.access import laptop_sign_in
from padd.store.models.eventlog import Placing

pytestmark = [pytest.mark.django_db, pytest.mark.req("R11")]


def event(scenario, **more):
    return AtTheTable(scenario=scenario, rounds_planned=2, **more)


def publish(day):
    day.draw()
    day.do(RoundPublished(number=day.round.number))
    return day


def play_on(day):
    for table in day.round.tables:
        day.enter(day.round.number, table, timed(60, 40))
    return day


def console():
    """Return the browser of the director at the laptop."""
    client = Client()
    secret = laptop_sign_in.create_sign_in_link(now=timezone.now())
    client.post(f"/enter/{secret}/")
    return client


@pytest.mark.req("FMT-41", "AMB-111")
def test_publishing_draws_the_decks_and_both_phones_say_whose():
    day = publish(play_on(publish(event("deck-lottery"))))
    lots = lots_of(day.round)

    kirk = hand(day, "kirk").text()

    assert sorted(lots) == ["gorn", "khan", "kirk", "spock"]
    assert f"Play the deck of {lots[p('kirk')].title()}." in kirk
    assert "Your deck is with" in kirk


@pytest.mark.req("FMT-41", "SWISS-9")
def test_the_lots_follow_from_the_secret_and_another_draw_is_another():
    day = publish(play_on(publish(event("deck-lottery"))))
    first = (day.round.draw or {})["lots"]

    day.do(LotsRedrawn(number=2), reason="A deck is missing.")
    second = (day.round.draw or {})["lots"]

    assert first["seed"] != second["seed"]
    assert second["redraws"] == 1
    assert "drawn again 1 time." in hand(day, "kirk").text()
    pairings = f"/events/{day.id}/pairings/"
    for page in (pairings, f"{pairings}2/why/"):
        assert "drawn again 1 time." in Client().get(page).content.decode(), page


@pytest.mark.req("FMT-45", "AMB-138")
def test_a_player_rejects_the_rule_on_the_phone_once():
    day = event("race-to-the-alpha-quadrant", edition="2E")
    day.do(LinesListed(lines=("Rule one", "Rule two", "Rule three")))
    publish(day)
    phone = hand(day, "kirk")
    before = lots_of(day.round)[p("kirk")]

    done = phone.post("scenario/rule-rejected/", {"key": phone.key(), "number": 1})
    again = phone.post("scenario/rule-rejected/", {"key": "other", "number": 1})

    assert done.status_code == 302
    assert again.status_code == 422
    assert lots_of(day.round)[p("kirk")] != before
    assert "Reject this rule" not in phone.text()


@pytest.mark.req("FMT-43", "AMB-110")
def test_a_player_types_both_totals_of_the_table_at_a_move():
    day = publish(event("standard-orbit"))
    phone = hand(day, "kirk")

    done = phone.post(
        "scenario/totals-noted/",
        {"key": phone.key(), "stretch": 0, "totals": ["30", "10"], **phone.place()},
    )

    assert done.status_code == 302
    assert day.state.scenario.totals[0].totals == (30, 10)


@pytest.mark.req("FMT-42", "AMB-109")
def test_the_phone_says_that_decks_are_exchanged_now():
    day = publish(play_on(publish(event("no-such-thing-as-luck"))))

    assert "Now with your opponent’s deck" in hand(day, "kirk").text().replace(
        "&#39;", "’"
    ).replace("'", "’")


@pytest.mark.req("FMT-48", "AMB-108")
def test_nothing_of_the_biermeister_stands_on_a_phone():
    day = publish(event("biermeister"))

    assert "Biermeister" not in hand(day, "kirk").text()


@pytest.mark.parametrize(
    "scenario",
    [
        *("deck-lottery", "no-such-thing-as-luck", "standard-orbit", "biermeister"),
        *("cool-tournament", "bend-the-rules", "public-play-testing"),
        "race-to-the-alpha-quadrant",
    ],
)
@pytest.mark.req("FMT-40")
def test_the_console_and_the_phones_have_a_page_for_every_scenario(scenario):
    day = event(scenario, edition="2E")
    if scenario in {"race-to-the-alpha-quadrant", "public-play-testing"}:
        day.do(LinesListed(lines=("Line one", "Line two", "Line three")))
    publish(play_on(publish(day)))

    page = console().get(f"/events/{day.id}/run/scenario/")

    assert page.status_code == 200, page.status_code
    assert hand(day, "khan").get().status_code == 200


@pytest.mark.req("FMT-44")
def test_the_director_gives_an_award_on_the_page():
    day = publish(event("cool-tournament"))
    form = {"player": "kirk", "what": "Best theme", "key": eventlog.new_command_key()}

    done = console().post(f"/events/{day.id}/run/act/scenario.award-given/", form)

    assert done.status_code == 302
    assert day.state.scenario.awards[0].what == "Best theme"


@pytest.mark.req("FMT-43", "AMB-139")
def test_the_wall_sends_everybody_to_the_seat_of_the_move():
    day = publish(event("standard-orbit"))
    first, second = day.round.tables[1].players
    before = one_line(console().get(f"/wall/?event={day.id}").content.decode())

    day.do(SeatsMoved(number=1, move=1))
    wall = one_line(console().get(f"/wall/?event={day.id}").content.decode())

    sat = ring_of(day.round).seated(1)
    seat = next(seat for seat, player in sat.items() if player == first)
    phone = one_line(hand(day, first).text())
    assert f"<b>{seat[0]}</b>" in phone
    assert "Totals at move 1" in one_line(
        console().get(f"/events/{day.id}/run/scenario/").content.decode()
    )
    assert "everyone moves one seat" not in before
    assert "Move 1 of" in wall
    assert "everyone moves one seat, decks stay." in wall
    assert f"with {first.title()}’s deck" in wall
    assert f"with {second.title()}’s deck" in wall


@pytest.mark.req("FMT-43", "AMB-110")
def test_an_orbit_ends_with_its_own_ranking_on_every_page():
    day = AtTheTable(("kirk", "khan"), scenario="standard-orbit", rounds_planned=1)
    publish(day)
    first, second = day.round.tables[1].players
    day.do(TotalsNoted(number=1, stretch=0, table=1, totals=(0, 60)))
    day.do(SeatsMoved(number=1, move=1))
    day.enter(1, 1, timed(70, 60))
    phone = one_line(hand(day, first).text("standings/"))
    day.do(EventFinished())

    results = one_line(console().get(f"/events/{day.id}/results/").content.decode())

    # The first deck won 70 to 60; the second player made all of it, with both decks.
    placed = list(Placing.objects.order_by("place").values_list("player", flat=True))
    assert placed == [second, first]
    assert "Points by round" in results
    assert "130 own, 60 by the deck" in results
    assert "Sum" in phone
    assert "190" in phone


@pytest.mark.req("FMT-41", "FMT-45")
def test_the_scorecard_says_whose_deck_it_was_and_which_rule():
    lottery = publish(play_on(publish(event("deck-lottery"))))
    race = event("race-to-the-alpha-quadrant", edition="2E")
    race.do(LinesListed(lines=("Rule one",)))
    publish(race)
    owner = lots_of(lottery.round)[p("kirk")].title()

    card = one_line(hand(lottery, "kirk").text("card/"))
    paper = print_view(race.state, rulebook("opg-5"))

    assert "Own deck" in card
    assert f"{owner}’s deck" in card
    assert [note.text for note in paper.notes[p("kirk")]] == ["Rule: Rule one"]


@pytest.mark.req("FMT-47")
def test_the_notes_on_unreleased_cards_are_taken_along_as_a_table():
    day = publish(event("public-play-testing"))
    client, at = console(), f"/events/{day.id}/run/scenario/notes.csv"
    day.do(LinesListed(lines=("Prototype",)))
    none = client.get(at)
    day.do(CardNoted(card="Prototype", text="=1+1 is too strong"))

    table = client.get(at)

    assert none.status_code == 404
    assert table["Content-Type"].startswith("text/csv")
    assert "Prototype,'=1+1 is too strong" in table.content.decode()


@pytest.mark.req("OTF-14", "AMB-107")
def test_the_console_shows_steps_and_names_a_card_that_does_not_fit():
    day = AtTheTable(("kirk", "khan"), edition="1E", rules="otf-beta-1", online=True)
    day.publish()
    at = {"number": 1, "table": 1}
    missions = {"kirk": 1, "khan": 2}
    day.do(FirstPlayerNoted(first=p("kirk"), player=p("kirk"), **at))
    for step in range(2):
        for player, place in missions.items():
            mine = (SeededMission(place=place, planet=True),) if step else ()
            day.do(CardsPlaced(step=step, player=p(player), missions=mine, **at))
            day.do(StepDone(step=step, player=p(player), **at))
    sealed = {2: (seal_card("Armus", "salt"),)}
    kirk = {"player": p("kirk"), "step": 2, **at}
    day.do(CardsPlaced(counts={2: 1}, seals=sealed, **kirk))
    day.do(StepDone(**kirk))
    page = one_line(console().get(f"/events/{day.id}/run/scenario/").content.decode())

    day.do(StepDone(step=2, player=p("khan"), **at))
    day.do(CardOpened(mission=2, position=0, title="Q", salt="salt", **kirk))
    told = one_line(console().get(f"/events/{day.id}/run/scenario/").content.decode())

    assert "3 Opponent’s missions" in page
    assert "Armus" not in page
    assert "does not match its seal" not in page
    assert "Table 1: a card does not match its seal." in told


@pytest.mark.req("FMT-34", "TRIB-7")
def test_the_trouble_of_a_pod_stands_on_its_phones_and_on_the_wall():
    day = AtTheTable(
        edition=Edition.TRIBBLES, rules=RulesSet.TROUBLES, pairing_style=PairingStyle.TRIBBLES
    )
    day.publish()
    phone = hand(day, "kirk")

    form = {"key": phone.key(), "number": 1, "title": "Poison"}
    done = phone.post("scenario/trouble-turned/", form)
    wall = console().get(f"/wall/?event={day.id}").content.decode()

    assert done.status_code == 302
    assert "Poison" in hand(day, "khan").text()
    assert "Poison" in wall
    assert console().get(f"/events/{day.id}/run/scenario/").status_code == 200


@pytest.mark.req("FMT-50")
def test_the_director_ticks_the_juniors_on_their_page():
    day = AtTheTable(
        ("kirk", "khan"), rulebook="decipher-1998", edition="1E", format="junior", rules="decipher"
    )
    form = {"key": eventlog.new_command_key()}

    before = one_line(console().get(f"/events/{day.id}/run/scenario/").content.decode())
    done = console().post(f"/events/{day.id}/run/act/juniors.confirmed/", form)

    assert "Everyone here is 14 or younger" in before
    assert "75 points" in before
    assert done.status_code == 302
    assert day.state.scenario.juniors_since is not None
