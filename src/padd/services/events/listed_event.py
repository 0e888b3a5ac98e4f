"""An event of the calendar for an actor: its form, and what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from padd.core.model import Event as EventFile
from padd.core.refusal import Refusal, RefusalError
from padd.services.access.actors import Actor
from padd.services.access.permissions import AccessRole, roles_of
from padd.services.access.visibility import visible_event_of_row
from padd.services.events.approvals_needed import is_championship_agreed
from padd.services.events.event_form import EventForm
from padd.services.events.event_row import director_emails, visible_event
from padd.services.events.validation import check_form
from padd.store.columns.event_rows import event_form_values, event_settings
from padd.store.models.events import Event
from padd.store.queries.events.facts import EventFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedEvent:
    """An event as its form has it, with the roles of an actor."""

    form: EventForm
    facts: EventFacts
    roles: frozenset[AccessRole]
    starts_at: datetime
    missing: tuple[Refusal, ...]
    """What a draft still lacks before it can be listed."""
    agreed: bool = False
    """Whether the desk has agreed to this championship."""
    director_has_account: bool = True
    """Whether a director of a draft can sign in."""


def listed_event(*, event: str, by: Actor, now: datetime) -> ListedEvent:
    """Return an event of the calendar; a draft is known to its people only."""
    row = visible_event(event, by=by)
    form = EventForm(**event_form_values(row))
    return ListedEvent(
        form=form,
        facts=visible_event_of_row(row, by=by, now=now),
        roles=roles_of(by, event=row),
        starts_at=row.starts_at,
        missing=_missing(form, row, by, now) if row.state == "draft" else (),
        agreed=row.state == "draft" and is_championship_agreed(row, form),
        director_has_account=row.state != "draft" or bool(director_emails(row)),
    )


def settings_before_opening(*, event: str, by: Actor) -> EventFile:
    """Return the settings with which the log of a listed event would begin."""
    return event_settings(visible_event(event, by=by))


def _missing(form: EventForm, row: Event, by: Actor, now: datetime) -> tuple[Refusal, ...]:
    try:
        check_form(form, by=by, now=now, publish=True, event=row)
    except RefusalError as refused:
        return refused.refusals
    return ()
