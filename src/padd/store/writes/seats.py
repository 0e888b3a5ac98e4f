"""Number the seats of an event in the order of registration.

Assigning seats locks the row of the event. Even if two processes did it at once, the
database accepts each number only once.
"""

from __future__ import annotations

from django.db.models import Max

from padd.store.models.events import Event, Registration, RegistrationState


def locked_event(event_id: int) -> Event:
    """Return an event with its row held until the end of the transaction."""
    return (
        Event.objects.select_for_update(of=("self",))
        .select_related("region")
        .prefetch_related("directorships")
        .get(pk=event_id)
    )


def next_registration_number(event: Event) -> int:
    """Return the number of the next to arrive."""
    last = event.entries.aggregate(last=Max("number"))["last"]
    return int(last or 0) + 1


def assign_seat(registration: Registration) -> None:
    """Give the lowest free seat, or the end of the waiting list, and save."""
    event = registration.event
    waiting = event.entries.filter(state=RegistrationState.WAITING).exists()
    seat = None if waiting and event.capacity is not None else _lowest_free(event)
    registration.seat = seat
    registration.state = RegistrationState.WAITING if seat is None else RegistrationState.GOING
    registration.save()


def promote_waiting(event: Event) -> list[Registration]:
    """Give every free seat to the first who wait; return who has got one."""
    risen = []
    for registration in event.entries.filter(state=RegistrationState.WAITING).order_by("number"):
        seat = _lowest_free(event)
        if seat is None:
            break
        registration.state, registration.seat = RegistrationState.GOING, seat
        registration.save()
        risen.append(registration)
    return risen


def _lowest_free(event: Event) -> int | None:
    seats = set(event.entries.filter(seat__isnull=False).values_list("seat", flat=True))
    free = next(seat for seat in range(1, len(seats) + 2) if seat not in seats)
    if event.capacity is not None and free > event.capacity:
        return None
    return free
