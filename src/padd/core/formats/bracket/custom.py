"""A custom bracket, refused with a list of every fault (BRKT-27).

Such a bracket is a list of matches whose sides are a seed, the winner or the
loser of another match, or a bye. Rounds follow from the tree: a match is played
in the round after the last one that sends it a player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby

from padd.core.formats.bracket.tree import (
    FINAL_ROUND,
    Bracket,
    BracketMatch,
    BracketRound,
    Bye,
    LoserOf,
    Seed,
    Side,
    WinnerOf,
    feeding_match,
)
from padd.core.messages import Message, message
from padd.core.model import DrawnMatch, DrawnSide, MatchId, StrictStruct
from padd.core.refusal import Refusal, RefusalError


class FaultCode(StrEnum):
    """What can be wrong with a bracket."""

    NO_MATCHES = "no-matches"
    MATCH_DOUBLE = "match-double"
    MATCH_UNKNOWN = "match-unknown"
    AFTER_ITSELF = "match-after-itself"
    CYCLE = "cycle"
    UNREACHABLE = "match-unreachable"
    SEED_MISSING = "seed-missing"
    SEED_DOUBLE = "seed-double"
    SEED_UNKNOWN = "seed-unknown"
    WINNER_TWICE = "winner-twice"
    LOSER_TWICE = "loser-twice"
    NO_LOSER = "loser-of-bye"
    TWO_BYES = "two-byes"
    SEVERAL_FINALS = "several-finals"
    SIDE_UNCLEAR = "side-unclear"


class Fault(StrictStruct, frozen=True):
    """One thing that makes a bracket unplayable, and where."""

    code: FaultCode
    place: str
    message: Message


def custom_bracket(players: int, drawn: Sequence[DrawnMatch]) -> Bracket:
    """Return the director's bracket, or refuse it with its first fault."""
    wrong = bracket_faults(players, drawn)
    if wrong:
        first, more = wrong[0], len(wrong) - 1
        raise RefusalError(
            Refusal(
                code=first.code,
                message=message("{fault} ({more} more)", fault=first.message, more=more)
                if more
                else first.message,
                place=first.place,
                rule="brackets.seeded_by",
            )
        )
    return _bracket(players, _matches(drawn))


def bracket_size(drawn: Sequence[DrawnMatch]) -> int:
    """Return how many players a bracket is for: those with a seed in it."""
    return sum(side.seed is not None for match in drawn for side in match.sides)


def bracket_faults(players: int, drawn: Sequence[DrawnMatch]) -> tuple[Fault, ...]:
    """Return everything that makes a bracket unplayable; nothing if it is sound."""
    if not drawn:
        no_matches = message("The bracket has no matches.")
        return (Fault(code=FaultCode.NO_MATCHES, place="bracket", message=no_matches),)
    unclear = tuple(_unclear_sides(drawn))
    if unclear:
        return unclear
    matches = _matches(drawn)
    named = tuple(_name_faults(matches))
    if named:
        return named
    return (
        *_tree_faults(matches),
        *_use_faults(matches),
        *_bye_faults(matches),
        *_seed_faults(matches, players),
    )


def _unclear_sides(drawn: Sequence[DrawnMatch]) -> Iterator[Fault]:
    for index, match in enumerate(drawn):
        for at, side in enumerate(match.sides):
            sources = [side.seed is not None, side.winner is not None]
            sources += [side.loser is not None, side.bye]
            if sum(sources) != 1:
                yield Fault(
                    code=FaultCode.SIDE_UNCLEAR,
                    place=f"bracket[{index}].sides[{at}]",
                    message=message(
                        'A side of "{id}" must be one of seed, winner, loser or bye.', id=match.id
                    ),
                )


def _matches(drawn: Sequence[DrawnMatch]) -> tuple[BracketMatch, ...]:
    return tuple(
        BracketMatch(id=match.id, sides=(_side(match.sides[0]), _side(match.sides[1])))
        for match in drawn
    )


def _side(side: DrawnSide) -> Side:
    if side.seed is not None:
        return Seed(seed=side.seed)
    if side.winner is not None:
        return WinnerOf(winner=side.winner)
    if side.loser is not None:
        return LoserOf(loser=side.loser)
    return Bye()


def _name_faults(matches: Sequence[BracketMatch]) -> Iterator[Fault]:
    known = {match.id for match in matches}
    seen: set[MatchId] = set()
    for index, match in enumerate(matches):
        if match.id in seen:
            yield Fault(
                code=FaultCode.MATCH_DOUBLE,
                place=f"bracket[{index}].id",
                message=message('There are two matches called "{id}".', id=match.id),
            )
        seen.add(match.id)
        for at, side in enumerate(match.sides):
            source = feeding_match(side)
            place = f"bracket[{index}].sides[{at}]"
            if source == match.id:
                yield Fault(
                    code=FaultCode.AFTER_ITSELF,
                    place=place,
                    message=message('"{id}" depends on itself.', id=match.id),
                )
            elif source is not None and source not in known:
                yield Fault(
                    code=FaultCode.MATCH_UNKNOWN,
                    place=place,
                    message=message(
                        '"{id}" depends on "{source}", which does not exist.',
                        id=match.id,
                        source=source,
                    ),
                )


def _tree_faults(matches: Sequence[BracketMatch]) -> Iterator[Fault]:
    """Find matches that never start: those of a circle, and those behind one."""
    by_id = {match.id: match for match in matches}
    settled = _depths(by_id)
    stuck = [match for match in matches if match.id not in settled]
    for match in stuck:
        circular = _reaches_itself(match.id, by_id)
        yield Fault(
            code=FaultCode.CYCLE if circular else FaultCode.UNREACHABLE,
            place=f"bracket[{matches.index(match)}]",
            message=(
                message('"{id}" depends on a match that depends on "{id}".', id=match.id)
                if circular
                else message('No player can ever reach "{id}".', id=match.id)
            ),
        )
    finals = _finals(matches)
    if len(finals) > 1:
        names = ", ".join(f'"{match.id}"' for match in finals)
        yield Fault(
            code=FaultCode.SEVERAL_FINALS,
            place="bracket",
            message=message(
                "The winners of {names} have no further match; a bracket has only one final.",
                names=names,
            ),
        )


def _depths(by_id: Mapping[MatchId, BracketMatch]) -> dict[MatchId, int]:
    """Return the round of every match that can be played."""
    depths: dict[MatchId, int] = {}
    while True:
        new = {
            match.id: 1 + max((depths[name] for name in match.feeders), default=0)
            for match in by_id.values()
            if match.id not in depths and all(name in depths for name in match.feeders)
        }
        if not new:
            return depths
        depths.update(new)


def _reaches_itself(start: MatchId, by_id: Mapping[MatchId, BracketMatch]) -> bool:
    ahead = list(by_id[start].feeders)
    seen: set[MatchId] = set()
    while ahead:
        name = ahead.pop()
        if name == start:
            return True
        if name not in seen:
            seen.add(name)
            ahead.extend(by_id[name].feeders)
    return False


def _finals(matches: Sequence[BracketMatch]) -> list[BracketMatch]:
    go_on = {side.winner for match in matches for side in match.sides if isinstance(side, WinnerOf)}
    return [match for match in matches if match.id not in go_on]


def _use_faults(matches: Sequence[BracketMatch]) -> Iterator[Fault]:
    uses = Counter(side for match in matches for side in match.sides)
    for side, times in uses.items():
        if times == 1:
            continue
        if isinstance(side, WinnerOf):
            yield Fault(
                code=FaultCode.WINNER_TWICE,
                place="bracket",
                message=message(
                    'The winner of "{winner}" goes to {times} matches.',
                    winner=side.winner,
                    times=times,
                ),
            )
        elif isinstance(side, LoserOf):
            yield Fault(
                code=FaultCode.LOSER_TWICE,
                place="bracket",
                message=message(
                    'The loser of "{loser}" goes to {times} matches.', loser=side.loser, times=times
                ),
            )


def _bye_faults(matches: Sequence[BracketMatch]) -> Iterator[Fault]:
    with_bye = {match.id for match in matches if Bye() in match.sides}
    for index, match in enumerate(matches):
        place = f"bracket[{index}]"
        if match.sides == (Bye(), Bye()):
            reason = message('Both sides of "{id}" are byes.', id=match.id)
            yield Fault(code=FaultCode.TWO_BYES, place=place, message=reason)
        for side in match.sides:
            if isinstance(side, LoserOf) and side.loser in with_bye:
                reason = message(
                    '"{loser}" is a bye, so it has no loser to send on.', loser=side.loser
                )
                yield Fault(code=FaultCode.NO_LOSER, place=place, message=reason)


def _seed_faults(matches: Sequence[BracketMatch], players: int) -> Iterator[Fault]:
    uses = Counter(side.seed for match in matches for side in match.sides if isinstance(side, Seed))
    for seed, times in sorted(uses.items()):
        if not 1 <= seed <= players:
            reason = message(
                "There is no seed {seed} among {players} players.", seed=seed, players=players
            )
            yield Fault(code=FaultCode.SEED_UNKNOWN, place="bracket", message=reason)
        if times > 1:
            reason = message(
                "Seed {seed} appears {times} times in the bracket.", seed=seed, times=times
            )
            yield Fault(code=FaultCode.SEED_DOUBLE, place="bracket", message=reason)
    for seed in range(1, players + 1):
        if seed not in uses:
            reason = message("Seed {seed} is missing from the bracket.", seed=seed)
            yield Fault(code=FaultCode.SEED_MISSING, place="bracket", message=reason)


def _bracket(players: int, matches: Sequence[BracketMatch]) -> Bracket:
    depths = _depths({match.id: match for match in matches})
    last = max(depths.values())
    ordered = sorted(matches, key=lambda match: depths[match.id])
    rounds = tuple(
        BracketRound(
            number=number,
            name=FINAL_ROUND if number == last else f"Round {number}",
            matches=tuple(group),
        )
        for number, group in groupby(ordered, key=lambda match: depths[match.id])
    )
    return Bracket(title="Custom bracket", players=players, rounds=rounds)
