"""The pods of a Tribbles round or match, with the points of each player."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.actions.scenarios.notes import active_trouble
from padd.core.eventlog.state.event_state import RoundState
from padd.core.eventlog.state.pods import round_of_pod, rounds_together
from padd.core.eventlog.state.table import TableState
from padd.core.formats.tribbles.scoring import RoundPoints, Score, scores_of
from padd.core.model import PlayerId
from padd.presentation import page_words
from padd.presentation.eventlog.event_view import EventView


class PodMatchRound(msgspec.Struct, frozen=True):
    """One round of a pod: done, now or still to come."""

    number: int
    state: str


class PodMatchCell(msgspec.Struct, frozen=True):
    """The points of one player in one round; empty until the round counts."""

    points: str = ""
    won: bool = False


class PodMatchPlayer(msgspec.Struct, frozen=True):
    """One player of a pod with the points of every round of the match."""

    player: PlayerId
    name: str
    cells: tuple[PodMatchCell, ...]
    total: str
    won: int


class PodMatch(msgspec.Struct, frozen=True):
    """One pod of a match."""

    table: int
    keeper: str
    """The score keeper; empty while none is named."""
    rounds: tuple[PodMatchRound, ...]
    players: tuple[PodMatchPlayer, ...]
    now: int | None
    """The round that it plays; None once it has played all."""
    disputed: bool
    reported: bool


def match_pods(view: EventView, round_: RoundState) -> tuple[PodMatch, ...]:
    """Return the pods of the match that a round belongs to."""
    rules = view.book.tribbles
    if round_.match_rounds is None or rules is None:
        return ()
    numbers = {known.number for known in rounds_together(view.state, round_)}
    event = view.facts
    rounds = [known for known in event.rounds if known.number in numbers]
    first = rounds_together(view.state, round_)[0]
    head_starts = first.number == rules.head_start.round
    scores = scores_of(event, rounds, rules, head_starts=head_starts)
    lines = {
        (player, line.round): line for player, score in scores.items() for line in score.rounds
    }
    return tuple(_pod(view, first, at, lines, scores) for at in sorted(first.tables))


def _pod(
    view: EventView,
    first: RoundState,
    at: int,
    lines: dict[tuple[PlayerId, int], RoundPoints],
    scores: dict[PlayerId, Score],
) -> PodMatch:
    together = rounds_together(view.state, first)
    now = round_of_pod(view.state, first, at)
    playing = None if now is None else now[0].number
    settled = {r.number for r in together if at in r.tables and r.tables[at].settled}
    keeper = first.tables[at].keeper
    return PodMatch(
        table=at,
        keeper="" if keeper is None else view.name(keeper),
        rounds=tuple(
            PodMatchRound(
                known.number,
                "done" if known.number in settled else "now" if known.number == playing else "todo",
            )
            for known in together
        ),
        players=tuple(
            PodMatchPlayer(
                player=player,
                name=view.name(player),
                cells=tuple(
                    _cell(lines.get((player, known.number)))
                    if known.number in settled
                    else PodMatchCell()
                    for known in together
                ),
                total=page_words.number(scores[player].points),
                won=scores[player].rounds_won,
            )
            for player in first.tables[at].players
        ),
        now=playing,
        disputed=now is not None and now[1].disputed,
        reported=now is not None and bool(now[1].claims),
    )


def _cell(line: RoundPoints | None) -> PodMatchCell:
    if line is None:
        return PodMatchCell()
    return PodMatchCell(points=page_words.number(line.counted), won=line.won)


class PodPlayer(msgspec.Struct, frozen=True):
    """One player of a pod: the points of the round, and all so far."""

    name: str
    points: str
    total: str
    out: bool


class PodView(msgspec.Struct, frozen=True):
    """One pod of a round."""

    table: int
    seats: tuple[PodPlayer, ...]
    settled: bool
    extra: int
    trouble: str = ""
    """The card that lies open on the pod's Trouble pile."""


def pod_views(view: EventView, round_: RoundState) -> tuple[PodView, ...]:
    """Return the pods of a round with running totals; other events have none."""
    rules = view.book.tribbles
    if not view.format.in_pods or rules is None:
        return ()
    event = view.facts
    upto = [scored for scored in event.rounds if scored.number <= round_.number]
    totals = scores_of(event, upto, rules)
    return tuple(
        PodView(
            table=table.number,
            seats=tuple(_pod_seat(view, table, player, totals) for player in seated),
            settled=table.settled,
            extra=table.extra_minutes,
            trouble=active_trouble(view.state, table.number),
        )
        for table in sorted(round_.tables.values(), key=lambda seat: seat.number)
        if (seated := table.players)
    )


def _pod_seat(
    view: EventView, table: TableState, player: PlayerId, totals: dict[PlayerId, Score]
) -> PodPlayer:
    scores = (table.pod.scores or {}) if table.pod and table.settled else {}
    total = totals[player].points if player in totals else 0
    return PodPlayer(
        name=view.name(player),
        points=page_words.number(scores[player]) if player in scores else "",
        total=page_words.number(total),
        out=bool(table.pod and player in (table.pod.went_out or ()) and table.settled),
    )
