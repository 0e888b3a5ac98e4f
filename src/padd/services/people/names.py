"""What the players of an event are called before a given viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.model import PlayerId
from padd.services.access.visibility import (
    is_minor,
    sees,
    viewers,
)
from padd.store.models import Person

if TYPE_CHECKING:
    from datetime import datetime

    from padd.core.eventlog.state import LogState
    from padd.services.access.permissions import AccessRole


def names_in(
    *, roles: frozenset[AccessRole], now: datetime, state: LogState
) -> dict[PlayerId, str]:
    """Return the name of every entrant; minors and erased people by handle alone."""
    names = {
        player: entrant.name or player for player, entrant in state.entrants.items()
    }
    all_names = sees("person", "name of a minor", viewers(roles))
    people = Person.objects.filter(public_id__in=list(names)).only(
        "public_id", "handle", "birth_year", "anonymised_at"
    )
    for person in people.iterator():
        hidden = is_minor(person.birth_year, now=now) and not all_names
        if hidden or person.anonymised_at is not None:
            names[PlayerId(person.public_id)] = person.handle
    return names
