"""Registering, copying and cancelling events."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from padd.core.refusal import RefusalError
from padd.presentation.events.sanction_adviser import adviser_panel
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.cards import card_import
from padd.services.events import lifecycle, registrations
from padd.services.events.event_form import EventForm
from padd.services.events.release_tournaments import release_advice
from padd.services.events.sanction_adviser import sanction_advice
from padd.services.refusal import NotAllowed, NotFound, Outdated
from padd.store.models.events import Event
from padd.store.models.people import Person


@pytest.mark.req("REG-1", "REG-20", "REG-23", "REG-24", "REG-25", "REG-52", "RATE-13")
def test_a_member_registers_an_event_and_is_told_that_it_is_sanctioned(world):
    by = world.member("Quark")
    wanted = world.draft(
        directors=(),
        rounds_planned=4,
        entry_fee="5 slips of latinum",
        prizes="A tribble",
        capacity=12,
        deck_lists_required=True,
        contact_email="quark@ds9.example",
        discussion_thread="4711",
    )

    made = lifecycle.register_event(by=by, now=world.now, form=wanted)

    row = world.row(made.public_id)
    assert (made.state, made.version, row.rulebook) == ("listed", 1, "opg-5")
    assert made.advice.sanctioned
    assert made.advice.rated
    assert row.registered_at == world.now
    assert row.starts_at.isoformat() == "2026-11-29T18:00:00+00:00"
    assert [of.person_id for of in row.directorships.all()] == [by.person_id]
    assert row.rules == "standard"
    assert len(world.audit("event.register")) == 1


@pytest.mark.req("REG-10", "REG-11", "REG-12")
def test_a_late_registration_is_listed_all_the_same_but_not_sanctioned(world):
    tomorrow = datetime(2026, 11, 16, 12)

    made = lifecycle.register_event(by=SYSTEM, now=world.now, form=world.draft(starts=tomorrow))

    assert made.state == "listed"
    assert not made.advice.sanctioned
    assert [problem.code for problem in made.advice.sanction.problems][:1] == ["notice-too-short"]


@pytest.mark.req("REG-13")
@pytest.mark.parametrize(
    ("changes", "sanctioned"),
    [
        ({}, True),
        ({"starts": datetime(2026, 11, 29, 20)}, False),
        ({"venue": ""}, False),
        ({"rulebook": "opg-4.1"}, True),
        ({"edition": "2E", "pairing_style": "swiss", "rounds_planned": 3}, False),
    ],
)
def test_further_tables_of_a_tribbles_event_need_no_notice_of_their_own(
    world, changes, *, sanctioned
):
    venue = world.venue()
    tribbles = {"edition": "TR", "pairing_style": "tribbles", "venue": venue}
    world.event(**tribbles)
    an_hour_before = datetime(2026, 11, 29, 17, tzinfo=UTC)
    wanted = {**tribbles, **changes}
    wanted["venue"] = wanted["venue"] or world.venue()

    table = lifecycle.register_event(by=SYSTEM, now=an_hour_before, form=world.draft(**wanted))

    problems = {one.code for one in table.advice.sanction.problems}
    assert ("notice-too-short" not in problems) == sanctioned


@pytest.mark.req("REG-31", "FMT-2", "FMT-13", "FMT-22", "FMT-40")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"edition": "3E"}, "edition-unknown"),
        ({"edition": "2E", "card_pool": "block"}, "card-pool-not-allowed"),
        ({"edition": "1E", "card_pool": "academy"}, "card-pool-not-allowed"),
        ({"edition": "2E", "rules": "otf"}, "rules-not-allowed"),
        ({"edition": "1E", "rules": "x-list"}, "rules-not-allowed"),
        ({"edition": "TR", "rules": "slipstream"}, "rules-not-allowed"),
        ({"edition": "2E", "format": "junior"}, "format-not-allowed"),
        ({"edition": "TR", "scenario": "biermeister"}, "scenario-not-allowed"),
        ({"edition": "TR", "pairing_style": "swiss"}, "pairing-style-not-allowed"),
        ({"edition": "2E", "pairing_style": "tribbles"}, "pairing-style-not-allowed"),
        ({"rules": "infinite-diversity", "format": "sealed"}, "format-required"),
        ({"rulebook": "opg-4.1", "kind": "masters"}, "kind-not-allowed"),
        ({"rulebook": "decipher-1998", "edition": "2E"}, "format-not-allowed"),
        ({"rulebook": "opg-9"}, "rulebook-unknown"),
        ({"name": " "}, "missing"),
        ({"starts": None}, "missing"),
        ({"time_zone": "Mars/Utopia"}, "zone-unknown"),
        ({"starts": datetime(2027, 3, 28, 2, 30)}, "time-skipped"),
        ({"venue": ""}, "missing"),
        ({"venue": "nowhere"}, "venue-unknown"),
        ({"region": "vulcan"}, "region-unknown"),
        ({"region": "japan"}, "region-elsewhere"),
        ({"rounds_planned": 0}, "rounds"),
        ({"rounds_planned": 51}, "rounds"),
        ({"capacity": 1}, "capacity"),
        ({"expected_players": -1}, "expected"),
        ({"contact_email": "quark"}, "email"),
        ({"directors": ("nobody",)}, "person-unknown"),
        ({"prizes": "x" * 501}, "too-long"),
        ({"name": "Ten\u202e Forward"}, "hidden-character"),
        ({"ends_on": datetime(2026, 11, 1).date()}, "ends-too-early"),
    ],
)
def test_what_the_rulebook_or_sense_does_not_allow_is_refused(world, changes, code):
    with pytest.raises(RefusalError) as refused:
        world.event(**changes)

    assert code in refused.value.codes
    assert all(refusal.place for refusal in refused.value.refusals)
    assert not Event.objects.exists()


def test_all_faults_of_a_form_are_said_at_once(world):
    with pytest.raises(RefusalError) as refused:
        lifecycle.register_event(by=SYSTEM, now=world.now, form=EventForm())

    places = {refusal.place for refusal in refused.value.refusals}
    assert places >= {"name", "starts", "time_zone", "region", "venue", "directors"}


def test_three_directors_each_once(world):
    one, two, three, four = (world.person() for _ in range(4))

    for directors, code in (((one, one), "twice"), ((one, two, three, four), "too-many")):
        with pytest.raises(RefusalError) as refused:
            world.event(directors=directors)
        assert refused.value.codes == (code,)
    row = world.row(world.event(directors=(one, two, three)))

    assert [of.rank for of in row.directorships.all()] == [1, 2, 3]


@pytest.mark.req("REG-23", "REG-27")
def test_only_a_league_director_makes_a_league_event(world):
    with pytest.raises(RefusalError) as refused:
        world.event(by=world.member(), league_event=True)
    assert refused.value.codes == ("league-director",)

    league = world.official("league-director")
    assert world.row(world.event(by=league, league_event=True)).league_event


def test_an_online_event_needs_no_venue(world):
    row = world.row(world.event(online=True, region="", time_zone="UTC"))

    assert (row.venue, row.region.slug) == (None, "online")


def test_a_visitor_registers_nothing(world):
    with pytest.raises(NotAllowed):
        world.event(by=VISITOR)


@pytest.mark.req("REG-26", "GOV-34")
def test_an_event_at_a_new_venue_is_visible_at_once(world):
    by = world.member()

    made = world.event(by=by, venue=world.venue(by=by))

    row = world.row(made)
    assert row.venue is not None
    assert (row.state, row.venue.state) == ("listed", "unverified")


def test_a_draft_is_known_to_its_people_alone_until_it_is_published(world):
    by, other = world.member(), world.member()
    made = lifecycle.register_event(
        by=by, now=world.now, form=world.draft(directors=()), publish=False
    )
    assert (made.state, world.row(made.public_id).registered_at) == ("draft", None)
    with pytest.raises(NotFound):
        lifecycle.copy_event(by=other, event=made.public_id)
    later = world.now + timedelta(days=1)

    published = lifecycle.publish_event(
        by=by, now=later, event=made.public_id, version=made.version
    )

    assert published.state == "listed"
    assert world.row(made.public_id).registered_at == later
    assert lifecycle.copy_event(by=other, event=made.public_id).name == "Ten Forward Open"


def test_a_copy_has_everything_but_the_date_and_other_peoples_contacts(world):
    by = world.member()
    event = world.event(by=by, directors=(), contact_phone="555", prizes="A tribble")

    own, foreign = (
        lifecycle.copy_event(by=by, event=event),
        lifecycle.copy_event(by=world.member(), event=event),
    )

    assert own.starts is None
    again = lifecycle.register_event(
        by=by, now=world.now, form=replace(own, starts=datetime(2026, 12, 6, 10))
    )
    assert world.row(again.public_id).copied_from == world.row(event)
    assert (own.prizes, own.contact_phone) == ("A tribble", "555")
    assert (foreign.prizes, foreign.contact_phone) == ("A tribble", "")
    assert foreign.directors == ()


def test_a_cancelled_event_stays_on_record_and_everybody_is_told(
    world, django_capture_on_commit_callbacks
):
    by, player = world.member(), world.member()
    event = world.event(by=by, directors=())
    registrations.enter_person(by=player, now=world.now, event=event)

    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.cancel_event(
            by=by, now=world.now, event=event, version=1, reason="Venue burnt down"
        )

    assert world.row(event).state == "cancelled"
    (letter,) = mail.outbox
    assert letter.to == [player.email]
    assert "Venue burnt down" in letter.body
    with pytest.raises(RefusalError) as refused:
        registrations.enter_person(by=world.member(), now=world.now, event=event)
    assert refused.value.codes == ("not-open",)


def test_cancelling_asks_for_a_reason_and_comes_before_the_start(world):
    event = world.event()
    with pytest.raises(RefusalError) as refused:
        lifecycle.cancel_event(by=SYSTEM, now=world.now, event=event, version=1, reason=" ")
    assert refused.value.codes == ("missing",)
    Event.objects.update(state="running")

    with pytest.raises(RefusalError) as refused:
        lifecycle.cancel_event(by=SYSTEM, now=world.now, event=event, version=1, reason="x")

    assert refused.value.codes == ("too-late",)


def test_an_edit_of_an_older_version_is_refused(world):
    wanted = world.draft()
    event = lifecycle.register_event(by=SYSTEM, now=world.now, form=wanted).public_id
    first = replace(wanted, prizes="Two tribbles")
    lifecycle.edit_event(by=SYSTEM, now=world.now, event=event, version=1, form=first)

    with pytest.raises(Outdated):
        lifecycle.edit_event(by=SYSTEM, now=world.now, event=event, version=1, form=wanted)

    assert world.row(event).prizes == "Two tribbles"


def test_a_director_of_another_event_edits_nothing_here(world):
    by, other = world.member(), world.member()
    world.event(by=other, directors=())
    wanted = world.draft(directors=())
    event = lifecycle.register_event(by=by, now=world.now, form=wanted).public_id

    with pytest.raises(NotAllowed):
        lifecycle.edit_event(by=other, now=world.now, event=event, version=1, form=wanted)


def test_the_audit_of_an_edit_holds_what_changed_and_nothing_else(world):
    wanted = world.draft(contact_phone="555")
    event = lifecycle.register_event(by=SYSTEM, now=world.now, form=wanted).public_id

    lifecycle.edit_event(
        by=SYSTEM,
        now=world.now,
        event=event,
        version=1,
        form=replace(wanted, prizes="Gagh", contact_phone="666"),
        reason="Sponsor",
    )

    (entry,) = world.audit("event.edit")
    assert (entry.before, entry.after) == ({"prizes": ""}, {"prizes": "Gagh"})
    assert entry.reason == "Sponsor"


def test_other_directors_can_be_named_later(world):
    wanted = world.draft()
    event = lifecycle.register_event(by=SYSTEM, now=world.now, form=wanted).public_id
    second = world.person("Second")

    lifecycle.edit_event(
        by=SYSTEM,
        now=world.now,
        event=event,
        version=1,
        form=replace(wanted, directors=(second, *wanted.directors)),
    )

    ranks = list(
        Person.objects.filter(directorships__event__public_id=event).values_list(
            "public_id", "directorships__rank"
        )
    )
    assert sorted(ranks, key=lambda pair: pair[1]) == [(second, 1), (wanted.directors[0], 2)]


@pytest.mark.parametrize("year", [1993, 2030, 9999])
def test_a_date_out_of_reach_is_refused_at_its_field(world, year):
    far = datetime(year, 12, 31, 23, 0)

    with pytest.raises(RefusalError) as refused:
        lifecycle.register_event(by=SYSTEM, now=world.now, form=world.draft(starts=far))

    assert [(one.code, one.place) for one in refused.value.refusals] == [
        ("date-out-of-range", "starts")
    ]


@pytest.mark.req("ONL-21", "CHAMP-28")
@pytest.mark.parametrize(
    ("release", "online", "refused"),
    [("2026-11-29", True, False), ("2026-11-30", True, True), ("2026-11-30", False, False)],
)
def test_an_online_release_tournament_starts_only_after_the_set_is_out(
    world, release, online, refused
):
    sets = f"edition,code,name,release\n2E,tides,Tides of Valhalla,{release}\n"
    file = card_import.upload_card_file(
        by=SYSTEM, now=world.now, name="sets.csv", data=sets.encode()
    )
    card_import.activate_card_file(by=SYSTEM, now=world.now, file=file)
    wanted = world.draft(
        edition="2E",
        online=online,
        region="online" if online else "germany",
        release_set="Tides of Valhalla",
    )

    try:
        lifecycle.register_event(by=SYSTEM, now=world.now, form=wanted)
        codes = []
    except RefusalError as found:
        codes = [refusal.code for refusal in found.refusals]

    assert codes == (["release-too-early"] if refused else [])


@pytest.mark.req("CHAMP-28", "GOV-36")
@pytest.mark.parametrize(
    ("released", "close"),
    [
        ("2026-11-29", True),
        ("2026-10-30", True),
        ("2026-10-29", False),
        ("2026-11-30", False),
        ("", True),
    ],
)
def test_the_adviser_says_when_a_release_tournament_is_far_from_its_release(world, released, close):
    sets = f"edition,code,name,release\n2E,tides,Tides of Valhalla,{released}\n"
    file = card_import.upload_card_file(
        by=SYSTEM, now=world.now, name="sets.csv", data=sets.encode()
    )
    card_import.activate_card_file(by=SYSTEM, now=world.now, file=file)
    wanted = world.draft(edition="2E", release_set=" tides of valhalla")
    book = rulebook("opg-5")

    timing = release_advice(wanted, book)
    panel = adviser_panel(
        sanction_advice(wanted, book, now=world.now, release=timing), wanted, book
    )
    lifecycle.register_event(by=SYSTEM, now=world.now, form=wanted)

    assert timing is not None
    assert (timing.released is not None, timing.close) == (bool(released), close)
    (said,) = [one for one in panel.points if one.lead == "Release tournament:"]
    assert (said.kind, said.cite) == ("" if close else "advice", "OPG5 §11.3.1, §11.4")
    assert release_advice(world.draft(), book) is None
