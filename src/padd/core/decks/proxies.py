"""Authorized proxies: the physical cards that a pool of virtual cards allows."""

from __future__ import annotations

from collections.abc import Iterator

from padd.core.cards.printing import PERSONNEL, SHIP, Printing
from padd.core.decks.card_rules import CardRules
from padd.core.decks.verdicts import VerdictReason
from padd.core.messages import message


def proxy_reasons(judge: CardRules, printing: Printing) -> Iterator[VerdictReason]:
    """Say what stands against a physical card where only proxies are in the pool."""
    kind = _proxy_kind(printing)
    allowed = (judge.book.decks.proxies or {}).get(printing.edition, ())
    if not judge.pool.proxies or kind is None:
        yield judge.says(
            "physical",
            "not-legal",
            message("Physical cards are not in this card pool."),
            "decks.pools",
        )
    elif not printing.from_second_edition:
        if kind not in allowed:
            yield judge.says(
                "no-proxy",
                "not-legal",
                message("This card is not an authorized proxy."),
                "decks.proxies",
            )
    elif f"1ec-{kind}" not in allowed:
        yield judge.says(
            "proxy-undecided",
            "not-checked",
            message(
                "The rulebook does not say whether Second Edition cards are "
                "authorized proxies in First Edition."
            ),
            "decks.proxies",
        )
    else:
        told = message("Converted cards are not authorized proxies.")
        yield from judge.converted(printing, told, "decks.proxies")


def _proxy_kind(printing: Printing) -> str | None:
    if printing.is_mission:
        return "missions"
    if printing.type not in {PERSONNEL, SHIP} or printing.uniqueness != "universal":
        return None
    what = "personnel" if printing.type == PERSONNEL else "ships"
    second = printing.edition == "2E" or printing.from_second_edition
    return f"non-unique-{what}" if second else f"universal-{what}"
