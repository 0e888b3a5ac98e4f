"""Handle a command: one permission, one transaction, one log entry or one refusal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from importlib import import_module
from typing import Any, Final

import msgspec
from django.conf import settings
from django.db import transaction

from padd.core.eventlog.actions.action import Action, LogEntry, kind_of
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.players import ArrivedLate, PlayerEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.round_proposal import drawn
from padd.core.eventlog.actions.rounds import RoundDrafted, RoundRedrawn, RoundRepeated
from padd.core.eventlog.actions.scenarios.lots import LotsRedrawn, RuleRejected, lots_drawn
from padd.core.eventlog.actions.scenarios.seeding import FirstPlayerNoted
from padd.core.eventlog.actions.settings import EventAmended
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.actions.stages import BracketPosted
from padd.core.eventlog.log.action_kinds import action_from, payload_of
from padd.core.eventlog.log.chain import LogRow, row_of
from padd.core.eventlog.log.log import append
from padd.core.eventlog.state.actor import Role, moment
from padd.core.eventlog.state.event_state import LogState
from padd.core.messages import message
from padd.core.model import PairingStyle
from padd.core.refusal import Refusal
from padd.core.text import canonical
from padd.rulebooks.schema import Rulebook
from padd.services.access.actors import Actor
from padd.services.access.suspensions import objection_to_player
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog import notifier
from padd.services.eventlog.automatic_backup import back_up_after_action
from padd.services.eventlog.declared_rights import update_right_ledger
from padd.services.eventlog.disqualifications import open_disqualification_cases
from padd.services.eventlog.finished_events import (
    FINISHED_PHASES,
    project_finished_event,
    update_listing,
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
from padd.services.text_fields import text_refusal as objection_to_words
from padd.store.models.events import Event
from padd.store.writes import event_log as rows

TRIES: Final = 8
LONGEST: Final = {"reason": 500, "key": 64, "actor": 60}
DRAWS: Final = frozenset(map(kind_of, (RoundDrafted, RoundRedrawn, RoundRepeated)))
DIRECTORS_ASKED: Final = DRAWS | {"round.published"}
"""Before what a player who is called like a director has to be told apart."""
MOST_NAMED: Final = 3
FOLLOWERS: Final = {"round.published": "padd.services.delivery.emails"}
"""What else follows in the transaction of an action, in areas that know the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An action that is saved, and how the event stands with it."""

    event_id: str
    sequence: int
    state: LogState
    again: bool = False
    """The same wish was sent before; this is the answer to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What somebody wants done, as it was sent."""

    event_id: str
    action: Action | None
    """None asks for the next draw, which is made from how the event stands."""
    by: Actor
    now: datetime
    key: str
    expected: int | None = None
    reason: str = ""
    pods: int | None = None
    part: Role | None = None
    """In which part somebody acts who may act in several."""

    @property
    def kind(self) -> Action | type[Action]:
        """What is asked for, as far as rights look at it."""
        return RoundDrafted if self.action is None else self.action


def execute(command: Command) -> Recorded | Refusal:
    """Do what is wished; try again where somebody else was a moment faster."""
    for place in ("reason", "key"):
        text, needed = getattr(command, place), place == "key"
        refusal = objection_to_words(text, place=place, most=LONGEST[place], needed=needed)
        if refusal is not None:
            return Refusal(**msgspec.structs.asdict(refusal))
    for _ in range(TRIES):
        try:
            with refuse_database_errors(), transaction.atomic():
                return _execute_once(command)
        except rows.TakenError:
            continue
    return Refusal(
        "changed-meanwhile",
        message("Someone else is working on this event right now."),
        way_out=message("Check what changed, then try again."),
    )


def _execute_once(command: Command) -> Recorded | Refusal:
    row = stored_event(command.event_id, in_turn=True)
    known = cached_log(row)
    by = log_actor_for(command.by, row, known.state, command.kind, part=command.part)
    before = rows.row_with_key(row.pk, command.key)
    if before is not None:
        return _repeated_answer(command, before, known, str(by))
    if known.broken_at is not None:
        return _broken(known.broken_at)
    if command.expected is not None and command.expected != known.log.sequence:
        return _changed_meanwhile(command.expected, known)
    action = _action(command, known)
    if not isinstance(action, Refusal) and kind_of(action) in DIRECTORS_ASKED:
        action = _unmarked_director_refusal(known.state) or action
    if not isinstance(action, Refusal):
        action = _suspension_refusal(row, action) or action
    if isinstance(action, Refusal):
        return action
    entry = LogEntry(
        sequence=known.log.sequence + 1,
        at=moment(command.now),
        by=by,
        action=_canonical(action),
        reason=command.reason,
        key=command.key,
    )
    done = _append_entry(row, known, entry)
    # A laptop's cases are opened where its report is taken in.
    if isinstance(done, Recorded) and settings.ACCOUNTS:
        open_disqualification_cases(row, done.state, account_id=command.by.account_id)
    return done


def _suspension_refusal(row: Event, action: Action) -> Refusal | None:
    """Keep somebody out who is suspended on the day; who is in goes on."""
    if not isinstance(action, PlayerEntered | ArrivedLate):
        return None
    return objection_to_player(action.player, action.handle, event=row)


def _unmarked_director_refusal(state: LogState) -> Refusal | None:
    """Ask before the first round whether a player is a director of the event."""
    if state.begun:
        return None
    for player, handle in unmarked_directors(state).items():
        return Refusal(
            "director-among-players",
            message(
                "{player} has the same name as {handle}, who directs this event.",
                player=state.name(player),
                handle=handle,
            ),
            way_out=message(
                "Record which player the director is, or give the other person a different handle."
            ),
        )
    return None


def _action(command: Command, known: CachedLog) -> Action | Refusal:
    """Return the action, with what only this installation can add to it."""
    action, state = command.action, known.state
    match action:
        case None if known.book is not None and state.event is not None:
            seed = next_seed(known.event_id, state, known.book)
            return drawn(state, known.book, seed=seed, pods=command.pods)
        case None:
            return Refusal(
                "not-opened",
                message("The event has not been opened."),
                way_out=message("Open it first."),
            )
        case EventOpened():
            return action
        case _ if known.book is None:
            return Refusal(
                "not-opened",
                message("The event has not been opened."),
                way_out=message("Open it first."),
            )
        case EventFinished(secret=None) if state.event is not None:
            return EventFinished(secret=committed_secret(known.event_id, state))
        case _:
            return _with_lots_and_siblings(action, known, known.book)


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
            lots = lots_drawn(state, action.number, book, seed=seed)
            return msgspec.structs.replace(action, lots=lots)
        case _:
            return action


def _append_entry(row: Event, known: CachedLog, entry: LogEntry) -> Recorded | Refusal:
    """Add the entry if the rules let it through, with all that follows from it."""
    book = known.book or pinned_rulebook(entry.action)
    longer = append(known.log, entry, book)
    if isinstance(longer, Refusal):
        return longer
    new = row_of(entry, known.head)
    refusal = row_refusal(new)
    if refusal is not None:
        return refusal
    refusal = update_right_ledger(
        row,
        before=known.state,
        after=longer.state,
        by=str(entry.by)[:60],
        now=datetime.fromisoformat(entry.at),
    )
    if refusal is not None:
        return refusal
    rows.append_rows(row.pk, new)
    update_listing(row, before=known.state, after=longer.state)
    follower = FOLLOWERS.get(kind_of(entry.action))
    if follower is not None:
        import_module(follower).email_pairings(row, longer.state, entry.action)
    grown = replace(known, log=longer, book=book, head=new.hash)
    if longer.state.phase in FINISHED_PHASES or known.state.phase in FINISHED_PHASES:
        project_finished_event(row, grown)
    transaction.on_commit(partial(_after_commit, grown, entry))
    return Recorded(event_id=row.public_id, sequence=entry.sequence, state=longer.state)


def _after_commit(grown: CachedLog, entry: LogEntry) -> None:
    """Remember what is saved, tell whoever listens, and keep a copy."""
    store_log(grown)
    notifier.notify(grown.event_id, entry.sequence)
    back_up_after_action(grown, entry)


def _repeated_answer(
    command: Command, before: LogRow, known: CachedLog, by: str
) -> Recorded | Refusal:
    """Answer a wish that was sent before as it was answered then."""
    if command.action is None:
        same = before.kind in DRAWS
    else:
        action = _action(command, known)
        same = not isinstance(action, Refusal) and (
            (before.kind, before.payload) == (kind_of(action), payload_of(_canonical(action)))
        )
    if same and before.actor == by and before.reason == command.reason:
        return Recorded(
            event_id=known.event_id, sequence=before.sequence, state=known.state, again=True
        )
    return Refusal(
        "key-used",
        message("This was already sent with different content."),
        way_out=message("Reload the page and try again."),
        actions=(before.sequence,),
    )


def _changed_meanwhile(expected: int, known: CachedLog) -> Refusal:
    """Say what was done since somebody looked, and by whom."""
    since = known.log.since(expected)
    if not since:
        return Refusal(
            "changed-meanwhile",
            message("Your page is ahead of the event."),
            way_out=message("Reload the page."),
        )
    names = names_of_actors((entry.by for entry in since), known.state)
    done = [
        f"{entry.kind.replace('.', ' ').replace('-', ' ')} ({names[entry.by.person]})"
        for entry in since[-MOST_NAMED:]
    ]
    more = len(since) - len(done)
    rest = f", and {more} before" if more else ""
    return Refusal(
        "changed-meanwhile",
        message(
            "Changed since you opened this page: {done}{rest}.", done=", ".join(done), rest=rest
        ),
        way_out=message("Check what changed, then try again."),
        actions=tuple(entry.sequence for entry in since),
    )


def _broken(at: int) -> Refusal:
    return Refusal(
        "log-broken",
        message("Entry {at} of the log has been altered.", at=at),
        way_out=message("Restore the last backup, or continue from the last event file."),
        actions=(at,),
    )


def row_refusal(row: LogRow) -> Refusal | None:
    """Return why a row cannot be kept: too long, or with a character of no text."""
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
    """Return an action whose texts have the one spelling that files have too."""
    payload = payload_of(action)
    tidied = _spelled(payload)
    return action if tidied == payload else action_from(kind_of(action), tidied)


def _spelled(value: Any) -> Any:  # noqa: ANN401 -- any JSON value
    match value:
        case str():
            return canonical(value)
        case list() | tuple():
            return [_spelled(item) for item in value]
        case dict():
            return {_spelled(key): _spelled(item) for key, item in value.items()}
        case _:
            return value
