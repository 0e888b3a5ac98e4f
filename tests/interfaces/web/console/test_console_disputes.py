"""Disputes on a page of their own: both versions, and one press that settles them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from tests.interfaces.web.console.console_kinds import console, differ
from tests.interfaces.web.console.console_requests import in_round_one, players

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.actions.pod_scores import PodScored
from padd.core.eventlog.actions.result_claims import ResultCameLate, ResultDisputed, ResultReported
from padd.core.eventlog.log.chain import log_row
from padd.core.eventlog.state.actor import log_moment, player_actor
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Edition, Ending, PairingStyle
from padd.services.eventlog.log_cache import cached_log, stored_event
from padd.store.writes import event_log

pytestmark = pytest.mark.django_db


def say(desk, player, action):
    """Let a player act, as by phone."""
    row = stored_event(desk.event)
    known = cached_log(row)
    entry = LogEntry(
        sequence=known.log.sequence + 1,
        at=log_moment(datetime.now(UTC)),
        by=player_actor(player),
        action=action,
        key=f"by-phone-{known.log.sequence}",
    )
    event_log.append_rows(row.pk, log_row(entry, known.head))


def fields(page, of):
    """Return the hidden fields of the form that takes somebody's version."""
    (form,) = [
        one
        for one in re.findall(r"<form.*?</form>", page, re.DOTALL)
        if f'name="take" value="{of}"' in one
    ]
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))


@pytest.mark.req("SWISS-39")
def test_both_versions_stand_side_by_side_with_who_said_them_and_when():
    desk = in_round_one()
    one, other = players(desk)
    differ(desk, (one, other))

    page = desk.page("disputes/")

    assert "100–30" in page
    assert "100–35" in page
    assert "Same winner; the differential is 70 or 65." in page
    assert len(re.findall(r"says, \d\d:\d\d", page)) == 2
    said = page.replace("\u2060", "")
    assert f"{one.capitalize()}</bdi></b> reported table 1, 100–30" in said


def test_the_next_step_leads_to_the_disputes():
    desk = in_round_one()
    differ(desk, players(desk))

    page = desk.page()

    assert f'href="{desk.home}disputes/" data-decide' in page
    assert "says 100–30" in page
    assert 'id="count-console-disputes" data-live>1<' in page


@pytest.mark.parametrize(("seat", "lower"), [(0, 30), (1, 35)])
def test_one_press_takes_a_version_and_the_next_step_goes_on(seat, lower):
    desk = in_round_one()
    pair = players(desk)
    differ(desk, pair)

    after = desk.act("result.decided", **fields(desk.page("disputes/"), pair[seat]))

    table = desk.state.rounds[0].tables[1]
    assert table.settled
    assert table.match.scores == (100, lower)
    assert "No result is disputed" not in after
    assert "table 1 saved" in after.lower()


def test_a_third_result_can_be_entered_where_the_dispute_stands():
    desk = in_round_one()
    differ(desk, players(desk))

    form = desk.page("disputes/?round=1&table=1")
    said = {"a": "100", "b": "40", "ending": "complete", "then": "next-dispute"}
    desk.act("result.decided", number=1, table=1, **said)

    assert form.count('name="a"') == 1
    assert desk.state.rounds[0].tables[1].match.scores == (100, 40)


def test_a_version_that_was_changed_meanwhile_is_not_taken_unseen():
    desk = in_round_one()
    one, other = players(desk)
    differ(desk, (one, other))
    seen = fields(desk.page("disputes/"), one)
    again = GameOutcome(ending=Ending.COMPLETE, winner=one, scores=(100, 20))
    say(desk, one, ResultReported(number=1, table=1, outcome=again))

    answer = desk.client.post(
        f"{desk.home}act/result.decided/", {**seen, "back": f"{desk.home}disputes/"}
    )

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "changed the report of table 1 just before you" in page
    assert "100–20" in page
    assert not desk.state.rounds[0].tables[1].settled


def test_who_won_is_said_to_be_what_they_disagree_on():
    desk = in_round_one()
    one, other = players(desk)
    for who in (one, other):
        scores = (100, 30) if who == one else (30, 100)
        mine = GameOutcome(ending=Ending.COMPLETE, winner=who, scores=scores)
        say(desk, who, ResultReported(number=1, table=1, outcome=mine))

    assert "They disagree on who won." in desk.page("disputes/")


def test_a_dispute_without_another_version_says_so():
    desk = in_round_one()
    one, other = players(desk)
    mine = GameOutcome(ending=Ending.COMPLETE, winner=one, scores=(100, 30))
    say(desk, one, ResultReported(number=1, table=1, outcome=mine))
    say(desk, other, ResultDisputed(number=1, table=1))

    page = desk.page("disputes/")

    silence = f"{other.capitalize()} disagrees, but has not reported another result."
    assert silence in page
    assert silence not in desk.page(), "the next step says it once"
    assert f"{other.capitalize()}</bdi></b> disputed table 1" in page


def test_versions_of_a_pod_are_compared_player_by_player():
    desk = in_round_one(Edition.TRIBBLES, PairingStyle.TRIBBLES)
    pod = players(desk)
    for at, who in enumerate(pod[:2]):
        points = {player: 1000 * seat for seat, player in enumerate(pod)}
        points[pod[-1]] += at
        say(desk, who, PodScored(number=1, table=1, scores=points))

    page = desk.page("disputes/")
    desk.act("pod.scored", **fields(page, pod[1]))

    assert f"The points of {pod[-1].capitalize()} differ." in page
    assert page.count('class="differs"') == 2
    assert desk.state.rounds[0].tables[1].pod.scores[pod[-1]] == 7001


@pytest.mark.req("SWISS-71")
def test_changing_tables_by_hand_says_whom_everybody_may_still_meet():
    desk = in_round_one()
    for number in desk.state.rounds[0].tables:
        score = {"ending": "complete", "a": "100", "b": str(10 * number)}
        desk.act("result.entered", number=1, table=number, **score)
    desk.act("round.closed", number=1)
    desk.post("draw/")

    page = desk.page("pairings/?change=yes")

    assert page.count("can play ") == 8
    assert "draw from the next group down" in page
    for one, other in (players(desk, table) for table in desk.state.rounds[0].tables):
        at = page.index(f'name="seat-{one}"')
        hint = page[at : page.index("</div>", at)]
        assert other.capitalize() not in hint


def test_two_players_are_swapped_by_pressing_one_name_and_then_the_other():
    desk = in_round_one()
    one, first = players(desk, 1)
    other, second = players(desk, 2)

    asked = desk.page(f"pairings/?swap={one}")
    shown = desk.page(f"pairings/?change=yes&swap={one}&with={other}")
    seats = dict(re.findall(r'name="seat-([^"]+)"[^>]*?value="([^"]+)"', shown))
    sent = {f"seat-{player}": at for player, at in seats.items()}
    desk.act("round.changed", reason="Brothers", sure="yes", **sent)

    tables = desk.state.rounds[0].tables
    assert f"?change=yes&amp;swap={one}&amp;with={other}" in asked
    assert set(tables[1].players) == {other, first}
    assert set(tables[2].players) == {one, second}


def test_no_page_shows_nothing_beside_a_tie_or_puts_a_sign_before_it():
    desk = in_round_one()
    for table in desk.state.rounds[0].tables:
        typed = {"a": "50", "b": "50", "ending": "time"}
        desk.act("result.entered", number=1, table=table, **typed)
    shown = desk.page()
    desk.act("round.closed", number=1)
    who, _ = players(desk)
    inside = ("", "standings/", "rounds/", "pairings/", f"players/{who}/", "finish/")

    pages = [shown, *map(desk.page, inside)]
    for place in ("standings/", "pairings/"):
        answer = desk.client.get(f"/events/{desk.event}/{place}")
        pages.append(answer.content.decode())
    event_file = desk.client.get(f"{desk.home}file/").content
    read = SimpleUploadedFile("tied.event.json", event_file)
    pages.append(desk.client.post("/event/", {"event": read}).content.decode())

    texts = [re.sub(r"<[^>]+>", "|", page) for page in pages]
    for tie in ("TT", "True tie"):
        beside = [re.findall(rf"\b{tie}\b ?\|? ?([+−-]?\d*)", text) for text in texts]
        assert any(beside)
        assert set().union(*beside) == {""}
    for text in texts:
        assert not re.search(r"[+−-]0(?![\d:.])", text)


def test_nobody_is_swapped_in_a_round_that_is_over():
    desk = in_round_one()
    before = desk.page("pairings/")
    for table in desk.state.rounds[0].tables:
        typed = {"a": "60", "b": "40", "ending": "time"}
        desk.act("result.entered", number=1, table=table, **typed)
    desk.act("round.closed", number=1)

    after = desk.page("pairings/")

    assert "change=yes" in before
    assert "change=yes" not in after


@pytest.mark.req("COND-53", "COND-55")
def test_the_adviser_says_what_is_to_be_put_right():
    desk = in_round_one()
    (who, _) = players(desk)

    advised = desk.page(f"penalties/?player={who}&infraction=D1")
    desk.act("penalty.given", player=who, infraction="D1", level="2", sure="yes")
    after = desk.page("penalties/")

    assert "pile legal by the start of round 2." in advised
    assert "App. B" in advised
    assert "To be fixed" in after


@pytest.mark.req("COND-37", "COND-57", "EX-COND-2")
def test_the_adviser_asks_whether_it_was_found_before_the_start():
    desk = in_round_one()
    (who, _) = players(desk)
    asked = f"penalties/?player={who}&infraction=D4"

    later, before = desk.page(asked), desk.page(f"{asked}&before_start=yes")

    assert '<td class="n"><b>1</b></td>' in later
    assert "Found before the event" in before
    assert '<td class="n"><b>0</b></td>' in before


@pytest.mark.req("SWISS-91")
def test_a_finished_event_says_what_is_read_out():
    desk = console(Edition.SECOND, PairingStyle.SINGLE_ELIMINATION, 3)
    for number in (1, 2, 3):
        desk.post("draw/")
        desk.act("round.published", number=number)
        for table in desk.state.current.tables:
            score = {"a": "100", "b": "30", "ending": "complete"}
            desk.act("result.entered", number=number, table=table, **score)
        desk.act("round.closed", number=number)

    before = desk.page("finish/")
    desk.act("event.finished", sure="once")
    after = desk.page("finish/")

    assert "Announce the results" not in before
    assert re.search(r'<b class="figures">1</b> <bdi>Ada</bdi>', after)
    assert "No prizes were advertised." in after


def test_a_report_that_came_too_late_is_shown_until_the_table_is_corrected():
    desk = in_round_one()
    one, _ = players(desk)
    score: dict[str, Any] = {"ending": "complete", "a": "100", "b": "30"}
    desk.act("result.entered", number=1, table=1, **score)
    late = GameOutcome(ending=Ending.COMPLETE, winner=one, scores=(100, 95))
    say(desk, one, ResultCameLate(number=1, table=1, outcome=late))

    before = desk.page("disputes/")
    score["b"] = "95"
    desk.act("result.corrected", number=1, table=1, sure="yes", reason="Read again", **score)

    assert "Reported after the result was saved" in before
    assert "Reported after the result was saved" not in desk.page("disputes/")
