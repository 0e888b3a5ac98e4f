"""Why a round was paired this way: reasons as codes; presentation words them."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

import msgspec

from padd.core.model import PlayerId
from padd.core.pairing.criteria.byes import bye_order
from padd.core.pairing.criteria.distant_pairs import ranks_of_totals
from padd.core.pairing.criteria.figures import Figures, figures_of
from padd.core.pairing.criteria.future_rounds import future_after
from padd.core.pairing.criteria.unequal_pairs import groups_by_total, odd_boundaries
from padd.core.pairing.engine.exact import draw_exactly
from padd.core.pairing.engine.small_fields import SMALL, draw_small
from padd.core.pairing.field import NOBODY, Pair, PairingField
from padd.core.pairing.round import Pairing
from padd.core.rng import Rng

MOST_PASSED_OVER = 24
"""So many players passed over for a bye are named, the lowest first."""


class PairingReason(StrEnum):
    """Why two players meet."""

    FIRST_ROUND = "first-round"
    """Every player has the same total: the cards were shuffled."""
    SAME_TOTAL = "same-total"
    ODD_GROUP = "odd-group"
    """The players above the boundary are odd, so one pair has to cross it."""
    REMATCHES = "rematches"
    """More pairs cross than the count asks for: others near them have met."""
    MET_NEXT_GROUP = "met-next-group"
    """A distant pair: the higher player has met the whole next group."""
    NO_NEARER_ROUND = "no-nearer-round"
    """A distant pair: every round without it holds a rematch or more such pairs."""


class TableReason(msgspec.Struct, frozen=True):
    """Why these two meet, with their totals and how many steps lie between."""

    table: int
    players: Pair
    totals: tuple[int, int]
    steps: int
    because: PairingReason


class PassedOver(StrEnum):
    """Why a player with a lower or equal claim did not get the bye."""

    HAD_BYE = "had-bye"
    LEAVES_REMATCH = "leaves-rematch"
    """Without this player the others cannot be paired without a rematch."""
    PAIRS_WORSE = "pairs-worse"
    """Equal in line, but the tables would come out worse."""
    CHANCE = "chance"
    """Equal in everything: the seed decided."""


class ByeBecause(StrEnum):
    """Why there is a bye for this player."""

    FIRST_ROUND = "first-round"
    LOWEST_TOTAL = "lowest-total"
    ONLY_CHOICE = "only-choice"
    """Lower players had a bye or are needed to pair the rest."""
    NO_LEGAL_ROUND = "no-legal-round"
    """Every complete round holds a rematch, so a pair is given byes instead."""


class ByeReason(msgspec.Struct, frozen=True):
    """Why a player has the bye, and who was passed over for it."""

    player: PlayerId
    total: int
    second: bool
    because: ByeBecause
    passed_over: tuple[tuple[PlayerId, PassedOver], ...]


class WhyNotReason(StrEnum):
    """The answer to the question why two players do not meet."""

    THEY_DO = "they-do"
    NOT_IN_THIS_ROUND = "not-in-this-round"
    HAVE_MET = "have-met"
    WORSE = "worse"
    EQUALLY_GOOD = "equally-good"


class WhyNot(msgspec.Struct, frozen=True):
    """What forcing two players together would do to the round."""

    players: Pair
    answer: WhyNotReason
    criterion: str | None = None
    now: Figures | None = None
    then: Figures | None = None


def explain_tables(field: PairingField, draw: Pairing) -> tuple[TableReason, ...]:
    """Return for each table why these two meet."""
    layout = _Layout(field, draw)
    reasons = []
    for number, (first, second) in enumerate(draw.tables, 1):
        totals = field.totals[first], field.totals[second]
        apart = abs(layout.steps[totals[0]] - layout.steps[totals[1]])
        because = layout.because(first, second)
        reasons.append(TableReason(number, (first, second), totals, apart, because))
    return tuple(reasons)


class _Layout:
    """The groups of a round, and how many pairs cross each boundary."""

    def __init__(self, field: PairingField, draw: Pairing) -> None:
        self.field = field
        seated = [player for pair in draw.tables for player in pair]
        self.groups = groups_by_total(field, seated)
        self.steps = ranks_of_totals(field.totals[player] for player in seated)
        self.odd = odd_boundaries(map(len, self.groups))
        self.crossing = Counter(
            boundary
            for pair in draw.tables
            for boundary in range(*sorted(self.steps[field.totals[p]] for p in pair))
        )

    def because(self, first: PlayerId, second: PlayerId) -> PairingReason:
        """Say why two players meet."""
        totals = self.field.totals
        upper, lower = sorted((first, second), key=lambda p: -totals[p])
        above, below = self.steps[totals[upper]], self.steps[totals[lower]]
        if above == below:
            return (
                PairingReason.FIRST_ROUND
                if _is_first_round(self.field)
                else PairingReason.SAME_TOTAL
            )
        if below - above == 1:
            plain = self.odd[above] == self.crossing[above] == 1
            return PairingReason.ODD_GROUP if plain else PairingReason.REMATCHES
        met = self.field.met.get(upper, NOBODY)
        every = all(player in met for player in self.groups[above + 1])
        return PairingReason.MET_NEXT_GROUP if every else PairingReason.NO_NEARER_ROUND


def explain_byes(field: PairingField, draw: Pairing) -> tuple[ByeReason, ...]:
    """Return for each bye why this player has it, and who was passed over."""
    return tuple(_bye_reason(field, draw, player) for player in draw.byes)


def _bye_reason(field: PairingField, draw: Pairing, player: PlayerId) -> ByeReason:
    second, total = bye_order(field, player)
    before = sorted(
        (
            other
            for other in field.players
            if other not in draw.byes
            and (field.totals[other] < total or bye_order(field, other) == (second, total))
        ),
        key=lambda other: (field.totals[other], other),
    )
    passed = tuple(
        (other, _passed_over_reason(field, draw, other, player))
        for other in before[:MOST_PASSED_OVER]
    )
    lowest = min(field.totals[other] for other in field.players)
    if len(draw.byes) > len(field.players) % 2:
        because = ByeBecause.NO_LEGAL_ROUND
    elif _is_first_round(field):
        because = ByeBecause.FIRST_ROUND
    elif total == lowest:
        because = ByeBecause.LOWEST_TOTAL
    else:
        because = ByeBecause.ONLY_CHOICE
    return ByeReason(player, total, second, because, passed)


def _is_first_round(field: PairingField) -> bool:
    """Tell whether it is a first round, drawn from one pile of cards."""
    level = len({field.totals[player] for player in field.players}) == 1
    return level and field.round_number == 1


def _passed_over_reason(
    field: PairingField, draw: Pairing, other: PlayerId, player: PlayerId
) -> PassedOver:
    """Say why this other player did not get the bye instead of the one who did."""
    if other in field.had_bye and player not in field.had_bye:
        return PassedOver.HAD_BYE
    if _is_first_round(field):
        return PassedOver.CHANCE
    then = figures_with_bye(field, other)
    if then.byes > draw.figures.byes:
        return PassedOver.LEAVES_REMATCH
    if then.first_worse(draw.figures) is None:
        return PassedOver.CHANCE
    return PassedOver.PAIRS_WORSE


def figures_with_bye(field: PairingField, player: PlayerId) -> Figures:
    """Return the best figures that a round with a bye for this player can have."""
    return _best_within(field, _confined_field(field, {player: NOBODY}))


def figures_with_pair(field: PairingField, pair: Pair) -> Figures:
    """Return the best figures that a round with this pair can have."""
    first, second = pair
    only = {first: frozenset({second}), second: frozenset({first})}
    return _best_within(field, _confined_field(field, only))


def _confined_field(field: PairingField, only: dict[PlayerId, frozenset[PlayerId]]) -> PairingField:
    """Return the field as if these players had met all but the ones named."""
    everybody = frozenset(field.players)
    met = {
        player: field.met.get(player, NOBODY)
        | {p for p, allowed in only.items() if player not in allowed}
        for player in field.players
        if player not in only
    }
    return msgspec.structs.replace(field, met=met | {p: everybody - only[p] for p in only})


def _best_within(field: PairingField, confined: PairingField) -> Figures:
    if len(field.players) <= SMALL:
        best = draw_small(field, Rng(0), within=confined)
        return figures_of(field, best.pairs, best.byes, best.future)
    pairs, byes = draw_exactly(confined, Rng(0))
    return figures_of(field, pairs, byes, future_after(field, pairs, byes))


def explain_why_not(
    field: PairingField, draw: Pairing, first: PlayerId, second: PlayerId
) -> WhyNot:
    """Force two players together and say what gets worse, if anything does."""
    pair = (first, second)
    if not {first, second} <= set(field.players) or first == second:
        return WhyNot(pair, WhyNotReason.NOT_IN_THIS_ROUND)
    if any(set(pair) == set(table) for table in draw.tables):
        return WhyNot(pair, WhyNotReason.THEY_DO, now=draw.figures)
    if field.have_met(first, second):
        return WhyNot(pair, WhyNotReason.HAVE_MET, "rematches", draw.figures)
    then = figures_with_pair(field, pair)
    criterion = then.first_worse(draw.figures)
    answer = WhyNotReason.EQUALLY_GOOD if criterion is None else WhyNotReason.WORSE
    return WhyNot(pair, answer, criterion, draw.figures, then)
