"""Seal the plan of a limited event, and deal its packs from secret and words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import msgspec
from django.db import transaction

from padd.core.eventlog.actions.limited import LimitedDealt, LimitedPlanned, PoolGiven
from padd.core.eventlog.state.event_state import LogState, Presence
from padd.core.limited.deal import (
    LATE,
    DealSource,
    PlacedPack,
    deal_digest,
    draw_groups,
    packs_for_latecomer,
    packs_of_group,
)
from padd.core.limited.event_state import LimitedState
from padd.core.limited.plan import LimitedPlan, choice_fault, plan_faults, with_digests
from padd.core.limited.product import Product
from padd.core.limited.seats import words_digest
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.schema import Rulebook, cite
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog import (
    Command,
    Recorded,
    cached_log,
    committed_secret,
    execute,
    log_actor_for,
    new_command_key,
    record_action,
    stored_event,
)
from padd.services.refusal import ActionRefused, raise_if_refused
from padd.services.text_fields import normalize_line
from padd.store.models.events import Event
from padd.store.models.limited import DealtPack, DraftGroup, DraftPick


def seal_plan(
    *,
    event_id: str,
    plan: LimitedPlan,
    products: Mapping[str, Product],
    by: Actor,
    now: datetime,
    key: str = "",
) -> Recorded:
    """Record the plan of the packs before the cards can be known."""
    row = stored_event(event_id)
    require(Permission.EVENT_RUN, by, event=row)
    book = cached_log(row).book
    if book is None:
        raise ActionRefused(Refusal("not-opened", message("The event has not been opened.")))
    raise_if_refused(next(iter(plan_faults(plan, book, products)), None))
    bound = with_digests(plan, products)
    used = {choice.product for choice in (*plan.kit, *plan.packs)}
    copies = {slug: products[slug] for slug in sorted(used)}
    action = LimitedPlanned(plan=bound, products=copies)
    return record_action(event_id=event_id, action=action, by=by, now=now, key=key)


def deal_packs(
    *, event_id: str, by: Actor, now: datetime, reason: str = "", key: str = ""
) -> Recorded:
    """Draw seats and deal packs; once more only with a reason, counted publicly."""
    with refuse_database_errors(), transaction.atomic():
        row = stored_event(event_id)
        require(Permission.EVENT_RUN, by, event=row)
        list(DraftGroup.objects.select_for_update().filter(event=row))
        known = cached_log(row)
        secret, book, limited = _ready(event_id, known.state, known.book)
        _refuse_playing_maker(row, known.state, book, by)
        if DraftPick.objects.filter(group__event=row).exists():
            reason_ = message("The draft is under way; packs can’t be dealt again.")
            raise ActionRefused(Refusal("already-begun", reason_))
        source = DealSource(
            plan=limited.plan,
            secret=secret,
            words=words_digest(limited.words),
            redeals=limited.redeals + 1 if limited.dealt else 0,
        )
        here = tuple(sorted(checked_in_players(known.state)))
        try:
            groups = draw_groups(here, source, book)
        except RefusalError as error:
            raise ActionRefused(error.refusal) from error
        dealt = [
            packs_of_group(source, limited.products, number, len(group))
            for number, group in enumerate(groups, start=1)
        ]
        action = LimitedDealt(
            groups=groups,
            deals=tuple(map(deal_digest, dealt)),
            words=source.words,
            redeals=source.redeals,
            order=here,
        )
        done = execute(
            Command(
                event_id=event_id,
                action=action,
                by=by,
                now=now,
                reason=normalize_line(reason),
                key=key or new_command_key(),
            )
        )
        if not done.again:
            _store_deal(row, dealt)
        return done


def give_pool(
    *, event_id: str, player: PlayerId, reason: str, by: Actor, now: datetime, key: str = ""
) -> Recorded:
    """Give unopened packs to a player who came too late for a seat."""
    with refuse_database_errors(), transaction.atomic():
        row = stored_event(event_id)
        require(Permission.EVENT_RUN, by, event=row)
        known = cached_log(row)
        secret, book, limited = _ready(event_id, known.state, known.book)
        _refuse_playing_maker(row, known.state, book, by)
        source = DealSource(
            plan=limited.plan,
            secret=secret,
            words=limited.words_fingerprint,
            redeals=limited.redeals,
        )
        packs = packs_for_latecomer(source, limited.products, len(limited.late) + 1)
        done = execute(
            Command(
                event_id=event_id,
                action=PoolGiven(player=player, deal=deal_digest(packs)),
                by=by,
                now=now,
                reason=normalize_line(reason),
                key=key or new_command_key(),
            )
        )
        if not done.again:
            late, _ = DraftGroup.objects.get_or_create(event=row, number=LATE)
            _store_packs(late, packs)
        return done


def _refuse_playing_maker(row: Event, state: LogState, book: Rulebook, by: Actor) -> None:
    """Refuse a deal by a player of the event, where the rulebook forbids it (ONL-8)."""
    online = book.online if state.settings.online else None
    forbidden = online is not None and online.pool_maker_plays == "forbidden"
    if not forbidden or log_actor_for(by, row, state, LimitedDealt).player is None:
        return
    raise ActionRefused(
        Refusal(
            "maker-plays",
            message("The person who makes the pools of an online event can’t play in it."),
            rule=cite(book, "online.pool_maker_plays"),
            way_out=message("Let a director who does not play deal the packs."),
        )
    )


def checked_in_players(state: LogState) -> tuple[PlayerId, ...]:
    """Return everybody who is checked in."""
    everybody = state.players.values()
    return tuple(p.id for p in everybody if p.presence is Presence.HERE)


def _ready(
    event_id: str, state: LogState, book: Rulebook | None
) -> tuple[str, Rulebook, LimitedState]:
    limited = state.limited
    if limited is None or book is None:
        raise ActionRefused(
            Refusal(
                "no-plan", message("There is no plan yet."), way_out=message("Seal a plan first.")
            )
        )
    secret = committed_secret(event_id, state)
    if secret is None:
        raise ActionRefused(
            Refusal(
                "secret-elsewhere",
                message("The event was opened on another computer, which has its secret."),
                way_out=message("Deal on that computer, or plan real boosters."),
            )
        )
    for choice in (*limited.plan.kit, *limited.plan.packs):
        raise_if_refused(choice_fault(choice, limited.products))
    return secret, book, limited


def _store_deal(row: Event, dealt: list[tuple[PlacedPack, ...]]) -> None:
    DraftGroup.objects.filter(event=row).delete()
    for number, packs in enumerate(dealt, start=1):
        digest = deal_digest(packs)
        group = DraftGroup.objects.create(event=row, number=number, deal=digest, head=digest)
        _store_packs(group, packs)


def _store_packs(group: DraftGroup, packs: tuple[PlacedPack, ...]) -> None:
    DealtPack.objects.bulk_create(
        DealtPack(
            group=group,
            pack=one.number,
            seat=one.seat,
            kind=f"{one.choice.product}/{one.choice.kind}",
            cards=msgspec.to_builtins(one.pack.cards),
        )
        for one in packs
    )
