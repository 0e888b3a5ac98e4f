"""Bonus points: from the facts of an event to points and the reason for each.

One function for each scheme of the guides. A line with 0 points says why a rule
that was tried gave nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from typing import Final

from padd.core.messages import Message, message, plural
from padd.core.model import Edition, StrictStruct
from padd.rulebooks.sections.programme import (
    HeadquartersBonus,
    LeagueBonus,
    NewMissionBonus,
    ParticipationBonus,
)

NON_ALIGNED: Final = "Non-Aligned"
"""The headquarters of a deck that is credited as Non-Aligned."""


class Scheme(StrEnum):
    """The schemes of the guides, and those that a League Director invents."""

    HEADQUARTERS = "headquarters"
    PARTICIPATION = "participation"
    NEW_MISSION = "new-mission"
    OWN = "own"


class BonusLine(StrictStruct, frozen=True):
    """One line of a sum: what was tried, and what it gave."""

    scheme: Scheme
    points: int
    reason: Message
    path: str
    """The rule value behind it."""


class DeckFacts(StrictStruct, frozen=True):
    """What a player said or a judge counted of a deck."""

    headquarters: str
    personnel: int | None = None
    non_aligned: int | None = None
    fitting: int | None = None
    """The personnel that the headquarters' text lets play, or of that affiliation."""


class MissionDone(StrictStruct, frozen=True):
    """A mission that a player completed at an event."""

    title: str
    headquarters: bool = False


def has_bonus(edition: Edition, rules: LeagueBonus) -> bool:
    """Tell whether the guide knows bonus points for this game (LEAG-17)."""
    return rules.games is None or edition in rules.games


def least_fitting(personnel: int, non_aligned: int, rules: HeadquartersBonus) -> int:
    """Return how many personnel must fit: more than the share of the others."""
    return (personnel - non_aligned) * rules.percent // 100 + 1


def least_non_aligned(personnel: int, rules: HeadquartersBonus) -> int:
    """Return how many must be Non-Aligned for credit as Non-Aligned."""
    return personnel * rules.non_aligned_percent // 100 + 1


def is_non_aligned(deck: DeckFacts) -> bool:
    """Tell whether a deck is to be credited as Non-Aligned."""
    return deck.headquarters.casefold() == NON_ALIGNED.casefold()


def deck_qualifies(deck: DeckFacts, rules: HeadquartersBonus) -> bool:
    """Tell whether a deck earns credit; uncounted, the League Director's word holds."""
    if deck.personnel is None or deck.non_aligned is None:
        return True
    if is_non_aligned(deck):
        return deck.non_aligned >= least_non_aligned(deck.personnel, rules)
    if deck.fitting is None:
        return True
    return deck.fitting >= least_fitting(deck.personnel, deck.non_aligned, rules)


def headquarters_bonus(
    deck: DeckFacts,
    rules: HeadquartersBonus,
    *,
    used_by_player: Collection[str],
    used_last_time: Collection[str] | None,
) -> tuple[BonusLine, ...]:
    """Return the points for a headquarters that is new to the player (AMB-69).

    `used_last_time` is every player's at the league event before; None where there was
    none this season. A name is the same in capitals and in small letters.
    """
    name = deck.headquarters
    if not deck_qualifies(deck, rules):
        return (_hq(0, _too_few(deck, rules), "percent"),)
    if _holds(used_by_player, name):
        again = message("{headquarters}: played before this season", headquarters=name)
        return (_hq(0, again, "different"),)
    new = message("{headquarters}: first time this season", headquarters=name)
    lines = [_hq(rules.different, new, "different")]
    if used_last_time is None:
        first = message("no league event before this one")
        lines.append(_hq(0, first, "unused"))
    elif _holds(used_last_time, name):
        used = message("used at the last event")
        lines.append(_hq(0, used, "unused"))
    else:
        unused = message("not used at the last event")
        lines.append(_hq(rules.unused, unused, "unused"))
    return tuple(lines)


def _holds(names: Collection[str], name: str) -> bool:
    return name.casefold() in {one.casefold() for one in names}


def _too_few(deck: DeckFacts, rules: HeadquartersBonus) -> Message:
    personnel, aside = deck.personnel or 0, deck.non_aligned or 0
    if is_non_aligned(deck):
        return message(
            "{count} of {personnel} are Non-Aligned; {least} are required",
            count=aside,
            personnel=personnel,
            least=least_non_aligned(personnel, rules),
        )
    return message(
        "{fitting} of {others} fit {headquarters}; {least} are required",
        fitting=deck.fitting or 0,
        others=personnel - aside,
        headquarters=deck.headquarters,
        least=least_fitting(personnel, aside, rules),
    )


def _hq(points: int, reason: Message, value: str) -> BonusLine:
    path = f"leagues.bonus.headquarters.{value}"
    return BonusLine(scheme=Scheme.HEADQUARTERS, points=points, reason=reason, path=path)


def participation_bonus(attended: Sequence[bool], rules: ParticipationBonus) -> BonusLine:
    """Return the points for coming, or coming back (AMB-70).

    `attended` is whether the player was at each earlier league event of the season,
    in their order.
    """
    if not any(attended):
        reason = message("first league event of the season")
        return _part(rules.first, reason, "first")
    missed = next(at for at, there in enumerate(reversed(attended)) if there)
    if missed > rules.absent_more_than:
        reason = plural("back after {count} event", "back after {count} events", count=missed)
        return _part(rules.returning, reason, "returning")
    return _part(0, message("regular player"), "absent_more_than")


def _part(points: int, reason: Message, value: str) -> BonusLine:
    path = f"leagues.bonus.participation.{value}"
    return BonusLine(scheme=Scheme.PARTICIPATION, points=points, reason=reason, path=path)


def new_mission_bonus(
    done: Sequence[MissionDone], rules: NewMissionBonus, *, done_before: Collection[str]
) -> BonusLine:
    """Return the points for missions new to the season, each once (AMB-71)."""
    new = sorted(_new_missions(done, rules, done_before))
    reason = message("no mission new to the season")
    if new:
        reason = plural(
            "{count} mission new to the season: {titles}",
            "{count} missions new to the season: {titles}",
            count=len(new),
            titles=tuple(new),
        )
    return BonusLine(
        scheme=Scheme.NEW_MISSION,
        points=rules.points * len(new),
        reason=reason,
        path="leagues.bonus.new_mission.points",
    )


def _new_missions(
    done: Sequence[MissionDone], rules: NewMissionBonus, before: Collection[str]
) -> Iterator[str]:
    known = {title.casefold() for title in before}
    for mission in done:
        if mission.headquarters and not rules.headquarters:
            continue
        if mission.title.casefold() not in known:
            known.add(mission.title.casefold())
            yield mission.title


def bonus_sum(lines: Sequence[BonusLine]) -> int:
    """Return the points of all lines."""
    return sum(line.points for line in lines)
