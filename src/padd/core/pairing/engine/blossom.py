"""A maximum-weight matching together with prices that prove it, in plain integers.

Edmonds' method in its primal-dual form. Every player has a price, some odd sets of
players (blossoms) have one too, and no pair is ever worth more than the prices around
it. Trees grow from the players left alone along pairs that are worth exactly their
prices; prices move until a tree can grow, two trees meet (one more pair), an odd
circle closes (a new blossom), or a blossom's price is used up (it opens again).

It is written to be readable, not fast: it creates the proof for a round, and
`prices` checks that proof without trusting a line of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

FREE, OUTER, INNER = 0, 1, 2


Link = tuple[int, int]
Path = tuple[list["Node"], list[Link]]


class Node(msgspec.Struct, eq=False):
    """A player, or a blossom: an odd circle of nodes, the one with its base first.

    `links[i]` are the two players who join `circle[i]` to the next node; every other
    one of these pairs, from the second on, is matched. The base is the player who is
    matched outside, or not at all. `via` is the pair by which a tree came in, the
    player outside first.
    """

    price: int
    base: int
    circle: list[Node] = msgspec.field(default_factory=list)
    links: list[Link] = msgspec.field(default_factory=list)
    label: int = FREE
    via: Link | None = None

    def players(self) -> Iterator[int]:
        """Yield all players of the node."""
        if not self.circle:
            yield self.base
        for node in self.circle:
            yield from node.players()


class Blossoms:
    """The search for a matching of greatest worth."""

    def __init__(self, count: int, worth: Mapping[Link, int]) -> None:
        highest = max(worth.values(), default=0)
        # Prices are doubled, so that halves do not occur.
        self.edges = [(u, v, 2 * value) for (u, v), value in worth.items()]
        self.leaf = [Node(price=highest, base=v) for v in range(count)]
        self.within = list(self.leaf)
        self.tops: dict[Node, None] = dict.fromkeys(self.leaf)
        self.mate = [-1] * count

    def solve(self) -> None:
        """Find the matching and its prices."""
        while self._one_more_pair():
            pass

    def odd_sets(self) -> Iterator[Node]:
        """Yield every blossom with a price, also those inside others."""
        stack = [node for node in self.tops if node.circle]
        while stack:
            node = stack.pop()
            if node.price:
                yield node
            stack += [child for child in node.circle if child.circle]

    def _one_more_pair(self) -> bool:
        """Grow trees until they meet; False if no further pair is worth it."""
        for node in self.tops:
            alone = self.mate[node.base] < 0
            node.label, node.via = (OUTER if alone else FREE), None
        while True:
            outer = [v for v, node in enumerate(self.within) if node.label == OUTER]
            if not outer:
                return False
            spare = min(self.leaf[v].price for v in outer)
            delta, link, blossom = self._next_event()
            if delta is None or spare <= delta:
                self._move_prices(spare)
                return False
            self._move_prices(delta)
            if blossom is not None:
                self._open(blossom)
            elif link is not None and self._follow(*link):
                return True

    def _next_event(self) -> tuple[int | None, Link | None, Node | None]:
        """Return how far prices can move, and the pair or blossom that stops them."""
        best: int | None = None
        link: Link | None = None
        blossom: Node | None = None
        for u, v, doubled in self.edges:
            one, two = self.within[u], self.within[v]
            if one is two or OUTER not in {one.label, two.label}:
                continue
            if INNER in {one.label, two.label}:
                continue
            slack = self.leaf[u].price + self.leaf[v].price - doubled
            delta = slack // 2 if one.label == two.label else slack
            if best is None or delta < best:
                best, link = delta, (u, v) if one.label == OUTER else (v, u)
        for node in self.tops:
            if node.label == INNER and node.circle:
                delta = node.price // 2
                if best is None or delta < best:
                    best, link, blossom = delta, None, node
        return best, link, blossom

    def _move_prices(self, delta: int) -> None:
        for v, node in enumerate(self.within):
            if node.label == OUTER:
                self.leaf[v].price -= delta
            elif node.label == INNER:
                self.leaf[v].price += delta
        for node in self.tops:
            if node.circle and node.label == OUTER:
                node.price += 2 * delta
            elif node.circle and node.label == INNER:
                node.price -= 2 * delta

    def _follow(self, u: int, v: int) -> bool:
        """Use a pair worth its prices; True if it made the matching larger."""
        node = self.within[v]
        if node.label == FREE:
            node.label, node.via = INNER, (u, v)
            self.within[self.mate[node.base]].label = OUTER
            return False
        here, there = self._to_root(self.within[u]), self._to_root(node)
        if here[0][-1] is there[0][-1]:
            self._close(u, v, here, there)
            return False
        self._rematch(u, v)
        self._rematch(v, u)
        return True

    def _to_root(self, node: Node) -> Path:
        """Return the nodes from here to the root of the tree, and their links."""
        nodes, links = [node], []
        while (partner := self.mate[node.base]) >= 0:
            inner = self.within[partner]
            if inner.via is None:
                raise AssertionError  # pragma: no cover -- inner nodes were reached
            outside, inside = inner.via
            links += [(node.base, partner), (inside, outside)]
            node = self.within[outside]
            nodes += [inner, node]
        return nodes, links

    def _close(self, u: int, v: int, here: Path, there: Path) -> None:
        """Make a blossom of the circle that a pair closes in one tree."""
        known = {node: i for i, node in enumerate(here[0])}
        up = next(i for i, node in enumerate(there[0]) if node in known)
        down = known[there[0][up]]
        circle = [*reversed(here[0][: down + 1]), *there[0][:up]]
        links = [(b, a) for a, b in reversed(here[1][:down])]
        blossom = Node(
            price=0,
            base=circle[0].base,
            circle=circle,
            links=[*links, (u, v), *there[1][:up]],
            label=OUTER,
        )
        for node in circle:
            del self.tops[node]
        self._on_top(blossom)

    def _on_top(self, node: Node) -> None:
        self.tops[node] = None
        for player in node.players():
            self.within[player] = node

    def _open(self, blossom: Node) -> None:
        """Take an inner blossom apart whose price is used up."""
        del self.tops[blossom]
        for node in blossom.circle:
            self._on_top(node)
            node.label, node.via = FREE, None
        if blossom.via is None:
            raise AssertionError  # pragma: no cover -- inner nodes were reached
        entry = self.within[blossom.via[1]]
        entry.label, entry.via = INNER, blossom.via
        at, size = blossom.circle.index(entry), len(blossom.circle)
        # From the entry the tree goes on by a matched link, and so to the base.
        turn = 1 if at % 2 else -1
        while at % size:
            for label in (OUTER, INNER):
                one, two = blossom.links[at if turn > 0 else at - 1]
                at += turn
                node = blossom.circle[at % size]
                node.label = label
                towards = (one, two) if turn > 0 else (two, one)
                node.via = None if label == OUTER else towards

    def _rematch(self, player: int, partner: int) -> None:
        """Match a player anew, and every player on the way to the root in turn."""
        while True:
            node = self.within[player]
            before = self.mate[node.base]
            self._rebase(node, player)
            self.mate[player] = partner
            if before < 0:
                return
            inner = self.within[before]
            if inner.via is None:
                raise AssertionError  # pragma: no cover -- inner nodes were reached
            player, partner = inner.via
            self._rebase(inner, partner)
            self.mate[partner] = player

    def _rebase(self, node: Node, player: int) -> None:
        """Pair the players of a blossom so that this one is left over."""
        node.base = player
        if not node.circle:
            return
        inside = next(i for i, child in enumerate(node.circle) if player in child.players())
        node.circle = [*node.circle[inside:], *node.circle[:inside]]
        node.links = [*node.links[inside:], *node.links[:inside]]
        self._rebase(node.circle[0], player)
        for at in range(1, len(node.circle), 2):
            one, two = node.links[at]
            self._rebase(node.circle[at], one)
            self._rebase(node.circle[at + 1], two)
            self.mate[one], self.mate[two] = two, one
