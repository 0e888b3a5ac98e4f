"""Tribbles for programs and people: standings, round scores, and the next pods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from padd.core.formats.tribbles.pods import (
    PodRound,
    Seated,
    next_pods,
    pod_round_on_file,
    seat_reasons,
)
from padd.core.formats.tribbles.ranking import TribblesRow, TribblesStandings, finals_rounds
from padd.core.formats.tribbles.scoring import RoundPoints, Score, scores_of, tribbles_rules
from padd.core.model import Event, PairingStyle, PlayerId, Round
from padd.core.refusal import cite_refusals
from padd.presentation.documents import Document
from padd.presentation.formats.presenter import UNAUDITED, AnnouncedRound, CommandAnswer
from padd.presentation.formats.reasons import ChainLine, Sum, SumLine, Why
from padd.presentation.formats.results import ResultsView, RoundResults
from padd.presentation.formats.standings import DECIDED_BY, PLAYER, StandingsView, standings_lines
from padd.presentation.names import event_title, player_names
from padd.presentation.tables import Cells, Column, TextTable
from padd.presentation.words import join_names, ordinal
from padd.rulebooks.schema import Rulebook

SEATS: Final = {
    "drawn": "drawn",
    "same-pod": "the pod of this match",
    "pod-winner": "as the best of the pod before",
    "score": "by points",
    "qualified": "the table qualified for",
}
SEAT_PATHS: Final = {
    "drawn": "tribbles.first_pods",
    "same-pod": "tribbles.rounds_per_match",
    "pod-winner": "tribbles.later_pods",
    "score": "tribbles.later_pods",
    "qualified": "tribbles.finals.ranking",
}


def tribbles_why(event: Event, book: Rulebook, places: TribblesStandings, player: PlayerId) -> Why:
    """Return why a player sat in these pods, has these points and this place."""
    rules, rows = tribbles_rules(book), places.rows
    row = next(row for row in rows if row.player == player)
    names = player_names(event)
    pods = tuple(_seat_line(s, names, book) for s in seat_reasons(event, rules, player))
    return Why(
        question=f"Why {ordinal(row.place)}?",
        answer=_answer(row, rows, names),
        chain=(*pods, *_tie_lines(row, rows, names, book, event)),
        sums=tuple(_sums(event, row, book)),
    )


def _seat_line(seated: Seated, names: dict[PlayerId, str], book: Rulebook) -> ChainLine:
    company = join_names([names[player] for player in seated.company])
    start = f"Round {seated.round}, table {seated.table}"
    if seated.seat is None:
        text = f"{start} with {company}: seated by hand."
        return ChainLine("→", text, book.citations["tribbles.later_pods"].cite)
    seat = seated.seat
    text = f"{start} with {company}: {SEATS[seat.because]}"
    if seat.because in {"pod-winner", "score"}:
        text += f" ({seat.points:,} points, {seat.rounds_won} rounds won)"
    return ChainLine("→", f"{text}.", book.citations[SEAT_PATHS[seat.because]].cite)


def _answer(row: TribblesRow, rows: tuple[TribblesRow, ...], names: dict[PlayerId, str]) -> str:
    name, place = names[row.player], ordinal(row.place)
    if row.disqualified:
        return f"{name} was disqualified and is placed last."
    at = "" if row.table is None else f" at table {row.table}"
    text = f"{name} is {place} with {row.score.points:,} points{at}"
    if row.decided_by == "rounds-won":
        above = next(r for r in rows if r.place == row.place - 1)
        return (
            f"{text}, as has {names[above.player]}; "
            f"{above.score.rounds_won} rounds won to {row.score.rounds_won} decide."
        )
    if row.decided_by == "cut":
        above = next(r for r in rows if r.place == row.place - 1)
        return f"{text} and the same rounds won as {names[above.player]}; the cut decides."
    return f"{text}."


def _tie_lines(
    row: TribblesRow,
    rows: tuple[TribblesRow, ...],
    names: dict[PlayerId, str],
    book: Rulebook,
    event: Event,
) -> list[ChainLine]:
    lines: list[ChainLine] = []
    if row.table is not None:
        cite = book.citations["tribbles.finals.ranking"].cite
        text = f"Table {row.table}: a lower table always ranks below a higher one."
        lines.append(ChainLine("→", text, cite))
    tied = [
        other
        for other in rows
        if other.player != row.player
        and other.table == row.table
        and other.score.points == row.score.points
        and other.disqualified == row.disqualified
    ]
    if not tied:
        return lines
    cite = book.citations["tribbles.tiebreaks"].cite
    others = join_names([names[other.player] for other in tied])
    lines.append(ChainLine("=", f"Same points as {others}.", cite))
    won = ", ".join(
        f"{names[r.player]} {r.score.rounds_won}"
        for r in sorted((row, *tied), key=lambda r: r.place)
    )
    same = all(other.score.rounds_won == row.score.rounds_won for other in tied)
    lines.append(ChainLine("=" if same else "→", f"Rounds won: {won}.", cite))
    if any(other.score.rounds_won == row.score.rounds_won for other in tied):
        entered = row.player in event.cut
        how = "as the director entered it" if entered else "drawn from the seed"
        lines.append(ChainLine("→", f"The cut for the highest Tribble, {how}.", cite))
    return lines


def _sums(event: Event, row: TribblesRow, book: Rulebook) -> list[Sum]:
    """Return the points that rank, and in finals those of the heats beside them."""
    rules = tribbles_rules(book)
    if row.table is None:
        return [_points("Points", row.score, book)]
    finals = finals_rounds(event, rules)
    heats: tuple[Round, ...] = event.rounds[: len(event.rounds) - len(finals)]
    sums = [_points("Points of the finals", row.score, book)]
    if heats and event.pairing_style is PairingStyle.TRIBBLES_FINALS:
        before = scores_of(event, heats, rules)[row.player]
        sums.append(_points("Points of the heats; they only decide the table", before, book))
    return sums


def _points(title: str, score: Score, book: Rulebook) -> Sum:
    lines = [
        SumLine(
            line.round,
            f"Table {line.table}",
            f"{line.counted:,}",
            note=_note(line.scored, line.counted, won=line.won),
        )
        for line in score.rounds
    ]
    figures = [line.counted for line in score.rounds]
    if score.head_start:
        first = score.rounds[0].round if score.rounds else 1
        lines.insert(0, SumLine(first, "Head start", f"{score.head_start:,}"))
        figures.insert(0, score.head_start)
    return Sum(
        title,
        tuple(lines),
        " + ".join(f"{figure:,}" for figure in figures) or "0",
        f"{score.points:,}",
        book.citations["tribbles.tiebreaks"].cite,
    )


def _note(scored: int, counted: int, *, won: bool) -> str:
    if counted != scored:
        return f"{scored:,} at the table, lost by conceding the match"
    return "won the round" if won else ""


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
            rows=standings_lines(event, places.rows, _cells),
            leading=POINTS,
            document_keys=STANDINGS_KEYS,
        )

    def results(self, event: Event, book: Rulebook) -> ResultsView:
        """Return every player's points in every round, and who won the round."""
        scored = _scored(event, book)
        return ResultsView(
            title=event_title(event),
            names=player_names(event),
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
        return lambda player: tribbles_why(event, book, places, player)

    def pair(
        self, event: Event, book: Rulebook, *, seed: int, pods: int | None = None
    ) -> AnnouncedRound:
        """Return the pods of the next round."""
        with cite_refusals(book):
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
            answer=CommandAnswer(document, (_pods_table(event, ahead),)),
            round=pod_round_on_file(ahead),
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
    names = player_names(event)
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
        title=f"{event_title(event)}: round {ahead.number}",
        columns=("Table", "Players, in the order of their seats"),
        numbers=("Table",),
        rows=tuple(
            (str(pod.table), ", ".join(names[player] for player in pod.players))
            for pod in ahead.pods
        ),
        lines=(*lines, f"Seed {ahead.seed}"),
    )


PRESENTER: Final = TribblesPresenter()
