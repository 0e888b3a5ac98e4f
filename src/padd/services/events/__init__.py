"""The calendar: events, venues, registrations and approvals."""

from padd.services.events.championship_calendar import objection_to_national
from padd.services.events.event_form import EventForm
from padd.services.events.lifecycle import publish_event, register_event

__all__ = ["EventForm", "objection_to_national", "publish_event", "register_event"]
