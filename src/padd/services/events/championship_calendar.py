"""Check a championship against others of its year: conflicts, one National."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from padd.core.championships.season import Neighbour, neighbours, objections_to_weekend
from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook, cite
from padd.services.events.event_form import EventForm
from padd.services.refusal import house_refusal
from padd.store.models.events import Event, EventKind
from padd.store.models.people import Region
from padd.store.queries.championships.championships import other_championships
from padd.store.writes.championship_stages import DECIDING, nationals_held, stage_of, year_of


def weekend_conflicts(form: EventForm, book: Rulebook) -> tuple[Neighbour, ...]:
    """Return the high championships on the weekend of a draft, or a neighboring one.

    Empty where the guide has nothing against the kind of event that is drafted.
    """
    rules = book.championships
    if rules is None or form.starts is None or form.kind not in rules.conflict.kinds:
        return ()
    first = form.starts.date()
    last = max(form.ends_on or first, first)
    others = other_championships(years={first.year, last.year}, edition=form.edition)
    found = neighbours(form.kind, first, last, others, rules, within=1)
    return tuple(one for one in found if one.answer is not None)


def objections_to_date(form: EventForm) -> Iterator[Refusal]:
    """Refuse a weekend that the guide keeps for another championship."""
    book = rulebook(form.rulebook)
    yield from objections_to_weekend(weekend_conflicts(form, book), book, place="starts")


def objection_to_national(
    book: Rulebook, region: Region, *, year: int, edition: str, listed: int = 0
) -> Refusal | None:
    """Refuse one National too many: one per country, game and year (AMB-134).

    `listed` tells how many of those in the calendar are the one that is asked about.
    """
    if book.championships is None:
        return None
    held = nationals_held(region, year=year, edition=edition) - listed
    if held < book.championships.nationals_per_country:
        return None
    return house_refusal(
        "second-national",
        message("This country already has its National for this game this year."),
        place="kind",
        rule=cite(book, "championships.nationals_per_country"),
    )


def record_stage(event: Event, *, now: datetime) -> None:
    """Note which championship an event is; a country has one National (AMB-134)."""
    stage = stage_of(event, now=now)
    if stage is None or event.kind != EventKind.NATIONAL:
        return
    refusal = objection_to_national(
        rulebook(event.rulebook),
        event.region,
        year=year_of(event),
        edition=event.edition,
        listed=int(stage.stage in DECIDING),
    )
    if refusal is not None:
        raise RefusalError(refusal)
