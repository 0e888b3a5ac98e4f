"""Who is coming: seats, the waiting list, guests with a link."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.core import mail
from django.db import connections
from tests.wait_limits import PATIENCE

from padd.core.refusal import RefusalError
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.events import registrations
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.events import Event, Registration, RegistrationState
from padd.store.models.people import Person
from padd.store.queries.events.facts import event_facts


def coming(event, world):
    facts = event_facts(event, now=world.now)
    assert facts is not None
    return facts.line.coming, facts.line.waiting


def test_a_member_says_i_am_coming(world):
    by, event = world.member(), world.event()

    entered = registrations.enter_person(by=by, now=world.now, event=event)

    assert (entered.state, entered.place_in_line) == ("going", None)
    assert coming(event, world) == (1, 0)
    assert len(world.audit("entry.add")) == 1


def test_entering_twice_is_refused_and_coming_back_is_not(world):
    by, event = world.member(), world.event()
    entered = registrations.enter_person(by=by, now=world.now, event=event)
    with pytest.raises(RefusalError) as refused:
        registrations.enter_person(by=by, now=world.now, event=event)
    assert refused.value.codes == ("already-entered",)
    registrations.withdraw_registration(by=by, now=world.now, registration=entered.public_id)
    assert coming(event, world) == (0, 0)

    again = registrations.enter_person(by=by, now=world.now, event=event)

    assert again.public_id == entered.public_id
    assert coming(event, world) == (1, 0)


def test_the_waiting_list_moves_up_in_order_and_tells(world, django_capture_on_commit_callbacks):
    event = world.event(capacity=2)
    members = [world.member() for _ in range(4)]
    entered = [registrations.enter_person(by=by, now=world.now, event=event) for by in members]
    assert [one.place_in_line for one in entered] == [None, None, 1, 2]

    with django_capture_on_commit_callbacks(execute=True):
        registrations.withdraw_registration(
            by=members[0], now=world.now, registration=entered[0].public_id
        )

    states = list(Registration.objects.order_by("number").values_list("state", "seat"))
    assert states == [("withdrawn", None), ("going", 2), ("going", 1), ("waiting", None)]
    assert [letter.to for letter in mail.outbox] == [[members[2].email]]
    (entry,) = world.audit("entry.withdraw")
    assert entry.after["moved_up"] == [entered[2].public_id]


def test_whoever_comes_back_goes_to_the_end_of_the_line(world):
    event = world.event(capacity=2)
    members = [world.member() for _ in range(4)]
    entered = [registrations.enter_person(by=by, now=world.now, event=event) for by in members]
    registrations.withdraw_registration(
        by=members[2], now=world.now, registration=entered[2].public_id
    )

    again = registrations.enter_person(by=members[2], now=world.now, event=event)

    assert again.place_in_line == 2


def test_a_guest_confirms_by_the_link_and_withdraws_by_it(
    world, django_capture_on_commit_callbacks
):
    event = world.event()
    with django_capture_on_commit_callbacks(execute=True):
        asked = registrations.enter_guest(
            by=VISITOR,
            now=world.now,
            event=event,
            name="Vic Fontaine",
            email="Vic@Fontaine.example",
            link=lambda secret: f"https://padd.example/enter/{secret}",
        )
    assert (asked.state, coming(event, world)) == ("unconfirmed", (0, 0))
    token = mail.outbox[0].body.split("/enter/")[1].split()[0]
    assert len(token) >= 43
    assert not Registration.objects.filter(token_hash=token).exists()

    confirmed = registrations.confirm_guest(by=VISITOR, now=world.now, token=token)
    registrations.confirm_guest(by=VISITOR, now=world.now, token=token)

    assert (confirmed.state, coming(event, world)) == ("going", (1, 0))
    assert len(world.audit("entry.confirm")) == 1
    registrations.withdraw_by_token(by=VISITOR, now=world.now, token=token)
    assert coming(event, world) == (0, 0)


def test_a_second_request_for_an_address_gives_nothing_away(
    world, django_capture_on_commit_callbacks
):
    event = world.event()
    with django_capture_on_commit_callbacks(execute=True):
        answers = [
            registrations.enter_guest(
                by=VISITOR,
                now=world.now + timedelta(minutes=minutes),
                event=event,
                name=name,
                email="vic@fontaine.example",
                link=str,
            )
            for minutes, name in ((0, "Vic"), (1, "Somebody else"), (11, "Nobody"))
        ]

    assert answers[0] == answers[1] == answers[2]
    assert Registration.objects.get().name == "Vic"
    assert len(mail.outbox) == 2, "one link at once, one after ten minutes"


@pytest.mark.parametrize(
    ("name", "email", "code"),
    [
        ("", "a@b.example", "missing"),
        ("Vic", "vic", "email"),
        ("V\x00", "a@b.c", "hidden-character"),
    ],
)
def test_a_guest_who_makes_no_sense_is_refused(world, name, email, code):
    with pytest.raises(RefusalError) as refused:
        registrations.enter_guest(
            by=VISITOR, now=world.now, event=world.event(), name=name, email=email, link=str
        )

    assert code in refused.value.codes


def test_a_wrong_secret_opens_nothing(world):
    for act in (registrations.confirm_guest, registrations.withdraw_by_token):
        with pytest.raises(NotFound):
            act(by=VISITOR, now=world.now, token="guess")


@pytest.mark.req("REG-29")
@pytest.mark.parametrize(
    "style", ["single-elimination", "modified-mcintyre", "single-elimination-play-in"]
)
def test_nobody_enters_a_seeded_bracket_beforehand(world, style):
    event = world.event(pairing_style=style)

    with pytest.raises(RefusalError) as refused:
        registrations.enter_person(by=world.member(), now=world.now, event=event)

    assert refused.value.codes == ("seeded-event",)
    assert refused.value.refusal.rule.startswith("OPG5")


def test_somebody_entered_by_the_staff_is_told(world, django_capture_on_commit_callbacks):
    player, event = world.member(), world.event()

    with django_capture_on_commit_callbacks(execute=True):
        registrations.enter_person(by=SYSTEM, now=world.now, event=event, person=player.person)

    assert [letter.to for letter in mail.outbox] == [[player.email]]


def test_after_the_start_the_director_lets_people_in(world):
    director, player = world.member(), world.member()
    event = world.event(by=director, directors=())
    Event.objects.update(state="running")
    own = Person.objects.get(pk=player.person_id).public_id

    with pytest.raises(RefusalError) as refused:
        registrations.enter_person(by=player, now=world.now, event=event)
    assert refused.value.codes == ("has-begun",)
    registrations.enter_person(by=director, now=world.now, event=event, person=own)

    assert coming(event, world) == (1, 0)


def test_nobody_enters_or_withdraws_others_unless_staff(world):
    player, other, event = world.member(), world.member(), world.event()
    entered = registrations.enter_person(by=player, now=world.now, event=event)
    own = Person.objects.get(pk=player.person_id).public_id

    with pytest.raises(NotAllowed):
        registrations.enter_person(by=other, now=world.now, event=event, person=own)
    with pytest.raises(NotAllowed):
        registrations.withdraw_registration(by=other, now=world.now, registration=entered.public_id)
    with pytest.raises(NotAllowed):
        registrations.enter_person(by=VISITOR, now=world.now, event=event)


@pytest.mark.req("FMT-50")
def test_a_junior_event_asks_for_the_year_and_keeps_it_to_itself(world):
    event = world.event(rulebook="decipher-1998", edition="1E", format="junior", rules="decipher")
    nog, jake = world.person("Nog"), world.person("Jake", birth_year=2001)

    with pytest.raises(RefusalError) as refused:
        registrations.enter_person(by=SYSTEM, now=world.now, event=event, person=nog)
    assert refused.value.codes == ("birth-year",)
    with pytest.raises(RefusalError) as refused:
        registrations.enter_person(by=SYSTEM, now=world.now, event=event, person=jake)
    assert refused.value.codes == ("too-old",)
    registrations.enter_person(by=SYSTEM, now=world.now, event=event, person=nog, birth_year=2013)

    facts = event_facts(event, now=world.now)
    assert facts is not None
    assert facts.seats[0].minor
    assert "2013" not in str(facts)
    assert Person.objects.get(public_id=nog).birth_year == 2013


def test_two_for_the_last_seat_give_one_seat_and_one_place_in_line(real_world):
    world = real_world
    event = world.event(capacity=2)
    registrations.enter_person(by=SYSTEM, now=world.now, event=event, person=world.person())
    rivals = [world.person() for _ in range(6)]
    gate = Barrier(len(rivals))

    def race(person):
        try:
            gate.wait(timeout=PATIENCE)
            return registrations.enter_person(
                by=SYSTEM, now=world.now, event=event, person=person
            ).state
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(rivals)) as pool:
        states = sorted(pool.map(race, rivals))

    assert states == ["going"] + ["waiting"] * 5
    seats = Registration.objects.filter(state=RegistrationState.GOING).values_list(
        "seat", flat=True
    )
    assert sorted(seats) == [1, 2]
    assert sorted(Registration.objects.values_list("number", flat=True)) == list(range(1, 8))


def test_withdrawing_and_entering_at_once_never_oversells(real_world):
    world = real_world
    event = world.event(capacity=3)
    first = [
        registrations.enter_person(by=SYSTEM, now=world.now, event=event, person=world.person())
        for _ in range(5)
    ]
    newcomers = [world.person() for _ in range(3)]
    gate = Barrier(6)

    def leave(entry):
        try:
            gate.wait(timeout=PATIENCE)
            registrations.withdraw_registration(by=SYSTEM, now=world.now, registration=entry)
        finally:
            connections.close_all()

    def come(person):
        try:
            gate.wait(timeout=PATIENCE)
            registrations.enter_person(by=SYSTEM, now=world.now, event=event, person=person)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        jobs = [pool.submit(leave, one.public_id) for one in first[:3]]
        jobs += [pool.submit(come, person) for person in newcomers]
        for job in jobs:
            job.result()

    assert coming(event, world) == (3, 2)
    later = world.now + timedelta(hours=1)
    assert event_facts(event, now=later) is not None
