"""E-mail about what happened; it is sent only if the change was saved."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.core.mail import EmailMessage

from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.messages import Message, lines, message
from padd.core.model import PlayerId
from padd.services.delivery.email_preferences import EmailKind, subscribers
from padd.services.delivery.mail_queue import (
    CALENDAR,
    CALENDAR_TYPE,
    queue_email,
    unsubscribe_headers,
)
from padd.services.links import page_url
from padd.services.local_time import format_date
from padd.store.columns.event_rows import local_time
from padd.store.models.conduct import Complaint
from padd.store.models.delivery import QueuedEmail
from padd.store.models.events import Approval, Event, Registration, RegistrationState
from padd.store.queries.access import coordinator_addresses

SIGNATURE: Final = message("PADD, organized play for the Star Trek CCG")


def send_email(
    *,
    to: Iterable[str],
    subject: Message,
    body: Message,
    calendar: bytes | None = None,
    kind: EmailKind | None = None,
) -> list[QueuedEmail]:
    """Send one message to each address once the transaction is kept.

    What has a kind goes to those who want that kind. Return what waits for the mail
    server.
    """
    addresses = sorted({address for address in to if address and not address.endswith(".invalid")})
    wanted = dict.fromkeys(addresses) if kind is None else subscribers(kind, addresses)
    queued: list[QueuedEmail] = []
    line = " ".join(str(subject).split())
    for address, stop in wanted.items():
        way_out = stop and message("Stop e-mail like this: {address}", address=stop)
        foot = lines(SIGNATURE, way_out or None)
        mail = EmailMessage(
            subject=line,
            body=f"{body}\n\n-- \n{foot}",
            to=[address],
            headers=unsubscribe_headers(stop),
        )
        if calendar is not None:
            mail.attach(CALENDAR, calendar, CALENDAR_TYPE)
        queued += queue_email(mail)
    return queued


def notify_approval_request(approval: Approval) -> None:
    """Tell the coordinator that something waits there."""
    send_email(
        to=coordinator_addresses(approval.area, on=approval.created_at.date()),
        subject=message("Needs your review: {kind}", kind=approval.get_kind_display()),
        body=lines(approval.asked, approval.rule or None, page_url("desk")),
    )


def notify_approval_decision(approval: Approval) -> None:
    """Tell the requester what was decided."""
    if approval.requester is None:
        return
    state = approval.get_state_display()
    send_email(
        to=[approval.requester.email],
        subject=message("{state}: {kind}", state=state, kind=approval.get_kind_display()),
        body=lines(approval.asked, state, approval.reason),
    )


def notify_complaint(complaint: Complaint) -> None:
    """Tell the coordinator that there is a complaint, and nothing of what it says."""
    send_email(
        to=coordinator_addresses(complaint.area, on=complaint.created_at.date()),
        subject=message("A complaint was filed"),
        body=message("Someone has filed a complaint about a director. It is on your desk."),
    )


def notify_complaint_answer(complaint: Complaint) -> None:
    """Tell the complainant the coordinator's answer."""
    if complaint.raised_by is not None:
        send_email(
            to=[complaint.raised_by.email],
            subject=message("Your complaint was answered"),
            body=message(
                "Here is the answer to your complaint:\n{answer}", answer=complaint.answer
            ),
        )


def notify_waiting_task(*, to: Iterable[str]) -> None:
    """Tell people that something waits for them here, and nothing of what it is."""
    send_email(
        to=to,
        subject=message("PADD needs your attention"),
        body=message("Sign in to PADD and check your desk or My standing."),
    )


def ask_guest_to_confirm(registration: Registration, *, address: str) -> None:
    """Ask a guest to confirm by the link that only the guest has."""
    send_email(
        to=[registration.email],
        # A stranger's address or any event can be given here.
        subject=message("Please confirm your registration"),
        body=message(
            "Someone, probably you, wants to register for {event}.\n"
            "Confirm here, or withdraw later:\n{address}\n"
            "If this wasn’t you, ignore this e-mail.",
            event=registration.event.name,
            address=address,
        ),
    )


def notify_entry(registration: Registration, *, calendar: bytes | None) -> None:
    """Tell an entrant how the entry stands, with the event for their own calendar."""
    name = registration.event.name
    if registration.state == RegistrationState.WAITING:
        stands = message(
            "{event} is full. You are on the waiting list and will get an e-mail if "
            "a seat opens up.",
            event=name,
        )
        calendar, kind = None, EmailKind.WAITING_LIST
    else:
        stands = message("You have a seat at {event}.", event=name)
        kind = EmailKind.REGISTRATION
    send_email(
        kind=kind,
        to=[registration_email(registration)],
        subject=message("Your registration: {event}", event=name),
        body=lines(stands, _starts(registration.event), _page(registration.event)),
        calendar=calendar,
    )


def _starts(event: Event) -> Message:
    local = local_time(event.starts_at, event.time_zone)
    return message(
        "It starts on {moment} ({time_zone}).",
        moment=format_date(local, "%d %B %Y, %H:%M"),
        time_zone=event.time_zone,
    )


def _page(event: Event) -> str | None:
    return page_url("listing", event=event.public_id)


def notify_entry_by_staff(registration: Registration) -> None:
    """Tell a person that the staff of an event has entered them."""
    send_email(
        kind=EmailKind.REGISTRATION,
        to=[registration_email(registration)],
        subject=message("You are registered: {event}", event=registration.event.name),
        body=lines(
            message(
                "The staff of {event} registered you. If this is a mistake, withdraw or tell them.",
                event=registration.event.name,
            ),
            _page(registration.event),
        ),
    )


def notify_moved_up(registration: Registration, *, calendar: bytes | None = None) -> None:
    """Tell a person on the waiting list that a seat is theirs."""
    send_email(
        kind=EmailKind.WAITING_LIST,
        to=[registration_email(registration)],
        subject=message("You have a seat: {event}", event=registration.event.name),
        body=lines(
            message(
                "A seat has opened up at {event}, and it is yours. If you cannot "
                "come, please withdraw so that the next player gets it.",
                event=registration.event.name,
            ),
            _starts(registration.event),
            _page(registration.event),
        ),
        calendar=calendar,
    )


def notify_named_director(event: Event, *, to: Iterable[str]) -> None:
    """Tell the directors of a draft that another person has registered it for them."""
    send_email(
        to=to,
        subject=message("You were named as a director"),
        body=lines(
            message(
                "Someone has registered an event with you as its director: {event}. "
                "It is a draft; only you can complete and list it.",
                event=event.name,
            ),
            _page(event),
        ),
    )


def notify_cancellation(event: Event, *, reason: str) -> None:
    """Tell everybody who wanted to come that the event is off."""
    send_email(
        to=_everybody(event),
        subject=message("Canceled: {event}", event=event.name),
        body=lines(message("{event} is canceled.", event=event.name), reason),
    )


def notify_new_start(event: Event, *, was: datetime | None, now_starts: datetime | None) -> None:
    """Tell everybody who wanted to come that date or time have changed."""
    if was == now_starts or now_starts is None:
        return
    send_email(
        kind=EmailKind.CHANGES,
        to=_everybody(event),
        subject=message("New date: {event}", event=event.name),
        body=message(
            "{event} now starts on {moment} ({time_zone}).",
            event=event.name,
            moment=format_date(now_starts, "%d %B %Y, %H:%M"),
            time_zone=event.time_zone,
        ),
    )


def notify_new_venue(event: Event) -> None:
    """Tell everybody who wanted to come that it is held at another place."""
    if event.venue is None:
        return
    send_email(
        kind=EmailKind.CHANGES,
        to=_everybody(event),
        subject=message("New place: {event}", event=event.name),
        body=lines(
            message(
                "{event} is now held at {venue}, {town}.",
                event=event.name,
                venue=event.venue.name,
                town=event.venue.town,
            ),
            _page(event),
        ),
    )


def _everybody(event: Event) -> list[str]:
    coming = event.entries.select_related("person__account").exclude(
        state=RegistrationState.WITHDRAWN
    )
    return [registration_email(registration) for registration in coming]


def registration_email(registration: Registration) -> str:
    """Return the e-mail address of a registration."""
    account = getattr(registration.person, "account", None)
    return account.email if account is not None else registration.email


def email_pairings(row: Event, state: LogState, action: RoundPublished) -> None:
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
        told = _pairing_text(state, round_, player)  # type: ignore[arg-type] # ids as kept
        if told is None:
            continue
        send_email(
            kind=EmailKind.PAIRINGS,
            to=[registration_email(registration)],
            subject=message("Round {number}: {event}", number=number, event=row.name),
            body=lines(
                told,
                page_url("room-pairings", event=row.public_id),
                message("You asked for this e-mail when you registered."),
            ),
        )


def _pairing_text(state: LogState, round_: RoundState, player: PlayerId) -> Message | None:
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
