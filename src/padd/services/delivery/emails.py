"""E-mail about what happened; it leaves only if what happened is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.core.mail import EmailMessage, get_connection
from django.db import transaction

from padd.store.coordinators import coordinator_addresses
from padd.store.models import Registration, RegistrationState

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from padd.store.models import Approval, Complaint, Event

SIGNATURE: Final = "\n\n-- \nPADD, organized play for the Star Trek CCG"


def send(*, to: Iterable[str], subject: str, text: str) -> None:
    """Send one message to each address once the transaction is kept."""
    addresses = sorted(
        {address for address in to if address and not address.endswith(".invalid")}
    )
    if not addresses:
        return
    line = " ".join(subject.split())
    messages = [
        EmailMessage(subject=line, body=text + SIGNATURE, to=[address])
        for address in addresses
    ]

    def leave() -> None:
        get_connection(fail_silently=True).send_messages(messages)

    transaction.on_commit(leave, robust=True)


def approval_requested(approval: Approval) -> None:
    """Tell the coordinator that something waits there."""
    send(
        to=coordinator_addresses(approval.area, on=approval.created_at.date()),
        subject=f"Waiting for you: {approval.asked}",
        text=f"{approval.get_kind_display()}: {approval.asked}\n{approval.rule}",
    )


def approval_decided(approval: Approval) -> None:
    """Tell whoever asked what was decided."""
    if approval.requester is None:
        return
    send(
        to=[approval.requester.email],
        subject=f"{approval.get_state_display()}: {approval.asked}",
        text=f"{approval.asked}\n{approval.get_state_display()}\n{approval.reason}",
    )


def complaint_raised(complaint: Complaint) -> None:
    """Tell the coordinator that there is a complaint, and nothing of what it says."""
    send(
        to=coordinator_addresses(complaint.area, on=complaint.created_at.date()),
        subject="A complaint was raised",
        text="Somebody has raised a complaint about a director. It is on your desk.",
    )


def complaint_answered(complaint: Complaint) -> None:
    """Tell whoever raised a complaint what the coordinator says."""
    if complaint.raised_by is not None:
        send(
            to=[complaint.raised_by.email],
            subject="Your complaint was answered",
            text=f"You raised a complaint. The answer is:\n{complaint.answer}",
        )


def confirm_registration(registration: Registration, *, address: str) -> None:
    """Ask a guest to confirm by the link that only the guest has."""
    send(
        to=[registration.email],
        subject=f"Please confirm: {registration.event.name}",
        text=(
            f"Somebody, probably you, wants to enter {registration.event.name}.\n"
            f"Confirm, or withdraw later, here:\n{address}\n"
            "If it was not you, do nothing."
        ),
    )


def entered_by_another(registration: Registration) -> None:
    """Tell somebody that the staff of an event has entered them."""
    send(
        to=[_address(registration)],
        subject=f"You are entered: {registration.event.name}",
        text=(
            f"The staff of {registration.event.name} has entered you. "
            "If that is a mistake, withdraw or tell them."
        ),
    )


def moved_up(registration: Registration) -> None:
    """Tell somebody on the waiting list that a seat is theirs."""
    send(
        to=[_address(registration)],
        subject=f"You have a seat: {registration.event.name}",
        text=f"A seat has become free at {registration.event.name}, and it is yours.",
    )


def cancelled(event: Event, *, reason: str) -> None:
    """Tell everybody who wanted to come that the event is off."""
    send(
        to=_everybody(event),
        subject=f"Cancelled: {event.name}",
        text=f"{event.name} does not take place.\n{reason}",
    )


def event_changed(
    event: Event, *, was: datetime | None, now_starts: datetime | None
) -> None:
    """Tell everybody who wanted to come that date or time have changed."""
    if was == now_starts or now_starts is None:
        return
    send(
        to=_everybody(event),
        subject=f"New date: {event.name}",
        text=f"{event.name} now starts on {now_starts:%d %B %Y, %H:%M} "
        f"({event.time_zone}).",
    )


def _everybody(event: Event) -> list[str]:
    coming = event.entries.select_related("person__account").exclude(
        state=RegistrationState.WITHDRAWN
    )
    return [_address(registration) for registration in coming]


def _address(registration: Registration) -> str:
    account = getattr(registration.person, "account", None)
    return account.email if account is not None else registration.email
