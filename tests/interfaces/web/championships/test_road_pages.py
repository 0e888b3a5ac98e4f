"""The road to Worlds and its pages: who sees what, and what they say.

This is the table of `padd.interfaces.web.championships.urls`.
"""

import re
from datetime import UTC, datetime

import pytest
from authorization_table import ALL, MEMBERS, PEOPLE, REPORTERS, STRANGERS
from django.urls import reverse

from padd.core.championships.ledger import EntryKind
from padd.interfaces.web.championships import masters
from padd.services.championships.masters import MastersSeason, MastersStanding
from padd.store.models.championships import Championship, Right, StageEvent
from padd.store.models.eventlog import EventAction, FinishedEvent, Placing
from padd.store.models.events import Event
from padd.store.models.people import Person, Region
from padd.store.writes.right_ledger import add_right_entry
from world import make_world

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 16, tzinfo=UTC)
DIRECTOR = ("head", "laptop")


def bye(person, origin):
    right = Right.objects.create(
        person=person,
        edition="2E",
        rounds=[1],
        target="continental",
        year=2026,
        origin=origin,
        place=1,
        won_at=NOW,
        cite="OPG5 §11.1.1",
    )
    add_right_entry(right, EntryKind.GRANTED, now=NOW)
    return right


def played():
    """Return a world whose event is a Regional that somebody has won."""
    world = make_world()
    event = Event.objects.get(public_id=world.ids["event"])
    Event.objects.filter(pk=event.pk).update(kind="regional", state="listed")
    title = Championship.objects.create(
        year=2026,
        kind="regional",
        edition="2E",
        place="germany",
        area="europe",
        name="Rhine <b>Valley</b>",
        created_at=NOW,
    )
    StageEvent.objects.update_or_create(
        event=event, defaults={"championship": title, "stage": "whole"}
    )
    person = Person.objects.filter(anonymised_at=None).order_by("pk").first()
    assert person is not None
    return world, title, bye(person, title)


def answer(world, who, address, method="GET"):
    return world.ask(who, method, address)


@pytest.mark.req("CHAMP-1")
def test_everybody_may_read_the_road_and_only_the_director_keeps_the_ledger():
    world, title, right = played()
    rows = {
        ("GET", reverse("road-latest")): ALL,
        ("GET", reverse("road", args=(2026, "2e"))): ALL,
        ("GET", reverse("masters", args=(2026, "1e"))): ALL,
        ("GET", reverse("championship", args=(title.public_id,))): ALL,
        ("GET", reverse("badges")): ALL,
        ("GET", reverse("challenges")): tuple(one for one in ALL if one != "network"),
        ("POST", reverse("challenges")): (),
        ("GET", reverse("my-rights")): MEMBERS,
        ("GET", reverse("championship-run", args=(title.public_id,))): REPORTERS,
        ("GET", reverse("championship-paper", args=(title.public_id, "byes"))): REPORTERS,
        ("GET", reverse("event-rights", args=(world.ids["event"],))): REPORTERS,
        ("GET", reverse("rights-file", args=(world.ids["event"],))): REPORTERS,
        ("POST", reverse("event-rights", args=(world.ids["event"],))): REPORTERS,
        ("GET", reverse("desk-seasons")): DIRECTOR,
        ("POST", reverse("desk-seasons")): DIRECTOR,
        ("GET", reverse("desk-masters", args=(2026,))): DIRECTOR,
        ("GET", reverse("masters-invitations", args=(2026, "2e"))): (),
        ("GET", reverse("application-award", args=("nothing",))): (),
        ("GET", reverse("apply")): MEMBERS,
        ("POST", reverse("apply")): MEMBERS,
        ("POST", reverse("application-withdraw", args=("nothing",))): (),
        ("GET", reverse("desk-applications")): ("coordinator", "far", "head", "laptop"),
        ("POST", reverse("region-add")): (),
        ("GET", reverse("desk-rights")): DIRECTOR,
        ("POST", reverse("right-use", args=(world.ids["event"], right.public_id))): (
            "director",
            "second",
            "third",
            "laptop",
        ),
        ("POST", reverse("desk-rights")): DIRECTOR,
        ("POST", reverse("right-withdraw", args=(right.public_id,))): DIRECTOR,
    }

    wrong = []
    for (method, address), open_to in rows.items():
        for who in PEOPLE:
            status = answer(world, who, address, method).status_code
            wanted = {200, 302, 422} if who in open_to else {403, 404, 302}
            if status not in wanted or (
                who not in open_to and who not in STRANGERS and status == 302
            ):
                wrong.append((method, address, who, status))

    assert wrong == []


def test_the_road_says_who_won_a_bye_and_hostile_names_stay_text():
    world, title, right = played()

    page = answer(world, "visitor", "/road/2026/2e/").content.decode()

    assert "Round 1 bye" in page
    assert "OPG5 §11.1.1" in page
    assert "Rhine &lt;b&gt;Valley" in page
    assert reverse("championship", args=(title.public_id,)) in page
    assert right.person.name in page


@pytest.mark.parametrize(
    ("edition", "game", "awards"),
    [
        ("2E", "2e", "1st: byes in rounds 1 and 2; 2nd: round 1 bye"),
        ("TR", "tr", "1st: 200,000 head start; 2nd: 100,000 head start"),
    ],
)
def test_a_continental_on_the_road_says_what_it_gives_in_its_game(edition, game, awards):
    world, title, _ = played()
    Championship.objects.filter(pk=title.pk).update(kind="continental", edition=edition)

    page = answer(world, "visitor", reverse("road", args=(2026, game)))

    assert f"At Worlds, {awards}" in page.content.decode()


def test_a_player_sees_the_own_byes_and_where_they_came_from():
    world, title, right = played()

    page = answer(world, "visitor", f"/players/{right.person.public_id}/")

    text = page.content.decode()
    assert "Byes and head starts" in text
    assert reverse("championship", args=(title.public_id,)) in text


def win(event, person):
    Event.objects.filter(pk=event.pk).update(state="processed")
    finished = FinishedEvent.objects.create(event=event, sequence=1, facts={}, finished_at=NOW)
    Placing.objects.create(finished=finished, player="p", person=person, place=1)


@pytest.mark.parametrize(("what", "word"), [("badge", "Badges</h2>"), ("title", "Titles</h2>")])
def test_a_champion_without_byes_has_the_badge_and_the_title_on_the_profile(what, word):
    world, title, right = played()
    winner = Person.objects.create(
        public_id="winner", handle="Winner", outline="winner", created_at=NOW, revision=9000
    )
    profile = f"/players/{winner.public_id}/"
    before = answer(world, "visitor", profile).content.decode()
    if what == "badge":
        win(Event.objects.get(public_id=world.ids["event"]), winner)
    else:
        Championship.objects.filter(pk=title.pk).update(champion=winner)

    after = answer(world, "visitor", profile).content.decode()

    assert right.person != winner
    assert word not in before
    assert word in after


@pytest.mark.req("GOV-40")
def test_a_champion_has_a_badge_on_the_page_and_the_profile_and_a_heat_gives_none():
    world, title, right = played()
    event = Event.objects.get(public_id=world.ids["event"])
    win(event, right.person)
    profile = f"/players/{right.person.public_id}/"

    badges = answer(world, "visitor", "/badges/").content.decode()
    own = answer(world, "visitor", profile).content.decode()

    for page in (badges, own):
        assert "Regional Champion" in page
    assert reverse("championship", args=(title.public_id,)) in badges
    assert "Rhine &lt;b&gt;Valley" in badges
    EventAction.objects.create(
        event=event,
        sequence=1,
        kind="heats.planned",
        payload={"heats": [{"event": event.public_id}]},
        actor="system",
        at=NOW,
        key="k",
    )
    assert "No badges yet" in answer(world, "visitor", "/badges/").content.decode()


def test_the_desk_withdraws_with_a_reason_and_grants_to_a_handle():
    world, _, right = played()
    address = reverse("right-withdraw", args=(right.public_id,))

    without = world.ask("head", "POST", address, {"reason": ""})
    done = world.ask("head", "POST", address, {"reason": "Wrong report"})
    granted = world.ask(
        "head",
        "POST",
        reverse("desk-rights"),
        {
            "handle": right.person.handle,
            "edition": "TR",
            "what": "100000",
            "target": "world",
            "year": "2027",
            "reason": "Volunteer of the year",
        },
    )

    assert (without.status_code, done.status_code, granted.status_code) == (422, 302, 302)
    kinds = right.entries.order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["granted", "withdrawn"]
    made = Right.objects.get(origin=None)
    assert (made.points, made.rounds, made.year) == (100_000, [], 2027)


def test_the_road_asks_as_many_questions_for_many_championships_as_for_one(
    django_assert_max_num_queries,
):
    world, title, right = played()
    event = Event.objects.get(stage__championship=title)
    for number in range(40):
        copy = Event.objects.get(pk=event.pk)
        copy.pk, copy.public_id = None, f"copy{number}"
        copy.save()
        other = Championship.objects.create(
            year=2026,
            kind="regional",
            edition="2E",
            place=f"place-{number}",
            area="europe",
            name=f"Regional {number}",
            created_at=NOW,
        )
        StageEvent.objects.create(event=copy, championship=other)
        bye(right.person, other)

    with django_assert_max_num_queries(12):
        page = answer(world, "visitor", "/road/2026/2e/")

    assert page.content.decode().count("Regional 3") >= 11


@pytest.mark.req("CHAMP-2", "CHAMP-32", "AMB-76")
def test_the_director_announces_a_season_and_its_masters_line():
    world, _, _ = played()
    typed = {
        "kind": "masters",
        "edition": "2E",
        "year": "2027",
        "first_day": "2027-01-01",
        "last_day": "2027-12-31",
        "masters_line": "40",
        "masters_award": "A seat at the <b>table</b>",
    }

    bad = world.ask("head", "POST", reverse("desk-seasons"), {**typed, "year": "x"})
    sent = world.ask("head", "POST", reverse("desk-seasons"), typed)
    page = answer(world, "visitor", reverse("masters", args=(2027, "2e")))
    desk = answer(world, "head", reverse("desk-masters", args=(2027,)))

    assert (bad.status_code, sent.status_code) == (422, 302)
    for shown in (page, desk):
        assert "40 points" in shown.content.decode()
        assert "&lt;b&gt;table" in shown.content.decode()


@pytest.mark.req("CHAMP-9", "CHAMP-10", "AMB-134")
def test_a_coordinator_divides_a_country_and_applicants_choose_its_parts():
    world, _, _ = played()
    address = reverse("region-add")
    typed = {"country": "germany", "name": "Saxony <b>"}

    far = world.ask("far", "POST", address, typed)
    long = world.ask("coordinator", "POST", address, {**typed, "name": "x" * 61})
    added = world.ask("coordinator", "POST", address, typed)
    again = world.ask("coordinator", "POST", address, typed)
    desk = answer(world, "coordinator", reverse("desk-applications")).content.decode()
    form = answer(world, "member", reverse("apply")).content.decode()

    assert (far.status_code, long.status_code, added.status_code) == (404, 422, 302)
    assert "That region already exists." in again.content.decode()
    assert "<bdi>Saxony &lt;b&gt;</bdi>, <bdi>Germany</bdi>" in desk
    assert "Saxony &lt;b&gt;" in form


@pytest.mark.req("CHAMP-30")
def test_a_suggestion_is_read_by_the_chair_and_the_director_alone():
    world, _, _ = played()
    address = reverse("challenges")
    typed = {"do": "suggest", "title": "Only <i>Ferengi</i>", "words": ""}

    sent = world.ask("member", "POST", address, typed)

    assert sent.status_code == 302
    assert "Only &lt;i&gt;Ferengi" in answer(world, "head", address).content.decode()
    assert "Ferengi" not in answer(world, "member", address).content.decode()


@pytest.mark.parametrize("name", ["announcement", "byes", "certificates"])
def test_papers_of_a_championship_are_printed(name):
    world, title, _ = played()
    address = reverse("championship-paper", args=(title.public_id, name))

    printed = answer(world, "director", address)

    assert printed.status_code == (404 if name == "certificates" else 200)
    if printed.status_code == 200:
        assert printed.content.startswith(b"%PDF")


def season_of(person):
    """Return a Masters season in which one player has reached the line."""
    standing = MastersStanding(
        place=1, person=person.pk, total=50, events=(), invited=True, can_reach=True
    )

    def season(*, year, edition):
        return MastersSeason(
            year=year,
            edition=edition,
            line=40,
            award="A seat",
            played=(),
            to_come=(),
            most_to_come=0,
            standings=(standing,),
        )

    return season


@pytest.mark.parametrize(
    ("region", "points"),
    [("germany", {b"595.2756", b"841.8898"}), ("united-states", {b"612", b"792"})],
)
def test_papers_come_on_the_paper_of_the_country(region, points, monkeypatch):
    world, title, right = played()
    monkeypatch.setattr(masters, "masters_season", season_of(right.person))
    country = Region.objects.get(slug=region)
    event = world.ids["event"]
    Event.objects.filter(public_id=event).update(region=country)
    Person.objects.update(region=country)
    papers = (
        ("director", reverse("championship-paper", args=(title.public_id, "byes"))),
        ("visitor", reverse("flyer", args=(event,))),
        ("visitor", reverse("league-table-pdf", args=(world.ids["league"],))),
        ("member", reverse("deck-paper", args=(world.ids["deck"],))),
        ("member", "/packs/file/pdf/?product=frontier/booster&packs=1&seed=tea"),
        ("head", reverse("masters-invitations", args=(2026, "2e"))),
    )

    for who, address in papers:
        pdf = answer(world, who, address).content
        boxes = re.findall(rb"/MediaBox\[0 0 ([0-9.]+) ([0-9.]+)\]", pdf)
        assert boxes
        assert all(set(box) == points for box in boxes)


@pytest.mark.req("CHAMP-31", "CHAMP-34")
def test_a_bid_is_sent_and_stands_at_the_desk():
    world, _, _ = played()
    typed = {
        "kind": "continental",
        "edition": "2E",
        "region": "germany",
        "first_day": "2027-07-03",
        "location": "Town <i>hall</i>",
    }

    sent = world.ask("member", "POST", reverse("apply"), typed)
    own = answer(world, "member", reverse("apply")).content.decode()
    desk = answer(world, "coordinator", reverse("desk-applications")).content.decode()
    far = answer(world, "far", reverse("desk-applications")).content.decode()

    assert sent.status_code == 302
    assert "Continental Championship 2027, 2E" in own
    assert "Town &lt;i&gt;hall" in desk
    assert "Award" in desk
    assert "Town" not in far
