"""My match by requests: the door, reporting, confirming, disputing, leaving."""

import html
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from tests.interfaces.web.phone.phone_user import Hand, hand, pair
from tests.services.eventlog.table_driver import AtTheTable, timed
from tests.world import World

from padd.core.eventlog.actions.director_results import ResultCorrected, ResultEntered
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.pod_scores import PodKeeperNamed, PodScored
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.result_claims import ResultConfirmed, Signature
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.state.event_state import Presence
from padd.core.model import Edition, PairingStyle
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.eventlog import player_passes
from padd.store.models.people import Account

pytestmark = pytest.mark.django_db

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@pytest.fixture
def day():
    made = AtTheTable()
    made.publish()
    return made


def hidden(page, name, *, after=""):
    """Return the value of a hidden field."""
    found = re.search(f'name="{name}" value="([^"]*)"', page[page.index(after) :])
    assert found, name
    return html.unescape(found[1])


def confirm(one, **more):
    """Press “Yes, that is right”."""
    page = one.text()
    fields = {
        "key": hidden(page, "key", after="/confirm/"),
        "outcome": hidden(page, "outcome", after="/confirm/"),
    }
    return one.post("confirm/", one.place(**fields) | more)


@pytest.mark.req("SWISS-39")
def test_one_reports_the_other_confirms_and_it_counts(day):
    one, two = pair(day)

    assert one.report(60, 40).status_code == 302
    assert "You sent: You won 60–40: modified win, 3 VP, +20" in one.text()
    assert "says: You lost 40–60: modified loss, 1 VP, −20" in two.text()
    assert confirm(two).status_code == 302

    for phone, said in ((one, "You won 60–40"), (two, "You lost 40–60")):
        assert "Confirmed" in phone.text()
        assert said in phone.text()
    assert day.round.tables[1].settled


def test_the_result_is_told_in_words_before_it_is_sent(day):
    one, _ = pair(day)
    scores = one.scores(100, 65)
    query = "&".join(f"{k}={v}" for k, v in one.place(**scores).items())

    told = one.text(f"derived/?ending=complete&{query}")

    assert "You won 100–65: full win, 4 VP, +35" in told
    sent = one.post("report/", one.place(ending="complete", look="yes", **scores))
    read_back = sent.content.decode().replace("\u2060", "")
    assert "You won 100–65: full win, 4 VP, +35" in read_back
    assert not day.round.tables[1].claims


def test_a_form_that_makes_no_result_says_what_is_missing(day):
    one, _ = pair(day)

    for fields, said in (
        ({"ending": "complete"}, "How|Type|Say|missing"),
        ({"ending": "time", "a": "many", "b": "3"}, "not a whole number"),
        ({"ending": "missed"}, "director"),
        ({}, "Choose how"),
    ):
        answer = one.post("report/", one.place(key="k", **fields))
        assert answer.status_code == 422
        assert re.search(said, answer.content.decode())
    assert not day.round.tables[1].claims


@pytest.mark.req("R6")
def test_a_double_tap_is_one_report(day):
    one, _ = pair(day)
    fields = one.place(ending="time", key=one.key(), **one.scores(60, 40))
    before = day.sequence

    answers = [one.post("report/", fields, script=True).json() for _ in range(3)]

    assert [answer["done"] for answer in answers] == [True] * 3
    assert day.sequence == before + 1


@pytest.mark.req("R6")
def test_a_stale_page_is_told_what_the_other_reported(day):
    one, two = pair(day)
    stale = two.place(ending="time", key=two.key(), seen="", **two.scores(70, 10))
    one.report(60, 40)

    answer = two.post("report/", stale, script=True)

    assert answer.status_code == 409
    assert answer.json()["code"] == "they-reported"
    assert "You lost 40–60" in answer.json()["message"]
    assert not day.round.tables[1].disputed
    again = two.post("report/", stale | {"seen": answer.json()["seen"]}, script=True)
    assert again.json()["done"]
    assert day.round.tables[1].disputed


def test_both_versions_of_a_dispute_are_on_both_phones(day):
    one, two = pair(day)
    one.report(60, 40)
    seen = hidden(two.text(), "seen")
    two.report(70, 10, seen=seen)

    for phone in (one, two):
        page = phone.text()
        assert "The director decides" in page
        assert re.search("You won 60–40|You won 70–10", page)
        assert re.search("You lost 10–70|You lost 40–60", page)


def test_a_player_can_disagree_without_a_version(day):
    one, two = pair(day)
    one.report(60, 40)

    answer = two.post("dispute/", two.place(key=two.key() + "-d"))

    assert answer.status_code == 302
    assert day.round.tables[1].disputed
    assert "disagrees with your report" in one.text()
    assert "You disagree with" in two.text()
    assert "Send my version" in two.text()
    for phone in (one, two):
        assert "Your two reports differ" not in phone.text()


def test_nobody_confirms_what_was_changed_meanwhile(day):
    one, two = pair(day)
    one.report(60, 40)
    page = two.text()
    one.report(61, 40)

    answer = two.post(
        "confirm/",
        two.place(
            key=hidden(page, "key", after="/confirm/"),
            outcome=hidden(page, "outcome", after="/confirm/"),
        ),
    )

    assert answer.status_code == 409
    assert "changed the report" in answer.content.decode()
    assert not day.round.tables[1].settled


@pytest.mark.req("SWISS-39")
def test_a_code_on_one_phone_typed_on_the_other_is_a_signature(day):
    one, two = pair(day)
    one.report(60, 40)
    shown = re.search(r'class="big-code">(\w+) (\w+)<', one.text())
    assert shown
    code = shown[1] + shown[2]

    look = two.get(f"code/?code={shown[1]}+{shown[2].lower()}")
    page = two.client.get(look["Location"]).content.decode()
    assert "Sign it" in page
    assert confirm(two, code=code).status_code == 302

    line = eventlog.event_history(event_id=day.id)[-1]
    assert isinstance(line.action, ResultConfirmed)
    assert line.action.signed is Signature.CODE


def test_a_wrong_code_signs_nothing(day):
    one, two = pair(day)
    one.report(60, 40)

    assert (
        "does not match the report"
        in two.client.get(f"/play/{day.id}/sign/QQQQQQ/").content.decode()
    )
    assert confirm(two, code="QQQQQQ").status_code == 422
    assert not day.round.tables[1].settled


@pytest.mark.req("SWISS-39")
def test_with_one_phone_the_opponent_signs_by_the_pin(day):
    one, two = pair(day)
    one.report(60, 40)
    page = one.text()
    (held,) = player_passes.issue_passes(
        by=SYSTEM, now=timezone.now(), event_id=day.id, players={two.player}
    )
    fields = one.place(outcome=hidden(page, "outcome", after="/sign/"), key=hidden(page, "key"))

    wrong = one.post("sign/", fields | {"pin": f"{(int(held.pin) + 1) % 10**6:06}"})
    assert wrong.status_code == 422
    assert not day.round.tables[1].settled
    assert one.post("sign/", fields | {"pin": held.pin}).status_code == 302

    line = eventlog.event_history(event_id=day.id)[-1]
    assert isinstance(line.action, ResultConfirmed)
    assert line.action.signed is Signature.PIN
    assert line.who == day.state.name(day.round.tables[1].players[1])


def test_what_the_director_changes_stands_on_both_phones(day):
    one, two = pair(day)
    one.report(60, 40)
    confirm(two)
    day.do(ResultCorrected(number=1, table=1, outcome=timed(50, 40)), reason="Added up again")

    for phone in (one, two):
        page = phone.text()
        assert "The director corrected it" in page
        assert "Added up again" in page
        assert "60" in page


@pytest.mark.req("R8")
def test_what_was_kept_on_a_phone_too_long_goes_to_the_director(day):
    one, _ = pair(day)
    kept = one.place(ending="time", key=one.key(), kept="1", **one.scores(60, 40))
    day.enter_all()
    day.do(RoundClosed(number=1))
    day.publish()

    answer = one.post("report/", kept, script=True).json()
    again = one.post("report/", kept, script=True).json()

    assert answer["done"]
    assert again["done"]
    assert len(day.state.notes) <= 1
    if not answer["message"].startswith("It counts"):
        assert "too late" in answer["message"]
        assert len(day.state.notes) == 1


@pytest.mark.req("R8")
def test_a_late_report_that_differs_is_a_note_and_one_that_agrees_is_fine(day):
    one, two = pair(day)
    first = {phone: phone.place(ending="time", key=phone.key()) for phone in (one, two)}
    day.do(ResultEntered(number=1, table=1, outcome=timed(60, 40)))
    right = {"a": 60, "b": 40}

    same = one.post("report/", first[one] | right, script=True)
    other = two.post("report/", first[two] | {"a": 1, "b": 2}, script=True)

    assert same.json()["done"]
    assert other.status_code == 409
    assert other.json()["late"]
    told = two.post("late/", first[two] | {"a": 1, "b": 2}, script=True)
    assert told.json()["done"]
    assert "1–2" in day.state.notes[0].text
    assert day.round.tables[1].game.scores == (60, 40)


def test_a_player_leaves_after_this_round(day):
    one, _ = pair(day)

    page = one.text("drop/")
    assert "Leave after this round" in page
    key = hidden(page, "key")
    assert one.post("drop/", {"key": key}).status_code == 302
    one.post("drop/", {"key": key})

    assert day.state.players[one.table.players[0]].presence is Presence.DROPPED
    assert "You have left the event after round 1" in one.text()


def test_every_page_of_a_phone_shows_its_player(day):
    one, _ = pair(day)
    day.enter_all()

    assert "Modified win" in one.text("card/") or "modified win" in one.text("card/")
    assert "you" in one.text("standings/")
    assert "Why this pairing" in one.text("day/")
    assert "Leave" in one.text("drop/")


def test_a_bye_a_missing_round_and_a_gap_have_their_words():
    day = AtTheTable(("kirk", "khan", "spock", "gorn", "sulu"))
    early = hand(day, "kirk")
    assert "Round 1 is not published yet" in early.text()

    day.publish()

    (resting,) = day.round.byes
    assert "You have the bye" in hand(day, resting).text()


@pytest.mark.req("TRIB-4", "TRIB-11", "TRIB-12")
def test_a_pod_is_scored_on_one_phone_and_confirmed_on_another():
    day = AtTheTable(
        ("kirk", "khan", "spock", "gorn"),
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        rounds_planned=5,
    )
    day.publish()
    names = day.round.tables[1].players
    one, two = hand(day, names[0]), hand(day, names[1])
    points = {f"scores.{name}": 100 * at for at, name in enumerate(names)}
    fields = one.place(key=one.key(), **points, went_out=names[3])

    assert one.post("pod/", fields).status_code == 302
    assert "Waiting for your pod" in one.text()
    page = two.text()
    assert "Yours to confirm" in page
    seen = hidden(page, "scores")
    key = hidden(page, "key", after="/pod/confirm/")
    assert two.post("pod/confirm/", two.place(key=key, scores=seen)).status_code == 302

    assert day.round.tables[1].settled
    assert "300" in hand(day, names[2]).text()


@pytest.mark.req("TRIB-4", "TRIB-5", "TRIB-16")
def test_the_pad_of_a_phone_goes_on_to_the_next_round_of_the_own_pod():
    day = AtTheTable(
        tuple(f"player {letter}" for letter in "abcdefghi"),
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        rounds_planned=5,
    )
    day.draw()
    day.do(RoundPublished(number=1, through=5))
    mine, theirs = day.round.tables[1].players, day.round.tables[2].players
    day.do(PodKeeperNamed(number=1, table=1, player=mine[1]))
    for number in (1, 2):
        scores = dict.fromkeys(mine, 10 * number)
        day.do(PodScored(number=number, table=1, scores=scores, went_out=mine[:1]))

    ahead, behind = hand(day, mine[0]).text(), hand(day, theirs[0]).text()

    assert "Round 3: points scored at the table" in ahead
    assert ahead.count("done, round ") == 2
    assert "keeps the score" in ahead
    assert "Round 1: points scored at the table" in behind
    assert "done, round " not in behind


def test_the_points_of_tribbles_have_their_thousands_apart_on_a_phone():
    day = AtTheTable(
        ("kirk", "khan", "spock", "gorn"),
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        rounds_planned=5,
    )
    day.publish()
    names = day.round.tables[1].players
    scores = dict(zip(names, (12100, 200, 0, 50), strict=True))
    day.do(PodScored(number=1, table=1, scores=scores, went_out=names[:1]))

    card = hand(day, names[0]).text("card/")

    assert '<td class="n">12,100</td>' in card
    assert "12100" not in card


def test_a_pad_with_a_gap_is_not_taken():
    day = AtTheTable(
        edition=Edition.TRIBBLES, pairing_style=PairingStyle.TRIBBLES, rounds_planned=5
    )
    day.publish()
    one = hand(day, day.round.tables[1].players[0])

    answer = one.post("pod/", one.place(key="k"))

    assert answer.status_code == 422
    assert "Enter a number for everyone" in answer.content.decode()


def test_the_wall_leads_to_name_and_pin(day):
    (held,) = player_passes.issue_passes(
        by=SYSTEM, now=timezone.now(), event_id=day.id, players={"kirk"}
    )
    client = Client()
    assert "Kirk" in client.get(player_passes.join_path(day.id)).content.decode()
    by_code = client.get(f"/play/?code={held.code.lower()}")
    assert by_code["Location"] == player_passes.join_path(day.id)

    wrong = client.post(player_passes.join_path(day.id), {"player": "kirk", "pin": "1"})
    right = client.post(player_passes.join_path(day.id), {"player": "kirk", "pin": held.pin})

    assert wrong.status_code == 422
    assert "not this player’s PIN" in wrong.content.decode()
    assert right["Location"] == f"/play/{day.id}/"
    assert client.get(f"/play/{day.id}/").status_code == 200


def test_the_first_page_of_phones_asks_no_more_with_more_events_under_way(day):
    def asked_of_the_database(events):
        with CaptureQueriesContext(connection) as found:
            page = Client().get("/play/").content.decode()
        assert page.count("/join/") == events
        return len(found)

    with_one = asked_of_the_database(events=1)
    for _ in range(3):
        AtTheTable().publish()

    assert asked_of_the_database(events=4) == with_one


def test_the_director_lets_a_phone_in(day):
    from padd.services.eventlog import player_sign_in

    client = Client()
    client.post(player_passes.join_path(day.id), {"player": "kirk", "ask": "yes"})
    page = client.get(f"/play/{day.id}/waiting/").content.decode()
    (asked,) = player_sign_in.sign_in_requests(by=SYSTEM, now=timezone.now(), event_id=day.id)
    assert f"Tell the director {asked.number}" in page
    assert client.post(f"/play/{day.id}/collect/")["Location"].endswith("waiting/")

    player_sign_in.decide_sign_in(
        by=SYSTEM, now=timezone.now(), event_id=day.id, request=asked.id, let_in=True
    )

    assert client.post(f"/play/{day.id}/collect/")["Location"] == f"/play/{day.id}/"
    assert client.get(f"/play/{day.id}/").status_code == 200


@pytest.mark.req("R12")
def test_a_phone_sees_and_does_nothing_at_another_event(day):
    other = AtTheTable()
    other.publish()
    one, _ = pair(day)
    before = other.sequence

    for page in ("", "card/", "standings/", "day/", "drop/"):
        answer = one.client.get(f"/play/{other.id}/{page}")
        assert answer["Location"] == f"/play/{other.id}/join/"
    for page in ("report/", "late/", "confirm/", "dispute/", "sign/", "drop/"):
        answer = one.client.post(
            f"/play/{other.id}/{page}", one.place(key="k", ending="time", a=1, b=2)
        )
        assert answer.status_code == 302
    scripted = one.client.post(f"/play/{other.id}/report/", headers={"X-Phone": "1"})
    assert scripted.status_code == 401
    assert other.sequence == before
    gone = one.client.get("/play/nosuchevent/join/")
    assert gone.status_code == 404


@pytest.mark.req("R12")
def test_a_form_about_another_table_changes_nothing(day):
    one, _ = pair(day, 1)
    before = day.sequence

    for fields in ({"table": 2}, {"number": 2}, {"number": "x"}, {"table": "x"}):
        typed = one.place(ending="time", key="k", a=1, b=2) | fields
        answer = one.post("report/", typed)
        assert answer.status_code in {409, 422}
    assert day.sequence == before


def test_the_pass_of_a_finished_event_opens_no_match_but_shows_how_it_ended():
    day = AtTheTable(rounds_planned=1)
    day.publish()
    one, two = pair(day)
    player_passes.renew_pass(by=SYSTEM, now=day.now, event_id=day.id, player=two.player)
    day.enter_all()
    day.do(RoundClosed(number=1))
    day.do(EventFinished(), reason="Power cut")

    assert one.get()["Location"].endswith("/join/")
    mine, theirs, nobodys = (
        client.get(f"/play/{day.id}/join/").content.decode()
        for client in (one.client, two.client, Client())
    )
    assert re.search("You came (1st|2nd)", mine)
    assert "full win" in mine or "modified win" in mine
    for page in (mine, theirs, nobodys):
        assert f"/events/{day.id}/report/check/" in page
    # Whose pass was taken away is nobody in particular.
    for page in (theirs, nobodys):
        assert "The event is over" in page
        assert "Your games" not in page
    scripted = one.post("report/", {"number": 1, "key": "k"}, script=True)
    assert scripted.status_code == 401


@pytest.mark.req("SWISS-28", "SWISS-94")
def test_missions_count_where_time_or_empty_decks_ended_the_game(day):
    one, two = pair(day)
    other = "b" if one.table.players[0] == one.player else "a"
    ticked = {f"planet-{other}": "1", f"space-{other}": "1"}

    played_out = one.report(70, 60, ending="complete", script=True, **ticked)
    assert played_out.json()["done"]
    assert one.table.claims[0].said.missions is None
    on_time = one.report(70, 60, script=True, **ticked)
    assert on_time.json()["done"]

    assert "You lost 70–60: modified loss" in one.text()
    assert "You won 60–70: modified win" in two.text()


@pytest.mark.req("R20")
def test_the_secret_is_taken_by_post_alone_and_leaves_no_trace(day):
    client = Client()
    door = client.get("/play/")

    assert door["Referrer-Policy"] == "no-referrer"
    assert client.post("/play/", {"token": "guess"}).status_code == 404
    assert client.get(f"/play/{day.id}/")["Location"].endswith("/join/")
    before = client.session.session_key
    (held,) = player_passes.issue_passes(
        by=SYSTEM, now=timezone.now(), event_id=day.id, players={"kirk"}
    )
    client.post("/play/", {"token": held.url_path.split("#")[1]})
    assert client.session.session_key != before


def test_an_account_of_a_player_needs_no_pass():
    world = World()
    member = world.member("Rom")
    day = AtTheTable((member.person, "khan", "spock", "gorn"))
    day.publish()
    client = Client()
    client.force_login(Account.objects.get(pk=member.account_id), BACKEND)
    phone = Hand(day, member.person, client)

    assert phone.report(60, 40).status_code == 302

    (claim,) = phone.table.claims
    assert claim.player == member.person
    other = AtTheTable()
    assert client.get(f"/play/{other.id}/")["Location"].endswith("/join/")


def test_a_phone_can_be_forgotten(day):
    one, _ = pair(day)

    assert one.post("leave/", {}).status_code == 302

    assert one.get()["Location"].endswith("/join/")
