"""Queries of card data files."""

from __future__ import annotations

from datetime import datetime

import msgspec

from padd.store.models.cards import CardDataFile

MOST = 100


class CardFileFacts(msgspec.Struct, frozen=True):
    """A file of card data, without its content."""

    public_id: str
    name: str
    slot: str
    state: str
    brought_by: str
    brought_at: datetime


def card_files() -> tuple[CardFileFacts, ...]:
    """Return the files of card data, the newest first."""
    rows = CardDataFile.objects.order_by("-pk").values_list(
        "public_id", "name", "slot", "state", "brought_by", "brought_at"
    )
    return tuple(CardFileFacts(*row) for row in rows[:MOST])
