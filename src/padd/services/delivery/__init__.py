"""Delivery: e-mail, webhooks, live updates, and printouts on the disk."""

from padd.services.delivery.email_preferences import EmailKind, subscribers
from padd.services.delivery.event_calendar import calendar_file
from padd.services.delivery.printouts import delete_printouts

__all__ = ["EmailKind", "calendar_file", "delete_printouts", "subscribers"]
