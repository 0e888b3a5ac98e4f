"""Cases: who may do what at which point, and a log that cannot be changed unseen."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from padd.core.conduct.case import (
    APPEAL_DAYS,
    AnswerAsked,
    CaseAnswered,
    CaseAppealed,
    CaseAudience,
    CaseClosed,
    CaseDecided,
    CaseEntry,
    CaseNoted,
    CaseOpened,
    CaseReported,
    CaseSource,
    CaseStage,
    CaseState,
    EvidenceAdded,
    Outcome,
    Part,
    case_entries,
    case_entry,
    case_row,
    fold_case,
    redact_case_rows,
    state_after_entry,
)
from padd.core.conduct.case_rules import case_objection
from padd.core.eventlog.log.chain import NO_HASH, check_chain

START = datetime(2026, 10, 31, 15, 22, tzinfo=UTC)
REPORTED = CaseReported(
    source=CaseSource.DISQUALIFICATION, text="Slip changed.", infraction="C1", level=4
)
NO_ACTION = CaseDecided(outcome=Outcome.NO_ACTION, reason="It stands.")
WARNING = CaseDecided(outcome=Outcome.WARNING, reason="Do not change a slip.")
SUSPENDED = CaseDecided(
    outcome=Outcome.SUSPENSION,
    reason="Twice now.",
    since=date(2026, 12, 1),
    until=date(2027, 2, 28),
)


class Case:
    """A case that is acted on, day by day."""

    def __init__(self, *, house=True):
        self.house = house
        self.entries: tuple[CaseEntry, ...] = ()
        self.day = 0
        assert self.do(REPORTED, Part.REPORTER) is None

    @property
    def state(self):
        return fold_case(self.entries)

    def do(self, act, part, by=""):
        """Do it if the rules let it through; return the code of the refusal."""
        entry = CaseEntry(
            sequence=len(self.entries) + 1,
            at=START + timedelta(days=self.day),
            by=by or f"account:{part}",
            part=part,
            act=act,
        )
        refusal = case_objection(self.state if self.entries else None, entry, house=self.house)
        if refusal is not None:
            return refusal.code
        self.entries = (*self.entries, entry)
        return None

    def ask(self):
        until = START.date() + timedelta(days=self.day + 14)
        assert self.do(AnswerAsked(until=until), Part.DESK) is None


def heard_case():
    case = Case()
    case.do(CaseOpened(letter="Dear coordinator"), Part.REPORTER)
    case.ask()
    case.do(CaseAnswered(text="We had added it up wrong."), Part.CONCERNED)
    return case


@pytest.mark.req("COND-63", "COND-64", "COND-66")
def test_a_case_goes_from_report_to_appeal_and_is_closed():
    case = heard_case()

    done = [
        case.do(WARNING, Part.DESK, "account:ada"),
        case.do(CaseAppealed(text="I had asked."), Part.CONCERNED),
        case.do(NO_ACTION, Part.DIRECTOR, "account:head"),
        case.do(CaseClosed(), Part.DIRECTOR),
    ]

    assert done == [None] * 4
    assert case.state.stage is CaseStage.CLOSED
    assert case.state.decision == NO_ACTION


@pytest.mark.req("COND-67")
def test_without_house_procedure_a_case_is_a_record_and_is_closed():
    case = Case(house=False)
    case.do(CaseOpened(), Part.DESK)

    refused = [
        case.do(AnswerAsked(until=date(2027, 1, 1)), Part.DESK),
        case.do(CaseAnswered(text="No."), Part.CONCERNED),
        case.do(WARNING, Part.DESK),
        case.do(SUSPENDED, Part.DIRECTOR),
    ]
    done = [
        case.do(CaseNoted(text="Called."), Part.DESK),
        case.do(NO_ACTION, Part.DESK),
        case.do(CaseClosed(), Part.DESK),
    ]

    assert refused == ["house-procedure-off"] * 4
    assert done == [None] * 3


@pytest.mark.req("COND-64")
def test_nobody_is_warned_unheard_unless_the_day_has_passed():
    case = Case()
    case.do(CaseOpened(), Part.DESK)
    before_asking = case.do(WARNING, Part.DESK)
    case.ask()
    case.day = 14
    on_the_day = case.do(WARNING, Part.DESK)
    case.day = 15

    assert (before_asking, on_the_day) == ("not-heard", "not-heard")
    assert case.do(WARNING, Part.DESK) is None


@pytest.mark.req("COND-65")
def test_the_director_alone_suspends_and_between_two_days():
    backwards = msgspec.structs.replace(SUSPENDED, until=date(2026, 11, 30))
    endless = msgspec.structs.replace(SUSPENDED, until=None)
    case = heard_case()

    assert case.do(SUSPENDED, Part.DESK) == "director-only"
    assert case.do(backwards, Part.DIRECTOR) == "dates"
    assert case.do(endless, Part.DIRECTOR) == "dates"
    assert case.do(SUSPENDED, Part.DIRECTOR) is None


@pytest.mark.req("COND-66")
def test_an_appeal_is_made_once_in_time_and_decided_by_somebody_else():
    case = heard_case()
    case.do(WARNING, Part.DESK, "account:ada")
    early = case.do(CaseClosed(), Part.DESK)
    case.day += APPEAL_DAYS
    appealed = case.do(CaseAppealed(text="No."), Part.CONCERNED)
    same = case.do(WARNING, Part.DESK, "account:ada")
    case.do(WARNING, Part.DIRECTOR, "account:head")
    again = case.do(CaseAppealed(text="No!"), Part.CONCERNED)
    late = heard_case()
    late.do(WARNING, Part.DESK)
    late.day += APPEAL_DAYS + 1

    assert (early, appealed, same, again) == (
        "appeal-open",
        None,
        "decided-before",
        "appealed-already",
    )
    assert late.do(CaseAppealed(text="No."), Part.CONCERNED) == "too-late"


def test_ten_files_fit_into_a_case():
    case = Case()
    file = EvidenceAdded(file="x", name="slip.png", digest="0")

    codes = [case.do(file, Part.REPORTER) for _ in range(11)]

    assert codes == [*[None] * 10, "too-many-files"]


ACTS = (
    REPORTED,
    CaseOpened(),
    AnswerAsked(until=date(2027, 6, 1)),
    CaseAnswered(text="No."),
    EvidenceAdded(file="x", name="slip.png", digest="0"),
    CaseNoted(text="Called."),
    NO_ACTION,
    WARNING,
    SUSPENDED,
    CaseAppealed(text="No."),
    CaseClosed(),
)
NEXT = {
    "reported": {"reported", "opened"},
    "opened": {"opened", "asked", "answered", "decided"},
    "asked": {"asked", "answered", "decided"},
    "answered": {"answered", "asked", "decided"},
    "decided": {"decided", "appealed", "closed"},
    "appealed": {"appealed", "asked", "decided"},
    "closed": set(),
}
"""Written by hand: which stage may follow which."""


@pytest.mark.req("COND-63", "COND-66")
@settings(max_examples=60, deadline=None)
@given(
    steps=st.lists(
        st.tuples(
            st.sampled_from(ACTS),
            st.sampled_from(list(Part)),
            st.sampled_from(["account:ada", "account:bob", "account:cid"]),
            st.integers(0, 20),
        ),
        max_size=30,
    ),
    house=st.booleans(),
)
def test_whatever_is_tried_a_case_keeps_its_order(steps, *, house):
    case = Case(house=house)
    for act, part, by, days in steps:
        case.day += days
        case.do(act, part, by)

    stages = [CaseState().stage]
    state = CaseState()
    for entry in case.entries:
        state = state_after_entry(state, entry)
        stages.append(state.stage)
    kinds = [type(entry.act) for entry in case.entries]
    decided = [entry.by for entry in case.entries if type(entry.act) is CaseDecided]
    assert all(later in NEXT[former] for former, later in pairwise(stages))
    assert kinds.count(CaseAppealed) <= int(house)
    assert kinds.count(CaseDecided) <= 1 + kinds.count(CaseAppealed)
    assert len(set(decided)) == len(decided)


def rows_of(case):
    rows, previous = [], NO_HASH
    for entry in case.entries:
        rows.append(case_row(entry, previous))
        previous = rows[-1].hash
    return rows


def test_the_log_of_a_case_is_read_back_and_shows_every_change():
    case = heard_case()
    rows = rows_of(case)
    softened = [
        msgspec.structs.replace(row, payload={**row.payload, "audience": "desk"})
        if row.sequence == 2
        else row
        for row in rows
    ]

    assert case_entries(rows) == case.entries
    assert check_chain(rows) is None
    assert check_chain(softened) == 1
    assert check_chain([rows[0], *rows[2:]]) == 1


def test_names_can_be_taken_out_and_the_chain_holds_again():
    rows = rows_of(heard_case())

    clean = redact_case_rows(rows, lambda payload: {**payload, "audience": "desk"})

    assert check_chain(clean) is None
    assert case_entry(clean[-1]).act.audience is CaseAudience.DESK


@pytest.mark.parametrize(
    ("audience", "readers"),
    [
        (CaseAudience.DESK, {"desk", "director-of-organized-play"}),
        (CaseAudience.CONCERNED, {"desk", "director-of-organized-play", "concerned"}),
        (CaseAudience.REPORTER, {"desk", "director-of-organized-play", "reporter"}),
        (CaseAudience.ALL, set(Part)),
    ],
)
def test_each_entry_has_its_readers(audience, readers):
    assert {part for part in Part if audience.is_for(part)} == readers
