"""The outcome of a championship: ranking, byes and head starts, Masters points."""

from __future__ import annotations

from typing import Any

from padd.core.championships.awards import ChampionshipResult, WonRight
from padd.core.championships.ranking import RankedPerson
from padd.presentation.championships.award_words import right_kind, right_target
from padd.presentation.documents import Document
from padd.presentation.messages import text
from padd.presentation.text_tables import TextTable
from padd.presentation.words import ordinal


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
