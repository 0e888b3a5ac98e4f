"""E-mail with table and opponent, for players who asked, when a round is published.

Players of online events are reminded of their game anyway (`padd.services.online`).
"""

from __future__ import annotations

from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.messages import Message, lines, message
from padd.core.model import PlayerId
from padd.services.delivery import emails
from padd.services.delivery.email_preferences import EmailKind
from padd.store.models.events import Event, Registration, RegistrationState


def follow(row: Event, state: LogState, action: RoundPublished) -> None:
    """Tell everybody who wants it where to sit, and against whom."""
    number = action.number
    round_ = state.round(number)
    if row.online or round_ is None:
        return
    wanted = Registration.objects.filter(
        event=row, pairings_by_email=True, state=RegistrationState.GOING
    ).select_related("person__account")
    for registration in wanted:
        person = registration.person
        player = registration.public_id if person is None else person.public_id
        told = _told(state, round_, player)  # type: ignore[arg-type] # ids as kept
        if told is None:
            continue
        emails.send(
            kind=EmailKind.PAIRINGS,
            to=[emails.address_of(registration)],
            subject=message("Round {number}: {event}", number=number, event=row.name),
            body=lines(
                told,
                emails.page_address(f"/events/{row.public_id}/pairings/"),
                message("You asked for this e-mail when you registered."),
            ),
        )


def _told(state: LogState, round_: RoundState, player: PlayerId) -> Message | None:
    if player in (*round_.byes, *round_.earned_byes):
        return message("You have a bye in round {number}.", number=round_.number)
    at = round_.seats.get(player)
    if at is None:
        return None
    others = (one for one in round_.tables[at].players if one != player)
    return message(
        "You play {others} at table {table}.",
        others=", ".join(state.name(other) for other in others),
        table=at,
    )
