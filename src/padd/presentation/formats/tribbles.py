"""Tribbles for programs and people: standings, round scores, and the next pods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.formats.ranking import tribbles_rules
from padd.core.formats.tribbles.pods import (
    next_pods,
    round_of,
)
from padd.core.formats.tribbles.ranking import tribbles_standings
from padd.core.formats.tribbles.scoring import scores_of
from padd.core.model import PairingStyle
from padd.core.refusal import EventRefused
from padd.presentation.event_rulebook import book_for
from padd.presentation.formats.answer import (
    FormatAnswer,
    FormatPresenter,
    NewRound,
    TextTable,
    names_of,
    title_of,
)
from padd.presentation.formats.places import (
    PlacesTable,
    rescored_answer,
    standings_answer,
)
from padd.presentation.formats.tribbles_reasons import why
from padd.presentation.words import STEPS

if TYPE_CHECKING:
    from padd.core.formats.tribbles.pods import PodRound
    from padd.core.formats.tribbles.ranking import (
        TribblesRow,
        TribblesStandings,
    )
    from padd.core.formats.tribbles.scoring import RoundPoints
    from padd.core.model import Event
    from padd.presentation.documents import Document
    from padd.rulebooks.schema import Rulebook

FIGURES: Final = (
    *("rematches", "byes", "second_byes", "bye_vp", "distant_pairs"),
    *("unequal_pairs", "total_difference", "future_rounds", "optimal"),
)
PLACED_BY: Final = (
    "tribbles.timed_round_winner",
    "tribbles.conceded_score",
    "tribbles.tiebreaks",
    "tribbles.finals.ranking",
)


def standings(event: Event, seed: int = 0) -> FormatAnswer:
    """Rank a Tribbles event: points, rounds won, cut; finals table by table."""
    return standings_answer(event, lambda facts, book: _placing(facts, book, seed))


def rescored(event: Event, other: str, seed: int = 0) -> FormatAnswer:
    """Rank a Tribbles event under another rulebook."""
    return rescored_answer(
        event, other, lambda facts, book: _placing(facts, book, seed), PLACED_BY
    )


def _placing(event: Event, book: Rulebook, seed: int) -> PlacesTable:
    found = tribbles_standings(event, tribbles_rules(book), seed=seed)
    return PlacesTable(
        rows=tuple(_row(row) for row in found.rows),
        final=found.final,
        sheet=_standings_sheet(event, book, found),
    )


def _row(row: TribblesRow) -> Document:
    document: Document = row.as_document()
    if row.disqualified:
        document["disqualified"] = True
    return document


def _standings_sheet(
    event: Event, book: Rulebook, found: TribblesStandings
) -> TextTable:
    names = names_of(event)
    tables = any(row.table is not None for row in found.rows)
    played = event.rounds[-1].number if event.rounds else 0
    state = "final" if found.final else f"after round {played}"
    return TextTable(
        title=f"{title_of(event)}: standings, {state} ({book.id})",
        # The table comes before the points, since it decides before them.
        columns=(
            *("#", "Player"),
            *(("Table",) if tables else ()),
            *("Points", "Rounds won", "Decided by"),
        ),
        numbers=("#", "Points", "Rounds won", "Table"),
        rows=tuple(
            (
                "DQ" if row.disqualified else str(row.place),
                names[row.player],
                *((str(row.table or ""),) if tables else ()),
                f"{row.score.points:,}",
                str(row.score.rounds_won),
                STEPS[row.decided_by] if row.decided_by else "",
            )
            for row in found.rows
        ),
    )


def _by_table(result: Document) -> tuple[bool, int]:
    """Sort by table; whoever sat at none comes last."""
    return result["table"] is None, result["table"] or 0


def score(event: Event) -> FormatAnswer:
    """Return every player's points in every round, and who won the round."""
    lines = _lines(event)
    names = names_of(event)
    documents = []
    sheets = []
    for round_ in event.rounds:
        results = [
            _result(player.id, lines.get((player.id, round_.number)))
            for player in event.players
        ]
        documents.append({"number": round_.number, "results": results})
        sheets.append(
            TextTable(
                title=f"{title_of(event)}: round {round_.number}",
                columns=("Table", "Player", "Points", "Won"),
                numbers=("Table", "Points"),
                rows=tuple(
                    (
                        str(result["table"] or ""),
                        names[result["player"]],
                        f"{result['points']:,}",
                        "yes" if result["won"] else "",
                    )
                    for result in sorted(results, key=_by_table)
                ),
            )
        )
    return FormatAnswer({"rounds": documents}, tuple(sheets))


def _lines(event: Event) -> dict[tuple[str, int], tuple[RoundPoints, int]]:
    """Return what each round gave each player, the head start in the first."""
    scores = scores_of(event, event.rounds, tribbles_rules(book_for(event)))
    return {
        (player, line.round): (line, score.head_start if at == 0 else 0)
        for player, score in scores.items()
        for at, line in enumerate(score.rounds)
    }


def _result(player: str, found: tuple[RoundPoints, int] | None) -> Document:
    line, head_start = found if found is not None else (None, 0)
    return {
        "player": player,
        "opponent": None,
        "code": None,
        "vp": None,
        "differential": None,
        "table": line.table if line else None,
        "points": line.counted + head_start if line else 0,
        "won": line.won if line else False,
    }


def pair(event: Event, seed: int, pods: int | None = None) -> NewRound:
    """Return the pods of the next round."""
    book = book_for(event)
    try:
        ahead = next_pods(event, tribbles_rules(book), seed=seed, pods=pods)
    except EventRefused as refused:
        rule = f"{book.document} {refused.refusal.rule}"
        raise EventRefused(
            msgspec.structs.replace(refused.refusal, rule=rule)
        ) from None
    document: Document = {
        "round": ahead.number,
        "pods": [
            {"table": pod.table, "players": list(pod.players)} for pod in ahead.pods
        ],
        "byes": [],
        "earned_byes": [],
        "missed": list(ahead.missed),
        "audit": {"seed": seed, **dict.fromkeys(FIGURES)},
    }
    return NewRound(
        FormatAnswer(document, (_pods_sheet(event, ahead),)), round_of(ahead)
    )


REASONS: Final = {
    "drawn": "Pods and seats are drawn.",
    "same-pod": "Everybody stays in the pod of this match.",
    "pod-winner": "The best of each pod go to the top table, the others by points.",
    "score": "Pods are formed by points.",
    "qualified": "Everybody sits at the table qualified for.",
}


def _pods_sheet(event: Event, ahead: PodRound) -> TextTable:
    names = names_of(event)
    finals = event.pairing_style is PairingStyle.TRIBBLES_FINALS
    lines = [REASONS[seat.because] for pod in ahead.pods[:1] for seat in pod.seats[:1]]
    if any(seat.because == "pod-winner" for pod in ahead.pods for seat in pod.seats):
        lines = [REASONS["pod-winner"]]
        if finals:
            lines.append("The finals begin: from here on tables rank above points.")
    if ahead.missed:
        away = ", ".join(names[player] for player in ahead.missed)
        lines.append(f"Not in this round: {away}")
    return TextTable(
        title=f"{title_of(event)}: round {ahead.number}",
        columns=("Table", "Players, in the order of their seats"),
        numbers=("Table",),
        rows=tuple(
            (str(pod.table), ", ".join(names[player] for player in pod.players))
            for pod in ahead.pods
        ),
        lines=(*lines, f"Seed {ahead.seed}"),
    )


TRIBBLES: Final = FormatPresenter(
    standings=standings, rescored=rescored, score=score, pair=pair, why=why
)
