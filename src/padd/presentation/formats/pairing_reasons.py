"""Pairings in words: why these two, why this bye, why not that opponent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from padd.core.model import Event, PlayerId, Round
from padd.core.pairing.circle import CIRCLE, circle_of_draw
from padd.core.pairing.criteria.figures import Figures
from padd.core.pairing.explanation import (
    ByeBecause,
    ByeReason,
    PairingReason,
    PassedOver,
    TableReason,
    WhyNot,
    WhyNotReason,
    explain_byes,
    explain_tables,
    explain_why_not,
)
from padd.core.pairing.field import PairingField
from padd.core.pairing.round import Pairing
from padd.core.pairing.verification import AuditedRound, field_as_drawn
from padd.core.scenarios.round_blocks import block_start, continues_block
from padd.presentation.messages import text
from padd.presentation.page_words import count
from padd.presentation.words import join_names, ordinal
from padd.rulebooks.schema import Rulebook

BEST: Final = "best-pairings"
SYSTEMS: Final = {
    CIRCLE: "Round robin: everyone plays everyone once.",
    "ranked-shift": "neighbors in the ranking who had not met, from the top",
    "ranked-neighbours": "neighbors in the ranking, from the top",
    "random-any": "drawn at random; scores do not matter",
    "random-no-rematch": "drawn at random among players who had not met",
}
SEATED: Final = "They are paired by the rotation of the round robin."
CRITERIA: Final = {
    "rematches": "a rematch",
    "byes": "more byes",
    "second_byes": "a second bye for a player",
    "bye_vp": "a bye for a player with more points",
    "distant_pairs": "more pairs that are more than one step apart",
    "unequal_pairs": "more pairs with different points",
    "total_difference": "a larger total difference in points",
    "future_rounds": "a later round that cannot be paired",
    "future_byes": "a second bye for someone in a later round",
}


class ReasonedPairing(msgspec.Struct, frozen=True):
    """One table or bye of a round, with its reason."""

    table: int | None
    players: tuple[PlayerId, ...]
    reason: str
    code: str


class RoundReasons(msgspec.Struct, frozen=True):
    """A whole round with its reasons and figures."""

    number: int
    tables: tuple[ReasonedPairing, ...]
    byes: tuple[ReasonedPairing, ...]
    summary: str
    cite: str


def round_reasons(
    event: Event,
    round_: Round,
    verdict: AuditedRound,
    book: Rulebook,
    names: Mapping[PlayerId, str],
) -> RoundReasons:
    """Return why a round on record came out as it did."""
    if continues_block(event, book, round_.number):
        return _repeated(event, round_, book, names)
    field, draw = _as_drawn(event, round_, verdict, book)
    circle = bool(circle_of_draw(round_.draw))
    system = CIRCLE if circle else book.pairing.system[event.pairing_style]
    path = "pairing.first_round" if round_.number == 1 else "pairing.rematches"
    cite = "" if circle else book.citations[path].cite
    if system != BEST:
        tables = _ranked_tables(field, round_, system, names)
        byes = _plain_byes(round_, names)
        return RoundReasons(round_.number, tables, byes, SYSTEMS[system], cite)
    return RoundReasons(
        number=round_.number,
        tables=tuple(_table(reason, names) for reason in explain_tables(field, draw)),
        byes=tuple(_bye(reason, names) for reason in explain_byes(field, draw)),
        summary=_summary(verdict),
        cite=cite,
    )


def _repeated(
    event: Event, round_: Round, book: Rulebook, names: Mapping[PlayerId, str]
) -> RoundReasons:
    """Return a later round of a block, which repeats its first one."""
    start = block_start(event, book, round_.number)
    return RoundReasons(
        number=round_.number,
        tables=tuple(
            ReasonedPairing(
                table=match.table,
                players=match.players,
                reason=f"The pairing of round {start} lasts through this round.",
                code="repeats",
            )
            for match in round_.matches
        ),
        byes=tuple(
            ReasonedPairing(None, (player,), f"{names[player]} has no opponent in it.", "repeats")
            for player in round_.byes
        ),
        summary=f"Round {round_.number} repeats round {start}: nothing was paired.",
        cite=book.citations["formats.scenarios"].cite,
    )


def reason_against(
    event: Event,
    round_: Round,
    verdict: AuditedRound,
    book: Rulebook,
    pair: tuple[PlayerId, PlayerId],
) -> WhyNot:
    """Return what pairing two players would have done to a round on record."""
    field, draw = _as_drawn(event, round_, verdict, book)
    return explain_why_not(field, draw, *pair)


def why_not_words(reason: WhyNot, names: Mapping[PlayerId, str]) -> str:
    """Answer the question why two players do not meet."""
    first, other = (names[player] for player in reason.players)
    match reason.answer:
        case WhyNotReason.THEY_DO:
            return f"{first} and {other} are paired in this round."
        case WhyNotReason.NOT_IN_THIS_ROUND:
            return f"{first} and {other} are not both in this round."
        case WhyNotReason.HAVE_MET:
            return f"{first} and {other} have met before."
        case WhyNotReason.EQUALLY_GOOD:
            return f"{first} against {other} would be just as good; chance decided."
        case WhyNotReason.WORSE:
            return (
                f"{first} against {other} would mean {CRITERIA[reason.criterion or '']}"
                f"{_figures(reason)}."
            )


def _figures(reason: WhyNot) -> str:
    if reason.now is None or reason.then is None or reason.criterion is None:
        return ""
    if reason.criterion in {"future_rounds", "future_byes"}:
        return ""
    now = getattr(reason.now, reason.criterion)
    then = getattr(reason.then, reason.criterion)
    return f" ({then} instead of {now})"


def _as_drawn(
    event: Event, round_: Round, verdict: AuditedRound, book: Rulebook
) -> tuple[PairingField, Pairing]:
    field = field_as_drawn(event, round_, book)
    tables = tuple(match.players for match in round_.matches)
    seated = {*(p for pair in tables for p in pair), *round_.byes}
    totals = {player: field.totals.get(player, 0) for player in seated}
    known = replace(field, totals=totals | dict(field.totals))
    return known, Pairing(
        tables=tables,
        byes=round_.byes,
        figures=verdict.figures,
        seed=verdict.seed or 0,
        optimal=verdict.optimal,
    )


def _summary(verdict: AuditedRound) -> str:
    if verdict.problems:
        return "Against the rules: " + " ".join(map(text, verdict.problems))
    counted = _count(verdict.figures)
    if verdict.optimal:
        return f"Best possible pairings: {counted}."
    best = f" The best had {_count(verdict.best)}." if verdict.best else ""
    return f"By the rules: {counted}.{best}"


def _count(figures: Figures) -> str:
    rematches = count(figures.rematches, "rematch", "rematches")
    pairs = count(figures.unequal_pairs, "pair")
    return (
        f"{rematches}, {pairs} with different points, {figures.distant_pairs} more "
        f"than one step apart, total difference {figures.total_difference}"
    )


def _table(reason: TableReason, names: Mapping[PlayerId, str]) -> ReasonedPairing:
    first, second = (names[player] for player in reason.players)
    high, low = max(reason.totals), min(reason.totals)
    upper = first if reason.totals[0] >= reason.totals[1] else second
    words = {
        PairingReason.FIRST_ROUND: "Round 1 is drawn at random.",
        PairingReason.SAME_TOTAL: f"Both have {high} VP and have not met.",
        PairingReason.ODD_GROUP: (
            f"{upper} is paired down ({high} to {low} VP): the group above "
            "has an odd number of players."
        ),
        PairingReason.REMATCHES: f"{upper} is paired down ({high} to {low} VP): "
        "the players nearby have already met.",
        PairingReason.MET_NEXT_GROUP: f"{upper} is paired down twice "
        f"({high} to {low} VP): the player has already met everyone in the next group.",
        PairingReason.NO_NEARER_ROUND: f"{upper} is paired down twice "
        f"({high} to {low} VP): any other pairing would have a rematch "
        "or more such pairs.",
    }
    return ReasonedPairing(reason.table, reason.players, words[reason.because], reason.because)


def _bye(reason: ByeReason, names: Mapping[PlayerId, str]) -> ReasonedPairing:
    name = names[reason.player]
    words = {
        ByeBecause.FIRST_ROUND: "Round 1 is drawn at random.",
        ByeBecause.LOWEST_TOTAL: f"{name} has the fewest points ({reason.total} VP).",
        ByeBecause.ONLY_CHOICE: (
            f"Every player with fewer points than {name} ({reason.total} "
            "VP) has had a bye or is needed to pair the rest."
        ),
        ByeBecause.NO_LEGAL_ROUND: (
            "Every complete pairing would contain a rematch, so two more players have byes."
        ),
    }
    text = words[reason.because]
    if reason.second:
        text += f" It is {name}’s second bye; it could not be avoided."
    if reason.because is not ByeBecause.FIRST_ROUND:
        text += "".join(f" {sentence}" for sentence in _passed_over(reason, names))
    return ReasonedPairing(None, (reason.player,), text, reason.because)


def _passed_over(reason: ByeReason, names: Mapping[PlayerId, str]) -> list[str]:
    sentences = {
        PassedOver.HAD_BYE: "has already had a bye",
        PassedOver.LEAVES_REMATCH: "could not be spared without a rematch",
        PassedOver.PAIRS_WORSE: "would have left worse pairings",
        PassedOver.CHANCE: "was equal, and chance decided",
    }
    passed = []
    for why, words in sentences.items():
        players = [names[p] for p, because in reason.passed_over if because is why]
        if players:
            passed.append(f"{join_names(players)} {words}.")
    return passed


def _ranked_tables(
    field: PairingField, round_: Round, system: str, names: Mapping[PlayerId, str]
) -> tuple[ReasonedPairing, ...]:
    stack = sorted(field.players, key=lambda p: (-field.totals[p], -field.differentials.get(p, 0)))
    place = {player: number for number, player in enumerate(stack, start=1)}
    by_rank = system.startswith("ranked") and round_.number > 1
    by_lot = SEATED if system == CIRCLE else "Drawn at random."
    return tuple(
        ReasonedPairing(
            number,
            match.players,
            _ranks(match.players, place, names) if by_rank else by_lot,
            system,
        )
        for number, match in enumerate(round_.matches, start=1)
    )


def _ranks(
    players: tuple[PlayerId, PlayerId], place: Mapping[PlayerId, int], names: Mapping[PlayerId, str]
) -> str:
    first, second = (f"{names[p]} {ordinal(place.get(p, 0))}" for p in players)
    return f"{first} and {second} in the ranking before the round."


def _plain_byes(round_: Round, names: Mapping[PlayerId, str]) -> tuple[ReasonedPairing, ...]:
    return tuple(
        ReasonedPairing(None, (player,), f"{names[player]} is the odd player out.", "odd")
        for player in round_.byes
    )
