"""The outcome of a championship so far, for pages and programs."""

from __future__ import annotations

from padd.core.championships.awards import ChampionshipResult
from padd.services.championships.awarded_rights import result_of
from padd.services.refusal import NotFound
from padd.store.models.championships import Championship


def championship_outcome(championship: str) -> ChampionshipResult | None:
    """Return what the processed stages come to; nothing while one is missing.

    The people of the ranking are named by their rows.
    """
    row = Championship.objects.filter(public_id=championship).first()
    if row is None:
        raise NotFound("championship")
    return result_of(row)
