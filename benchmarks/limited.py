"""Packs: dealing, and making them again, against bare samples of the same numbers.

Goals: dealing 64 players 7 packs in at most 5 times what `random.sample` takes for the
same cards, and verifying in at most 3 times the dealing.
"""

from __future__ import annotations

import random
import statistics
import time
from typing import TYPE_CHECKING

from padd.core.limited.deal import DealSource, deal_digest, dealt_packs
from padd.core.limited.plan import LimitedPlan, PackChoice
from padd.presentation.limited.products import shipped_products

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS, PACKS, REPEATS = 64, 7, 7


def median(work: Callable[[], object]) -> float:
    took = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return statistics.median(took)


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
        return dealt_packs(source, shipped_products(), 1, PLAYERS)

    def again() -> object:
        return deal_digest(dealt_packs(source, shipped_products(), 1, PLAYERS))

    peer, dealing, verifying = median(sampled), median(deal), median(again)
    print(f"random.sample of the same cards: {peer * 1000:.1f} ms")
    print(f"dealing {PLAYERS} x {PACKS} packs: {dealing * 1000:.1f} ms")
    print(f"dealing / sample: {dealing / peer:.1f}, at most 5")
    print(f"verifying / dealing: {verifying / dealing:.1f}, at most 3")


if __name__ == "__main__":
    main()
