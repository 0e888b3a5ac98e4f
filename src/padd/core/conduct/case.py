"""A case: what was reported, said and decided, as an append-only log.

The guides ask for the report of a disqualification, and let serious breaches be looked
into. Answer, warning, suspension and appeal are in none of them: they are the house
procedure, which is off unless a site turns it on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

import msgspec

from padd.core.eventlog.log.chain import NO_HASH, LogRow, row_hash
from padd.core.eventlog.state.actor import log_moment

APPEAL_DAYS: Final = 14
"""How long a decision can be appealed, by the house procedure."""
KEPT_YEARS: Final = 5
"""How long a closed case is kept before it shrinks to its outcome."""


def retention_end(closed_at: datetime) -> datetime:
    """Return when a case that was closed shrinks to its outcome."""
    year = closed_at.year + KEPT_YEARS
    is_leap_day = (closed_at.month, closed_at.day) == (2, 29)
    if is_leap_day:
        return closed_at.replace(year=year, month=3, day=1)
    return closed_at.replace(year=year)


class Part(StrEnum):
    """The part in which a person acts in a case."""

    REPORTER = "reporter"
    CONCERNED = "concerned"
    DESK = "desk"
    DIRECTOR = "director-of-organized-play"
    """Of the desk too, and the only one who suspends."""


class CaseAudience(StrEnum):
    """Who reads an entry; the desk always does."""

    DESK = "desk"
    CONCERNED = "concerned"
    REPORTER = "reporter"
    ALL = "all"

    def is_for(self, part: Part) -> bool:
        """Tell whether a person in a part reads it."""
        if part in {Part.DESK, Part.DIRECTOR} or self is CaseAudience.ALL:
            return True
        return self.value == part.value


class CaseStage(StrEnum):
    """How far a case is."""

    REPORTED = "reported"
    OPENED = "opened"
    ASKED = "asked"
    ANSWERED = "answered"
    DECIDED = "decided"
    APPEALED = "appealed"
    CLOSED = "closed"


class CaseSource(StrEnum):
    """What a case began with."""

    DISQUALIFICATION = "disqualification"
    BREACH = "breach"
    COMPLAINT = "complaint"
    COLLUSION = "collusion"


class Outcome(StrEnum):
    """What a decision does."""

    NO_ACTION = "no-action"
    WARNING = "warning"
    SUSPENSION = "suspension"


HOUSE_OUTCOMES: Final = frozenset({Outcome.WARNING, Outcome.SUSPENSION})
UNDECIDED: Final = frozenset(
    {CaseStage.OPENED, CaseStage.ASKED, CaseStage.ANSWERED, CaseStage.APPEALED}
)


class CaseAct(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="kind",
):
    """One thing that happens in a case, with who reads it."""

    audience: CaseAudience = CaseAudience.ALL


class CaseReported(CaseAct, frozen=True, kw_only=True, tag="case.reported"):
    """A report of what happened; every case begins with one."""

    source: CaseSource
    text: str
    infraction: str = ""
    level: int | None = None
    round: int | None = None


class CaseOpened(CaseAct, frozen=True, kw_only=True, tag="case.opened"):
    """The letter goes to the coordinator and the Director, or the desk takes it up."""

    letter: str = ""


class AnswerAsked(CaseAct, frozen=True, kw_only=True, tag="case.answer-asked"):
    """The desk asks the person concerned for an answer by a day."""

    until: date
    question: str = ""


class CaseAnswered(CaseAct, frozen=True, kw_only=True, tag="case.answered"):
    """The person concerned says something to it."""

    text: str


class EvidenceAdded(CaseAct, frozen=True, kw_only=True, tag="case.evidence-added"):
    """A file is added."""

    file: str
    """Its public id."""
    name: str
    digest: str
    text: str = ""


class CaseNoted(CaseAct, frozen=True, kw_only=True, tag="case.noted"):
    """The desk writes something down, such as what a witness says."""

    text: str


class CaseDecided(CaseAct, frozen=True, kw_only=True, tag="case.decided"):
    """The desk decides, first or on appeal."""

    outcome: Outcome
    reason: str
    since: date | None = None
    until: date | None = None


class CaseAppealed(CaseAct, frozen=True, kw_only=True, tag="case.appealed"):
    """The person concerned appeals, once."""

    text: str


class CaseClosed(CaseAct, frozen=True, kw_only=True, tag="case.closed"):
    """Nothing more happens in it."""


AnyCaseAct = (
    CaseReported
    | CaseOpened
    | AnswerAsked
    | CaseAnswered
    | EvidenceAdded
    | CaseNoted
    | CaseDecided
    | CaseAppealed
    | CaseClosed
)


class CaseEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the log of a case: what, who, in which part, when."""

    sequence: int
    at: datetime
    by: str
    """Kind and public id of who acts, as in the audit."""
    part: Part
    act: AnyCaseAct

    @property
    def kind(self) -> str:
        """The dotted name of the act."""
        return str(self.act.__struct_config__.tag)


class CaseState(msgspec.Struct, frozen=True, kw_only=True):
    """A case as its log leaves it."""

    stage: CaseStage = CaseStage.REPORTED
    reported: CaseReported | None = None
    answer_by: date | None = None
    answered: bool = False
    decision: CaseDecided | None = None
    decided_at: datetime | None = None
    deciders: tuple[str, ...] = ()
    appealed: bool = False
    files: int = 0
    sequence: int = 0

    @property
    def appeal_until(self) -> date | None:
        """The last day of an appeal; none where there is nothing to appeal."""
        if self.decision is None or self.decided_at is None or self.appealed:
            return None
        if self.decision.outcome not in HOUSE_OUTCOMES:
            return None
        return self.decided_at.date() + timedelta(days=APPEAL_DAYS)


def state_after_entry(state: CaseState, entry: CaseEntry) -> CaseState:
    """Return a case after one more entry; all that a replay asks."""
    changes: dict[str, Any] = {"sequence": entry.sequence}
    match entry.act:
        case CaseReported() as reported:
            changes |= {"stage": CaseStage.REPORTED, "reported": reported}
        case CaseOpened():
            changes["stage"] = CaseStage.OPENED
        case AnswerAsked(until=until):
            changes |= {"stage": CaseStage.ASKED, "answer_by": until, "answered": False}
        case CaseAnswered():
            changes |= {"stage": CaseStage.ANSWERED, "answered": True}
        case EvidenceAdded():
            changes["files"] = state.files + 1
        case CaseDecided() as decision:
            changes |= {
                "stage": CaseStage.DECIDED,
                "decision": decision,
                "decided_at": entry.at,
                "deciders": (*state.deciders, entry.by),
            }
        case CaseAppealed():
            changes |= {"stage": CaseStage.APPEALED, "appealed": True}
        case CaseClosed():
            changes["stage"] = CaseStage.CLOSED
        case CaseNoted():
            pass
    return msgspec.structs.replace(state, **changes)


def fold_case(entries: tuple[CaseEntry, ...]) -> CaseState:
    """Return a case as its whole log leaves it."""
    state = CaseState()
    for entry in entries:
        state = state_after_entry(state, entry)
    return state


def case_row(entry: CaseEntry, previous_hash: str) -> LogRow:
    """Return an entry as it is kept, bound to the one before it."""
    payload = msgspec.to_builtins(entry.act)
    payload.pop("kind")
    row = LogRow(
        sequence=entry.sequence,
        kind=entry.kind,
        payload=payload,
        actor=entry.by,
        at=log_moment(entry.at),
        key=entry.part,
        previous_hash=previous_hash,
    )
    return msgspec.structs.replace(row, hash=row_hash(previous_hash, row))


def case_entry(row: LogRow) -> CaseEntry:
    """Return the entry that a row holds."""
    return CaseEntry(
        sequence=row.sequence,
        at=datetime.fromisoformat(row.at),
        by=row.actor,
        part=Part(row.key),
        act=msgspec.convert({**row.payload, "kind": row.kind}, AnyCaseAct),
    )


def redact_case_rows(rows: Sequence[LogRow], words: Callable[[Any], Any]) -> tuple[LogRow, ...]:
    """Return rows whose payloads went through `words`, bound to each other anew."""
    new: list[LogRow] = []
    previous = NO_HASH
    for row in rows:
        changed = msgspec.structs.replace(row, payload=words(row.payload), previous_hash=previous)
        new.append(msgspec.structs.replace(changed, hash=row_hash(previous, changed)))
        previous = new[-1].hash
    return tuple(new)


def case_entries(rows: Iterable[LogRow]) -> tuple[CaseEntry, ...]:
    """Return the entries of a case from its rows."""
    return tuple(map(case_entry, rows))
