"""Commands of a running event: act, draw, undo, redo, preview."""

from __future__ import annotations

import secrets
from datetime import datetime

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.decks import DeckCorrected, DeckRegistered
from padd.core.eventlog.actions.finish import EventReported
from padd.core.eventlog.actions.limited import LimitedDealt, PackClosed, PoolGiven
from padd.core.eventlog.log.preview import Consequences
from padd.core.eventlog.log.preview import preview_action as consequences
from padd.core.eventlog.state.actor import Role, log_moment
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.services.access.actors import Actor
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog.command_handler import Command, DrawRound, Recorded, execute
from padd.services.eventlog.log_actor import log_actor_for
from padd.services.eventlog.log_cache import cached_log, stored_event
from padd.services.refusal import ActionRefused, raise_if_refused
from padd.services.text_fields import normalize_line
from padd.store.writes.event_log import key_prefix_exists


def record_action(
    *,
    event_id: str,
    action: Action,
    by: Actor,
    now: datetime,
    key: str = "",
    expected: int | None = None,
    reason: str = "",
    acting_role: Role | None = None,
) -> Recorded:
    """Record an action in an event.

    The key names the command: sent twice it is executed once, and the second answer is
    the first. With `expected`, the number of the last entry on the sender's page, it is
    refused if there are later entries; without, it counts if the rules still allow it.
    At a laptop a named deputy acts by `acting_role`.
    """
    if isinstance(action, EventReported):
        raise ActionRefused(
            Refusal(
                "report-is-filed",
                message("Report the event by sending its report."),
                way_out=message("Check the totals on the report page, or run padd report."),
            )
        )
    if isinstance(action, LimitedDealt | PackClosed | PoolGiven):
        raise ActionRefused(
            Refusal(
                "dealt-by-the-program",
                message("Packs are dealt and closed by the draft itself."),
                way_out=message("Deal the packs on the draft page."),
            )
        )
    if isinstance(action, DeckRegistered | DeckCorrected):
        raise ActionRefused(
            Refusal(
                "list-needed",
                message("Register a deck with its list, not with a fingerprint."),
                way_out=message("Register the list on the deck page, or with the API call for it."),
            )
        )
    return execute(
        Command(
            event_id=event_id,
            action=action,
            by=by,
            now=now,
            key=key or new_command_key(),
            expected=expected,
            reason=normalize_line(reason),
            acting_role=acting_role,
        )
    )


def mark_reported(*, event_id: str, by: Actor, now: datetime) -> Recorded:
    """Record that the event is reported; called when the report is filed.

    The entry alone would leave the event waiting for a report that is never filed.
    """
    command = Command(
        event_id=event_id, action=EventReported(), by=by, now=now, key=new_command_key()
    )
    return execute(command)


def draw_round(
    *,
    event_id: str,
    by: Actor,
    now: datetime,
    key: str = "",
    expected: int | None = None,
    reason: str = "",
    pods: int | None = None,
) -> Recorded:
    """Draw the next round as a draft; where there is a draft, draw it again."""
    return execute(
        Command(
            event_id=event_id,
            action=DrawRound(pods=pods),
            by=by,
            now=now,
            key=key or new_command_key(),
            expected=expected,
            reason=normalize_line(reason),
        )
    )


def preview_action(
    *,
    event_id: str,
    action: Action,
    by: Actor,
    now: datetime,
    reason: str = "",
    acting_role: Role | None = None,
) -> Consequences:
    """Return what an action would change, without doing it."""
    with refuse_database_errors():
        row = stored_event(event_id)
        known = cached_log(row)
        acting = log_actor_for(by, row, known.state, action, part=acting_role)
    if known.book is None:
        raise ActionRefused(Refusal("not-opened", message("The event has not been opened.")))
    entry = LogEntry(
        sequence=known.log.sequence + 1,
        at=log_moment(now),
        by=acting,
        action=action,
        reason=normalize_line(reason),
    )
    return raise_if_refused(consequences(known.log, entry, known.book))


def is_recorded(*, event_id: str, key: str) -> bool:
    """Tell whether wishes whose keys begin so are in the log already."""
    return key_prefix_exists(stored_event(event_id).pk, key)


def new_command_key() -> str:
    """Return the name of a wish, for a form to carry."""
    return secrets.token_hex(16)
