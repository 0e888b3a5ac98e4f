"""Apply to hold a championship: the guide's advice, the desk's decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.text import slugify

from padd.core.championships.season import (
    Neighbour,
    missing_statements,
    needs_special_approval,
    neighbours,
    outside_season,
)
from padd.core.messages import Message, message
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import cite
from padd.store.models.people import Region
from padd.store.queries.championships.championships import other_championships

if TYPE_CHECKING:  # breaks a cycle of imports
    pass
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from padd.core.championships.season import objections_to_weekend
from padd.core.messages import verbatim
from padd.core.model import ChampionshipKind, Edition
from padd.core.refusal import Refusal, RefusalError
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.access.suspensions import objection_on
from padd.services.championships.season_plans import application_window
from padd.services.delivery import emails
from padd.services.events import EventForm, objection_to_national, register_event
from padd.services.local_time import format_date
from padd.services.refusal import NotFound, house_refusal, refusal_error
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.championships import Application, ApplicationState
from padd.store.models.events import Approval, ApprovalKind, ApprovalState, Event
from padd.store.models.people import Office
from padd.store.writes.championship_stages import place_of_title
from padd.store.writes.event_log import add_audit_entry


@dataclass(frozen=True, slots=True)
class ApplicationAdvice:
    """A note of the adviser, with its rule."""

    words: Message
    cite: str


def neighboring_championships(form: ApplicationForm) -> tuple[Neighbour, ...]:
    """Return the championships of the same game close to the days of a form."""
    rules = rulebook(rulebook_ids()[0]).championships
    if form.first_day is None or rules is None:
        return ()
    last = max(form.last_day or form.first_day, form.first_day)
    years = {form.first_day.year, last.year}
    others = other_championships(years=years, edition=form.edition)
    return neighbours(form.kind, form.first_day, last, others, rules)


def application_advice(form: ApplicationForm) -> tuple[ApplicationAdvice, ...]:
    """Return what the guide says about an application that can be sent."""
    book = rulebook(rulebook_ids()[0])
    rules, first = book.championships, form.first_day
    if rules is None:
        return ()
    found = []
    if first is not None and outside_season(rules, form.kind, first):
        found.append(
            ApplicationAdvice(
                message("This is outside the usual months, so it needs an official’s approval."),
                cite(book, f"championships.events.{form.kind}"),
            )
        )
    if first is not None and needs_special_approval(rules, form.kind, first):
        found.append(
            ApplicationAdvice(
                message(
                    "This falls in the season of Continentals and Worlds, so it "
                    "needs approval from the Department of Organized Play."
                ),
                cite(book, "championships.conflict.kinds"),
            )
        )
    if form.kind == "national":
        stated = {"games", *(["dates"] if first else [])}
        stated |= {name for name in ("times", "location") if getattr(form, name)}
        found += [
            ApplicationAdvice(
                message("The guide requires {field}.", field=field),
                cite(book, "championships.application_states"),
            )
            for field in missing_statements(rules, stated)
        ]
    area = Region.objects.filter(slug=form.region).values_list("area", flat=True)
    continents = {slugify(name) for name in rules.continents}
    if form.kind == "continental" and not continents.issuperset(area):
        found.append(
            ApplicationAdvice(
                message(
                    "Continentals are held in {continents}; anywhere else needs "
                    "an official’s approval.",
                    continents=tuple(rules.continents),
                ),
                cite(book, "championships.continents"),
            )
        )
    return tuple(found)


CHAIR: Final = "chair"
"""The desk that decides on what the Director applies for."""
DAY: Final = "%d %B %Y"
MORNING: Final = time(10)
NOT_CHOSEN: Final = "Another bid was awarded."
LONGEST: Final = {"times": 100, "location": 200, "words": 2000}
TO_DIRECTOR: Final = frozenset({"bids-to-director", "rotation"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationForm:
    """An application as its form gives it."""

    kind: str
    edition: str
    region: str
    first_day: date | None
    last_day: date | None = None
    times: str = ""
    location: str = ""
    words: str = ""


def apply_to_host(*, by: Actor, now: datetime, form: ApplicationForm) -> str:
    """Apply to hold a championship of one game; return the public id."""
    require(Permission.APPLICATION_MAKE, by)
    book = rulebook(rulebook_ids()[0])
    with transaction.atomic():
        region = Region.objects.filter(slug=form.region).first()
        wrong = [refusal for refusal in _objections(form, region) if refusal]
        wrong = wrong or list(_objections_to_day(form, by=by, now=now))
        if wrong or region is None or form.first_day is None:
            raise RefusalError(*wrong)
        row = _create(form, region, form.first_day, by=by, now=now)
        Approval.objects.create(
            kind=ApprovalKind.APPLICATION,
            about=f"application:{row.public_id}",
            area=_desk(form.kind, region, by),
            requester_id=by.account_id,
            rule=book.citations["championships.allocation"].cite,
            asked=message(
                "{title} {year}, {edition}, {region}",
                title=verbatim(_title(form.kind)),
                year=str(row.year),
                edition=row.edition,
                region=region.name,
            ),
            created_at=now,
        )
        add_audit_entry(
            Permission.APPLICATION_MAKE,
            by=by.label,
            subject=f"application:{row.public_id}",
            at=now,
            after={"kind": row.kind, "year": row.year, "edition": row.edition},
        )
    return row.public_id


def _objections(form: ApplicationForm, region: Region | None) -> list[Refusal | None]:
    rules = rulebook(rulebook_ids()[0]).championships
    known = rules is not None and form.kind in rules.allocation
    first, last = form.first_day, form.last_day
    backwards = first is not None and last is not None and last < first
    return [
        None if known else house_refusal("kind", message("Choose a championship."), place="kind"),
        None
        if form.edition in set(Edition)
        else house_refusal("edition", message("Choose a game."), place="edition"),
        None if region else house_refusal("region", message("Choose a region."), place="region"),
        None
        if form.first_day
        else house_refusal("missing", message("Give the first day."), place="first_day"),
        house_refusal("order", message("The last day is before the first."), place="last_day")
        if backwards
        else None,
        *(
            text_refusal(
                normalize_line(getattr(form, name)),
                place=name,
                most=most,
                needed=name == "location",
            )
            for name, most in LONGEST.items()
        ),
    ]


def _objections_to_day(form: ApplicationForm, *, by: Actor, now: datetime) -> Iterator[Refusal]:
    """Refuse closed windows, and what the guide never allows on a day."""
    book = rulebook(rulebook_ids()[0])
    first, rules = form.first_day, book.championships
    if first is None or rules is None:
        return
    if refusal := objection_on(by.person_id, now.date(), first):
        yield refusal
        return
    window = application_window(year=first.year, kind=form.kind, edition=form.edition)
    if window is not None and not window.takes_applications(now.date()):
        yield house_refusal(
            "window-closed",
            _applications_open(window.opens, window.closes),
            place="kind",
            rule=cite(book, "championships.regional_applications.open")
            if form.kind == "regional"
            else cite(book, "championships.allocation"),
        )
    if rules.seasons_firm and outside_season(rules, form.kind, first):
        yield house_refusal(
            "outside-season",
            message("The season covers other months."),
            place="first_day",
            rule=cite(book, "championships.seasons_firm"),
        )
    yield from objections_to_weekend(neighboring_championships(form), book, place="first_day")
    region = Region.objects.select_related("parent").get(slug=form.region)
    if form.kind == ChampionshipKind.NATIONAL and (
        refusal := objection_to_national(book, region, year=first.year, edition=form.edition)
    ):
        yield refusal


def _applications_open(opens: date | None, closes: date | None) -> Message:
    """Say when hosts can apply; a window may lack one of its ends."""
    first = format_date(opens, DAY) if opens else ""
    last = format_date(closes, DAY) if closes else ""
    if not first:
        return message("Applications closed on {day}.", day=last)
    if not last:
        return message("Applications open on {day}.", day=first)
    return message("Applications are open from {opens} to {closes}.", opens=first, closes=last)


def _create(
    form: ApplicationForm, region: Region, first_day: date, *, by: Actor, now: datetime
) -> Application:
    try:
        with transaction.atomic():
            return Application.objects.create(
                applicant_id=by.account_id,
                year=first_day.year,
                kind=form.kind,
                edition=form.edition,
                region=region,
                first_day=first_day,
                last_day=form.last_day or first_day,
                times=normalize_line(form.times),
                location=normalize_line(form.location),
                words=normalize_line(form.words),
                created_at=now,
            )
    except IntegrityError as error:
        raise refusal_error(
            "one-open", message("You already have an open application for this."), place="kind"
        ) from error


def _desk(kind: str, region: Region, by: Actor) -> str:
    """Return the desk that decides; applicants do not decide on their own application."""
    rules = rulebook(rulebook_ids()[0]).championships
    way = rules.allocation[kind] if rules else ""
    area = "" if way in TO_DIRECTOR else region.area
    if area and area in by.areas:
        area = ""
    return CHAIR if not area and Office.DIRECTOR in by.offices else area


def withdraw_application(*, by: Actor, now: datetime, application: str) -> None:
    """Withdraw an application that is still open."""
    with transaction.atomic():
        row = Application.objects.filter(public_id=application).first()
        if row is None:
            raise NotFound("application")
        require(Permission.APPLICATION_WITHDRAW, by, account_id=row.applicant_id)
        _set_state(row, ApplicationState.WITHDRAWN, by=by, now=now)
        _approvals(row).update(state=ApprovalState.WITHDRAWN, decided_at=now)
        add_audit_entry(
            Permission.APPLICATION_WITHDRAW,
            by=by.label,
            subject=f"application:{row.public_id}",
            at=now,
        )


def _approvals(row: Application) -> QuerySet[Approval]:
    return Approval.objects.filter(about=f"application:{row.public_id}", state=ApprovalState.OPEN)


def apply_decision(approval: Approval, *, by: Actor, now: datetime) -> None:
    """Let an application follow the decision: award it, or decline it."""
    row = (
        Application.objects.select_related("region__parent", "applicant__person")
        .filter(public_id=approval.about.partition(":")[2])
        .first()
    )
    if row is None:
        raise NotFound("application")
    if approval.state != ApprovalState.APPROVED:
        _set_state(row, ApplicationState.DECLINED, by=by, now=now, reason=approval.reason)
        return
    _set_state(row, ApplicationState.AWARDED, by=by, now=now, reason=approval.reason)
    saved = register_event(by=by, now=now, form=_draft(row), publish=False)
    row.event = Event.objects.get(public_id=saved.public_id)
    row.save()
    _decline_rest(row, by=by, now=now)


def _set_state(
    row: Application, state: ApplicationState, *, by: Actor, now: datetime, reason: str = ""
) -> None:
    if row.state != ApplicationState.OPEN:
        raise refusal_error("decided", message("This was decided earlier."))
    row.state, row.decided_at, row.reason = state, now, reason
    row.decided_by_id = by.account_id
    row.save()


def _title(kind: str) -> str:
    rules = rulebook(rulebook_ids()[0]).championships
    return getattr(rules.events, kind).title if rules else kind


def _draft(row: Application) -> EventForm:
    person = row.applicant.person if row.applicant else None
    return EventForm(
        name=f"{row.region.name} {_title(row.kind)} {row.year}",
        edition=row.edition,
        kind=row.kind,
        region=row.region.slug,
        starts=datetime.combine(row.first_day, MORNING),
        time_zone="UTC",
        ends_on=row.last_day if row.last_day != row.first_day else None,
        pairing_style="tribbles" if row.edition == Edition.TRIBBLES else "swiss",
        rounds_planned=5,
        directors=(person.public_id,) if person else (),
    )


def _decline_rest(row: Application, *, by: Actor, now: datetime) -> None:
    """Decline the other bids for the same title, and tell those who made them."""
    for other in _rivals(row):
        _set_state(other, ApplicationState.DECLINED, by=by, now=now, reason=NOT_CHOSEN)
        for approval in _approvals(other).select_related("requester"):
            approval.state, approval.reason = ApprovalState.REFUSED, NOT_CHOSEN
            approval.decided_at, approval.decided_by_id = now, by.account_id
            approval.save()
            emails.notify_approval_decision(approval)


def _rivals(row: Application) -> list[Application]:
    """Return the other open bids for the title that an application is for."""
    others = Application.objects.filter(
        kind=row.kind, year=row.year, edition=row.edition, state=ApplicationState.OPEN
    ).exclude(pk=row.pk)
    return [
        other
        for other in others.select_related("region__parent", "applicant__person")
        if place_of_title(row.kind, other.region) == place_of_title(row.kind, row.region)
    ]


def handles_of_rivals(*, application: str) -> tuple[str, ...]:
    """Return whose bids an award would decline, by their handles."""
    row = Application.objects.select_related("region__parent").get(public_id=application)
    return tuple(
        other.applicant.person.handle
        for other in _rivals(row)
        if other.applicant and other.applicant.person
    )
