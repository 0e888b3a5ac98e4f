"""Erase a person from everything on record, including logs and files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.apps import apps
from django.db.models import Model, Q

from padd.core.conduct.case import redact_case_rows
from padd.core.eventlog.log.redaction import Redaction, redact_event_file, redact_rows, redact_value
from padd.core.eventlog.state.facts import event_facts
from padd.core.formats.registry import ranking_of
from padd.core.messages import Message, from_json, to_json
from padd.core.model import STAND_IN
from padd.services.eventlog import (
    CachedLog,
    clear_logs,
    fold_rows,
    project_finished_event,
    stored_event,
)
from padd.services.people.erasure_policy import POLICY, Policy
from padd.store.models.conduct import Case
from padd.store.models.eventlog import AuditEntry, EventAction, FinishedEvent
from padd.store.models.events import Event
from padd.store.models.online import GameMessage
from padd.store.models.people import Person
from padd.store.models.ratings import EventRecord
from padd.store.models.reports import PlayerMatch, Report
from padd.store.writes import event_log as logs
from padd.store.writes.audit import record_erasure
from padd.store.writes.case_log import case_rows, rewrite_case, shrink_case

_OF_EVENTS: Final[Mapping[str, str]] = {
    "event": "pk",
    "approval": "event",
    **dict.fromkeys(("changenote", "staffinvite", "room", "report", "contest"), "event"),
    **dict.fromkeys(("ratingcorrection", "eventrecord", "delivery"), "event"),
    "leagueevent": "event",
    "championsevent": "event",
    "bonus": "in_league__event",
}
"""Tables whose words are searched, by the way to their event."""
SHORTEST_PART: Final = 3
WRITTEN: Final = frozenset({"text", "letter", "question", "reason", "name"})
"""What somebody wrote in the entries of a case."""
_OF_PLAYERS: Final = (
    *("playermatch", "playerpass", "wrongpin", "passrequest"),
    *("playerpool", "registereddeck"),
    *("onlineplayer", "gameproposal", "sentreminder"),
)


def known_names(people: Sequence[Person], emails: Iterable[str]) -> tuple[str, ...]:
    """Return whatever tells who somebody is."""
    texts = [text for person in people for text in (person.handle, person.name, person.contact)]
    return tuple(filter(None, dict.fromkeys([*texts, *emails])))


def erase_in_events(
    person: Person, people: Sequence[Person], *, names: tuple[str, ...]
) -> dict[str, list[str]]:
    """Take a person out of every log, file and text of the events they were at.

    Returns where the chain of each log ended before and ends now, by event.
    """
    ends: dict[str, list[str]] = {}
    for event in _events_of(people):
        gone = _gone(event, person, people, names)
        ends |= _forget_log(event, gone)
        _forget_texts(event, gone)
    clear_logs()
    return ends


def running_events(people: Sequence[Person]) -> tuple[str, ...]:
    """Return the names of events with these people that are under way."""
    return tuple(event.name for event in _events_of(people) if event.state == "running")


def _events_of(people: Sequence[Person]) -> list[Event]:
    ids = [person.public_id for person in people]
    in_logs = Q()
    for id_ in ids:
        in_logs |= Q(payload__icontains=id_)
    logged = EventAction.objects.filter(in_logs).values("event_id")
    return list(
        Event.objects.filter(
            Q(entries__person__in=people)
            | Q(directorships__person__in=people)
            | Q(finished__placings__person__in=people)
            | Q(matches__person__in=people)
            | Q(pk__in=logged)
        ).distinct()
    )


def _gone(
    event: Event, person: Person, people: Sequence[Person], names: tuple[str, ...]
) -> Redaction:
    known = frozenset(person.public_id for person in people)
    matched = PlayerMatch.objects.filter(event=event, person__in=people)
    typed = frozenset(matched.values_list("player", flat=True)) - known
    return Redaction(
        ids=typed,
        known_as=known,
        names=(*names, *_parts(event, known | typed, people)),
        stand_in=f"{STAND_IN}{person.public_id}",
    )


def _parts(event: Event, own: frozenset[str], people: Sequence[Person]) -> tuple[str, ...]:
    """Return the single words of the names that nobody else at the event has."""
    players = fold_rows(event.public_id, logs.log_rows(event.pk)).state.players
    others = " ".join(
        f"{entrant.name} {entrant.handle}"
        for player, entrant in players.items()
        if player not in own
    )
    words = set(others.casefold().split())
    parts = {part for person in people for part in person.name.split()}
    return tuple(
        part
        for part in sorted(parts)
        if len(part) >= SHORTEST_PART and part.casefold() not in words
    )


def _forget_log(event: Event, gone: Redaction) -> dict[str, list[str]]:
    before = logs.log_rows(event.pk)
    after = redact_rows(before, gone)
    if not before or before[-1].hash == after[-1].hash:
        return {}
    row = stored_event(event.public_id)
    old, new = fold_rows(event.public_id, before), fold_rows(event.public_id, after)
    if _order(old, gone) != _order(new, gone):
        raise RuntimeError(f"{event.public_id}: the standings would change")
    logs.rewrite_log(event.pk, after)
    head = {"head": after[-1].hash}
    Report.objects.filter(event=event, head=before[-1].hash).update(**head)
    records = EventRecord.objects.filter(event=event, made_from=before[-1].hash)
    records.update(made_from=after[-1].hash)
    GameMessage.objects.filter(event=event, player__in=gone.ids).delete()
    for name in _OF_PLAYERS:
        table = apps.get_model("store", name)
        table.objects.filter(event=event, player__in=gone.ids).update(player=gone.stand_in)
    project_finished_event(row, new)
    return {event.public_id: [before[-1].hash, after[-1].hash]}


def _order(cached: CachedLog, gone: Redaction) -> tuple[str, ...]:
    """Return who came where, with the person under the new id."""
    if cached.book is None or not cached.state.played:
        return ()
    order = ranking_of(event_facts(cached.state), cached.book).order
    return tuple(gone.stand_in if id_ in gone.ids else id_ for id_ in order)


def _forget_texts(event: Event, gone: Redaction) -> None:
    for name, path in _OF_EVENTS.items():
        table = apps.get_model("store", name)
        for row in table.objects.filter(**{path: event.pk}):
            _scrub(row, POLICY[name], gone)
    about = AuditEntry.objects.filter(subject=f"event:{event.public_id}")
    for audit in about:
        _scrub(audit, POLICY["auditentry"], gone)
        record_erasure(audit)
    # An event that came without a log has its facts alone.
    for finished in FinishedEvent.objects.filter(event=event, sequence=0):
        _scrub(finished, POLICY["finishedevent"], gone)
        finished.placings.filter(player__in=gone.ids).update(player=gone.stand_in)


def erase_in_audit(person: Person, people: Sequence[Person], *, names: tuple[str, ...]) -> None:
    """Take the names out of what was written about these people in the audit."""
    gone = Redaction(
        ids=frozenset(),
        known_as=frozenset(person.public_id for person in people),
        names=names,
        stand_in=f"{STAND_IN}{person.public_id}",
    )
    subjects = [f"person:{person.public_id}" for person in people]
    for audit in AuditEntry.objects.filter(subject__in=subjects):
        _scrub(audit, POLICY["auditentry"], gone)
        record_erasure(audit)


def erase_in_cases(
    person: Person, people: Sequence[Person], *, names: tuple[str, ...], now: datetime
) -> None:
    """Shrink the cases about these people; take the names out of all others."""
    gone = Redaction(
        ids=frozenset(),
        known_as=frozenset(person.public_id for person in people),
        names=names,
        stand_in=f"{STAND_IN}{person.public_id}",
    )
    for case in Case.objects.filter(person__in=people, shrunk_at=None):
        shrink_case(case, now=now)
    for case in Case.objects.filter(shrunk_at=None):
        rows = case_rows(case.pk)
        clean = redact_case_rows(rows, lambda payload: _written(payload, gone))
        if clean[-1].hash != rows[-1].hash:
            rewrite_case(case, clean)


def _written(payload: Mapping[str, Any], gone: Redaction) -> dict[str, Any]:
    """Return an entry of a case without the names in what somebody wrote."""
    return {
        key: gone.words(value) if key in WRITTEN and isinstance(value, str) else value
        for key, value in payload.items()
    }


def _scrub(row: Model, policy: Mapping[str, Policy], gone: Redaction) -> None:
    changed = []
    for name, rule in policy.items():
        old = getattr(row, name)
        if rule is not Policy.SCRUBBED or not old:
            continue
        new = _without_names(old, gone)
        if new != old:
            setattr(row, name, new)
            changed.append(name)
    if changed:
        row.save(update_fields=changed)


def _without_names(value: Any, gone: Redaction) -> Any:  # noqa: ANN401 -- any column
    if isinstance(value, str):
        return gone.words(value)
    if isinstance(value, Message):
        return from_json(redact_value(to_json(value), gone))
    if isinstance(value, bytes | memoryview):
        return redact_event_file(bytes(value), gone)
    return redact_value(value, gone)
