"""Block: which virtual expansions are current, previous or core on a day.

Without a published list a block is past where newer blocks are known; it is never
current on a guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from padd.core.cards.printing import CardSet, Printing
from padd.core.decks.card_rules import CardRules
from padd.core.decks.verdicts import VerdictReason, verdict_reason
from padd.core.messages import message

PART: Final = re.compile(r"\s*\d+$")


def block_reasons(judge: CardRules, printing: Printing) -> Iterator[VerdictReason]:
    """Say what keeps a virtual card out of the Block pool, if anything does."""
    if _is_core(judge, printing):
        return
    if judge.listed.known("block"):
        if id(printing) not in judge.listed.named("block"):
            yield verdict_reason(
                "not-in-block",
                "not-legal",
                message("It is not in the published list of blocks."),
                book=judge.book,
                path="decks.pools",
                section=judge.pool.cite,
            )
        return
    card_set = judge.catalogue.set_of(printing)
    if card_set is not None and _is_past(judge, card_set):
        yield verdict_reason(
            "block-past",
            "not-legal",
            message("Its block is neither the current nor the previous block."),
            book=judge.book,
            path="decks.pools",
            section=judge.pool.cite,
        )
    else:
        yield verdict_reason(
            "block-not-known",
            "not-checked",
            message("The current blocks are unknown."),
            book=judge.book,
            path="decks.pools",
            section=judge.pool.cite,
        )


def _is_core(judge: CardRules, printing: Printing) -> bool:
    """Tell whether it is core: by the list, until one is loaded by the sets."""
    if judge.listed.known("core"):
        return id(printing) in judge.listed.named("core")
    card_set = judge.catalogue.set_of(printing)
    core = judge.book.decks.block.core
    return bool(card_set and core and card_set.name.startswith(core))


def _is_past(judge: CardRules, card_set: CardSet) -> bool:
    if card_set.release is None:
        return False
    own = PART.sub("", card_set.block)
    newer = {
        name
        for name, first in _blocks(judge).items()
        if name != own and card_set.release < first <= judge.question.on
    }
    return len(newer) >= (2 if own else 3)


def _blocks(judge: CardRules) -> dict[str, date]:
    """Return the blocks that are known, each with its first known release."""
    found: dict[str, date] = {}
    for each in judge.catalogue.sets.values():
        name = PART.sub("", each.block)
        if name and each.release and each.edition == judge.question.edition:
            found[name] = min(each.release, found.get(name, each.release))
    return found
