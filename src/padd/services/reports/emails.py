"""E-mails about event reports: to coordinators, directors and players."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from padd.core.messages import Message, lines, message, sentences
from padd.core.refusal import RefusalError
from padd.services.access.permissions import area_of
from padd.services.delivery import EmailKind, emails
from padd.services.links import page_url
from padd.services.ratings import facts_of_finished, matched_people
from padd.store.models.events import Event
from padd.store.models.messages import read_reasons
from padd.store.models.people import Account
from padd.store.models.reports import Contest, RatingCorrection, Report, ReportState
from padd.store.queries.access import coordinator_addresses


def email_held_report(report: Report, *, now: datetime) -> None:
    """Tell the desk that a report waits there, and why."""
    name = report.event.name
    why = [
        message("- {reason} ({rule})", reason=reason.message, rule=reason.rule)
        for reason in read_reasons(report.reasons)
    ]
    waits = message("The report of {event} needs your review.", event=name)
    emails.send_email(
        to=_coordinators(report.event, now=now),
        subject=message("Report on hold: {event}", event=name),
        body=lines(waits, *why, page_url("held-reports")),
    )
    arrived = message(
        "Your report of {event} has arrived. A coordinator will review it before it counts.",
        event=name,
    )
    emails.send_email(
        to=_directors(report),
        subject=message("A coordinator is reviewing your report: {event}", event=name),
        body=lines(arrived, *why, _report_page(report.event)),
    )


def email_results(report: Report) -> None:
    """Tell the players at once that they are in a report, and where to object."""
    event = report.event
    emails.send_email(
        kind=EmailKind.RESULTS,
        to=_players(event),
        subject=message("Your results: {event}", event=event.name),
        body=lines(
            message(
                "The results of {event} have been reported, and you are "
                "among the players. Check your games; if one is wrong, "
                "contest it there. The event won’t be rated until that is "
                "decided.",
                event=event.name,
            ),
            page_url("report-check", event=event.public_id),
        ),
    )


def email_contest(contest: Contest, *, now: datetime) -> None:
    """Tell desk and director that a player contests a result; not what was said."""
    event = contest.event
    contests = message(
        "A player has contested the result of round {round} of "
        "{event}. The event won’t be rated until you answer.",
        round=contest.round,
        event=event.name,
    )
    emails.send_email(
        to=[*_coordinators(event, now=now), *_of_staff(event)],
        subject=message("A result is contested: {event}", event=event.name),
        body=lines(contests, _report_page(event)),
    )


def email_settlement(contest: Contest) -> None:
    """Tell the player what was answered."""
    account = Account.objects.filter(person=contest.person_id).first()
    if account is None:
        return
    name = contest.event.name
    emails.send_email(
        to=[account.email],
        subject=message("Answer on round {round}: {event}", round=contest.round, event=name),
        body=message(
            "You contested the result of round {round} of {event}. Here is the answer:\n{answer}",
            round=contest.round,
            event=name,
            answer=contest.answer,
        ),
    )


def email_decision(report: Report, *, words: str, corrected: bool = False) -> None:
    """Tell the director what became of a report, and players if it changes ratings."""
    event = report.event
    concerned = [*_directors(report), *_contesting(event)]
    changes_ratings = corrected or report.state == ReportState.VOIDED
    others = set(_players(event)) - set(concerned) if changes_ratings else ()
    subject, more = _outcome(report, corrected=corrected)
    sentence = message("{outcome}.", outcome=subject)
    body = lines(sentences(sentence, more), words or None, _event_page(event))
    emails.send_email(to=concerned, subject=subject, body=body)
    emails.send_email(kind=EmailKind.RESULTS, to=others, subject=subject, body=body)


def _outcome(report: Report, *, corrected: bool) -> tuple[Message, Message | None]:
    """Return what became of a report, and what to do about it."""
    name = report.event.name
    if corrected:
        return message("The results of {event} were corrected", event=name), None
    if report.state == ReportState.PROCESSED:
        counts = message("The report of {event} was reviewed and counts", event=name)
        return counts, None
    if report.state == ReportState.SENT_BACK:
        anew = message("Fix it on the console, then report the event again.")
        return message("The report of {event} was sent back", event=name), anew
    voided = message("{event} was voided and no longer counts for ratings", event=name)
    return voided, None


def email_reinstatement(report: Report, *, words: str) -> None:
    """Tell everybody concerned that a voided event counts again."""
    event = report.event
    emails.send_email(
        to=[*_directors(report), *_players(event)],
        subject=message("Reinstated: {event}", event=event.name),
        body=lines(
            message("{event} has been reinstated and counts again.", event=event.name),
            words,
            _event_page(event),
        ),
    )


def email_rating_correction(correction: RatingCorrection, *, words: str) -> None:
    """Tell the two of a game, or all of an event, that the rating was corrected."""
    event = correction.event
    two = [player for player in (correction.first_id, correction.second_id) if player is not None]
    emails.send_email(
        to=[*_of_staff(event), *(_addresses(two) if two else _players(event))],
        subject=message("Rating corrected: {event}", event=event.name),
        body=lines(_correction(correction), words, page_url("results", event=event.public_id)),
    )


def _correction(correction: RatingCorrection) -> Message:
    name = correction.event.name
    if not correction.round:
        if correction.withdrawn_at:
            return message(
                "All of {event} is again rated as played. The standings do not change.", event=name
            )
        return message("{event} is not rated. The standings do not change.", event=name)
    if correction.withdrawn_at:
        return message(
            "A game in round {round} of {event} is again rated as "
            "played. The standings do not change.",
            round=correction.round,
            event=name,
        )
    return message(
        "A game in round {round} of {event} is now rated differently. The standings do not change.",
        round=correction.round,
        event=name,
    )


def _report_page(event: Event) -> str | None:
    return page_url("report", event=event.public_id)


def _event_page(event: Event) -> str | None:
    return page_url("listing", event=event.public_id)


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
    people = matched_people(event, (player.id for player in facts.players))
    return _addresses([person.merged_into_id or person.pk for person in people.values()])


def _contesting(event: Event) -> list[str]:
    persons = Contest.objects.filter(event=event).values_list("person", flat=True)
    return _addresses(list(persons))


def _addresses(people: list[int]) -> list[str]:
    accounts = Account.objects.filter(person__in=people, is_active=True)
    return list(accounts.values_list("email", flat=True))
