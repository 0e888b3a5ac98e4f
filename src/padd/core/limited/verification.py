"""Regenerate every pack of an event, from its log and its secret alone."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from padd.core.limited.deal import (
    DealSource,
    deal_digest,
    draw_groups,
    packs_for_latecomer,
    packs_of_group,
)
from padd.core.limited.event_state import LimitedState
from padd.core.limited.plan import choice_fault
from padd.core.limited.seats import group_name, words_digest
from padd.core.messages import Message, message
from padd.core.model import STAND_IN, PlayerId
from padd.core.refusal import RefusalError
from padd.rulebooks.schema import Rulebook


class DealVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What can be said of the packs of an event."""

    packs: int
    redeals: int
    problems: tuple[Message, ...]
    notes: tuple[Message, ...] = ()
    """What can no longer be checked, because a person was erased."""

    @property
    def same(self) -> bool:
        """Whether every pack follows from the secret, and the seats too."""
        return not self.problems


def verify_deal(limited: LimitedState, secret: str, book: Rulebook) -> DealVerdict:
    """Deal again and compare the fingerprints that the log has."""
    seats = sum(map(len, limited.groups)) + len(limited.late)
    packs = len(limited.plan.kit) + len(limited.plan.packs)
    unchecked = _has_erased_players(limited) and not _words_hold(limited)
    return DealVerdict(
        packs=seats * packs,
        redeals=limited.redeals,
        problems=tuple(_problems(limited, secret, book)),
        notes=(
            message(
                "A player’s data has been erased since. Only the "
                "fingerprint of their words remains."
            ),
        )
        if unchecked
        else (),
    )


def _has_erased_players(limited: LimitedState) -> bool:
    """Tell whether a player was erased from the log since the deal."""
    texts = (*limited.order, *limited.words, *limited.words.values())
    return any(STAND_IN in text for text in texts)


def _words_hold(limited: LimitedState) -> bool:
    return words_digest(limited.words) == limited.words_fingerprint


def _order(limited: LimitedState) -> tuple[PlayerId, ...] | None:
    """Return every player as they stood at the deal; none if that was not by their ids.

    An erased player keeps the place under another id.
    """
    players = sorted(player for group in limited.groups for player in group)
    order = limited.order or tuple(players)
    known = [player for player in order if not player.startswith(STAND_IN)]
    return order if sorted(order) == players and known == sorted(known) else None


def _problems(limited: LimitedState, secret: str, book: Rulebook) -> Iterator[Message]:
    for choice in (*limited.plan.kit, *limited.plan.packs):
        fault = choice_fault(choice, limited.products)
        if fault is not None:
            yield fault.message
            return
    if not _words_hold(limited) and not _has_erased_players(limited):
        yield message("The words differ from those the packs were dealt from.")
    source = DealSource(
        plan=limited.plan, secret=secret, words=limited.words_fingerprint, redeals=limited.redeals
    )
    order = _order(limited)
    try:
        groups = draw_groups(order, source, book) if order else None
    except RefusalError as error:
        yield error.refusal.message
        return
    if groups != limited.groups:
        yield message("The seats are not those that were drawn.")
    for number, group in enumerate(limited.groups, start=1):
        again = packs_of_group(source, limited.products, number, len(group))
        if deal_digest(again) != limited.deals[number - 1]:
            yield message(
                "Group {group} was dealt packs that do not match the secret.",
                group=group_name(number),
            )
    for number, told in enumerate(limited.late_deals, start=1):
        if deal_digest(packs_for_latecomer(source, limited.products, number)) != told:
            yield message(
                "Late player {number} was given packs that do not match the secret.", number=number
            )
