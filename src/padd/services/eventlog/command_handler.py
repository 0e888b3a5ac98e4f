"""Handle a command: one permission, one transaction, one log entry or one refusal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

import msgspec
from django.conf import settings
from django.db import transaction

from padd.core.eventlog.actions.action import Action, LogEntry, kind_of_action
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.players import ArrivedLate, PlayerEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.round_proposal import propose_round
from padd.core.eventlog.actions.rounds import RoundDrafted, RoundRedrawn, RoundRepeated
from padd.core.eventlog.actions.scenarios.lots import LotsRedrawn, RuleRejected, draw_lots
from padd.core.eventlog.actions.scenarios.seeding import FirstPlayerNoted
from padd.core.eventlog.actions.settings import EventAmended
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.actions.stages import BracketPosted
from padd.core.eventlog.log.action_kinds import action_payload, decode_action
from padd.core.eventlog.log.chain import LogRow, log_row
from padd.core.eventlog.log.log import append_entry
from padd.core.eventlog.state.actor import Role, log_moment
from padd.core.eventlog.state.event_state import LogState
from padd.core.messages import message
from padd.core.model import PairingStyle
from padd.core.refusal import Refusal
from padd.core.text import canonical
from padd.rulebooks.schema import Rulebook
from padd.services.access.actors import Actor
from padd.services.access.suspensions import objection_to_player
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog import followers
from padd.services.eventlog.automatic_backup import back_up_after_action
from padd.services.eventlog.declared_rights import update_right_ledger
from padd.services.eventlog.disqualifications import open_disqualification_cases
from padd.services.eventlog.finished_events import (
    FINISHED_PHASES,
    project_finished_event,
    update_calendar_entry,
)
from padd.services.eventlog.log_actor import log_actor_for, names_of_actors, unmarked_directors
from padd.services.eventlog.log_cache import (
    CachedLog,
    cached_log,
    pinned_rulebook,
    store_log,
    stored_event,
)
from padd.services.eventlog.pairing_secret import committed_secret, lot_seed, next_seed
from padd.services.eventlog.sibling_penalties import heats_begun, penalties_in_sibling_stages
from padd.services.refusal import ActionRefused, raise_if_refused
from padd.services.text_fields import text_refusal
from padd.store.models.events import Event
from padd.store.writes import event_log as rows

TRIES: Final = 8
LONGEST: Final = {"reason": 500, "key": 64, "actor": 60}
DRAWS: Final = frozenset(map(kind_of_action, (RoundDrafted, RoundRedrawn, RoundRepeated)))
MARKED_DIRECTORS: Final = DRAWS | {"round.published"}
"""Actions before which a player with a director's name has to be told apart."""
MOST_NAMED: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An action that is saved, and the state of the event with it."""

    event_id: str
    sequence: int
    state: LogState
    again: bool = False
    """The same command was sent before; this is its answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRound:
    """Draw the next round from the state of the event, or its draft again."""

    pods: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What an actor wants done in an event, as it was sent."""

    event_id: str
    action: Action | DrawRound
    by: Actor
    now: datetime
    key: str
    expected: int | None = None
    reason: str = ""
    acting_role: Role | None = None
    """The role of an actor who has several."""

    @property
    def permitted_as(self) -> Action | type[Action]:
        """The action whose permission the command needs."""
        return RoundDrafted if isinstance(self.action, DrawRound) else self.action


def execute(command: Command) -> Recorded:
    """Append the action of a command; try again if another command came first."""
    for place in ("reason", "key"):
        text, needed = getattr(command, place), place == "key"
        raise_if_refused(text_refusal(text, place=place, most=LONGEST[place], needed=needed))
    for _ in range(TRIES):
        try:
            with refuse_database_errors(), transaction.atomic():
                return _execute_once(command)
        except rows.TakenError:
            continue
    raise ActionRefused(
        Refusal(
            "changed-meanwhile",
            message("Someone else is working on this event right now."),
            way_out=message("Check what changed, then try again."),
        )
    )


def _execute_once(command: Command) -> Recorded:
    row = stored_event(command.event_id, in_turn=True)
    known = cached_log(row)
    by = log_actor_for(command.by, row, known.state, command.permitted_as, part=command.acting_role)
    before = rows.row_with_key(row.pk, command.key)
    if before is not None:
        return _repeated_answer(command, before, known, str(by))
    if known.broken_at is not None:
        raise _log_broken(known.broken_at)
    if command.expected is not None and command.expected != known.log.sequence:
        raise _changed_meanwhile(command.expected, known)
    action = _complete_action(command, known)
    if kind_of_action(action) in MARKED_DIRECTORS:
        _refuse_unmarked_director(known.state)
    if isinstance(action, PlayerEntered | ArrivedLate):
        raise_if_refused(objection_to_player(action.player, action.handle, event=row))
    entry = LogEntry(
        sequence=known.log.sequence + 1,
        at=log_moment(command.now),
        by=by,
        action=_canonical(action),
        reason=command.reason,
        key=command.key,
    )
    recorded = _append_entry(row, known, entry)
    # The cases of a laptop are opened where its report is imported.
    if settings.ACCOUNTS:
        open_disqualification_cases(row, recorded.state, account_id=command.by.account_id)
    return recorded


def _refuse_unmarked_director(state: LogState) -> None:
    """Ask before the first round whether a player is a director of the event."""
    if state.begun:
        return
    for player, handle in unmarked_directors(state).items():
        raise ActionRefused(
            Refusal(
                "director-among-players",
                message(
                    "{player} has the same name as {handle}, who directs this event.",
                    player=state.name(player),
                    handle=handle,
                ),
                way_out=message(
                    "Record which player the director is, or give the other person a "
                    "different handle."
                ),
            )
        )


def _complete_action(command: Command, known: CachedLog) -> Action:
    """Return the action of a command, with what only this installation can add to it."""
    action, state, book = command.action, known.state, known.book
    if isinstance(action, EventOpened):
        return action
    if book is None or (isinstance(action, DrawRound) and state.event is None):
        raise ActionRefused(
            Refusal(
                "not-opened",
                message("The event has not been opened."),
                way_out=message("Open it first."),
            )
        )
    if isinstance(action, DrawRound):
        seed = next_seed(known.event_id, state, book)
        return raise_if_refused(propose_round(state, book, seed=seed, pods=action.pods))
    if isinstance(action, EventFinished) and action.secret is None and state.event is not None:
        return EventFinished(secret=committed_secret(known.event_id, state))
    return _with_lots_and_siblings(action, known, book)


def _with_lots_and_siblings(action: Action, known: CachedLog, book: Rulebook) -> Action:
    """Return an action with lots from the event's secret, and what siblings know."""
    state, event_id = known.state, known.event_id
    match action:
        case PenaltyGiven(player=player, infraction=str() as code):
            earlier = penalties_in_sibling_stages(event_id, state, player, code)
            return msgspec.structs.replace(action, earlier=earlier)
        case BracketPosted() | EventAmended(pairing_style=PairingStyle()):
            begun = heats_begun(state)
            return msgspec.structs.replace(action, heats_begun=begun)
        case FirstPlayerNoted(first=None, seed=0, number=number, table=table):
            seed = lot_seed(event_id, state, number, "first", str(table))
            return msgspec.structs.replace(action, seed=seed)
        case RuleRejected(seed=0, number=number, player=player):
            seed = lot_seed(event_id, state, number, player)
            return msgspec.structs.replace(action, seed=seed)
        case RoundPublished(lots=None) | LotsRedrawn(lots=None):
            again = isinstance(action, LotsRedrawn)
            seed = lot_seed(event_id, state, action.number, again=again)
            lots = draw_lots(state, action.number, book, seed=seed)
            return msgspec.structs.replace(action, lots=lots)
        case _:
            return action


def _append_entry(row: Event, known: CachedLog, entry: LogEntry) -> Recorded:
    """Append an entry that the rules allow, with all that follows from it."""
    book = known.book or pinned_rulebook(entry.action)
    log = raise_if_refused(append_entry(known.log, entry, book))
    new = log_row(entry, known.head)
    raise_if_refused(row_refusal(new))
    raise_if_refused(
        update_right_ledger(
            row,
            before=known.state,
            after=log.state,
            by=str(entry.by)[:60],
            now=datetime.fromisoformat(entry.at),
        )
    )
    rows.append_rows(row.pk, new)
    update_calendar_entry(row, before=known.state, after=log.state)
    followers.call_followers(row, log.state, entry.action)
    grown = replace(known, log=log, book=book, head=new.hash)
    if log.state.phase in FINISHED_PHASES or known.state.phase in FINISHED_PHASES:
        project_finished_event(row, grown)
    transaction.on_commit(partial(_after_commit, grown, entry))
    return Recorded(event_id=row.public_id, sequence=entry.sequence, state=log.state)


def _after_commit(grown: CachedLog, entry: LogEntry) -> None:
    """Cache the log, notify open pages, and back the event up."""
    store_log(grown)
    followers.notify(grown.event_id, entry.sequence)
    back_up_after_action(grown, entry)


def _repeated_answer(command: Command, before: LogRow, known: CachedLog, by: str) -> Recorded:
    """Return the answer of a command that was sent before."""
    same = before.actor == by and before.reason == command.reason
    if same and _is_same_action(command, before, known):
        return Recorded(
            event_id=known.event_id, sequence=before.sequence, state=known.state, again=True
        )
    raise ActionRefused(
        Refusal(
            "key-used",
            message("This was already sent with different content."),
            way_out=message("Reload the page and try again."),
            actions=(before.sequence,),
        )
    )


def _is_same_action(command: Command, before: LogRow, known: CachedLog) -> bool:
    if isinstance(command.action, DrawRound):
        return before.kind in DRAWS
    try:
        action = _complete_action(command, known)
    except ActionRefused:
        return False
    return (before.kind, before.payload) == (
        kind_of_action(action),
        action_payload(_canonical(action)),
    )


def _changed_meanwhile(expected: int, known: CachedLog) -> ActionRefused:
    """Return the refusal of a command for an old state, with what was done since."""
    since = known.log.since(expected)
    if not since:
        return ActionRefused(
            Refusal(
                "changed-meanwhile",
                message("Your page is ahead of the event."),
                way_out=message("Reload the page."),
            )
        )
    names = names_of_actors((entry.by for entry in since), known.state)
    done = [
        f"{entry.kind.replace('.', ' ').replace('-', ' ')} ({names[entry.by.person]})"
        for entry in since[-MOST_NAMED:]
    ]
    more = len(since) - len(done)
    rest = f", and {more} before" if more else ""
    return ActionRefused(
        Refusal(
            "changed-meanwhile",
            message(
                "Changed since you opened this page: {done}{rest}.", done=", ".join(done), rest=rest
            ),
            way_out=message("Check what changed, then try again."),
            actions=tuple(entry.sequence for entry in since),
        )
    )


def _log_broken(at: int) -> ActionRefused:
    return ActionRefused(
        Refusal(
            "log-broken",
            message("Entry {at} of the log has been altered.", at=at),
            way_out=message("Restore the last backup, or continue from the last event file."),
            actions=(at,),
        )
    )


def row_refusal(row: LogRow) -> Refusal | None:
    """Return why a row cannot be stored: too long, or not text."""
    for column, most in LONGEST.items():
        if len(getattr(row, column)) > most:
            return Refusal(
                "too-long",
                message("The {column} can be at most {most} characters.", column=column, most=most),
            )
    if b"\\u0000" in msgspec.json.encode(row):
        return Refusal("hidden-character", message("It contains a character that is not text."))
    return None


def _canonical(action: Action) -> Action:
    """Return an action with its texts in the spelling of event files."""
    payload = action_payload(action)
    canonical_payload = _canonical_value(payload)
    return (
        action
        if canonical_payload == payload
        else decode_action(kind_of_action(action), canonical_payload)
    )


def _canonical_value(value: Any) -> Any:  # noqa: ANN401 -- any JSON value
    match value:
        case str():
            return canonical(value)
        case list() | tuple():
            return [_canonical_value(item) for item in value]
        case dict():
            return {_canonical_value(key): _canonical_value(item) for key, item in value.items()}
        case _:
            return value
