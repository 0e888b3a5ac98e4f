"""A bye or a head start in words: what it is, and where it can be used."""

from __future__ import annotations

from collections.abc import Sequence

from padd.core.messages import Message, message
from padd.rulebooks.sections.programme import PlaceAward


def right_kind(rounds: Sequence[int], points: int) -> Message:
    """Say what a right is."""
    if not rounds:
        return message("{points} head start", points=f"{points:,}")
    if len(rounds) == 1:
        return message("Round {round} bye", round=rounds[0])
    return message("Byes in rounds {rounds}", rounds=tuple(str(r) for r in rounds))


def right_target(target: str, year: int | None, areas: Sequence[str]) -> Message:
    """Say where a right can be used."""
    if target == "world":
        return message("{year} World Championship", year=str(year))
    where = message("on any continent")
    if areas:
        where = message("in {areas}", areas=tuple(area_name(a) for a in areas))
    if year is None:
        return message("Next Continental Championship {where}", where=where)
    return message("{year} Continental Championship {where}", year=str(year), where=where)


def area_name(area: str) -> str:
    """Return a place as people write it."""
    return area.replace("-", " ").title()


def award_target(award: PlaceAward) -> Message:
    """Say where an award of the guide can be used, whatever the year."""
    year = {
        "same": message("this year’s"),
        "following": message("next year’s"),
        "next": message("the next"),
    }[award.year]
    event = {"world": message("Worlds"), "continental": message("Continental")}
    where = message("")
    if award.where == "any-continent":
        where = message(" on any continent")
    elif award.where == "same-continent":
        where = message(" on the same continent")
    return message("{year} {event}{where}", year=year, event=event[award.into], where=where)
