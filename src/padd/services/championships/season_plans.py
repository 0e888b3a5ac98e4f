"""Season plans: when a year's championships are held, and when to apply for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db import transaction

from padd.core.championships.season import SeasonWindow, usual_window
from padd.core.messages import message
from padd.core.model import ChampionshipKind, Edition
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.refusal import house_refusal
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.championships import SeasonPlan
from padd.store.writes.event_log import add_audit_entry

LONGEST: Final = 1000
YEARS: Final = range(1994, 2100)
MOST_POINTS: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanForm:
    """A season plan as its form gives it."""

    year: int
    kind: str
    edition: str
    first_day: date | None
    last_day: date | None
    applications_open: date | None = None
    applications_close: date | None = None
    announcement: str = ""
    masters_line: int | None = None
    masters_award: str = ""


def save_plan(*, by: Actor, now: datetime, form: PlanForm) -> None:
    """Announce the season of a year, kind and game, or change what was announced."""
    require(Permission.SEASON_PLAN, by)
    wrong = list(_objections(form))
    if wrong:
        raise RefusalError(*wrong)
    values = {
        "first_day": form.first_day,
        "last_day": form.last_day,
        "applications_open": form.applications_open,
        "applications_close": form.applications_close,
        "announcement": normalize_line(form.announcement),
        "masters_line": form.masters_line,
        "masters_award": normalize_line(form.masters_award),
    }
    with transaction.atomic():
        row, _ = SeasonPlan.objects.update_or_create(
            year=form.year, kind=form.kind, edition=form.edition, defaults=values
        )
        add_audit_entry(
            Permission.SEASON_PLAN,
            by=by.label,
            subject=f"plan:{row.year}-{row.kind}-{row.edition}",
            at=now,
            after={"first_day": str(row.first_day), "last_day": str(row.last_day)},
        )


def _objections(form: PlanForm) -> Iterator[Refusal]:
    if form.year not in YEARS:
        yield house_refusal("year", message("Give the year."), place="year")
    if form.kind not in set(ChampionshipKind):
        yield house_refusal("kind", message("Choose a championship."), place="kind")
    if form.edition not in set(Edition):
        yield house_refusal("edition", message("Choose a game."), place="edition")
    if form.first_day is None or form.last_day is None:
        yield house_refusal("missing", message("Give the first and last day."), place="first_day")
    elif form.last_day < form.first_day:
        yield house_refusal("order", message("The last day is before the first."), place="last_day")
    opens, closes = form.applications_open, form.applications_close
    if opens is not None and closes is not None and closes < opens:
        yield house_refusal(
            "order",
            message("Applications would close before they open."),
            place="applications_close",
        )
    line = form.masters_line
    if line is not None and not 1 <= line <= MOST_POINTS:
        yield house_refusal("line", message("Give a number of points."), place="masters_line")
    for place in ("announcement", "masters_award"):
        refusal = text_refusal(normalize_line(getattr(form, place)), place=place, most=LONGEST)
        if refusal is not None:
            yield refusal


def application_window(*, year: int, kind: str, edition: str) -> SeasonWindow | None:
    """Return the window as it was announced, or else as the guide has it."""
    plan = SeasonPlan.objects.filter(year=year, kind=kind, edition=edition).first()
    if plan is not None:
        return SeasonWindow(
            first_day=plan.first_day,
            last_day=plan.last_day,
            opens=plan.applications_open,
            closes=plan.applications_close,
        )
    rules = rulebook(rulebook_ids()[0]).championships
    return None if rules is None else usual_window(rules, kind, year)
