"""What everybody may follow of a running event, by plain requests."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from django.test import Client
from django.urls import reverse
from tests.hostile_text import HOSTILE, runs_script

from padd.core.event_file import SCHEMA
from padd.core.eventlog.actions.clock import ClockPaused, ClockStarted, ExtraTimeGiven
from padd.core.eventlog.actions.director_results import ResultEntered
from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.actions.pod_scores import PodScored
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.result_claims import ResultReported
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Edition, Ending, Event, PairingStyle, PlayerId
from padd.core.refusal import RefusalError
from padd.platform.page_cache import CACHE_HEADER
from padd.presentation.names import family_first
from padd.services import eventlog
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.eventlog import room
from padd.services.eventlog.pairing_secret import event_secret
from padd.services.people import people
from padd.services.people.people import PersonDetails
from padd.store.models.events import Event as EventRow
from padd.store.models.people import Person

pytestmark = pytest.mark.django_db

NAMES = ("Ada Feld", "Ben de Groot", "Cleo Ito", "Dee Marsh")


class Day:
    """An event that is run through the services."""

    def __init__(self, style="swiss", edition="2E", **more):
        now = datetime.now(UTC)
        facts = Event(
            schema=SCHEMA,
            rulebook="opg-5",
            name=more.get("name", "Lantern Open"),
            edition=Edition(edition),
            pairing_style=PairingStyle(style),
            rounds_planned=more.get("rounds", 3),
            players=(),
            rounds=(),
            starts=now.isoformat(timespec="seconds"),
        )
        opened = eventlog.open_event(facts=facts, by=SYSTEM, now=now)
        assert isinstance(opened, str)
        self.id = opened

    def act(self, action):
        done = eventlog.record_action(
            event_id=self.id, action=action, by=SYSTEM, now=datetime.now(UTC)
        )
        assert isinstance(done, eventlog.Recorded), done
        return done.sequence

    def enter(self, *names, seeded=False):
        players = tuple(PlayerId(f"p{number}") for number in range(len(names)))
        for number, (player, name) in enumerate(zip(players, names, strict=True)):
            seed = number + 1 if seeded else None
            self.act(PlayerEntered(player=player, name=name, seed=seed))
        self.act(CheckedIn(players=players))
        return players

    def draw(self):
        drawn = eventlog.draw_round(event_id=self.id, by=SYSTEM, now=datetime.now(UTC))
        assert isinstance(drawn, eventlog.Recorded), drawn

    def publish(self, number):
        self.draw()
        self.act(RoundPublished(number=number))

    def result(self, number, table, score):
        players = eventlog.event_state(event_id=self.id).existing(number).tables[table].players
        won = players[0 if score[0] > score[1] else 1]
        outcome = GameOutcome(ending=Ending.COMPLETE, winner=won, scores=score)
        return self.act(ResultEntered(number=number, table=table, outcome=outcome))

    def get(self, place, **headers):
        return Client().get(f"/events/{self.id}/{place}", headers=headers or None)

    def page(self, place):
        answer = self.get(place)
        assert answer.status_code == 200, place
        return answer.content.decode()

    def wall(self):
        return Client().get(f"/wall/?event={self.id}").content.decode()


@pytest.fixture
def day():
    """Return an event with four players, whose first round is only drawn."""
    made = Day()
    made.enter(*NAMES)
    made.draw()
    return made


def test_a_draft_is_nobodys_business(day):
    pages = [day.page("pairings/"), day.page("standings/"), day.wall()]

    assert not any("Ada" in page for page in pages)
    assert day.get("pairings/1/").status_code == 404
    assert day.get("pairings/1/why/").status_code == 404

    day.act(RoundPublished(number=1))
    for place in ("pairings/", "pairings/?by=name", "pairings/1/", "pairings/1/why/"):
        assert "Groot" in day.page(place), place
    assert "Groot" in day.wall()


def test_a_claim_is_not_shown_before_it_counts(day):
    day.act(RoundPublished(number=1))
    table = eventlog.event_state(event_id=day.id).existing(1).tables[1]
    first = table.players[0]
    said = ResultReported(
        number=1, table=1, outcome=GameOutcome(ending=Ending.COMPLETE, winner=first, scores=(97, 3))
    )
    as_player = acting_for(day, first)
    done = eventlog.record_action(event_id=day.id, action=said, by=as_player, now=datetime.now(UTC))
    assert isinstance(done, eventlog.Recorded), done

    assert "Reported" in day.page("pairings/")
    assert "97–3" not in day.page("pairings/")
    assert "97–3" not in day.wall()
    day.result(1, 1, (97, 3))
    assert "97–3" in day.page("pairings/")
    assert "97–3" in day.wall()


def acting_for(day, player):
    """Return somebody who acts for a player of the event."""
    person = Person.objects.create(
        public_id=player, handle=player, outline=player, revision=1, created_at=datetime.now(UTC)
    )
    return replace(VISITOR, kind="account", person_id=person.pk)


@pytest.mark.req("R9")
def test_a_page_is_good_until_the_log_grows(day):
    day.act(RoundPublished(number=1))
    for place in ("pairings/", "standings/", "pairings/1/why/"):
        answer = day.get(place)
        etag = answer["ETag"]
        again = day.get(place, **{"If-None-Match": etag})
        assert again.status_code == 304
        assert again.content == b""
        day.act(ExtraTimeGiven(number=1, table=1, minutes=1))
        fresh = day.get(place, **{"If-None-Match": etag})
        assert fresh.status_code == 200
        assert fresh["ETag"] != etag


def test_whoever_asks_gets_the_same_page(day):
    day.act(RoundPublished(number=1))
    stranger = Client()
    before = stranger.get(f"/events/{day.id}/pairings/")

    assert "csrf" not in before.content.decode()
    assert not before.cookies
    assert before[CACHE_HEADER].startswith(day.id)


def test_under_age_players_go_by_their_handle_in_public(day):
    year = datetime.now(UTC).year
    details = PersonDetails(handle="kestrel", name="Robin Young", birth_year=year - 12)
    young = people.add_person(by=SYSTEM, now=datetime.now(UTC), details=details)
    made = Day()
    made.act(PlayerEntered(player=PlayerId(young), name="Robin Young"))
    made.act(PlayerEntered(player=PlayerId("p2"), name="Ada Feld"))
    made.act(CheckedIn(players=(PlayerId(young), PlayerId("p2"))))
    made.publish(1)

    for page in (made.page("pairings/"), made.page("standings/"), made.wall()):
        assert "kestrel" in page
        assert "Young" not in page


def test_earlier_rounds_stay_and_the_reason_is_beside_them(day):
    day.act(RoundPublished(number=1))
    for table in (1, 2):
        day.result(1, table, (100, 40))
    day.act(RoundClosed(number=1))
    day.publish(2)

    assert "100–40" in day.page("pairings/1/")
    assert "Pairings of round 2" in day.page("pairings/")
    why = day.page("pairings/2/why/")
    assert "OPG5" in why
    assert why.count('class="reason"') == 2
    assert "Seed" in why


def test_whoever_left_after_a_round_is_not_in_the_list_of_the_next(day):
    day.act(RoundPublished(number=1))
    for table in (1, 2):
        day.result(1, table, (100, 40))
    gone = eventlog.event_state(event_id=day.id).existing(1).tables[2].players[1]
    name = eventlog.event_state(event_id=day.id).name(gone)
    assert name in day.page("pairings/?by=name")

    day.act(Dropped(player=gone))
    day.act(RoundClosed(number=1))
    day.publish(2)

    assert name.split()[-1] not in day.page("pairings/?by=name")
    assert name in day.page("standings/")


def test_standings_carry_their_reasons(day):
    day.act(RoundPublished(number=1))
    day.result(1, 1, (100, 40))

    page = day.page("standings/")
    links = re.findall(r'<td class="ask">\s*<a href="([^"#]+)"', page)
    reasons = [Client().get(link).content.decode() for link in links]

    assert len(links) == len(NAMES)
    assert "why-panel" not in page
    assert all('class="why-panel"' in reason and "OPG5" in reason for reason in reasons)
    assert len(set(reasons)) == len(NAMES)
    assert all(f'href="/events/{day.id}/standings/#why-' in reason for reason in reasons)
    assert day.get("standings/nobody/").status_code == 404


def test_a_bracket_has_a_page_and_other_events_have_none():
    bracket = Day("single-elimination")
    bracket.enter(*NAMES, seeded=True)
    bracket.publish(1)

    assert "<svg" in bracket.page("bracket/")
    assert "Bracket" in bracket.page("pairings/")
    assert "bracket-view" in bracket.wall()
    swiss = Day()
    assert swiss.get("bracket/").status_code == 404
    assert bracket.get("pairings/1/why/").status_code == 404
    assert "<bdi>–</bdi>" in bracket.page("standings/")
    assert "PENDING" not in bracket.page("standings/")


def test_pods_show_running_totals():
    tribbles = Day("tribbles", "TR", rounds=5)
    tribbles.enter(*NAMES)
    tribbles.publish(1)
    players = eventlog.event_state(event_id=tribbles.id).existing(1).tables[1].players
    scores = dict(zip(players, (1100, 200, 0, 50), strict=True))
    tribbles.act(PodScored(number=1, table=1, scores=scores, went_out=(players[0],)))
    tribbles.act(RoundClosed(number=1))
    tribbles.publish(2)

    assert "1,100" in tribbles.page("pairings/")
    assert "1,100" in tribbles.wall()


def test_what_decided_begins_with_a_capital_in_tribbles_as_in_swiss():
    tribbles = Day("tribbles", "TR", rounds=5)
    tribbles.enter(*NAMES)
    tribbles.publish(1)
    players = eventlog.event_state(event_id=tribbles.id).existing(1).tables[1].players
    scores = dict(zip(players, (200, 200, 50, 50), strict=True))

    tribbles.act(PodScored(number=1, table=1, scores=scores, went_out=(players[0],)))

    page = tribbles.page("standings/")
    assert "<bdi>Rounds won</bdi>" in page
    assert "<bdi>Cut</bdi>" in page


@pytest.mark.req("R11", "R12")
@pytest.mark.parametrize(
    ("name", "more"),
    [("room-bracket", ()), ("room-round", (1,)), ("room-why", (1,)), ("room-reason", ("p1",))],
)
def test_pages_of_a_round_are_for_reading_and_for_everybody(name, more, day):
    bracket = Day("single-elimination")
    bracket.enter(*NAMES, seeded=True)
    bracket.publish(1)
    day.act(RoundPublished(number=1))
    shown = bracket if name == "room-bracket" else day
    address = reverse(name, args=(shown.id, *more))

    assert Client().get(address).status_code == 200
    assert Client(REMOTE_ADDR="192.0.2.9").get(address).status_code == 200
    assert Client().post(address).status_code == 405
    missing = reverse(name, args=("zzzzzzzzzz", *more))
    assert Client().get(missing).status_code == 404


def test_a_hidden_event_is_not_found():
    made = Day()
    EventRow.objects.filter(public_id=made.id).update(state="draft")

    for place in ("pairings/", "standings/", "info/", "now/", "pairings/1/"):
        there, missing = made.get(place), Client().get(f"/events/zzzz/{place}")
        assert (there.status_code, missing.status_code) == (404, 404)
    assert Client().get(f"/wall/?event={made.id}").status_code == 404


def test_the_clock_is_a_fact_of_the_page(day):
    day.act(RoundPublished(number=1))
    assert "once the director starts the clock" in day.page("pairings/")
    day.act(ClockStarted(number=1))
    running_now = day.page("pairings/")
    assert 'data-minutes="60"' in running_now
    assert "300:5 minutes left" in running_now
    assert "1800:Half-time" in running_now
    day.act(ExtraTimeGiven(number=1, table=2, minutes=6))
    assert "+6:00" in day.wall()
    day.act(ClockPaused(number=1))
    assert "clock paused at" in day.page("pairings/")
    assert "Clock paused at" in day.wall()


@pytest.mark.req("R22")
def test_hostile_names_and_notes_run_nowhere():
    made = Day(name="<script>alert(0)</script>")
    made.enter(*(text.replace("\n", " ")[:80] for text in HOSTILE[:24]))
    made.publish(1)
    for text in HOSTILE:
        try:
            room.write_room_notes(event=made.id, notes=text, by=SYSTEM, now=datetime.now(UTC))
        except RefusalError:
            continue
        assert runs_script(made.page("info/")) == []
    for place in ("pairings/", "pairings/?by=name", "pairings/1/why/", "standings/"):
        assert runs_script(made.page(place)) == [], place
    own = ["<meta refresh>"]  # for screens without scripts
    assert runs_script(made.wall()) == own


def test_the_day_shifts_with_what_really_began():
    made = Day()
    EventRow.objects.filter(public_id=made.id).update(
        starts_at=datetime(2026, 5, 16, 8, 0, tzinfo=UTC), time_zone="Europe/Berlin"
    )
    made.enter(*NAMES)
    before = made.page("info/")
    assert "10:00" in before
    assert "12:30" in before, "round 3 after two rounds of 60 and breaks of 15"

    late = datetime(2026, 5, 16, 8, 40, tzinfo=UTC)
    made.publish(1)
    eventlog.record_action(event_id=made.id, action=ClockStarted(number=1), by=SYSTEM, now=late)
    page = made.page("info/")
    assert "10:40" in page
    assert "11:40" in page
    assert "12:30" not in page

    for table in (1, 2):
        made.result(1, table, (100, 40))
    early = datetime(2026, 5, 16, 9, 5, tzinfo=UTC)
    eventlog.record_action(event_id=made.id, action=RoundClosed(number=1), by=SYSTEM, now=early)
    page = made.page("info/")
    assert "11:05" in page, "the round was over before its time"
    assert "11:40" not in page
    for name in ("pairings-by-name", "standings"):
        assert f"/paper/public/{name}.pdf" in page
    for name in ("bracket", "draft-seats"):
        assert f"/paper/public/{name}.pdf" not in page, "there is nothing to print"


def test_notes_are_kept_by_directors_and_seen_by_all():
    made = Day()
    room.write_room_notes(
        event=made.id, notes="Lunch at one.\nPizza.", by=SYSTEM, now=datetime.now(UTC)
    )

    assert "Lunch at one.\nPizza." in made.page("info/")
    assert "Save message" not in made.page("info/")
    refused = Client().post(reverse("room-notes", args=(made.id,)), {"notes": "x"})
    assert refused.status_code == 403
    with pytest.raises(RefusalError):
        room.write_room_notes(event=made.id, notes="x" * 1001, by=SYSTEM, now=datetime.now(UTC))


def test_the_wall_follows_the_event_or_the_director(day):
    def shown():
        page = day.wall()
        return page.split('data-now="')[1].split('"')[0]

    assert shown() == "welcome"
    day.act(RoundPublished(number=1))
    assert shown() == "names"
    long_ago = datetime.now(UTC) - timedelta(minutes=20)
    eventlog.record_action(event_id=day.id, action=ClockStarted(number=1), by=SYSTEM, now=long_ago)
    assert shown() == "clock"
    room.choose_wall_view(event=day.id, shows="tables", by=SYSTEM, now=datetime.now(UTC))
    assert shown() == "tables"
    room.choose_wall_view(event=day.id, shows="auto", by=SYSTEM, now=datetime.now(UTC))
    for table in (1, 2):
        day.result(1, table, (100, 40))
    assert shown() == "standings"
    for nothing in ("kittens", "bracket", "pods"):
        with pytest.raises(RefusalError):
            room.choose_wall_view(event=day.id, shows=nothing, by=SYSTEM, now=datetime.now(UTC))


def test_the_wall_turns_through_events_and_pages_without_scripts():
    large, small = Day(), Day(name="Second Event")
    large.enter(*(f"Player Number{number}" for number in range(30)))
    large.publish(1)
    small.enter(*NAMES)
    small.publish(1)
    address, seen = f"/wall/?event={large.id}&event={small.id}", []
    for _ in range(3):
        page = Client().get(address).content.decode()
        visible = [part for part in page.split("<article ")[1:] if " hidden" not in part[:700]]
        seen.append((len(visible), "Second Event</bdi>" in visible[0]))
        address = page.split('content="12; url=')[1].split('"')[0].replace("&amp;", "&")

    assert seen == [(1, False), (1, False), (1, True)]
    assert Client().get("/wall/").status_code == 200


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Chiara Bellandi", ("Bellandi", "Chiara", "b")),
        ("Pieter van der Meulen", ("van der Meulen", "Pieter", "m")),
        ("Anneke de Groot", ("de Groot", "Anneke", "g")),
        ("Aoife Ní Dhomhnaill", ("Ní Dhomhnaill", "Aoife", "n")),
        ("Æ", ("Æ", "", "æ")),
        ("Ömer Üçgül", ("Üçgül", "Ömer", "u")),
        ("De Groot", ("Groot", "De", "g")),
    ],
)
def test_names_stand_under_the_letter_people_look_for(name, parts):
    found = family_first(name)

    assert (found.family, found.given, found.letter) == parts


def test_the_commitment_is_public_before_anything_is_drawn():
    fresh = Day()
    committed = eventlog.event_state(event_id=fresh.id).settings.commitment

    places = [fresh.page(""), fresh.page("info/"), fresh.wall()]

    assert len(committed) == 64
    assert all(committed in page for page in places)
    assert "The secret is published when the event ends." in fresh.page("info/")


def test_a_finished_event_shows_the_secret_behind_its_draws():
    short = Day(rounds=1)
    short.enter("Ada Feld", "Ben de Groot")
    short.publish(1)
    secret, before = event_secret(short.id), short.page("info/")

    short.result(1, 1, (100, 30))
    short.act(RoundClosed(number=1))
    short.act(EventFinished())

    assert secret not in before
    assert secret in short.page("info/")
    assert sha256(secret.encode()).hexdigest() in short.page("pairings/1/why/")


def test_the_wall_celebrates_the_champion_once_the_event_is_finished():
    short = Day(rounds=1)
    short.enter("Ada Feld", "Ben de Groot")
    short.publish(1)
    short.result(1, 1, (100, 30))
    before = short.wall()

    short.act(RoundClosed(number=1))
    short.act(EventFinished())

    state = eventlog.event_state(event_id=short.id)
    winner = state.name(state.existing(1).tables[1].players[0])
    assert "Champion" not in before
    assert f'<p class="winner-name short"><bdi>{winner}</bdi></p>' in short.wall()


def test_anybody_may_ask_why_two_players_do_not_meet(day):
    day.act(RoundPublished(number=1))
    tables = eventlog.event_state(event_id=day.id).existing(1).tables
    (won, lost), (also_won, also_lost) = (tables[n].players for n in (1, 2))
    for table in (1, 2):
        day.result(1, table, (100, 30))
    day.act(RoundClosed(number=1))
    day.publish(2)

    def answer(one, two):
        page = day.page(f"pairings/2/why/?first={one}&other={two}")
        return page.split('id="why-not"')[1].split("<form")[0]

    assert "are paired in this round." in answer(won, also_won)
    assert "have met before." in answer(won, lost)
    assert "more pairs with different points (2 instead of 0)" in answer(won, also_lost)
    assert 'role="status"' not in answer("nobody", won) + answer(won, won)


def test_the_wall_says_what_the_last_round_decides_if_the_director_wants_it():
    last = Day(rounds=1)
    last.enter(*NAMES)
    last.publish(1)
    quiet = last.wall()

    room.show_clinch_on_wall(event=last.id, shown=True, by=SYSTEM, now=datetime.now(UTC))
    told = last.wall()
    last.result(1, 1, (100, 30))
    after = last.wall()

    assert "can still take first place" not in quiet
    assert "Ada Feld, Ben de Groot, Cleo Ito or Dee Marsh can still take" in told
    assert "Ada Feld, Ben de Groot, Cleo Ito or Dee Marsh can still take" not in after
    assert "can still take first place." in after


def test_before_the_last_round_the_wall_says_nothing_of_it():
    day = Day(rounds=2)
    day.enter(*NAMES)
    day.publish(1)

    room.show_clinch_on_wall(event=day.id, shown=True, by=SYSTEM, now=datetime.now(UTC))

    assert "first place" not in day.wall()
