"""E-mail about what happened; it leaves only if what happened is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.core.mail import EmailMessage, get_connection
from django.db import transaction

from padd.core.messages import lines, message
from padd.store.coordinators import coordinator_addresses
from padd.store.models import Registration, RegistrationState

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from padd.core.messages import Message
    from padd.store.models import Approval, Complaint, Event

SIGNATURE: Final = message("PADD, organized play for the Star Trek CCG")


def send(*, to: Iterable[str], subject: Message, body: Message) -> None:
    """Send one message to each address once the transaction is kept."""
    addresses = sorted(
        {address for address in to if address and not address.endswith(".invalid")}
    )
    if not addresses:
        return
    line = " ".join(str(subject).split())
    text = f"{body}\n\n-- \n{SIGNATURE}"
    messages = [
        EmailMessage(subject=line, body=text, to=[address]) for address in addresses
    ]

    def leave() -> None:
        get_connection(fail_silently=True).send_messages(messages)

    transaction.on_commit(leave, robust=True)


def approval_requested(approval: Approval) -> None:
    """Tell the coordinator that something waits there."""
    send(
        to=coordinator_addresses(approval.area, on=approval.created_at.date()),
        subject=message("Waiting for you: {asked}", asked=approval.asked),
        body=message(
            "{kind}: {asked}\n{rule}",
            kind=approval.get_kind_display(),
            asked=approval.asked,
            rule=approval.rule,
        ),
    )


def approval_decided(approval: Approval) -> None:
    """Tell whoever asked what was decided."""
    if approval.requester is None:
        return
    state = approval.get_state_display()
    send(
        to=[approval.requester.email],
        subject=message("{state}: {asked}", state=state, asked=approval.asked),
        body=lines(approval.asked, state, approval.reason),
    )


def complaint_raised(complaint: Complaint) -> None:
    """Tell the coordinator that there is a complaint, and nothing of what it says."""
    send(
        to=coordinator_addresses(complaint.area, on=complaint.created_at.date()),
        subject=message("A complaint was raised"),
        body=message(
            "Somebody has raised a complaint about a director. It is on your desk."
        ),
    )


def complaint_answered(complaint: Complaint) -> None:
    """Tell whoever raised a complaint what the coordinator says."""
    if complaint.raised_by is not None:
        send(
            to=[complaint.raised_by.email],
            subject=message("Your complaint was answered"),
            body=message(
                "You raised a complaint. The answer is:\n{answer}",
                answer=complaint.answer,
            ),
        )


def something_waits(*, to: Iterable[str]) -> None:
    """Tell people that something waits for them here, and nothing of what it is."""
    send(
        to=to,
        subject=message("Something waits for you"),
        body=message("Sign in to PADD: it is on your desk or under My standing."),
    )


def confirm_registration(registration: Registration, *, address: str) -> None:
    """Ask a guest to confirm by the link that only the guest has."""
    send(
        to=[registration.email],
        subject=message("Please confirm: {event}", event=registration.event.name),
        body=message(
            "Somebody, probably you, wants to enter {event}.\n"
            "Confirm, or withdraw later, here:\n{address}\n"
            "If this wasn’t you, ignore this e-mail.",
            event=registration.event.name,
            address=address,
        ),
    )


def entered_by_another(registration: Registration) -> None:
    """Tell somebody that the staff of an event has entered them."""
    send(
        to=[_address(registration)],
        subject=message("You are entered: {event}", event=registration.event.name),
        body=message(
            "The staff of {event} has entered you. "
            "If that is a mistake, withdraw or tell them.",
            event=registration.event.name,
        ),
    )


def moved_up(registration: Registration) -> None:
    """Tell somebody on the waiting list that a seat is theirs."""
    send(
        to=[_address(registration)],
        subject=message("You have a seat: {event}", event=registration.event.name),
        body=message(
            "A seat has become free at {event}, and it is yours.",
            event=registration.event.name,
        ),
    )


def cancelled(event: Event, *, reason: str) -> None:
    """Tell everybody who wanted to come that the event is off."""
    send(
        to=_everybody(event),
        subject=message("Cancelled: {event}", event=event.name),
        body=lines(message("{event} is cancelled.", event=event.name), reason),
    )


def event_changed(
    event: Event, *, was: datetime | None, now_starts: datetime | None
) -> None:
    """Tell everybody who wanted to come that date or time have changed."""
    if was == now_starts or now_starts is None:
        return
    send(
        to=_everybody(event),
        subject=message("New date: {event}", event=event.name),
        body=message(
            "{event} now starts on {moment} ({time_zone}).",
            event=event.name,
            moment=f"{now_starts:%d %B %Y, %H:%M}",
            time_zone=event.time_zone,
        ),
    )


def _everybody(event: Event) -> list[str]:
    coming = event.entries.select_related("person__account").exclude(
        state=RegistrationState.WITHDRAWN
    )
    return [_address(registration) for registration in coming]


def _address(registration: Registration) -> str:
    account = getattr(registration.person, "account", None)
    return account.email if account is not None else registration.email
