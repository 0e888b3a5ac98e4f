"""Who plays whose deck: drawn at random among all allowed assignments (AMB-111).

No one gets their own deck, or the same deck twice if that can be avoided. All allowed
assignments are equally likely: permutations are drawn until one is allowed, which is
quick as long as few decks are ruled out; fields up to `COUNTED` in which too many are
ruled out are drawn by counting. Only larger fields after very many rounds fall back on
random swaps, which are not exactly uniform.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from padd.core.model import PlayerId
from padd.core.rng import Rng

COUNTED: Final = 16
"""Up to so many decks the assignments are counted where drawing takes too long."""
TRIES: Final = 4_000
TRIES_OF_MANY: Final = 600_000
SWAPS: Final = 40
"""How often each deck of a large field is offered for a swap."""


def draw_decks(
    playing: Sequence[PlayerId],
    decks: Sequence[PlayerId],
    had: Mapping[PlayerId, AbstractSet[PlayerId]],
    *,
    seed: int,
) -> dict[PlayerId, PlayerId]:
    """Return for each player the owner of the deck to play.

    `decks` are all decks in the draw, those of players with a bye too; `had` names the
    decks that a player has played before, not counting their own.
    """
    rng = Rng(seed, "decks")
    players, owners = sorted(playing), sorted(decks)
    if len(owners) < 2:  # noqa: PLR2004 -- no one to exchange with
        return {}
    place = {owner: at for at, owner in enumerate(owners)}
    own = [frozenset({place[p]} if p in place else ()) for p in players]
    barred = [
        mine | {place[deck] for deck in had.get(player, ()) if deck in place}
        for player, mine in zip(players, own, strict=True)
    ]
    drawn = _by_drawing(rng, barred, len(owners))
    if drawn is None and len(owners) <= COUNTED:
        drawn = _Counting(barred, own, len(owners)).draw(rng)
    if drawn is None:
        drawn = _by_swaps(rng, barred, own, len(owners))
    return {player: owners[deck] for player, deck in zip(players, drawn, strict=True)}


def _by_drawing(rng: Rng, barred: Sequence[frozenset[int]], decks: int) -> list[int] | None:
    """Draw whole assignments, each as likely as any other, until one is allowed."""
    if any(len(out) == decks for out in barred):
        return None
    steps = TRIES if decks <= COUNTED else TRIES_OF_MANY
    everything = list(range(decks))
    while steps > 0:
        left = everything.copy()
        drawn: list[int] = []
        for out in barred:
            steps -= 1
            at = rng.below(len(left))
            deck = left[at]
            if deck in out:
                break
            left[at] = left[-1]
            left.pop()
            drawn.append(deck)
        else:
            return drawn
    return None


class _Counting:
    """Draws deck after deck, weighed by how many best assignments are left behind."""

    def __init__(
        self, barred: Sequence[frozenset[int]], own: Sequence[frozenset[int]], decks: int
    ) -> None:
        self.own, self.decks = own, decks
        self.repeats = [out - mine for out, mine in zip(barred, own, strict=True)]
        self.known: dict[tuple[int, int], tuple[int, int] | None] = {}

    def best(self, at: int, used: int) -> tuple[int, int] | None:
        """Return the fewest repeats from here on, and how many ways lead to them."""
        if at == len(self.own):
            return 0, 1
        if (at, used) not in self.known:
            ways = [after for _, after in self.options(at, used)]
            least = min((cost for cost, _ in ways), default=None)
            self.known[at, used] = (
                None
                if least is None
                else (least, sum(count for cost, count in ways if cost == least))
            )
        return self.known[at, used]

    def options(self, at: int, used: int) -> list[tuple[int, tuple[int, int]]]:
        """Return the decks that a player can have, with what is left behind each."""
        ways = []
        for deck in range(self.decks):
            if used >> deck & 1 or deck in self.own[at]:
                continue
            after = self.best(at + 1, used | 1 << deck)
            if after is not None:
                ways.append((deck, (after[0] + (deck in self.repeats[at]), after[1])))
        return ways

    def draw(self, rng: Rng) -> list[int] | None:
        """Return one of the best assignments, each as likely as any other."""
        drawn: list[int] = []
        used = 0
        for at in range(len(self.own)):
            wanted = self.best(at, used)
            if wanted is None:
                return None
            pick = rng.below(wanted[1])
            for deck, (cost, ways) in self.options(at, used):
                if cost != wanted[0]:
                    continue
                pick -= ways
                if pick < 0:
                    drawn.append(deck)
                    used |= 1 << deck
                    break
        return drawn


def _by_swaps(
    rng: Rng, barred: Sequence[frozenset[int]], own: Sequence[frozenset[int]], decks: int
) -> list[int]:
    """Swap decks by chance, never to more repeats; large fields late in the day."""
    order = list(range(decks))
    cost = [
        [(at in own[row]) * decks + (at in barred[row]) for at in order]
        for row in range(len(barred))
    ]
    cost += [[0] * decks for _ in range(decks - len(barred))]
    for _ in range(SWAPS * decks):
        one, other = rng.below(decks), rng.below(decks)
        now = cost[one][order[one]] + cost[other][order[other]]
        then = cost[one][order[other]] + cost[other][order[one]]
        if then <= now:
            order[one], order[other] = order[other], order[one]
    return order[: len(barred)]
