"""Queries of applications, announced seasons and challenges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet

from padd.store.models.championships import Application, ChairChallenge, SeasonPlan
from padd.store.models.events import Approval, EventKind
from padd.store.writes.championship_stages import place_of_title


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow:
    """The announced season of a year, kind and game."""

    year: int
    kind: str
    edition: str
    first_day: date
    last_day: date
    opens: date | None
    closes: date | None
    announcement: str
    masters_line: int | None
    masters_award: str


def season_plans(*, years: Iterable[int]) -> tuple[PlanRow, ...]:
    """Return what was announced for some years."""
    rows = SeasonPlan.objects.filter(year__in=list(years))
    return tuple(
        PlanRow(
            year=row.year,
            kind=row.kind,
            edition=row.edition,
            first_day=row.first_day,
            last_day=row.last_day,
            opens=row.applications_open,
            closes=row.applications_close,
            announcement=row.announcement,
            masters_line=row.masters_line,
            masters_award=row.masters_award,
        )
        for row in rows
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationRow:
    """An application as its applicant and the desk see it."""

    public_id: str
    title: str
    year: int
    kind: str
    edition: str
    region: str
    region_slug: str
    applicant: str
    first_day: date
    last_day: date
    times: str
    location: str
    words: str
    state: str
    word: str
    reason: str
    event: str
    approval: str


def own_applications(*, account: int | None) -> tuple[ApplicationRow, ...]:
    """Return what an account has applied for, the latest first."""
    if account is None:
        return ()
    rows = _applications().filter(applicant=account).order_by("-created_at")
    return tuple(_application(row) for row in rows)


def open_applications(areas: Iterable[str]) -> tuple[tuple[str, tuple[ApplicationRow, ...]], ...]:
    """Return what waits at some desks, bids for one title together."""
    waiting = Approval.objects.filter(kind="application", state="open", area__in=list(areas))
    approvals = dict(waiting.values_list("about", "public_id"))
    ids = [about.partition(":")[2] for about in approvals]
    bids: dict[str, list[ApplicationRow]] = {}
    for row in _applications().filter(public_id__in=ids).order_by("created_at"):
        approval = approvals[f"application:{row.public_id}"]
        shown = _application(row, approval)
        place = place_of_title(row.kind, row.region).replace("-", " ").title()
        title = f"{shown.title}, {place}" if place else shown.title
        bids.setdefault(title, []).append(shown)
    return tuple((title, tuple(rows)) for title, rows in bids.items())


def _applications() -> QuerySet[Application]:
    return Application.objects.select_related("region__parent", "applicant__person", "event")


def _application(row: Application, approval: str = "") -> ApplicationRow:
    person = row.applicant.person if row.applicant else None
    kind = EventKind(row.kind).label
    return ApplicationRow(
        public_id=row.public_id,
        title=f"{kind} {row.year}, {row.edition}",
        year=row.year,
        kind=row.kind,
        edition=row.edition,
        region=row.region.name,
        region_slug=row.region.slug,
        applicant=person.handle if person else "",
        first_day=row.first_day,
        last_day=row.last_day,
        times=row.times,
        location=row.location,
        words=row.words,
        state=row.state,
        word=row.get_state_display(),
        reason=row.reason,
        event=row.event.public_id if row.event else "",
        approval=approval,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeRow:
    """A challenge of the Chair, or a suggestion for one."""

    public_id: str
    title: str
    words: str
    nominated_at: datetime | None
    event: str
    event_name: str
    prizes: tuple[str, ...]
    commitment: str
    seed: str
    drawn_at: datetime | None
    drawn: tuple[str, ...]


def chair_challenges() -> tuple[ChallengeRow, ...]:
    """Return all challenges and suggestions, the latest first."""
    rows = ChairChallenge.objects.select_related("event")
    return tuple(
        ChallengeRow(
            public_id=row.public_id,
            title=row.title,
            words=row.words,
            nominated_at=row.nominated_at,
            event=row.event.public_id if row.event else "",
            event_name=row.event.name if row.event else "",
            prizes=tuple(row.prizes),
            commitment=row.commitment,
            seed=row.seed,
            drawn_at=row.drawn_at,
            drawn=tuple(row.drawn),
        )
        for row in rows
    )
