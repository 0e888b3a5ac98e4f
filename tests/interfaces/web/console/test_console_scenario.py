"""The page *Scenario* and the phones' card, with lots from the event's secret."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from tests.interfaces.web.phone.phone_user import hand
from tests.services.eventlog.table_driver import AtTheTable, p, timed

from padd.core.eventlog.action_kinds import LinesListed, LotsRedrawn, RoundPublished
from padd.core.eventlog.scenarios.play import lots_of
from padd.services import eventlog
from padd.services.access import laptop_sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.req("R11")]


def event(scenario: str, **more: Any) -> AtTheTable:
    return AtTheTable(scenario=scenario, rounds_planned=2, **more)


def publish(day: AtTheTable) -> AtTheTable:
    day.draw()
    day.do(RoundPublished(number=day.round.number))
    return day


def play_on(day: AtTheTable) -> AtTheTable:
    for table in day.round.tables:
        day.enter(day.round.number, table, timed(60, 40))
    return day


def console() -> Client:
    """Return the browser of the director at the laptop."""
    client = Client()
    secret = laptop_sign_in.new_link(now=timezone.now())
    client.post(f"/enter/{secret}/")
    return client


@pytest.mark.req("FMT-41", "AMB-111")
def test_publishing_draws_the_decks_and_both_phones_say_whose() -> None:
    day = publish(play_on(publish(event("deck-lottery"))))
    lots = lots_of(day.round)

    kirk = hand(day, "kirk").text()

    assert sorted(lots) == ["gorn", "khan", "kirk", "spock"]
    assert f"Play the deck of {lots[p('kirk')].title()}." in kirk
    assert "Your deck is with" in kirk


@pytest.mark.req("FMT-41", "SWISS-9")
def test_the_lots_follow_from_the_secret_and_another_draw_is_another() -> None:
    day = publish(play_on(publish(event("deck-lottery"))))
    first = (day.round.draw or {})["lots"]

    day.do(LotsRedrawn(number=2), reason="A deck is missing.")
    second = (day.round.draw or {})["lots"]

    assert first["seed"] != second["seed"]
    assert second["redraws"] == 1


@pytest.mark.req("FMT-45", "AMB-138")
def test_a_player_rejects_the_rule_on_the_phone_once() -> None:
    day = event("race-to-the-alpha-quadrant", edition="2E")
    day.do(LinesListed(lines=("Rule one", "Rule two", "Rule three")))
    publish(day)
    phone = hand(day, "kirk")
    before = lots_of(day.round)[p("kirk")]

    done = phone.post("scenario/rule-rejected/", {"key": phone.key(), "round": 1})
    again = phone.post("scenario/rule-rejected/", {"key": "other", "round": 1})

    assert done.status_code == 302
    assert again.status_code == 422
    assert lots_of(day.round)[p("kirk")] != before
    assert "Reject this rule" not in phone.text()


@pytest.mark.req("FMT-43", "AMB-110")
def test_a_player_types_both_totals_of_the_table_at_a_move() -> None:
    day = publish(event("standard-orbit"))
    phone = hand(day, "kirk")

    done = phone.post(
        "scenario/totals-noted/",
        {"key": phone.key(), "stretch": 0, "total": ["30", "10"], **phone.place()},
    )

    assert done.status_code == 302
    assert day.state.scenario.totals[0].totals == (30, 10)


@pytest.mark.req("FMT-42", "AMB-109")
def test_the_phone_says_that_decks_are_exchanged_now() -> None:
    day = publish(play_on(publish(event("no-such-thing-as-luck"))))

    assert "Now with your opponent’s deck" in hand(day, "kirk").text().replace(
        "&#39;", "’"
    ).replace("'", "’")


@pytest.mark.req("FMT-48", "AMB-108")
def test_nothing_of_the_biermeister_stands_on_a_phone() -> None:
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
def test_the_console_and_the_phones_have_a_page_for_every_scenario(
    scenario: str,
) -> None:
    day = event(scenario, edition="2E")
    if scenario in {"race-to-the-alpha-quadrant", "public-play-testing"}:
        day.do(LinesListed(lines=("Line one", "Line two", "Line three")))
    publish(play_on(publish(day)))

    page = console().get(f"/events/{day.id}/run/scenario/")

    assert page.status_code == 200, page.status_code
    assert hand(day, "khan").get().status_code == 200


@pytest.mark.req("FMT-44")
def test_the_director_gives_an_award_on_the_page() -> None:
    day = publish(event("cool-tournament"))
    form = {"player": "kirk", "what": "Best theme", "key": eventlog.new_key()}

    done = console().post(f"/events/{day.id}/run/act/scenario.award-given/", form)

    assert done.status_code == 302
    assert day.state.scenario.awards[0].what == "Best theme"
