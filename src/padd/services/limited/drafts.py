"""Picks of a draft, and what a director does when one is missing."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.db import transaction

from padd.core.eventlog.actions.limited import PackClosed, WordAdded
from padd.core.eventlog.state.event_state import LogState
from padd.core.limited.deal import LATE
from padd.core.limited.draft import (
    DraftTable,
    Step,
    Take,
    step_hash,
    steps_due,
    table_after,
    take_objection,
)
from padd.core.limited.event_state import LimitedState
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.core.rng import Rng, seed_for
from padd.services.access.actors import SYSTEM, Actor
from padd.services.access.permissions import Permission, require
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog import (
    Command,
    cached_log,
    event_secret,
    execute,
    log_actor_for,
    stored_event,
)
from padd.services.limited.tables import GroupTable, group_table, picks_of_turn
from padd.services.refusal import ActionRefused, NotAllowed, NotFound, raise_if_refused
from padd.store.models.events import Event
from padd.store.models.limited import DraftGroup, DraftPick, DraftStep
from padd.store.writes import event_log

MORE_SECONDS: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Where a player sits, with the group as it stands."""

    player: PlayerId
    number: int
    group: int
    limited: LimitedState
    table: GroupTable


def drafting_player(by: Actor, row: Event, state: LogState) -> PlayerId:
    """Return which player an actor is in an event; others do not find the draft."""
    try:
        player = log_actor_for(by, row, state, WordAdded).player
    except NotAllowed:
        player = None
    if player is None:
        raise NotFound("seat")
    return player


def own_seat(*, event_id: str, by: Actor, now: datetime) -> Seat:
    """Return the seat of an actor, after picks for players out of time."""
    row = stored_event(event_id)
    state = cached_log(row).state
    player = drafting_player(by, row, state)
    limited, group, seat = _place(state, player)
    table = group_table(row, limited, group)
    if _late(table, limited, now):
        pick_for_late_seats(event_id=event_id, now=now)
        table = group_table(row, limited, group)
    return Seat(player=player, number=seat, group=group, limited=limited, table=table)


def draft_groups(*, event_id: str, by: Actor, now: datetime) -> tuple[GroupTable, ...]:
    """Return every group, for those who run the event; pages show no cards of it."""
    row = stored_event(event_id)
    require(Permission.EVENT_RUN, by, event=row)
    return public_draft_groups(event_id=event_id, now=now)


def public_draft_groups(*, event_id: str, now: datetime) -> tuple[GroupTable, ...]:
    """Return every group for pages that show who is waited for, and no cards."""
    row = stored_event(event_id)
    limited = cached_log(row).state.limited
    if limited is None or not limited.dealt or limited.plan.real_packs:
        return ()
    pick_for_late_seats(event_id=event_id, now=now)
    numbers = range(1, len(limited.groups) + 1)
    return tuple(group_table(row, limited, number) for number in numbers)


def pick_cards(
    *,
    event_id: str,
    cards: tuple[int, ...],
    by: Actor,
    now: datetime,
    key: str,
    pack: int,
    turn: int,
) -> None:
    """Take cards from the pile before one's own seat.

    `pack` and `turn` say what the player was looking at; the same key sent twice is
    one pick, and until the turn closes another pick replaces it.
    """
    with refuse_database_errors(), transaction.atomic():
        row = stored_event(event_id)
        state = cached_log(row).state
        limited, group, seat = _place(state, drafting_player(by, row, state))
        held = group_table(row, limited, group, in_turn=True)
        if DraftPick.objects.filter(group=held.row, seat=seat, key=key).exists():
            return
        _check_turn(held, limited, seat, pack, turn)
        take = Take(seat, tuple(sorted(set(cards))))
        raise_if_refused(take_objection(held.table, take))
        _choose(held, take, key=key, now=now)
        _advance(event_id, held, now)


def pick_at_random(*, event_id: str, group: int, seat: int, by: Actor, now: datetime) -> None:
    """Pick at random for an absent player; the pick is marked."""
    with refuse_database_errors(), transaction.atomic():
        row, limited, held = _directed(event_id, group, by)
        if seat not in held.waited_for:
            raise _seat_not_waited_for()
        _choose_by_chance(event_id, held, seat, limited, now)
        _advance(event_id, held, now)
        _audit(row, "pick-at-random", by=by, now=now, group=group, seat=seat)


def remove_seat(*, event_id: str, group: int, seat: int, by: Actor, now: datetime) -> None:
    """Let a seat leave the draft: its picks stay, packs pass over it."""
    with refuse_database_errors(), transaction.atomic():
        row, _, held = _directed(event_id, group, by)
        if seat in held.table.gone or not 1 <= seat <= len(held.players):
            raise _seat_not_waited_for()
        DraftPick.objects.filter(
            group=held.row, pack=held.table.pack, turn=held.table.turn_of(seat), seat=seat
        ).delete()
        step = Step(pack=held.table.pack, turn=held.table.turn_of(seat), left=seat)
        count = len(held.steps)
        table = _append(held.row, held.table, step, count, now)
        _close_turns(event_id, held.row, table, count + 1, now)
        if len(table.gone) == len(held.players):
            _abandon(event_id, held.row, table, now)
        _audit(row, "let-go", by=by, now=now, group=group, seat=seat)


def extend_time(*, event_id: str, group: int, seat: int, by: Actor, now: datetime) -> None:
    """Give a seat another minute from now."""
    with refuse_database_errors(), transaction.atomic():
        row, _, held = _directed(event_id, group, by)
        until = now + timedelta(seconds=MORE_SECONDS)
        held.row.grace = {**held.row.grace, str(seat): until.isoformat()}
        held.row.save(update_fields=["grace"])
        _audit(row, "more-time", by=by, now=now, group=group, seat=seat)


def pause_draft(*, event_id: str, paused: bool, by: Actor, now: datetime) -> None:
    """Pause all groups, or let them go on."""
    with refuse_database_errors(), transaction.atomic():
        row = stored_event(event_id)
        require(Permission.EVENT_RUN, by, event=row)
        groups = DraftGroup.objects.filter(event=row)
        if paused:
            groups.filter(paused_at=None).update(paused_at=now)
        else:
            groups.exclude(paused_at=None).update(paused_at=None, resumed_at=now)
        _audit(row, "pause" if paused else "resume", by=by, now=now)


def open_next_real_pack(*, event_id: str, by: Actor, now: datetime) -> None:
    """Note that real boosters are passed empty, and that the next are opened."""
    with refuse_database_errors(), transaction.atomic():
        row = stored_event(event_id)
        require(Permission.EVENT_RUN, by, event=row)
        limited = cached_log(row).state.limited
        if limited is None or not limited.plan.real_packs or not limited.drafting:
            raise NotFound("pack")
        for group in range(1, len(limited.groups) + 1):
            pack = limited.packs_closed(group) + 1
            if pack > limited.plan.number_of_packs:
                raise ActionRefused(Refusal("draft-over", message("Every pack is drafted.")))
            _close_pack(event_id, group, pack, head="", now=now, by=by)


def pick_for_late_seats(*, event_id: str, now: datetime) -> None:
    """Pick at random for players out of time, where the plan says so."""
    row = stored_event(event_id)
    limited = cached_log(row).state.limited
    if limited is None or not limited.drafting or limited.plan.late != "random":
        return
    for number in range(1, len(limited.groups) + 1):
        if not _late(group_table(row, limited, number), limited, now):
            continue
        with refuse_database_errors(), transaction.atomic():
            held = group_table(row, limited, number, in_turn=True)
            for seat in _late(held, limited, now):
                _choose_by_chance(event_id, held, seat, limited, now)
            _advance(event_id, held, now)


def _late(held: GroupTable, limited: LimitedState, now: datetime) -> tuple[int, ...]:
    if limited.plan.late != "random" or not limited.drafting:
        return ()
    return tuple(
        seat for seat in held.waited_for if (due := held.due(seat)) is not None and due <= now
    )


def _place(state: LogState, player: PlayerId) -> tuple[LimitedState, int, int]:
    limited = state.limited
    if limited is None or limited.plan.real_packs:
        raise NotFound("seat")
    place = limited.seat_of(player)
    if place is None or place[0] == LATE:
        raise NotFound("seat")
    return limited, *place


def _directed(event_id: str, group: int, by: Actor) -> tuple[Event, LimitedState, GroupTable]:
    row = stored_event(event_id)
    require(Permission.EVENT_RUN, by, event=row)
    limited = cached_log(row).state.limited
    if limited is None or not 1 <= group <= len(limited.groups):
        raise NotFound("group")
    return row, limited, group_table(row, limited, group, in_turn=True)


def _check_turn(held: GroupTable, limited: LimitedState, seat: int, pack: int, turn: int) -> None:
    if not limited.drafting or held.table.over:
        raise ActionRefused(Refusal("draft-over", message("The draft is over.")))
    if held.row.paused_at is not None:
        raise ActionRefused(
            Refusal(
                "paused",
                message("The director has paused the draft."),
                way_out=message("Wait until it resumes."),
            )
        )
    if (pack, turn) != (held.table.pack, held.table.turn_of(seat)):
        raise ActionRefused(
            Refusal(
                "turn-over",
                message("This turn is over; the pack has been passed on."),
                way_out=message("Reload to see your current pack."),
            )
        )


def _choose(held: GroupTable, take: Take, *, key: str, now: datetime) -> None:
    DraftPick.objects.update_or_create(
        group=held.row,
        pack=held.table.pack,
        turn=held.table.turn_of(take.seat),
        seat=take.seat,
        defaults={"cards": list(take.cards), "how": take.how, "key": key, "at": now},
    )


def _choose_by_chance(
    event_id: str, held: GroupTable, seat: int, limited: LimitedState, now: datetime
) -> None:
    table, pile = held.table, held.table.pile(seat)
    if pile is None:
        return
    turn = table.turn_of(seat)
    seed = seed_for(
        "late pick",
        event_secret(event_id),
        held.row.number,
        table.pack,
        turn,
        seat,
        limited.redeals,
    )
    cards = Rng(seed, "late pick").shuffled(pile.cards)[: table.to_take(seat)]
    take = Take(seat, tuple(sorted(cards)), "random")
    _choose(held, take, key=f"random {table.pack}.{turn}.{seat}", now=now)


def _advance(event_id: str, held: GroupTable, now: datetime) -> None:
    """Close what is complete, turn after turn, and pack after pack."""
    _close_turns(event_id, held.row, held.table, len(held.steps), now)


def _close_turns(
    event_id: str, row: DraftGroup, table: DraftTable, count: int, now: datetime
) -> None:
    for step in steps_due(table, picks_of_turn(row, table)):
        before, table = table.pack, _append(row, table, step, count, now)
        count += 1
        if table.pack != before:
            _close_pack(event_id, row.number, before, head=row.head, now=now)


def _append(
    row: DraftGroup, table: DraftTable, step: Step, count: int, now: datetime
) -> DraftTable:
    row.head = step_hash(row.head, step)
    row.save(update_fields=["head"])
    DraftStep.objects.create(
        group=row, number=count + 1, step=msgspec.to_builtins(step), hash=row.head, at=now
    )
    return table_after(table, step)


def _close_pack(
    event_id: str, group: int, pack: int, *, head: str, now: datetime, by: Actor = SYSTEM
) -> None:
    action = PackClosed(group=group, pack=pack, head=head)
    key = f"pack-closed {group}/{pack}"
    with suppress(ActionRefused):
        execute(Command(event_id=event_id, action=action, by=by, now=now, key=key))


def _abandon(event_id: str, row: DraftGroup, table: DraftTable, now: datetime) -> None:
    """Close the packs of a group that everybody has left."""
    for pack in range(table.pack, len(table.rules.sizes) + 1):
        _close_pack(event_id, row.number, pack, head=row.head, now=now)


def _seat_not_waited_for() -> ActionRefused:
    return ActionRefused(
        Refusal(
            "nobody-waits",
            message("No one is waiting for this seat anymore."),
            way_out=message("Check the table again."),
        )
    )


def _audit(
    row: Event, what: str, *, by: Actor, now: datetime, group: int = 0, seat: int = 0
) -> None:
    event_log.add_audit_entry(
        f"draft.{what}",
        by=by.label,
        subject=f"event:{row.public_id}",
        at=now,
        after={"group": group, "seat": seat},
    )
