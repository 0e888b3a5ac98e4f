"""Cases at the desk: who reads what, who does what, and what leaves by e-mail."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import override_settings
from tests.services.conduct.case_world import WHAT, disqualified, heard, suspended
from tests.services.eventlog.table_driver import AtTheTable
from tests.world import NOW, World

from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.players import PlayerEntered
from padd.core.eventlog.log.chain import check_chain
from padd.core.eventlog.log.undo import ActionUndone
from padd.core.model import PlayerId
from padd.core.refusal import RefusalError
from padd.services import eventlog
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.championships import applications
from padd.services.conduct import case_views, cases, complaints
from padd.services.conduct.cases import shrink_closed_cases
from padd.services.eventlog import disqualifications
from padd.services.eventlog.disqualifications import open_disqualification_cases
from padd.services.eventlog.log_cache import clear_logs
from padd.services.events import registrations
from padd.services.people import people, personal_data
from padd.services.refusal import NotAllowed, NotFound, Outdated
from padd.store.models.conduct import Case, CaseAction, CaseFile, Suspension
from padd.store.models.eventlog import AuditEntry, Placing
from padd.store.models.events import Directorship, Event
from padd.store.models.people import Account, Person
from padd.store.models.ratings import RatedEvent
from padd.store.queries.people import search
from padd.store.writes.case_log import case_rows

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20
ALL_BEFORE = 100
"""More than anybody has added whom all tests share."""


@pytest.fixture(autouse=True)
def _hosted(settings, tmp_path):
    settings.DATA, settings.BACKUP = tmp_path / "data", ""
    settings.ACCOUNTS = settings.HOUSE_PROCEDURE = True
    clear_logs()
    yield
    clear_logs()


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker, tmp_path_factory):
    """Disqualify somebody once for all tests; each takes back what it did."""
    folder = tmp_path_factory.mktemp("data")
    hosted = override_settings(DATA=folder, BACKUP="", ACCOUNTS=True, HOUSE_PROCEDURE=True)
    with django_db_blocker.unblock(), transaction.atomic():
        with hosted:
            made = disqualified(World())
        yield made
        transaction.set_rollback(True)


@pytest.fixture
def world(world):
    world.made = ALL_BEFORE
    return world


@pytest.fixture
def there(made, world):
    return replace(made, day=copy(made.day))


def codes_of(do, **arguments):
    with pytest.raises(RefusalError) as refused:
        do(**arguments)
    return refused.value.codes


def read(by, case):
    return case_views.case_for(by=by, case=case, standing=None)


@pytest.mark.req("COND-31", "COND-63", "GOV-15")
def test_a_disqualification_opens_one_case_when_it_is_saved(there):
    facts = read(there.desk, there.case)
    row = Event.objects.get(public_id=there.event)

    again = open_disqualification_cases(row, there.day.state, account_id=there.ada.account_id)

    assert again == []
    assert (facts.row.number, facts.row.about, facts.area) == (1, "Corin", "europe")
    assert facts.state.reported is not None
    assert facts.state.reported.text == WHAT
    assert (facts.state.reported.infraction, facts.state.reported.level) == ("C1", 4)


def test_lower_levels_and_laptops_open_none(world, settings):
    settings.ACCOUNTS = False

    there = AtTheTable()
    there.publish()

    assert not Case.objects.filter(event__public_id=there.id).exists()


@pytest.mark.req("COND-63", "COND-64", "GOV-39")
def test_a_case_is_answered_decided_and_closed_with_one_audit_entry_each(there):
    before = AuditEntry.objects.count()
    on = {"now": NOW, "case": there.case}
    heard(there)
    cases.add_case_note(by=there.desk, text="Pavel says so too.", audience="concerned", **on)
    cases.decide_case(by=there.desk, outcome="no-action", reason="It stands.", **on)
    cases.close_case(by=there.desk, **on)

    added = [entry.act for entry in AuditEntry.objects.all()[before:]]
    assert added == [
        *("case.open", "case.ask", "case.answer"),
        *("case.note", "case.decide", "case.close"),
    ]
    assert (there.row.stage, there.row.outcome) == ("closed", "no-action")
    assert check_chain(case_rows(there.row.pk)) is None


VIEWERS = {
    "ada": {"case.reported", "case.opened", "case.answered", "case.decided"},
    "corin": {
        *("case.reported", "case.answer-asked", "case.answered"),
        *("case.noted", "case.decided"),
    },
    **{
        who: {
            *("case.reported", "case.opened", "case.answer-asked"),
            *("case.answered", "case.noted", "case.decided"),
        }
        for who in ("desk", "head", "chair")
    },
}


@pytest.mark.req("COND-63", "GOV-8", "GOV-11")
@pytest.mark.parametrize("who", ["ada", "corin", "desk", "head", "chair"])
def test_each_reader_sees_the_entries_meant_for_them(there, who):
    heard(there)
    on = {"now": NOW, "case": there.case}
    cases.add_case_note(by=there.desk, text="Two witnesses.", audience="concerned", **on)
    cases.add_case_note(by=there.desk, text="PLANTED for the desk", **on)
    cases.decide_case(by=there.desk, outcome="warning", reason="Do not.", **on)

    facts = read(getattr(there, who), there.case)

    assert {entry.kind for entry in facts.entries} == VIEWERS[who]
    of_the_desk = who in {"desk", "head", "chair"}
    assert ("PLANTED" in repr(facts.entries)) is of_the_desk
    assert (there.desk.label in facts.names) is of_the_desk


@pytest.mark.req("COND-63")
@pytest.mark.parametrize("who", ["pavel", "far", "admin", "member"])
def test_for_everybody_else_there_is_no_case(there, who):
    by = getattr(there, who)
    on = {"now": NOW, "case": there.case}

    with pytest.raises(NotFound):
        read(by, there.case)
    with pytest.raises(NotFound):
        cases.decide_case(by=by, outcome="no-action", reason="Nothing.", **on)
    with pytest.raises(NotFound):
        cases.open_case(by=by, **on)
    if who in {"pavel", "far"}:
        assert case_views.cases_at_desk(by=by) == ()
    else:
        with pytest.raises(NotFound):
            case_views.cases_at_desk(by=by)
    assert there.row.stage == "reported"


@pytest.mark.req("AMB-140")
def test_the_coordinator_of_the_directors_own_area_is_told_and_reads(
    there, mailoutbox, django_capture_on_commit_callbacks
):
    person = there.row.reporter.person  # type: ignore[union-attr]
    person.region = (
        type(person)._meta.get_field("region").related_model.objects.filter(area="australia")[0]
    )
    person.save()

    with django_capture_on_commit_callbacks(execute=True):
        cases.open_case(by=there.ada, now=NOW, case=there.case, letter="Dear all")
    with pytest.raises(NotAllowed):
        cases.add_case_note(by=there.far, now=NOW, case=there.case, text="Hm")

    told = {address for mail in mailoutbox for address in mail.to}
    assert {there.desk.email, there.far.email, there.head.email} <= told
    assert read(there.far, there.case).decides is False


@pytest.mark.req("COND-64")
def test_e_mails_say_that_something_waits_and_nothing_of_it(
    there, mailoutbox, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        heard(there)
        on = {"now": NOW, "case": there.case}
        cases.decide_case(by=there.desk, outcome="warning", reason="Do not.", **on)
        cases.appeal_decision(by=there.corin, text="But no.", **on)

    told = {address for mail in mailoutbox for address in mail.to}
    words = " ".join(f"{mail.subject} {mail.body}" for mail in mailoutbox).casefold()
    assert {there.corin.email, there.ada.email, there.desk.email} <= told
    leaks = ("case", "corin", "penalt", "disqual", "appeal", "warn", "c1", "slip")
    assert [leak for leak in leaks if leak in words] == []


def test_of_two_deciders_the_second_is_told(there):
    heard(there)
    seen = read(there.head, there.case).state.sequence
    on = {"now": NOW, "case": there.case, "expected": seen}

    cases.decide_case(by=there.desk, outcome="warning", reason="Do not.", **on)
    with pytest.raises(Outdated):
        cases.decide_case(by=there.head, outcome="no-action", reason="Fine.", **on)

    assert there.row.outcome == "warning"


@pytest.mark.req("COND-65")
def test_a_suspension_keeps_out_between_its_days_and_names_no_reason(world, there):
    event = world.event()
    day = world.row(event).starts_at.date()
    suspended(there, since=day, until=day)
    later = world.event(starts=world.row(event).starts_at.replace(tzinfo=None, day=30))
    enter = {"now": NOW, "event": event}

    own = codes_of(registrations.enter_person, by=there.corin, **enter)
    directors = codes_of(
        registrations.enter_person, by=world.laptop(), person=there.corin.person, **enter
    )
    registrations.enter_person(by=there.corin, now=NOW, event=later)

    assert own == directors == ("ask-the-desk",)
    assert Suspension.objects.count() == 1


@pytest.mark.req("COND-65")
def test_a_suspension_takes_back_entries_and_keeps_out_guests_and_applicants(world, there):
    event, full = world.event(), world.event(capacity=2)
    day = world.row(event).starts_at.date()
    others = [world.member(), world.member()]
    for somebody in (there.corin, *others):
        registrations.enter_person(by=somebody, now=NOW, event=full)
    account = there.corin.account_id
    address = Account.objects.get(pk=account).email
    sent: list[str] = []
    guest = {"name": "C.", "email": address, "link": lambda t: sent.append(t) or t}
    registrations.enter_guest(by=VISITOR, now=NOW, event=event, **guest)

    suspended(there, since=NOW.date(), until=day)

    going = world.row(full).entries.filter(state="going")
    assert {row.person_id for row in going} == {one.person_id for one in others}
    confirmed = codes_of(registrations.confirm_guest, by=VISITOR, now=NOW, token=sent[0])
    form = applications.ApplicationForm(
        kind="regional", edition="1E", region="germany", first_day=day, location="Ulm"
    )
    applied = codes_of(applications.apply_to_host, by=there.corin, now=NOW, form=form)
    assert confirmed == applied == ("ask-the-desk",)


@pytest.mark.req("COND-65")
def test_a_running_event_goes_on_and_nobody_suspended_comes_into_it(world, there):
    corin = PlayerId(there.corin.person)
    inside = AtTheTable([corin, *(world.person() for _ in range(3))])
    outside = AtTheTable([world.person() for _ in range(4)])
    for day in (inside, outside):
        Event.objects.filter(public_id=day.id).update(registered_at=NOW - timedelta(days=30))
    suspended(there, since=NOW.date(), until=NOW.date())

    inside.publish()
    entered = outside.refused(PlayerEntered(player=corin, name="Corin"))
    called = outside.refused(PlayerEntered(player=PlayerId("x"), name="C.", handle="corin"))

    assert corin in inside.state.rounds[0].seats
    assert entered.code == called.code == "ask-the-desk"


@pytest.mark.req("COND-65")
def test_who_enters_at_the_moment_of_a_suspension_is_left_out_at_the_start(world, there, settings):
    event = world.event()
    day = world.row(event).starts_at.date()
    suspended(there, since=day, until=day)
    settings.HOUSE_PROCEDURE = False
    for somebody in (there.corin, world.member()):
        registrations.enter_person(by=somebody, now=NOW, event=event)
    settings.HOUSE_PROCEDURE = True

    eventlog.open_event(listing_id=event, by=world.laptop(), now=NOW)

    assert len(eventlog.event_state(event_id=event).players) == 1
    assert there.corin.person not in eventlog.event_state(event_id=event).players


@pytest.mark.req("COND-65")
def test_an_event_registered_too_late_to_be_sanctioned_is_open_to_everybody(world, there):
    event = world.event()
    starts = world.row(event).starts_at
    suspended(there, since=starts.date(), until=starts.date())
    Event.objects.filter(public_id=event).update(registered_at=starts)

    entered = registrations.enter_person(by=there.corin, now=NOW, event=event)

    assert entered.state == "going"


@pytest.mark.req("COND-65")
def test_a_second_account_of_a_suspended_person_is_shown_to_the_desk_alone(world, there):
    Person.objects.filter(pk=there.corin.person_id).update(name="Corin Dace")
    twin = people.PersonDetails(handle="newbie42", name="Corin Dace")
    other = people.add_person(by=SYSTEM, now=NOW, details=twin)
    search.clear_people_index()
    event = world.event()
    day = world.row(event).starts_at.date()

    before = case_views.case_for(by=there.desk, case=there.case, standing=None, now=NOW)
    suspended(there, since=NOW.date(), until=day)
    entered = registrations.enter_person(by=SYSTEM, now=NOW, event=event, person=other)
    seen = {
        who: case_views.case_for(
            by=getattr(there, who), case=there.case, standing=None, now=NOW
        ).second_accounts
        for who in ("desk", "head", "ada", "corin")
    }

    assert before.second_accounts == seen["ada"] == seen["corin"] == ()
    assert entered.state == "going"
    (found,) = seen["desk"]
    assert seen["head"] == (found,)
    assert (found.handle, found.why) == ("newbie42", "The same name.")
    assert found.entered == (world.row(event).name,)


@pytest.mark.req("COND-65", "COND-67")
def test_a_suspension_ends_with_an_appeal_or_with_the_house_procedure(world, there, settings):
    event = world.event()
    day = world.row(event).starts_at.date()
    heard(there)
    on = {"now": NOW, "case": there.case}
    days = {"since": day, "until": day}
    cases.decide_case(by=there.head, outcome="suspension", reason="Twice.", **days, **on)
    settings.HOUSE_PROCEDURE = False
    registrations.enter_person(by=there.corin, now=NOW, event=event)
    settings.HOUSE_PROCEDURE = True
    cases.appeal_decision(by=there.corin, text="No.", **on)

    cases.decide_case(by=there.chair, outcome="no-action", reason="Too hard.", **on)

    assert not Suspension.objects.filter(lifted_at=None).exists()
    assert there.row.outcome == "no-action"


@pytest.mark.req("COND-63", "GOV-24", "AMB-61")
def test_a_case_changes_no_result_and_shows_when_the_penalty_is_taken_back(there):
    before = eventlog.event_state(event_id=there.event)
    heard(there)
    given = there.row.penalty
    assert given is not None
    cases.decide_case(by=there.desk, now=NOW, case=there.case, outcome="warning", reason="No.")

    assert eventlog.event_state(event_id=there.event) == before
    assert not Placing.objects.exists()
    assert not RatedEvent.objects.exists()
    there.day.do(ActionUndone(sequences=(given,)), by=there.ada, reason="Wrong player")
    standing = frozenset(one.sequence for one in there.day.state.penalties)
    facts = case_views.case_for(by=there.desk, case=there.case, standing=standing)
    assert facts.penalty_stands is False


HOSTILE = {
    "empty": (b"", "missing"),
    "large": (PNG + b"0" * 2_000_000, "too-large"),
    "program": (b"MZ\x90\x00\x03\x00\x00\x00\xff\xff", "file-kind"),
    "archive": (b"PK\x03\x04\x00\x00", "file-kind"),
    "svg in utf-16": ("<svg onload=alert(1)>".encode("utf-16"), "file-kind"),
    "control characters": (b"hello\x00world", "file-kind"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_files_of_other_kinds_are_refused(there, what):
    content, code = HOSTILE[what]

    codes = codes_of(
        cases.add_case_file, by=there.ada, now=NOW, case=there.case, name="x.png", content=content
    )

    assert codes == (code,)
    assert not CaseFile.objects.exists()


def test_a_file_gets_the_name_and_type_of_its_content(there):
    on = {"now": NOW, "case": there.case}
    name = '../../etc/"pass wd\r\n.html'

    file = cases.add_case_file(by=there.ada, name=name, content=PNG, **on)
    own = cases.add_case_file(by=there.ada, name="note", content=b"For you", audience="desk", **on)

    seen = case_views.file_for(by=there.corin, case=there.case, file=file)
    assert seen == ("pass-wd.png", "image/png", PNG)
    with pytest.raises(NotFound):
        case_views.file_for(by=there.corin, case=there.case, file=own)
    assert case_views.file_for(by=there.ada, case=there.case, file=own)[2]
    with pytest.raises(NotFound):
        case_views.file_for(by=there.admin, case=there.case, file=file)


@pytest.mark.req("GOV-12")
def test_a_complaint_becomes_a_case_that_hides_who_wrote_it(world, there):
    raised = complaints.raise_complaint(
        by=there.member,
        now=NOW,
        event=there.event,
        person=there.ada.person,
        text="She paired her friends.",
        area="europe",
    )

    case = cases.open_case_from_complaint(by=there.desk, now=NOW, complaint=raised)
    same = cases.open_case_from_complaint(by=there.head, now=NOW, complaint=raised)
    about_her = read(there.ada, case)

    assert case == same
    assert about_her.names == {}
    assert {entry.by for entry in about_her.entries} == {there.desk.label}
    assert read(there.member, case).part == "reporter"
    with pytest.raises(NotAllowed):
        cases.open_case_from_complaint(by=there.far, now=NOW, complaint=raised)


@pytest.mark.req("COND-58", "GOV-24")
def test_breaches_are_reported_by_anybody_three_at_a_time(there):
    breach = {
        "now": NOW,
        "event": there.event,
        "person": there.corin.person,
        "text": "The video shows it.",
    }

    for _ in range(3):
        cases.report_breach(by=there.member, collusion=False, **breach)

    assert codes_of(cases.report_breach, by=there.member, collusion=True, **breach) == (
        "too-many-reports",
    )
    assert codes_of(cases.report_breach, by=there.corin, collusion=True, **breach) == (
        "player-unknown",
    )
    assert Case.objects.filter(source="breach").count() == 3


def test_the_log_of_a_case_is_only_added_to(there):
    entry = CaseAction.objects.get()
    entry.payload = {"text": "Nothing happened"}

    with pytest.raises(DatabaseError), transaction.atomic():
        entry.save()
    with pytest.raises(DatabaseError), transaction.atomic():
        entry.delete()


@pytest.mark.req("COND-63")
def test_an_erasure_leaves_the_outcome_and_no_word(there):
    heard(there)
    on = {"now": NOW, "case": there.case}
    cases.add_case_file(by=there.corin, name="corin", content=b"Corin was here", **on)
    cases.decide_case(by=there.desk, outcome="warning", reason="Corin, do not.", **on)
    other = cases.report_breach(
        by=there.member,
        now=NOW,
        event=there.event,
        person=there.pavel.person,
        text="Corin and Pavel agreed on it.",
        collusion=True,
    )
    there.day.by = there.ada
    Event.objects.filter(public_id=there.event).update(state="processed")

    personal_data.erase_person(by=there.corin, now=NOW, person=there.corin.person)

    row = Case.objects.get(public_id=there.case)
    assert (row.outcome, row.shrunk_at) == ("warning", NOW)
    assert not CaseFile.objects.exists()
    (kept,) = CaseAction.objects.all()
    assert "Corin" not in str(kept.payload)
    assert check_chain(case_rows(Case.objects.get(public_id=other).pk)) is None
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608 -- our own tables
            assert "added up wrong" not in str(cursor.fetchall()), table
    with pytest.raises(NotFound):
        read(there.desk, there.case)


@pytest.mark.req("COND-63")
def test_five_years_after_it_was_closed_a_case_is_its_outcome_alone(there):
    heard(there)
    on = {"now": NOW, "case": there.case}
    cases.add_case_file(by=there.ada, name="slip.png", content=PNG, **on)
    cases.decide_case(by=there.desk, outcome="no-action", reason="It stands.", **on)
    cases.close_case(by=there.desk, **on)
    then = NOW.replace(year=NOW.year + 5)

    early = shrink_closed_cases(by=SYSTEM, now=then - timedelta(minutes=1))
    due = shrink_closed_cases(by=SYSTEM, now=then)
    again = shrink_closed_cases(by=SYSTEM, now=then)

    assert (early, due, again) == (0, 1, 0)
    assert (there.row.outcome, there.row.shrunk_at) == ("no-action", then)
    assert not CaseAction.objects.exists()
    assert not CaseFile.objects.exists()
    with pytest.raises(NotFound):
        read(there.desk, there.case)
    with pytest.raises(NotAllowed):
        shrink_closed_cases(by=there.head, now=then)


def test_desks_ask_few_queries_however_many_cases(there, django_assert_max_num_queries):
    first = there.row
    for number in range(2, 40):
        Case.objects.create(
            person=first.person,
            event=first.event,
            area="europe",
            source="breach",
            number=number,
            created_at=NOW,
        )

    with django_assert_max_num_queries(10):
        assert len(case_views.cases_at_desk(by=there.desk)) == 39


@pytest.mark.req("COND-63")
def test_a_disqualification_and_its_case_are_saved_together_or_not_at_all(world, monkeypatch):
    ada, corin = world.member("Nia"), world.member("Jon")
    day = AtTheTable((corin.person, *(world.person() for _ in range(3))))
    row = Event.objects.get(public_id=day.id)
    Directorship.objects.create(event=row, person_id=ada.person_id, rank=1)
    before = day.sequence
    given = PenaltyGiven(player=PlayerId(corin.person), level=4, infraction="C1")

    def power_cut(*_):
        raise OSError("the power went")

    monkeypatch.setattr(disqualifications, "create_case", power_cut)
    with pytest.raises(OSError, match="power"):
        day.do(given, by=ada)
    monkeypatch.undo()
    clear_logs()

    assert day.sequence == before
    assert not Case.objects.filter(event=row).exists()
    day.do(given, by=ada)
    assert Case.objects.filter(event=row).count() == 1
