"""Rounds paired by hand: what is wrong with them, how good they are, and repairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum

import msgspec

from padd.core.model import PlayerId
from padd.core.pairing.best import best_pairings
from padd.core.pairing.criteria.distant_pairs import ranks_of_totals
from padd.core.pairing.criteria.figures import Figures, figures_of
from padd.core.pairing.criteria.future_rounds import future_after
from padd.core.pairing.engine.exact import draw_exactly
from padd.core.pairing.field import NOBODY, Pair, PairingField
from padd.core.pairing.round import NoLegalPairing, Pairing, in_table_order
from padd.core.rng import Rng


class RoundFault(StrEnum):
    """What can make a round illegal."""

    UNKNOWN_PLAYER = "unknown-player"
    NOT_IN_THIS_ROUND = "not-in-this-round"
    PLAYER_TWICE = "player-twice"
    PLAYER_MISSING = "player-missing"
    REMATCH = "rematch"
    BYE_TOO_MANY = "bye-too-many"
    SECOND_BYE = "second-bye"


class RoundObjection(msgspec.Struct, frozen=True):
    """One thing wrong with a round: who is concerned, and at which table."""

    problem: RoundFault
    players: tuple[PlayerId, ...]
    table: int | None = None


class TableCheck(msgspec.Struct, frozen=True):
    """One table of a round made by hand; `steps` counts the totals between them."""

    table: int
    players: Pair
    totals: tuple[int, int]
    steps: int
    rematch: bool


class RoundCheck(msgspec.Struct, frozen=True, kw_only=True):
    """A round made by hand, beside the best that the rules allow.

    `worse_in` is the first criterion in which the best round is better, or None if
    there is none. A round with objections has no figures to compare unless
    every player is in it exactly once.
    """

    objections: tuple[RoundObjection, ...]
    figures: Figures | None
    best: Figures | None
    worse_in: str | None
    tables: tuple[TableCheck, ...]

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with the round."""
        return not self.objections

    @property
    def optimal(self) -> bool:
        """Whether the round is legal and no other is better."""
        return self.legal and self.figures is not None and self.worse_in is None


def check_round_by_hand(
    field: PairingField,
    tables: Sequence[Pair],
    byes: Sequence[PlayerId],
    *,
    others: AbstractSet[PlayerId] = NOBODY,
) -> RoundCheck:
    """Check a proposed round; `others` are players of the event not to be paired."""
    seating = _seating_objections(field, tables, byes, others)
    known = set(field.players)
    checks = tuple(
        _table_check(field, number, pair)
        for number, pair in enumerate(tables, 1)
        if known.issuperset(pair)
    )
    rematches = [
        RoundObjection(RoundFault.REMATCH, c.players, c.table) for c in checks if c.rematch
    ]
    if seating:
        return RoundCheck(
            objections=(*seating, *rematches), figures=None, best=None, worse_in=None, tables=checks
        )
    future = future_after(field, tables, byes)
    figures = figures_of(field, tables, byes, future)
    best = best_figures(field)
    return RoundCheck(
        objections=(*rematches, *_bye_objections(field, byes, figures, best)),
        figures=figures,
        best=best,
        worse_in=figures.first_worse(best),
        tables=checks,
    )


def best_figures(field: PairingField) -> Figures:
    """Return the figures of the best rounds of a field."""
    draw = best_pairings(field, seed=0)
    return figures_of(field, (), ()) if isinstance(draw, NoLegalPairing) else draw.figures


def _seating_objections(
    field: PairingField,
    tables: Sequence[Pair],
    byes: Sequence[PlayerId],
    others: AbstractSet[PlayerId],
) -> list[RoundObjection]:
    """Return who is named twice, not at all, or should not be there."""
    known = set(field.players)
    objections: list[RoundObjection] = []
    seen: set[PlayerId] = set()
    seats = [(p, n) for n, pair in enumerate(tables, 1) for p in pair]
    for player, table in [*seats, *((p, None) for p in byes)]:
        if player in seen:
            objections.append(RoundObjection(RoundFault.PLAYER_TWICE, (player,), table))
        elif player not in known:
            problem = (
                RoundFault.NOT_IN_THIS_ROUND if player in others else RoundFault.UNKNOWN_PLAYER
            )
            objections.append(RoundObjection(problem, (player,), table))
        seen.add(player)
    missing = sorted(known - seen)
    return [*objections, *(RoundObjection(RoundFault.PLAYER_MISSING, (p,)) for p in missing)]


def _bye_objections(
    field: PairingField, byes: Sequence[PlayerId], figures: Figures, best: Figures
) -> list[RoundObjection]:
    """Return what is wrong with the byes: more than need be, or second ones."""
    if figures.byes > best.byes:
        return [RoundObjection(RoundFault.BYE_TOO_MANY, tuple(sorted(byes)))]
    if figures.byes == best.byes and figures.second_byes > best.second_byes:
        again = tuple(sorted(p for p in byes if p in field.had_bye))
        return [RoundObjection(RoundFault.SECOND_BYE, again)]
    return []


def _table_check(field: PairingField, number: int, pair: Pair) -> TableCheck:
    first, second = pair
    totals = field.totals[first], field.totals[second]
    steps = ranks_of_totals(field.totals[player] for player in field.players)
    return TableCheck(
        table=number,
        players=pair,
        totals=totals,
        steps=abs(steps[totals[0]] - steps[totals[1]]),
        rematch=field.have_met(first, second),
    )


class RepairedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A published round, mended: what stays, what goes, what is new."""

    draw: Pairing
    kept: tuple[Pair, ...]
    given_up: tuple[Pair, ...]
    new: tuple[Pair, ...]
    best: Figures


def repair_round(
    field: PairingField, published: Iterable[Pair], *, locked: Iterable[Pair] = (), seed: int
) -> RepairedRound:
    """Mend a published round with the fewest changed tables.

    `field` is the field as it is now: with a late arrival, without a drop, with a
    corrected result. Locked tables are being played and stay as they are. There are
    no more byes than must be; then as many published tables stay as can; among
    those the criteria decide, and then chance.
    """
    here = set(field.players)
    before = list(published)
    fixed = [pair for pair in locked if here.issuperset(pair)]
    playing = {frozenset(pair) for pair in fixed}
    earlier_pairs = [
        pair
        for pair in before
        if here.issuperset(pair) and frozenset(pair) not in playing and not field.have_met(*pair)
    ]
    chance = Rng(seed, "repair")
    pairs, byes = draw_exactly(field, chance, forced=fixed, preferred=earlier_pairs)
    tables = in_table_order(field.totals, pairs)
    resting = tuple(sorted(byes))
    now = {frozenset(pair) for pair in tables}
    old = {frozenset(pair) for pair in before}
    best = best_figures(field)
    figures = figures_of(field, tables, resting, future_after(field, tables, byes))
    return RepairedRound(
        draw=Pairing(
            tables=tables,
            byes=resting,
            figures=figures,
            seed=seed,
            optimal=figures.first_worse(best) is None,
        ),
        kept=tuple(pair for pair in before if frozenset(pair) in now),
        given_up=tuple(pair for pair in before if frozenset(pair) not in now),
        new=tuple(pair for pair in tables if frozenset(pair) not in old),
        best=best,
    )


class PossiblePartners(msgspec.Struct, frozen=True):
    """The players to draw an opponent from, and those to draw from if none is left."""

    same: tuple[PlayerId, ...]
    """Not met yet, with as many points."""
    below: tuple[PlayerId, ...]
    """Not met yet, with the next lower total that occurs."""


def possible_partners(field: PairingField, player: PlayerId) -> PossiblePartners:
    """Leave out earlier opponents; take their own points, then the next below."""
    mine = field.totals[player]
    free = [
        other for other in field.players if other != player and not field.have_met(player, other)
    ]
    lower = {field.totals[other] for other in free if field.totals[other] < mine}
    next_below = max(lower, default=None)
    return PossiblePartners(
        same=tuple(other for other in free if field.totals[other] == mine),
        below=tuple(other for other in free if field.totals[other] == next_below),
    )
