"""Commands of a running event: act, draw, undo, redo, preview."""

from __future__ import annotations

import secrets
from datetime import datetime

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.decks import DeckCorrected, DeckRegistered
from padd.core.eventlog.actions.finish import EventReported
from padd.core.eventlog.actions.limited import LimitedDealt, PackClosed, PoolGiven
from padd.core.eventlog.log.preview import Consequences
from padd.core.eventlog.log.preview import preview as consequences
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.core.eventlog.state.actor import Role, moment
from padd.core.messages import message
from padd.core.refusal import Refusal, refused
from padd.services.access.actors import Actor
from padd.services.database_errors import saving
from padd.services.eventlog.command_handler import Command, Recorded, carry_out
from padd.services.eventlog.log_actor import acting_as
from padd.services.eventlog.log_cache import cached_log, event_row
from padd.services.typed_text import tidy
from padd.store.writes.event_log import key_prefix_exists


def record(
    *,
    event_id: str,
    action: Action,
    by: Actor,
    now: datetime,
    key: str = "",
    expected: int | None = None,
    reason: str = "",
    part: Role | None = None,
) -> Recorded | Refusal:
    """Do one thing in an event.

    The key names the wish: sent twice it is done once, and the second answer is the
    first. With `expected`, the number of the last entry that was seen, it is refused
    if anything was done since; without, it counts if the rules still let it through.
    At a laptop a deputy who was named may act too: that is the `part`.
    """
    if isinstance(action, EventReported):
        return refused(
            "report-is-filed",
            message("Report the event by sending its report."),
            way_out=message("Check the totals on the report page, or run padd report."),
        )
    if isinstance(action, LimitedDealt | PackClosed | PoolGiven):
        return refused(
            "dealt-by-the-program",
            message("Packs are dealt and closed by the draft itself."),
            way_out=message("Deal the packs on the draft page."),
        )
    if isinstance(action, DeckRegistered | DeckCorrected):
        return refused(
            "list-needed",
            message("Register a deck with its list, not with a fingerprint."),
            way_out=message("Register the list on the deck page, or with the API call for it."),
        )
    return carry_out(
        Command(
            event_id=event_id,
            action=action,
            by=by,
            now=now,
            key=key or new_key(),
            expected=expected,
            reason=tidy(reason),
            part=part,
        )
    )


def mark_reported(*, event_id: str, by: Actor, now: datetime) -> Recorded | Refusal:
    """Let the log say that the event is reported; for whoever files the report.

    The entry alone would leave the event waiting for a report that nobody files.
    """
    command = Command(event_id=event_id, action=EventReported(), by=by, now=now, key=new_key())
    return carry_out(command)


def draw(
    *,
    event_id: str,
    by: Actor,
    now: datetime,
    key: str = "",
    expected: int | None = None,
    reason: str = "",
    pods: int | None = None,
) -> Recorded | Refusal:
    """Draw the next round as a draft; where there is a draft, draw it again."""
    return carry_out(
        Command(
            event_id=event_id,
            action=None,
            by=by,
            now=now,
            key=key or new_key(),
            expected=expected,
            reason=tidy(reason),
            pods=pods,
        )
    )


def undo(
    *,
    event_id: str,
    sequences: tuple[int, ...],
    by: Actor,
    now: datetime,
    key: str = "",
    expected: int | None = None,
    reason: str = "",
) -> Recorded | Refusal:
    """Take actions back."""
    return record(
        event_id=event_id,
        action=ActionUndone(sequences=sequences),
        by=by,
        now=now,
        key=key,
        expected=expected,
        reason=reason,
    )


def redo(
    *,
    event_id: str,
    sequences: tuple[int, ...],
    by: Actor,
    now: datetime,
    key: str = "",
    expected: int | None = None,
    reason: str = "",
) -> Recorded | Refusal:
    """Put actions back that were taken back."""
    return record(
        event_id=event_id,
        action=ActionRedone(sequences=sequences),
        by=by,
        now=now,
        key=key,
        expected=expected,
        reason=reason,
    )


def preview(
    *,
    event_id: str,
    action: Action,
    by: Actor,
    now: datetime,
    reason: str = "",
    part: Role | None = None,
) -> Consequences | Refusal:
    """Return what an action would change, without doing it."""
    with saving():
        row = event_row(event_id)
        known = cached_log(row)
        acting = acting_as(by, row, known.state, action, part=part)
    if known.book is None:
        return refused("not-opened", message("The event has not been opened."))
    entry = LogEntry(
        sequence=known.log.sequence + 1,
        at=moment(now),
        by=acting,
        action=action,
        reason=tidy(reason),
    )
    return consequences(known.log, entry, known.book)


def was_sent(*, event_id: str, key: str) -> bool:
    """Tell whether wishes whose keys begin so are in the log already."""
    return key_prefix_exists(event_row(event_id).pk, key)


def new_key() -> str:
    """Return the name of a wish, for a form to carry."""
    return secrets.token_hex(16)
