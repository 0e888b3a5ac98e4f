"""Match people across the stages of a championship, by their handle (AMB-149)."""

from __future__ import annotations

from typing import NewType

from padd.core.model import Player

Person = NewType("Person", str)


class PeopleByHandle:
    """The people of several events, each with the name shown for them."""

    def __init__(self) -> None:
        self.shown: dict[Person, str] = {}

    def person(self, player: Player, event: int) -> Person:
        """Return the person behind a player; without a handle, a person of this event alone."""
        if player.handle:
            person = Person(player.handle.casefold())
            self.shown.setdefault(person, player.handle)
        else:
            person = Person(f"{player.id}\n{event}")
            self.shown[person] = player.id
        return person
