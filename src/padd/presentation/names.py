"""Names of events and players, and names for lists: family name first."""

from __future__ import annotations

import unicodedata
from typing import Final

import msgspec

from padd.core.model import Event, Player, PlayerId
from padd.presentation import page_words

COUNTED: Final = frozenset({"ní", "ó", "nic", "mac"})
"""Small words by which a family name is looked up."""
SMALL: Final = COUNTED | {
    *("af", "al", "av", "bin", "da", "das", "de", "del", "della", "den", "der", "di"),
    *("do", "dos", "du", "el", "ibn", "la", "le", "ten", "ter", "van", "vom", "von"),
    *("zu", "zum", "zur", "'t"),
}
"""Small words that belong to the family name and do not count for its place."""


class FamilyFirst(msgspec.Struct, frozen=True, order=True):
    """A name in two parts, in the order in which lists have it."""

    key: str
    family: str
    given: str

    @property
    def initial(self) -> str:
        """The given names as one initial, where room is scarce."""
        return f"{self.given[:1]}." if self.given else ""

    @property
    def letter(self) -> str:
        """The letter under which the name is looked for."""
        return self.key[:1]


def family_first(name: str) -> FamilyFirst:
    """Return a name with its family name first; one word is all family."""
    words = name.split()
    if len(words) < 2:  # noqa: PLR2004 -- a single word
        return FamilyFirst(key=sort_key(name), family=name, given="")
    start = len(words) - 1
    while start > 1 and words[start - 1].casefold() in SMALL:
        start -= 1
    family, first = words[start:], words[:start]
    while len(family) > 1 and family[0].casefold() in SMALL - COUNTED:
        family = family[1:]
    return FamilyFirst(
        key=sort_key(" ".join((*family, *first))),
        family=" ".join(words[start:]),
        given=" ".join(first),
    )


def sort_key(text: str) -> str:
    """Return text for sorting: without accents and case."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def player_names(event: Event) -> dict[PlayerId, str]:
    """Return what people call the players."""
    return {player.id: player.name or player.id for player in event.players}


def event_title(event: Event) -> str:
    """Return what people call the event."""
    return event.name or "Event"


def isolated_names(event: Event) -> dict[PlayerId, str]:
    """Return what the players are called on the page."""
    return {player.id: isolated_name(player) for player in event.players}


def isolated_name(player: Player) -> str:
    """Return what a player is called on the page."""
    return page_words.isolated(player.name or player.handle or player.id)
