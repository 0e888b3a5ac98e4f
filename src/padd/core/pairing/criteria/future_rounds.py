"""Whether the rounds still planned can be paired without a rematch.

A later round can be paired if every player active finds an opponent not met before,
with one bye where their number is odd. Byes count as in the guide: a player who had
one gets no second one if that can be helped. So there are three of them: all rounds
can be paired with at most one bye each, all can be paired if a player gets a second
bye, or they cannot all be paired.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum

from padd.core.model import PlayerId
from padd.core.pairing.field import NOBODY, Pair, PairingField

EXACT_UP_TO = 12
MOST_STEPS = 400_000
"""Steps after which a search gives up, some seconds; real events need a thousandth."""


def active_players(field: PairingField) -> list[PlayerId]:
    """Return every player who is in the event now, paired in this round or resting."""
    return sorted({*field.players, *field.resting})


def rounds_possible(players: int) -> int:
    """Return the most rounds a field can play without a rematch or a second bye."""
    return players if players % 2 else max(players - 1, 0)


def is_always_pairable(field: PairingField, byes: int = 1) -> bool:
    """Tell whether every round to come can be paired, however this one is drawn.

    By Dirac's theorem a round can be paired if every player has at least half of the
    others (the bye counted as one more player if the number is odd) as legal
    opponents. Every round played takes at most one away.
    """
    if not field.rounds_after:
        return True
    active = active_players(field)
    met, had_bye = field.met, field.had_bye
    used = max((len(met.get(p, NOBODY)) + (p in had_bye) for p in active), default=0)
    there = set(active)
    for later in range(field.rounds_after):
        present = len(active) - len(_away(field, later) & there)
        nodes = present + present % 2
        before = later + 1
        if nodes - 1 - used - before < nodes / 2:
            return False
        had = len(had_bye) + byes + later
        if present % 2 and present - had < nodes / 2:
            return False
    return True


def has_too_few_games(field: PairingField, byes: int) -> bool:
    """Tell whether fewer games are left than the planned rounds need, whatever now."""
    active = active_players(field)
    played = (len(field.players) - byes) // 2
    games = [
        sum(1 for p in active if p != player and not field.have_met(player, p)) for player in active
    ]
    there = set(active)
    need = sum(
        (len(active) - len(_away(field, later) & there)) // 2 for later in range(field.rounds_after)
    )
    return sum(games) // 2 - played < need


class StepLimit:
    """The steps that a search may still take before it says that it does not know."""

    __slots__ = ("left",)

    def __init__(self, steps: int = MOST_STEPS) -> None:
        self.left = steps

    def step(self) -> None:
        """Take one step."""
        self.left -= 1
        if self.left < 0:
            raise _StepLimitError


class _StepLimitError(Exception):
    """A search took more steps than it may."""


def future_after(
    field: PairingField,
    tables: Sequence[Pair],
    byes: Sequence[PlayerId],
    patience: StepLimit | None = None,
) -> FutureRounds:
    """Return how the rounds to come look after this round; exact for small fields."""
    if is_always_pairable(field, max(1, len(byes))):
        return FutureRounds.OPEN
    active = active_players(field)
    if len(active) > EXACT_UP_TO:
        return FutureRounds.UNKNOWN
    try:
        return exact_future(field, active, tables, byes, patience or StepLimit())
    except _StepLimitError:
        return FutureRounds.UNKNOWN


def exact_future(
    field: PairingField,
    active: Sequence[PlayerId],
    tables: Sequence[Pair],
    byes: Sequence[PlayerId],
    patience: StepLimit,
) -> FutureRounds:
    """Return how the rounds to come look, by trying all of them."""
    number = {player: index for index, player in enumerate(active)}
    bye = len(active)
    legal = [
        sum(
            1 << number[other]
            for other in active
            if other != player and not field.have_met(player, other)
        )
        for player in active
    ]
    for first, second in tables:
        if not {first, second} <= number.keys():
            continue  # a disqualified player who plays on is in no later round
        legal[number[first]] &= ~(1 << number[second])
        legal[number[second]] &= ~(1 << number[first])
    everybody = (1 << len(active)) - 1
    rounds = []
    for later in range(field.rounds_after):
        away = (number[p] for p in _away(field, later) if p in number)
        present = everybody & ~sum(1 << seat for seat in away)
        rounds.append(present | (1 << bye if present.bit_count() % 2 else 0))
    had_bye = {number[p] for p in (*field.had_bye, *byes) if p in number}
    for one_bye, future in ((True, FutureRounds.OPEN), (False, FutureRounds.SECOND_BYES)):
        if _Search(legal, rounds, had_bye, patience, one_bye=one_bye).succeeds():
            return future
    return FutureRounds.DEAD_END


def _away(field: PairingField, later: int) -> frozenset[PlayerId]:
    """Return who will rest; among them may be some who have left in the meantime."""
    return field.away_later[later] if later < len(field.away_later) else NOBODY


class _Search:
    """All rounds to come on bit masks; the bye is one more player."""

    def __init__(
        self,
        legal: list[int],
        rounds: list[int],
        had_bye: set[int],
        patience: StepLimit,
        *,
        one_bye: bool,
    ) -> None:
        self.patience = patience
        self.bye = len(legal)
        self.rounds = rounds
        self.one_bye = one_bye
        self.alike = len(set(rounds)) == 1
        self.people = (1 << self.bye) - 1
        may = [v for v in range(self.bye) if not (one_bye and v in had_bye)]
        self.start = [*legal, sum(1 << v for v in may)]
        for v in may:
            self.start[v] |= 1 << self.bye
        self.hopeless: set[tuple[int, int, tuple[int, ...]]] = set()

    def succeeds(self) -> bool:
        """Tell whether there is a way through all rounds."""
        return self._from(0, 0, tuple(self.start))

    def _from(self, at: int, least: int, legal: tuple[int, ...]) -> bool:
        if at == len(self.rounds):
            return True
        state = (at, least, legal)
        if state in self.hopeless:
            return False
        if not self._starved(at, legal):
            for paired, partner in self._pairings(self.rounds[at], least, legal):
                # Rounds with the same players can be played in any order, so the
                # partners of the first player may be taken to rise.
                if self._from(at + 1, partner if self.alike else 0, paired):
                    return True
        self.hopeless.add(state)
        return False

    def _starved(self, at: int, legal: tuple[int, ...]) -> bool:
        """Tell whether too few games are left, for all or for one player."""
        if not self.alike:
            return False
        present, left = self.rounds[at], len(self.rounds) - at
        seats = (present & self.people).bit_count()
        games = [
            (legal[v] & present & self.people).bit_count()
            for v in range(self.bye)
            if present >> v & 1
        ]
        if sum(games) < 2 * left * (seats // 2):
            return True
        if sum(left - count for count in games if count < left) > left * (seats % 2):
            return True  # more byes needed than there are rounds
        for v, options in enumerate(legal):
            if not present >> v & 1:
                continue
            endless = v == self.bye or options >> self.bye & 1
            if endless and not self.one_bye:
                continue
            if (options & present).bit_count() < left:
                return True
        return False

    def _pairings(
        self, present: int, least: int, legal: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield what is legal after each possible pairing, and the first partner."""
        if not present:
            yield legal, 0
            return
        first = (present & -present).bit_length() - 1
        rest = present & ~(1 << first)
        options = legal[first] & rest & ~((1 << least) - 1)
        while options:
            chosen = options & -options
            options &= ~chosen
            partner = chosen.bit_length() - 1
            left = self._without(legal, first, partner)
            for after in self._complete(rest & ~chosen, left):
                yield after, partner

    def _complete(self, present: int, legal: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        self.patience.step()
        if not present:
            yield legal
            return
        first, fewest = -1, self.bye + 2
        left = present
        while left:
            v = (left & -left).bit_length() - 1
            left &= left - 1
            count = (legal[v] & present).bit_count()
            if count < fewest:
                first, fewest = v, count
        options = legal[first] & present
        rest = present & ~(1 << first)
        while options:
            chosen = options & -options
            options &= ~chosen
            partner = chosen.bit_length() - 1
            after = self._without(legal, first, partner)
            yield from self._complete(rest & ~chosen, after)

    def _without(self, legal: tuple[int, ...], first: int, second: int) -> tuple[int, ...]:
        if not self.one_bye and self.bye in {first, second}:
            return legal
        changed = list(legal)
        changed[first] &= ~(1 << second)
        changed[second] &= ~(1 << first)
        return tuple(changed)


class FutureRounds(IntEnum):
    """How the rounds to come look after this one, the best last."""

    DEAD_END = 0
    UNKNOWN = 1
    SECOND_BYES = 2
    OPEN = 3

    @property
    def figure(self) -> bool | None:
        """The rounds to come as the last figure of a round."""
        return None if self is FutureRounds.UNKNOWN else self is not FutureRounds.DEAD_END
