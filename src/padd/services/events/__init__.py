"""The calendar: events, venues, registrations and approvals."""

from padd.services.events.event_form import EventForm
from padd.services.events.lifecycle import publish_event, register_event
from padd.services.events.season_calendar import objection_to_national

__all__ = ["EventForm", "objection_to_national", "publish_event", "register_event"]
