"""The secret behind an event's seeds: committed to first, revealed at the end.

It is derived from the installation's key, so it is stored nowhere and a crash cannot
lose it. Another computer does not know it; draws there are random, and each is recorded
with its seed as usual.
"""

from __future__ import annotations

import secrets

from django.utils.crypto import salted_hmac

from padd.core.eventlog.actions.round_proposal import seed_of_next_round
from padd.core.eventlog.actions.scenarios.lots import lots_redraw_count
from padd.core.eventlog.state.event_state import LogState
from padd.core.rng import SEED_BYTES, commitment, seed_for
from padd.rulebooks.schema import Rulebook


def event_secret(event_id: str) -> str:
    """Return the secret of an event that was opened here."""
    return salted_hmac("padd.draws", event_id, algorithm="sha256").hexdigest()


def committed_secret(event_id: str, state: LogState) -> str | None:
    """Return the secret that an event has committed to, if it is known here."""
    secret = event_secret(event_id)
    committed = state.settings.commitment
    return secret if committed == commitment(secret) else None


def next_seed(event_id: str, state: LogState, book: Rulebook) -> int:
    """Return the seed of the next draw."""
    known = committed_secret(event_id, state)
    if known is None:
        return secrets.randbits(8 * SEED_BYTES)
    return seed_of_next_round(state, known, book)


def lot_seed(event_id: str, state: LogState, number: int, *parts: str, again: bool = False) -> int:
    """Return the seed of a scenario's lots in a round; drawn again, it is another."""
    known, round_ = committed_secret(event_id, state), state.round(number)
    if known is None:
        return secrets.randbits(8 * SEED_BYTES)
    redraws = 0 if round_ is None else lots_redraw_count(round_) + again
    return seed_for("lot", known, number, redraws, *parts)
