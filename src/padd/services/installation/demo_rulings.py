"""Interim rulings of the made-up community: one in force soon, one still a draft."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from padd.rulebooks.loader import rulebook_ids
from padd.services.rulebooks.interim_rulings import write_published_rulings
from padd.store.models.rulebooks import InterimRuling

ARTICLE: Final = "https://example.org/articles/{number}"
RULINGS: Final[tuple[dict[str, Any], ...]] = (
    {
        "slug": "fifteen-minutes-for-latecomers",
        "title": "Fifteen minutes for latecomers",
        "about": "Trains run late this winter. A round waits a little longer.",
        "values": {"time.late.round_minutes": {"value": 15}},
        "days": 30,
        "published": True,
    },
    {
        "slug": "a-tie-is-worth-one-point",
        "title": "A tie is worth one point",
        "about": "A draft: the preview says who would have moved.",
        "values": {"scoring.points.tie": {"value": 1}},
        "days": 60,
        "published": False,
    },
)


def add_rulings(*, now: datetime) -> int:
    """Add a ruling that is published and one that is not; return how many."""
    for number, one in enumerate(RULINGS, start=1):
        in_force = now.date() + timedelta(days=one["days"])
        InterimRuling.objects.create(
            ruling=f"{in_force.isoformat()}-{one['slug']}",
            rulebook=rulebook_ids()[0],
            title=one["title"],
            about=one["about"],
            cite=ARTICLE.format(number=number),
            in_force=in_force,
            values=one["values"],
            published_at=now if one["published"] else None,
        )
    transaction.on_commit(write_published_rulings)
    return len(RULINGS)
