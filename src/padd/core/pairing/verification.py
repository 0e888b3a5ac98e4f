"""Verify every draw of an event from its file alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from padd.core.messages import Message, message
from padd.core.model import Ending, Event, Match, PlayerId, Round
from padd.core.pairing.best import best_pairings
from padd.core.pairing.circle import CIRCLE, circle_of_draw, circle_round, first_circle
from padd.core.pairing.criteria.figures import Figures, figures_of
from padd.core.pairing.criteria.future_rounds import future_after
from padd.core.pairing.engine.counting_proof import is_proved_by_counting
from padd.core.pairing.engine.price_proof import find_prices, is_proved_by_prices
from padd.core.pairing.field import Pair, PairingField
from padd.core.pairing.next_round import BEST, pairing_field, repeated_seats
from padd.core.pairing.round import NoLegalPairing, Pairing, fingerprint, round_seed
from padd.core.pairing.systems import SYSTEMS
from padd.core.rng import commitment
from padd.core.scenarios.round_blocks import block_start, continues_block
from padd.rulebooks.schema import Rulebook

PRICED_UP_TO = 128
"""Beyond so many players prices take too long to be worth the wait."""

Proof = Literal["counting", "prices", "search"]


class RoundVerdict(msgspec.Struct, frozen=True):
    """What can be said of one round's draw."""

    number: int
    legal: bool
    optimal: bool | None
    drawn_by_seed: bool | None
    changed_by_hand: tuple[str, ...]
    problems: tuple[Message, ...]


class AuditedRound(RoundVerdict, frozen=True):
    """A Swiss round with the figures that its draw is judged by."""

    figures: Figures
    best: Figures | None
    seed: int | None
    proof: Proof | None = None
    """What shows that the round was best; nothing where it was not."""


def verify_rounds(
    event: Event, book: Rulebook, *, prove: bool = False, only: int | None = None
) -> tuple[AuditedRound, ...]:
    """Return a verdict on every round of a Swiss event, or on one of them."""
    return tuple(
        _verdict(event, round_, book, prove=prove)
        for round_ in event.rounds
        if only in {None, round_.number}
    )


def commitment_holds(event: Event) -> bool | None:
    """Tell whether the revealed secret is the one that was committed to."""
    if not isinstance(event.secret, str) or not isinstance(event.commitment, str):
        return None
    return commitment(event.secret) == event.commitment


def _verdict(event: Event, round_: Round, book: Rulebook, *, prove: bool) -> AuditedRound:
    field = field_as_drawn(event, round_, book)
    tables = tuple(match.players for match in round_.matches)
    in_circle = bool(circle_of_draw(round_.draw))
    system = CIRCLE if in_circle else book.pairing.system[event.pairing_style]
    if continues_block(event, book, round_.number):
        return _repeat_verdict(event, round_, field, book)
    problems = tuple(_problems(field, round_, tables, book))
    figures = _figures(field, tables, round_)
    best = _best(field) if system == BEST else None
    optimal = None
    if best is not None:
        optimal = not problems and figures.first_worse(best) is None
    seed = _seed(round_)
    return AuditedRound(
        number=round_.number,
        legal=not problems,
        optimal=optimal,
        drawn_by_seed=_drawn_by_seed(event, field, round_, tables, system),
        changed_by_hand=changes_by_hand(round_),
        problems=problems,
        figures=figures,
        best=best,
        seed=seed,
        proof=_proof(field, tables, round_.byes) if prove and optimal else None,
    )


def _repeat_verdict(
    event: Event, round_: Round, field: PairingField, book: Rulebook
) -> AuditedRound:
    """Judge a later round of a block: nothing was drawn, so it is the first again."""
    tables = tuple(match.players for match in round_.matches)
    opening = event.rounds[block_start(event, book, round_.number) - 1]
    problems = (*_problems(field, round_, tables, book), *_unlike(opening, round_, field))
    figures = _figures(field, tables, round_)
    best = book.pairing.system[event.pairing_style] == BEST
    return AuditedRound(
        number=round_.number,
        legal=not problems,
        optimal=not problems if best else None,
        drawn_by_seed=None,
        changed_by_hand=changes_by_hand(round_),
        problems=problems,
        figures=figures,
        best=figures if best else None,
        seed=None,
    )


def _unlike(opening: Round, round_: Round, field: PairingField) -> Iterator[Message]:
    """Name who does not play again whom the first round of the block brought."""
    again, byes = repeated_seats(opening, field)
    seated = _pairs(tuple(match.players for match in round_.matches))
    for _, (first, second) in again:
        if frozenset((first, second)) not in seated:
            yield message(
                "{first} and {second} don’t play again, just as after round {opening}.",
                first=first,
                second=second,
                opening=opening.number,
            )
    for player in byes:
        if player not in round_.byes:
            yield message("{player} has no bye in the whole block.", player=player)


def _proof(field: PairingField, tables: tuple[Pair, ...], byes: tuple[PlayerId, ...]) -> Proof:
    """Name what proves a best round, without asking the engine that drew it.

    Counting looks at the boundaries between the groups; prices are a dual solution.
    What neither shows was compared with the best that a search found.
    """
    if is_proved_by_counting(field, tables, byes):
        return "counting"
    if len(field.players) <= PRICED_UP_TO:
        prices = find_prices(field, tables, byes)
        if is_proved_by_prices(field, tables, byes, prices):
            return "prices"
    return "search"


def field_as_drawn(event: Event, round_: Round, book: Rulebook) -> PairingField:
    """Return the field of a round as the draw saw it.

    Games that were open then count as open. Players whom the record lists as missing from
    the round was not there to be paired, nor was who used an earned bye in it.
    """
    field = pairing_field(_reopened(event, round_), book, round_.number)
    away = set(round_.missed)
    resting = tuple(
        player
        for player in (*field.resting, *field.players)
        if player not in away and (player in field.resting or player in round_.earned_byes)
    )
    playing = tuple(p for p in field.players if p not in away and p not in resting)
    return msgspec.structs.replace(field, players=playing, resting=resting)


def _reopened(event: Event, round_: Round) -> Event:
    """Return the event with the games that were open at the draw open again."""
    then_open = {frozenset(pair) for pair in _pairs_in((round_.draw or {}).get("open"))}
    if not then_open:
        return event
    rounds = tuple(
        msgspec.structs.replace(
            earlier,
            matches=tuple(
                _as_delayed(match) if frozenset(match.players) in then_open else match
                for match in earlier.matches
            ),
        )
        for earlier in event.rounds
    )
    return msgspec.structs.replace(event, rounds=rounds)


def _pairs_in(listed: Any) -> Iterator[list[str]]:  # noqa: ANN401 -- any JSON value
    """Yield the pairs of names; other programs may write a draw in their own way."""
    for pair in listed if isinstance(listed, list | tuple) else ():
        if isinstance(pair, list | tuple) and all(isinstance(p, str) for p in pair):
            yield list(pair)


def _as_delayed(match: Match) -> Match:
    return msgspec.structs.replace(match, ending=Ending.DELAYED, winner=None)


def _problems(
    field: PairingField, round_: Round, tables: tuple[Pair, ...], book: Rulebook
) -> Iterator[Message]:
    seated = {player for pair in tables for player in pair}
    for player in field.players:
        if player not in seated and player not in round_.byes:
            yield message("{player} has neither an opponent nor a bye.", player=player)
    for player in (*sorted(seated), *round_.byes):
        if player in field.resting:
            yield message("{player} has an earned bye but is paired.", player=player)
        elif player not in field.players:
            yield message("{player} was not in the event but is paired.", player=player)
    if book.pairing.rematches == "never":
        for first, second in tables:
            if field.have_met(first, second):
                yield message("{first} and {second} have met before.", first=first, second=second)


def _figures(field: PairingField, tables: tuple[Pair, ...], round_: Round) -> Figures:
    known = {player: field.totals.get(player, 0) for pair in tables for player in pair}
    known |= {player: field.totals.get(player, 0) for player in round_.byes}
    judged = msgspec.structs.replace(field, totals=known)
    return figures_of(judged, tables, round_.byes, future_after(field, tables, round_.byes))


def _best(field: PairingField) -> Figures | None:
    drawn = best_pairings(field, seed=0)
    return drawn.figures if isinstance(drawn, Pairing) else None


def _seed(round_: Round) -> int | None:
    seed = (round_.draw or {}).get("seed")
    return seed if isinstance(seed, int) else None


def _drawn_by_seed(
    event: Event, field: PairingField, round_: Round, tables: tuple[Pair, ...], system: str
) -> bool | None:
    """Tell whether the seed on record gives this very round."""
    seed = _seed(round_)
    if seed is None or not field.players:
        return None
    if isinstance(event.secret, str) and seed != _committed_seed(event, field, round_):
        return False
    if system == CIRCLE:
        seats = circle_of_draw(round_.draw)
        if round_.number == 1 and seats != first_circle(field.players, seed):
            return False
        drawn: Pairing | NoLegalPairing = circle_round(field, seats, seed)
    else:
        drawn = SYSTEMS[system](field, seed=seed)
    if not isinstance(drawn, Pairing):
        return False
    return _pairs(drawn.tables) == _pairs(tables) and set(drawn.byes) == set(round_.byes)


def _committed_seed(event: Event, field: PairingField, round_: Round) -> int:
    redraws = (round_.draw or {}).get("redraws", 0)
    counted = redraws if isinstance(redraws, int) else 0
    return round_seed(event.secret, round_.number, fingerprint(field), counted)


def _pairs(tables: tuple[Pair, ...]) -> set[frozenset[PlayerId]]:
    return {frozenset(pair) for pair in tables}


def changes_by_hand(round_: Round) -> tuple[str, ...]:
    """Return what the director changed by hand, as the record says it."""
    changed: Any = (round_.draw or {}).get("changed", ())
    several = isinstance(changed, list | tuple)
    return tuple(str(change) for change in (changed if several else (changed,)))
