"""The missions of a season by kind: planet, space, headquarters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from padd.core.cards.catalogue import Catalogue
from padd.core.leagues.mission_tally import TallyRow
from padd.core.messages import Message, message
from padd.rulebooks.sections.section import Edition
from padd.services.cards.catalogue import current_catalogue

HEADQUARTERS: Final = "H"
UNKNOWN: Final = ""
"""Where the card data does not know a mission."""
WORDS: Final[dict[str, Message]] = {
    "P": message("planet"),
    "S": message("space"),
    "PS": message("planet and space"),
    HEADQUARTERS: message("headquarters"),
    UNKNOWN: message("not in the card data"),
}
WHOLE: Final = 100


class MissionShare(msgspec.Struct, frozen=True):
    """How many missions are of a kind, and where its part of the bar lies."""

    words: Message
    count: int
    start: float
    width: float


def _kind_of(row: TallyRow, edition: Edition, catalogue: Catalogue) -> str:
    """Return the kind of a mission: as entered, otherwise as the card says."""
    if row.headquarters:
        return HEADQUARTERS
    if not catalogue.knows(row.title, edition):
        return UNKNOWN
    kinds = {letter for one in catalogue.find(row.title, edition).printings for letter in one.kind}
    found = "".join(letter for letter in "HPS" if letter in kinds)
    return found if found in WORDS else UNKNOWN


def mission_shares(tally: Sequence[TallyRow], edition: Edition) -> tuple[MissionShare, ...]:
    """Return the parts of the bar, in the order of the words."""
    catalogue = current_catalogue().catalogue
    counts = Counter(_kind_of(row, edition, catalogue) for row in tally)
    shares: list[MissionShare] = []
    start = 0.0
    for kind, words in WORDS.items():
        if not counts[kind]:
            continue
        width = round(WHOLE * counts[kind] / len(tally), 2)
        shares.append(MissionShare(words, counts[kind], round(start, 2), width))
        start += width
    return tuple(shares)
