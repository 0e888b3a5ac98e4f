"""Tribbles for programs and people: standings, round scores, and the next pods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from padd.core.formats.tribbles.pods import PodRound, next_pods, round_of
from padd.core.formats.tribbles.ranking import TribblesRow, TribblesStandings
from padd.core.formats.tribbles.rules import tribbles_rules
from padd.core.formats.tribbles.scoring import RoundPoints, scores_of
from padd.core.model import Event, PairingStyle, PlayerId
from padd.core.refusal import citing
from padd.presentation.columns import Cells, Column
from padd.presentation.documents import Document
from padd.presentation.event_names import names_of, title_of
from padd.presentation.formats.presenter import UNAUDITED, AnnouncedRound, CommandAnswer
from padd.presentation.formats.tribbles_reasons import why
from padd.presentation.reasons import Why
from padd.presentation.results import ResultsView, RoundResults
from padd.presentation.standings import DECIDED_BY, PLAYER, StandingsView, lines_of
from padd.presentation.text_tables import TextTable
from padd.rulebooks.schema import Rulebook

TABLE: Final = Column("table", "Table", "number")
POINTS: Final = Column("points", "Points", "thousands")
STANDINGS: Final = (POINTS, Column("rounds_won", "Rounds won", "number"), DECIDED_BY)
STANDINGS_KEYS: Final = ("points", "rounds_won", "decided_by")
ROUND: Final = (TABLE, PLAYER, POINTS, Column("won", "Won", "yes"))
ROUND_KEYS: Final = (
    *("player", "opponent", "code", "vp", "differential", "table", "points", "won"),
)


class TribblesPresenter:
    """Shows Tribbles."""

    def standings(self, event: Event, book: Rulebook, places: TribblesStandings) -> StandingsView:
        """Lay out points and rounds won, in finals behind the table."""
        in_tables = any(row.table is not None for row in places.rows)
        return StandingsView(
            event=event.name,
            rulebook=book.id,
            final=places.final,
            round=_last_scored(event),
            # The table comes before the points, since it decides before them.
            columns=(TABLE, *STANDINGS) if in_tables else STANDINGS,
            rows=lines_of(event, places.rows, _cells),
            leading=POINTS,
            document_keys=STANDINGS_KEYS,
        )

    def results(self, event: Event, book: Rulebook) -> ResultsView:
        """Return every player's points in every round, and who won the round."""
        scored = _scored(event, book)
        return ResultsView(
            title=title_of(event),
            names=names_of(event),
            columns=ROUND,
            rounds=tuple(
                RoundResults(number=round_.number, rows=tuple(_round(event, scored, round_.number)))
                for round_ in event.rounds
            ),
            document_keys=ROUND_KEYS,
        )

    def reasons(
        self, event: Event, book: Rulebook, places: TribblesStandings
    ) -> Callable[[PlayerId], Why]:
        """Say why these pods, these points, this place."""
        return lambda player: why(event, book, places, player)

    def pair(
        self, event: Event, book: Rulebook, *, seed: int, pods: int | None = None
    ) -> AnnouncedRound:
        """Return the pods of the next round."""
        with citing(book):
            ahead = next_pods(event, tribbles_rules(book), seed=seed, pods=pods)
        document: Document = {
            "round": ahead.number,
            "pods": [{"table": pod.table, "players": list(pod.players)} for pod in ahead.pods],
            "byes": [],
            "earned_byes": [],
            "missed": list(ahead.missed),
            "audit": {"seed": seed, **UNAUDITED},
        }
        return AnnouncedRound(
            answer=CommandAnswer(document, (_pods_table(event, ahead),)), round=round_of(ahead)
        )


def _last_scored(event: Event) -> int:
    """Return the latest round with points; pods can be further than others."""
    return max(
        (
            round_.number
            for round_ in event.rounds
            if any(pod.scores is not None for pod in round_.pods)
        ),
        default=0,
    )


def _cells(row: TribblesRow) -> Cells:
    return {
        "table": row.table,
        "points": row.score.points,
        "rounds_won": row.score.rounds_won,
        "decided_by": row.decided_by,
    }


Scored = dict[tuple[PlayerId, int], tuple[RoundPoints, int]]


def _scored(event: Event, book: Rulebook) -> Scored:
    """Return what each round gave each player, the head start in the first."""
    scores = scores_of(event, event.rounds, tribbles_rules(book))
    return {
        (player, points.round): (points, score.head_start if at == 0 else 0)
        for player, score in scores.items()
        for at, points in enumerate(score.rounds)
    }


def _round(event: Event, scored: Scored, number: int) -> Iterator[Cells]:
    for player in event.players:
        points, head_start = scored.get((player.id, number), (None, 0))
        yield {
            "player": player.id,
            "table": points.table if points else None,
            "points": points.counted + head_start if points else 0,
            "won": points.won if points else False,
        }


REASONS: Final = {
    "drawn": "Pods and seats are drawn.",
    "same-pod": "Players stay in their pod for the whole match.",
    "pod-winner": ("The best of each pod play at the top table; the others are seated by points."),
    "score": "Pods are formed by points.",
    "qualified": "Players sit at the table they qualified for.",
}


def _pods_table(event: Event, ahead: PodRound) -> TextTable:
    names = names_of(event)
    finals = event.pairing_style is PairingStyle.TRIBBLES_FINALS
    lines = [REASONS[seat.because] for pod in ahead.pods[:1] for seat in pod.seats[:1]]
    if any(seat.because == "pod-winner" for pod in ahead.pods for seat in pod.seats):
        lines = [REASONS["pod-winner"]]
        if finals:
            lines.append("The finals start: from now on a higher table ranks above points.")
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


PRESENTER: Final = TribblesPresenter()
