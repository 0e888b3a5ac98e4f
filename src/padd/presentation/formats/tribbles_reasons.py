"""Tribbles in words: why this pod, these points, this place."""

from __future__ import annotations

from typing import Final

from padd.core.formats.tribbles.ranking import TribblesRow, TribblesStandings, finals_rounds
from padd.core.formats.tribbles.rules import tribbles_rules
from padd.core.formats.tribbles.scoring import Score, scores_of
from padd.core.formats.tribbles.seat_reasons import Seated, seatings
from padd.core.model import Event, PairingStyle, PlayerId, Round
from padd.presentation.event_names import names_of
from padd.presentation.reasons import ChainLine, Sum, SumLine, Why
from padd.presentation.words import listed, ordinal
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


def why(event: Event, book: Rulebook, places: TribblesStandings, player: PlayerId) -> Why:
    """Return why a player sat in these pods, has these points and this place."""
    rules, rows = tribbles_rules(book), places.rows
    row = next(row for row in rows if row.player == player)
    names = names_of(event)
    pods = tuple(_seat_line(s, names, book) for s in seatings(event, rules, player))
    return Why(
        question=f"Why {ordinal(row.place)}?",
        answer=_answer(row, rows, names),
        chain=(*pods, *_tie_lines(row, rows, names, book, event)),
        sums=tuple(_sums(event, row, book)),
    )


def _seat_line(seated: Seated, names: dict[PlayerId, str], book: Rulebook) -> ChainLine:
    company = listed([names[player] for player in seated.company])
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
    others = listed([names[other.player] for other in tied])
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
