"""Packs: dealing, and making them again, against bare samples of the same numbers.

Goals: dealing 64 players 7 packs in at most 5 times what `random.sample` takes for the
same cards, verifying in at most 3 times the dealing, and one pick of a draft in at
most 5 times a bare durable commit to the same database.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from datetime import UTC, datetime

from benchmarks._goals import fail_if_missed
from benchmarks._turns import Turns, by_turns, hold_turns
from benchmarks.event_store import set_up
from padd.core.limited.deal import DealSource, deal_digest, packs_of_group
from padd.core.limited.plan import LimitedPlan, PackChoice
from padd.presentation.limited.products import shipped_products

PLAYERS, PACKS, REPEATS, TURNS = 64, 7, 7, 20


def sampled() -> None:
    sheets = shipped_products()["frontier"].sheets
    counts = (("rare", 1), ("uncommon", 3), ("common", 11))
    for _ in range(PLAYERS * PACKS):
        for sheet, count in counts:
            random.sample(sheets[sheet].cards, count)


def main() -> None:
    choice = PackChoice(product="frontier", kind="booster")
    plan = LimitedPlan(format="sealed", packs=(choice,) * PACKS, build_minutes=30)
    source = DealSource(plan=plan, secret="of the benchmark", words="")  # noqa: S106 -- none

    def deal() -> object:
        return packs_of_group(source, shipped_products(), 1, PLAYERS)

    def again() -> object:
        return deal_digest(packs_of_group(source, shipped_products(), 1, PLAYERS))

    packs = f"{PLAYERS} x {PACKS} packs"
    dealing = by_turns(deal, sampled, turns=REPEATS)
    hold_turns(f"dealing {packs} / random.sample of the same cards", dealing, most=5)
    verifying = by_turns(again, deal, turns=REPEATS)
    hold_turns(f"verifying {packs} / dealing them", verifying, most=3)
    with tempfile.TemporaryDirectory() as folder:
        set_up(folder)
        hold_turns("one pick / a bare commit", picks(), most=5)
    fail_if_missed()


def picks() -> Turns:
    """Return the median of a pick and of a bare commit, one after the other.

    Both wait for the disk, which only the clock on the wall tells.
    """
    from padd.services.access.actors import SYSTEM, Actor, ActorKind
    from padd.services.installation.demo_drafts import PLAYERS as DRAFTERS
    from padd.services.installation.demo_drafts import add_drafts
    from padd.services.limited import drafts
    from padd.store.models.events import Event
    from padd.store.writes.event_log import add_audit_entry

    now = datetime.now(UTC)
    add_drafts(products=shipped_products(), by=SYSTEM, now=now)
    row = Event.objects.get(name="Frontier Draft")
    event = row.public_id
    bare, pick = [], []
    for _ in range(TURNS):
        for drafter in DRAFTERS:
            phone = Actor(kind=ActorKind.PLAYER, public_id=drafter.id, event_id=row.pk)
            seat = drafts.own_seat(event_id=event, by=phone, now=now)
            table = seat.table.table
            pile, turn = table.pile(seat.number), table.turn_of(seat.number)
            if pile is None:
                continue
            start = time.perf_counter()
            add_audit_entry("benchmark", by="system", subject="nothing", at=now)
            middle = time.perf_counter()
            drafts.pick_cards(
                event_id=event,
                cards=pile.cards[:1],
                by=phone,
                now=now,
                key=f"benchmark {table.pack}.{turn} {drafter.id}",
                pack=table.pack,
                turn=turn,
            )
            pick.append(time.perf_counter() - middle)
            bare.append(middle - start)
    return Turns(statistics.median(pick), statistics.median(bare))


if __name__ == "__main__":
    main()
