"""A draft played with lists as packs: a second reading of how packs are passed.

There are no queues or turns here. A pack is a list with the seat where it is; every
move is made by hand, one seat at a time.
"""

from __future__ import annotations

from typing import Any


class Piles:
    """The piles of one group of drafters, moved by hand."""

    def __init__(self, packs: list[list[list[str]]], ways: list[str]) -> None:
        self.packs = packs
        self.ways = ways
        self.people = list(range(len(packs[0])))
        self.pools: list[list[str]] = [[] for _ in self.people]
        self.number = -1
        self.piles: list[dict[str, Any]] = []
        self._arrivals = 0
        self._open()

    def front(self, seat: int) -> list[str]:
        """Return the cards that the person on a seat looks at."""
        lying = [p for p in self.piles if p["at"] == seat]
        lying.sort(key=lambda p: p["since"])
        return lying[0]["cards"] if lying else []

    def pick(self, choices: dict[int, list[str]]) -> None:
        """Let every player named take the cards named, then pass what is left."""
        moved = []
        for seat in sorted(choices):
            cards = self.front(seat)
            pile = next(p for p in self.piles if p["cards"] is cards)
            for card in choices[seat]:
                cards.remove(card)
                self.pools[seat].append(card)
            moved.append(pile)
        for pile in moved:
            pile["at"] = self._next(pile["at"])
            self._arrivals += 1
            pile["since"] = self._arrivals
        self._tidy()

    def leave(self, seat: int) -> None:
        """Let a player leave; the piles slide on to the next person."""
        sliding = [p for p in self.piles if p["at"] == seat]
        sliding.sort(key=lambda p: p["since"])
        after = self._next(seat)
        self.people.remove(seat)
        for pile in sliding:
            pile["at"] = after
            self._arrivals += 1
            pile["since"] = self._arrivals

    def over(self) -> bool:
        """Tell whether nothing is left to draft, or no player is left."""
        return not self.people or (not self.piles and self.number + 1 >= len(self.packs))

    def _next(self, seat: int) -> int:
        others = [p for p in self.people if p != seat]
        if not others:
            return seat
        if self.ways[self.number] == "left":
            return min((p for p in others if p > seat), default=min(others))
        return max((p for p in others if p < seat), default=max(others))

    def _tidy(self) -> None:
        self.piles = [p for p in self.piles if p["cards"]]
        if not self.piles:
            self._open()

    def _open(self) -> None:
        self.number += 1
        if self.number >= len(self.packs):
            return
        for seat in self.people:
            self._arrivals += 1
            cards = list(self.packs[self.number][seat])
            self.piles.append({"at": seat, "cards": cards, "since": self._arrivals})
