"""Whether somebody is suspended on the day of a sanctioned event (house procedure)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings

from padd.core.messages import message
from padd.services.refusal import no
from padd.store.models import Suspension

if TYPE_CHECKING:
    from datetime import date

    from padd.core.refusal import Refusal


def objection_to_entry(person_id: int | None, *, on: date) -> Refusal | None:
    """Return why somebody does not enter on a day; it names no reason (COND-65)."""
    if not settings.HOUSE_PROCEDURE or person_id is None:
        return None
    suspended = Suspension.objects.filter(
        person=person_id, lifted_at=None, since__lte=on, until__gte=on
    )
    if not suspended.exists():
        return None
    return no("ask-the-desk", message("This entry needs the desk. Ask the desk."))
