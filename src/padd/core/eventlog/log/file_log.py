"""The log in the event file: written, read back, and checked against the facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from padd.core.eventlog.log.action_kinds import UnknownActionError
from padd.core.eventlog.log.chain import NO_HASH, SCHEMA, LogRow, check_chain, log_entry
from padd.core.eventlog.log.log import Log, fold_log
from padd.core.eventlog.state.facts import event_facts
from padd.core.limited.event_state import LimitedState
from padd.core.messages import Message, message
from padd.core.model import Event, Penalty, StrictStruct
from padd.core.refusal import Refusal, RefusalError, refuse
from padd.core.validation.consistency import check_facts
from padd.rulebooks.schema import Rulebook


class FileLog(StrictStruct, frozen=True, kw_only=True):
    """The log as it stands in an event file; the head shows missing last rows."""

    schema: str
    head: str
    rows: tuple[LogRow, ...]


class LogVerdict(StrictStruct, frozen=True, kw_only=True):
    """Whether a log is as it was written and gives the facts beside it."""

    intact: bool
    problem: Message | None = None
    broken_at: int | None = None
    """The sequence number of the first entry that is not right."""


def with_log(event: Event, rows: Sequence[LogRow]) -> Event:
    """Return an event with its log, as the event file has it."""
    head = rows[-1].hash if rows else NO_HASH
    written = FileLog(schema=SCHEMA, head=head, rows=tuple(rows))
    return msgspec.structs.replace(event, log=msgspec.to_builtins(written))


def file_log_rows(event: Event) -> FileLog | Refusal:
    """Return the log of an event file, or say why it is none."""
    return _file_log(event.log)


def _file_log(log: Any) -> FileLog | Refusal:  # noqa: ANN401 -- whatever a file has
    try:
        file_log = msgspec.convert(log, FileLog)
    except msgspec.ValidationError as error:
        return Refusal(
            "log-unreadable", message("The log cannot be read: {error}.", error=str(error))
        )
    if file_log.schema != SCHEMA:
        reason = message(
            'The log is written as "{schema}", not "{expected}".',
            schema=file_log.schema,
            expected=SCHEMA,
        )
        return Refusal("log-schema", reason)
    return file_log


def fold_file_log(event: Event, book: Rulebook) -> Log | Refusal:
    """Return the log of an event file, folded, so that the event can go on."""
    file_log = file_log_rows(event)
    if isinstance(file_log, Refusal):
        return file_log
    broken = check_chain(file_log.rows, file_log.head)
    if broken is not None:
        return Refusal(
            "log-broken",
            message("Entry {number} of the log has been altered.", number=broken + 1),
            actions=(broken + 1,),
        )
    try:
        return fold_log((log_entry(row) for row in file_log.rows), book)
    except (UnknownActionError, LookupError, ValueError, TypeError) as error:
        return Refusal(
            "log-unreadable", message("The log cannot be replayed: {error}.", error=str(error))
        )


def verify_file_log(event: Event, book: Rulebook) -> LogVerdict | None:
    """Check the log of an event file; None where it has none."""
    if event.log is None:
        return None
    log = fold_file_log(event, book)
    if isinstance(log, Refusal):
        at = log.actions[0] if log.actions else None
        return LogVerdict(intact=False, problem=log.message, broken_at=at)
    if log.state.event is None:
        return LogVerdict(intact=False, problem=message("The log does not open an event."))
    differing = differing_keys(event, event_facts(log.state), book)
    if differing:
        problem = message("The log and the file disagree: {keys}.", keys=", ".join(differing))
        return LogVerdict(intact=False, problem=problem)
    return LogVerdict(intact=True)


def differing_keys(event: Event, folded: Event, book: Rulebook) -> tuple[str, ...]:
    """Return the keys of the file in which the fold of the log says otherwise."""
    try:
        checked = check_facts(event, book)
        other = check_facts(folded, book)
    except RefusalError as error:
        return (error.refusal.place or error.refusal.code,)
    return tuple(
        key
        for key in Event.__struct_fields__
        if key != "log" and getattr(checked, key) != getattr(other, key)
    )


def limited_state_of(event: Event, book: Rulebook) -> LimitedState | None:
    """Return how far the limited play of an event file is, if its log tells."""
    log = fold_file_log(event, book) if event.log is not None else None
    return None if log is None or isinstance(log, Refusal) else log.state.limited


def infractions_of_person(person: str, event: Event, book: Rulebook) -> tuple[str, ...]:
    """Return the codes for which a person was penalized in an event, in order.

    The log also has the warnings that are on no scorecard (AMB-78). A person is
    named by id, or by handle where several events are read.
    """
    ids = {p.id for p in event.players if person in (p.id, p.handle)}
    if not ids:
        refuse(
            "player-unknown",
            message("{event} has no player {player}.", event=event.name, player=person),
            "--player",
        )
    return tuple(
        penalty.infraction
        for penalty in _penalties_on_record(event, book)
        if penalty.player in ids and penalty.infraction is not None
    )


def _penalties_on_record(event: Event, book: Rulebook) -> Iterator[Penalty]:
    if event.log is None:
        for round_ in event.every_round:
            for match in round_.matches:
                yield from match.penalties
            for pod in round_.pods:
                yield from pod.penalties
        return
    log = fold_file_log(event, book)
    if isinstance(log, Refusal):
        raise RefusalError(log)
    for sentence in log.state.penalties:
        yield Penalty(player=sentence.player, level=sentence.level, infraction=sentence.infraction)
