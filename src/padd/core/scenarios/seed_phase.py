"""Official Tournament Format Beta 1 at the table: seeding in steps, seals, attempts.

Both players seed at the same time, step by step; no one goes back once both are done.
Online, placed cards are sealed: the log has a salted hash for each card, and a card is
checked against its seal when it is encountered. The bytes never change:

    seal = SHA-256 of "padd-seal/1" LF salt LF title LF, as 64 hexadecimal digits
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from itertools import zip_longest
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from padd.core.messages import Message, message
from padd.core.model import StrictStruct
from padd.core.text import slug
from padd.rulebooks.schema import Rulebook, cite

T = TypeVar("T")


class SeededMission(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """A mission on the spaceline, as its face shows it."""

    place: Annotated[int, msgspec.Meta(description="Its place on the spaceline, counted from 1.")]
    planet: Annotated[bool, Meta(description="Whether it is a planet mission.")] = False
    space: Annotated[bool, Meta(description="Whether it is a space mission.")] = False
    points: Annotated[str, msgspec.Meta(description="As printed: 35, 30* or X.")] = ""
    universal: Annotated[bool, Meta(description="Whether the card is universal.")] = False

    @property
    def shown_points(self) -> int:
        """The points that the card shows; X or none are none (OTF-20)."""
        digits = self.points.strip().rstrip("*")
        return int(digits) if digits.isdecimal() else 0


class AttemptVerdict(StrictStruct, frozen=True, kw_only=True):
    """Whether a player may attempt a mission, and why."""

    allowed: bool
    why: Message
    rule: str


def may_attempt(mission: SeededMission, book: Rulebook, *, own: bool) -> AttemptVerdict:
    """Say whether a mission may be attempted; shared ones are every player's own."""
    needed = book.formats.otf_beta.steal_points or 0
    if own:
        allowed, why = True, message("You seeded it.")
    elif mission.universal:
        allowed, why = True, message("It is universal.")
    elif mission.shown_points >= needed:
        allowed = True
        why = message("It shows at least {points} points.", points=needed)
    else:
        allowed = False
        why = message(
            "You did not seed it, it is not universal, and it shows fewer than {points} points.",
            points=needed,
        )
    rule = cite(book, "formats.otf_beta.steal_points")
    return AttemptVerdict(allowed=allowed, why=why, rule=rule)


def encounter_order(opponents: Iterable[T], own: Iterable[T]) -> list[T]:
    """Return the cards under a mission that one player seeded, the first met first."""
    return [*opponents, *own]


def shared_order(first: Sequence[T], second: Sequence[T]) -> list[T]:
    """Return the cards under a shared mission; the owner of its lower card begins."""
    missing = object()
    turns = zip_longest(first, second, fillvalue=missing)
    return [card for turn in turns for card in turn if card is not missing]  # type: ignore[misc]


def over_seed_limit(
    titles: Iterable[str], book: Rulebook, identity: Callable[[str], str] = slug
) -> tuple[str, ...]:
    """Return cards seeded like a dilemma more often than allowed (OTF-18).

    `identity` says which titles are one card, conversions included (AMB-104).
    """
    limit = book.formats.otf_beta.seed_limit
    if limit is None:
        return ()
    named: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for title in titles:
        named.setdefault(identity(title), title)
        counted[identity(title)] += 1
    return tuple(named[key] for key, copies in counted.items() if copies > limit)


def seal_card(title: str, salt: str) -> str:
    """Return what the log shows of a card that was placed."""
    return sha256(f"padd-seal/1\n{salt}\n{title}\n".encode()).hexdigest()
