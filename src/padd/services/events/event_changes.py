"""Validate a change of an event in the calendar: every reason against it at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook
from padd.services.events.event_form import EventForm, RoundsChangeForm
from padd.services.events.sanction_adviser import start_moment
from padd.services.refusal import house_refusal, refuse_all
from padd.services.text_fields import normalize_line
from padd.store.models.events import Event, EventState, RoundsGround

STARTED: Final = frozenset(
    {
        EventState.RUNNING,
        EventState.RESULTS_ENTERED,
        EventState.HELD,
        EventState.AWAITING_PROCESSING,
        EventState.PROCESSED,
    }
)


def check_changes(
    event: Event, form: EventForm, *, change: RoundsChangeForm | None, now: datetime
) -> None:
    """Refuse a change of date, rounds or rulebook that the rules do not allow."""
    refuse_all(
        (
            *_date_change(event, form, now=now),
            *_rounds_change(event, form, change=change),
            *_rulebook_change(event, form),
            *_fewer_seats(event, form),
        )
    )


def _date_change(event: Event, form: EventForm, *, now: datetime) -> Iterator[Refusal]:
    starts = start_moment(form)
    if starts is None or starts == event.starts_at or event.state == EventState.DRAFT:
        return
    if event.state in STARTED:
        yield house_refusal(
            "has-begun", message("The event has started, so its date can’t change."), place="starts"
        )
        return
    book = rulebook(event.rulebook)
    hours = book.sanctioning.change_notice_hours
    if hours is None:
        return
    cite = book.citations["sanctioning.change_notice_hours"].cite
    notice = timedelta(hours=hours)
    if event.starts_at - now < notice:
        yield house_refusal(
            "date-too-late",
            message(
                "Date and time can’t be changed later than {hours} hours before the start.",
                hours=hours,
            ),
            place="starts",
            rule=cite,
        )
    elif starts - now < notice:
        yield house_refusal(
            "date-too-soon",
            message("The new start must be at least {hours} hours away.", hours=hours),
            place="starts",
            rule=cite,
        )


def _rounds_change(
    event: Event, form: EventForm, *, change: RoundsChangeForm | None
) -> Iterator[Refusal]:
    if form.rounds_planned == event.rounds_planned or event.state == EventState.DRAFT:
        return
    book = rulebook(event.rulebook)
    rules = book.sanctioning.rounds_change
    cite = book.citations["sanctioning.rounds_change.before_start"].cite
    if event.state in STARTED - {EventState.RUNNING} and rules.listing_first:
        yield house_refusal(
            "results-entered",
            message("The number of rounds can be corrected only before results are entered."),
            place="rounds_planned",
            rule=book.citations["sanctioning.rounds_change.listing_first"].cite,
        )
        return
    grounds = _grounds(event, book)
    if not grounds:
        return
    if change is None or change.ground not in grounds:
        yield house_refusal(
            "rounds-ground",
            message(
                "Changing the number of rounds needs a reason: {grounds}.",
                grounds=" or ".join(grounds).replace("-", " "),
            ),
            place="rounds_planned",
            rule=cite,
        )
    elif change.ground == RoundsGround.ALL_AGREED and not change.agreed:
        yield house_refusal(
            "missing", message("Name the players who agreed."), place="agreed", rule=cite
        )
    elif change.ground == RoundsGround.EMERGENCY and not normalize_line(change.description):
        yield house_refusal(
            "missing", message("Describe what happened."), place="description", rule=cite
        )


def _grounds(event: Event, book: Rulebook) -> tuple[str, ...]:
    """Return the grounds that the rulebook asks for now; none if it asks for none."""
    rules = book.sanctioning.rounds_change
    if event.state == EventState.RUNNING:
        return rules.running or ()
    if rules.before_start is None or not event.entries.filter(seat__gt=0).exists():
        return ()
    return (RoundsGround.ALL_AGREED,)


def _rulebook_change(event: Event, form: EventForm) -> Iterator[Refusal]:
    if form.rulebook != event.rulebook and event.state in STARTED:
        yield house_refusal(
            "rulebook-pinned",
            message("An event keeps the rulebook it started with."),
            place="rulebook",
        )


def _fewer_seats(event: Event, form: EventForm) -> Iterator[Refusal]:
    if form.capacity is None or event.pk is None:
        return
    beyond = event.entries.filter(seat__gt=form.capacity).exists()
    if beyond:
        yield house_refusal(
            "seats-taken",
            message("More players are coming than that. Talk to them first."),
            place="capacity",
        )
