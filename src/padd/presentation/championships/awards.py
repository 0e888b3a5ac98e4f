"""The outcome of a championship: ranking, byes and head starts in words, Masters points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from padd.core.championships.awards import ChampionshipResult, WonRight
from padd.core.championships.ranking import RankedPerson
from padd.core.messages import Message, message
from padd.presentation.documents import Document
from padd.presentation.messages import text
from padd.presentation.tables import TextTable
from padd.presentation.words import ordinal
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


def awards_document(result: ChampionshipResult) -> Document:
    """Return the result for programs."""
    return {
        "championship": result.championship.id,
        "attendance": result.attendance,
        "ranking": [
            {
                "place": line.place,
                "player": result.names[line.person],
                "disqualified": line.disqualified,
            }
            for line in result.ranking
        ],
        "rights": [_right(result, right) for right in result.rights],
        "masters": [
            {"player": result.names[score.person], "points": score.points}
            for score in result.masters
        ],
    }


def _right(result: ChampionshipResult, right: WonRight) -> dict[str, Any]:
    won: dict[str, Any] = {"kind": "head-start", "points": right.points}
    if right.rounds:
        won = {"kind": "bye", "rounds": list(right.rounds)}
    return {
        "player": result.names[right.person],
        "place": right.place,
        **won,
        "target": right.target,
        "year": right.year,
        "next": right.next,
        "areas": list(right.areas) or "any",
        "cite": right.cite,
    }


def awards_tables(result: ChampionshipResult) -> tuple[TextTable, ...]:
    """Return the result for people."""
    championship = result.championship
    attended = f"{result.attendance} players took part."
    if result.attendance == 1:
        attended = "1 player took part."
    ranking = TextTable(
        title=f"{championship.id}: {championship.kind} {championship.year}",
        columns=("#", "Player", "Final", "Best heat"),
        numbers=("#", "Final", "Best heat"),
        rows=tuple(_line(result, line) for line in result.ranking),
        lines=(attended,),
    )
    masters = TextTable(
        title="Masters points",
        columns=("#", "Player", "Points"),
        numbers=("#", "Points"),
        rows=tuple(
            (str(score.place), result.names[score.person], str(score.points))
            for score in result.masters
        ),
    )
    return (ranking, _rights_table(result), *((masters,) if masters.rows else ()))


def _line(result: ChampionshipResult, line: RankedPerson) -> tuple[str, ...]:
    return (
        "DQ" if line.disqualified else str(line.place),
        result.names[line.person],
        "" if line.in_final is None else str(line.in_final),
        "" if line.best_heat is None else str(line.best_heat.place),
    )


def _rights_table(result: ChampionshipResult) -> TextTable:
    return TextTable(
        title="Byes and head starts won",
        columns=("#", "Player", "Won", "Into", "Rule"),
        numbers=("#",),
        rows=tuple(
            (
                str(right.place),
                result.names[right.person],
                text(right_kind(right.rounds, right.points)),
                text(right_target(right.target, right.year, right.areas)),
                right.cite,
            )
            for right in result.rights
        ),
        lines=tuple(
            f"{ordinal(left.place)} place, nothing: {text(left.reason)} [{left.cite}]"
            for left in result.not_won
        ),
    )
