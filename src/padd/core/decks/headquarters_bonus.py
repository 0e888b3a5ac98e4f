"""The headquarters bonus of a league that a registered deck suggests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from padd.core.cards.printing import PERSONNEL, Printing
from padd.core.decks.verdicts import CheckedDeck
from padd.core.leagues.bonus_schemes import NON_ALIGNED, DeckFacts, least_non_aligned
from padd.rulebooks.sections.programme import HeadquartersBonus

HEADQUARTERS: Final = "Headquarters"
"""What stands behind the affiliations of a headquarters mission."""


def proposed_deck_facts(
    checked: CheckedDeck, rules: HeadquartersBonus, affiliations: frozenset[str]
) -> DeckFacts | None:
    """Return headquarters and personnel of a deck, for the League Director to keep.

    Card data has no game text: who fits a headquarters is taken from the affiliations
    printed on it, and a deck without one is named by its commonest affiliation. Some
    headquarters name a group instead (Maquis); who fits those is left open.
    """
    sides = Counter(_personnel(checked))
    personnel = sides.total()
    non_aligned = sides.pop(NON_ALIGNED, 0)
    if not personnel:
        return None
    if non_aligned >= least_non_aligned(personnel, rules):
        return DeckFacts(NON_ALIGNED, personnel, non_aligned)
    name, wanted = _headquarters(checked)
    if not wanted and rules.affiliation and sides:
        name = _most_common_affiliation(sides)
        wanted = frozenset({name})
    if not name:
        return None
    if not wanted & affiliations:
        return DeckFacts(name, personnel, non_aligned)
    fitting = sum(count for side, count in sides.items() if wanted & frozenset(side.split("/")))
    return DeckFacts(name, personnel, non_aligned, fitting)


def known_affiliations(printings: Iterable[Printing]) -> frozenset[str]:
    """Return every affiliation that personnel have."""
    return frozenset(
        side for each in printings if each.type == PERSONNEL for side in each.affiliation.split("/")
    )


def _most_common_affiliation(sides: Counter[str]) -> str:
    """Return the affiliation of most personnel; some have two."""
    single: Counter[str] = Counter()
    for written, count in sides.items():
        for side in written.split("/"):
            single[side] += count
    del single[NON_ALIGNED]
    return min(single, key=lambda side: (-single[side], side), default="")


def _personnel(checked: CheckedDeck) -> Iterable[str]:
    for line in checked.lines:
        if line.printing is not None and line.printing.type == PERSONNEL:
            for _ in range(line.written.quantity):
                yield line.printing.affiliation.strip()


def _headquarters(checked: CheckedDeck) -> tuple[str, frozenset[str]]:
    """Return the title of the headquarters mission and its affiliations."""
    for line in checked.lines:
        printing = line.printing
        if (
            printing is not None
            and printing.is_mission
            and printing.affiliation.endswith(HEADQUARTERS)
        ):
            sides = printing.affiliation.removesuffix(HEADQUARTERS).strip()
            return printing.title, frozenset(sides.split("/"))
    return "", frozenset()
