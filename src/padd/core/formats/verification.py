"""Every draw of pods and of unseeded brackets, looked at again from the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from padd.core.formats.bracket.event import played_event
from padd.core.formats.bracket.outcome import (
    next_round,
    round_of,
)
from padd.core.formats.ranking import tribbles_rules
from padd.core.formats.tribbles import pods
from padd.core.formats.tribbles.audit import pod_concerns
from padd.core.model import Fact, Kind
from padd.core.pairing.verification import changes_by_hand
from padd.core.refusal import EventRefused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.model import Event, Round
    from padd.rulebooks.schema import Rulebook


class PlayVerdict(Fact, frozen=True):
    """What can be said of one round of a bracket or of Tribbles."""

    number: int
    legal: bool
    drawn_by_seed: bool | None
    """Whether the seed on record gives this very round, where one was drawn."""
    changed_by_hand: tuple[str, ...]
    problems: tuple[str, ...]


def verify_play(event: Event, book: Rulebook) -> tuple[PlayVerdict, ...]:
    """Return a verdict on every round of a bracket or of Tribbles."""
    return tuple(_verdicts(event, book))


def _verdicts(event: Event, book: Rulebook) -> Iterator[PlayVerdict]:
    problems = tuple(_problems(event, book))
    for index, round_ in enumerate(event.rounds):
        found = tuple(
            message
            for place, message in problems
            if place.startswith(f"rounds[{index}]")
        )
        yield PlayVerdict(
            number=round_.number,
            legal=not found,
            drawn_by_seed=_drawn_by_seed(event, index, book),
            changed_by_hand=changes_by_hand(round_),
            problems=found,
        )


def _problems(event: Event, book: Rulebook) -> Iterator[tuple[str, str]]:
    """Return what is odd about the pods; an impossible bracket is not even read."""
    if event.kind is Kind.TRIBBLES:
        for concern in pod_concerns(event, tribbles_rules(book)):
            yield concern.place, concern.message


def _drawn_by_seed(event: Event, index: int, book: Rulebook) -> bool | None:
    round_ = event.rounds[index]
    seed = (round_.draw or {}).get("seed")
    if not isinstance(seed, int):
        return None
    before = msgspec.structs.replace(event, rounds=event.rounds[:index])
    try:
        again = _again(before, round_, book, seed)
    except EventRefused:
        return False
    return again is not None and _sitting(again) == _sitting(round_)


def _again(before: Event, round_: Round, book: Rulebook, seed: int) -> Round | None:
    if before.kind is Kind.TRIBBLES:
        # The director may have asked for more pods; how many is on record.
        rules, count = tribbles_rules(book), len(round_.pods)
        return pods.round_of(pods.next_pods(before, rules, seed=seed, pods=count))
    ahead = next_round(played_event(before, book, seed=seed))
    return None if ahead is None else round_of(ahead, seed=seed)


def _sitting(round_: Round) -> tuple[object, ...]:
    return (
        tuple(pod.players for pod in round_.pods),
        tuple(match.players for match in round_.matches),
        round_.byes,
    )
