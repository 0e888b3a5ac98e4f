"""E-mails about event reports: to coordinators, directors and players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.conf import settings

from padd.core.refusal import RefusalError
from padd.services.access.permissions import area_of
from padd.services.delivery import emails
from padd.services.ratings.projection import (
    facts_of_finished,
    people_of,
)
from padd.store.coordinators import coordinator_addresses
from padd.store.models import Account, Contest, ReportState

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from padd.store.models import Event, RatingCorrection, Report

OUTCOMES: Final = {
    ReportState.PROCESSED: "The report of {event} was looked at and counts.",
    ReportState.SENT_BACK: (
        "The report of {event} was sent back. Put it right on the console, "
        "then report the event anew."
    ),
    ReportState.VOIDED: "{event} was voided: it counts for no rating any more.",
}


def report_held(report: Report, *, now: datetime) -> None:
    """Tell the coordinator that a report waits there, and why."""
    why = "\n".join(
        f"- {reason['message']} ({reason['rule']})" for reason in report.reasons
    )
    emails.send(
        to=_coordinators(report.event, now=now),
        subject=f"A report is held: {report.event.name}",
        text=f"The report of {report.event.name} waits for you.\n{why}"
        f"{_at('/desk/reports/')}",
    )
    emails.send(
        to=_directors(report),
        subject=f"A coordinator looks at your report: {report.event.name}",
        text=f"Your report of {report.event.name} has arrived. A coordinator looks "
        f"at it before it counts.\n{why}{_at(_page(report.event))}",
    )


def contested(contest: Contest, *, now: datetime) -> None:
    """Tell coordinator and director that a result is contested; not the words."""
    event = contest.event
    emails.send(
        to=[*_coordinators(event, now=now), *_of_staff(event)],
        subject=f"A result is contested: {event.name}",
        text=f"A player contests the result of round {contest.round} of {event.name}. "
        f"The event is not rated until somebody has answered.{_at(_page(event))}",
    )


def settled(contest: Contest) -> None:
    """Tell the player what was answered."""
    account = Account.objects.filter(person=contest.person_id).first()
    if account is not None:
        emails.send(
            to=[account.email],
            subject=f"Your word on round {contest.round}: {contest.event.name}",
            text=f"You contested the result of round {contest.round} of "
            f"{contest.event.name}. The answer is:\n{contest.answer}",
        )


def decided(report: Report, *, words: str, corrected: bool = False) -> None:
    """Tell the director what became of a report, and players if it changes ratings."""
    event = report.event
    sentence = OUTCOMES[ReportState(report.state)].format(event=event.name)
    if corrected:
        sentence = f"The results of {event.name} were corrected."
    reason = f"\n{words}" if words else ""
    to = list(_directors(report))
    if corrected or report.state == ReportState.VOIDED:
        to += _players(event)
    else:
        to += _contesting(event)
    emails.send(
        to=to,
        subject=f"{sentence.partition('.')[0]}"[:120],
        text=f"{sentence}{reason}{_at(f'/events/{event.public_id}/')}",
    )


def reinstated(report: Report, *, words: str) -> None:
    """Tell everybody concerned that a voided event counts again."""
    event = report.event
    emails.send(
        to=[*_directors(report), *_players(event)],
        subject=f"It counts again: {event.name}",
        text=f"{event.name} counts again.\n{words}{_at(f'/events/{event.public_id}/')}",
    )


def rated_otherwise(correction: RatingCorrection, *, words: str) -> None:
    """Tell the two of a game, or all of an event, that the rating was corrected."""
    event = correction.event
    two = [
        player
        for player in (correction.first_id, correction.second_id)
        if player is not None
    ]
    what = (
        f"A game of round {correction.round}" if correction.round else "The whole event"
    )
    done = (
        "is rated as it was played again"
        if correction.withdrawn_at
        else ("is rated otherwise than played" if correction.round else "is not rated")
    )
    emails.send(
        to=[*_of_staff(event), *(_addresses(two) if two else _players(event))],
        subject=f"The rating was corrected: {event.name}",
        text=f"{what} of {event.name} {done}. The standings stay.\n{words}"
        f"{_at(f'/events/{event.public_id}/results/')}",
    )


def _page(event: Event) -> str:
    return f"/events/{event.public_id}/report/"


def _at(path: str) -> str:
    """Return a line with the address of a page, where the server knows its name."""
    return f"\nhttps://{settings.HOSTS[0]}{path}" if settings.HOSTS else ""


def _coordinators(event: Event, *, now: datetime) -> list[str]:
    return coordinator_addresses(area_of(event), on=now.date())


def _directors(report: Report) -> Iterable[str]:
    yield from _of_staff(report.event)
    if report.account is not None:
        yield report.account.email


def _of_staff(event: Event) -> list[str]:
    directing = event.directorships.values_list("person", flat=True)
    return _addresses(list(directing))


def _players(event: Event) -> list[str]:
    try:
        facts = facts_of_finished(event)
    except RefusalError:
        return []
    people = people_of(event, (player.id for player in facts.players))
    return _addresses(
        [person.merged_into_id or person.pk for person in people.values()]
    )


def _contesting(event: Event) -> list[str]:
    persons = Contest.objects.filter(event=event).values_list("person", flat=True)
    return _addresses(list(persons))


def _addresses(people: list[int]) -> list[str]:
    accounts = Account.objects.filter(person__in=people, is_active=True)
    return list(accounts.values_list("email", flat=True))
