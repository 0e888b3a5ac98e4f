"""The pods of a Tribbles match: five rounds side by side, and each pod's progress."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.state.event_state import RoundState
from padd.core.eventlog.state.pods import round_of_pod, rounds_together
from padd.core.formats.tribbles.scoring import RoundPoints, Score, scores_of
from padd.core.model import PlayerId
from padd.presentation import page_words
from padd.presentation.event_view import EventView


class MatchRound(msgspec.Struct, frozen=True):
    """One round of a pod: done, now or still to come."""

    number: int
    state: str


class MatchCell(msgspec.Struct, frozen=True):
    """The points of one player in one round; empty until the round counts."""

    points: str = ""
    won: bool = False


class MatchPlayer(msgspec.Struct, frozen=True):
    """One player of a pod with the points of every round of the match."""

    player: PlayerId
    name: str
    cells: tuple[MatchCell, ...]
    total: str
    won: int


class MatchPod(msgspec.Struct, frozen=True):
    """One pod of a match."""

    table: int
    keeper: str
    """Who keeps the score; empty while nobody is named."""
    rounds: tuple[MatchRound, ...]
    players: tuple[MatchPlayer, ...]
    now: int | None
    """The round that it plays; None once it has played all."""
    disputed: bool
    reported: bool


def match_pods(view: EventView, round_: RoundState) -> tuple[MatchPod, ...]:
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
) -> MatchPod:
    together = rounds_together(view.state, first)
    now = round_of_pod(view.state, first, at)
    playing = None if now is None else now[0].number
    settled = {r.number for r in together if at in r.tables and r.tables[at].settled}
    keeper = first.tables[at].keeper
    return MatchPod(
        table=at,
        keeper="" if keeper is None else view.name(keeper),
        rounds=tuple(
            MatchRound(
                known.number,
                "done" if known.number in settled else "now" if known.number == playing else "todo",
            )
            for known in together
        ),
        players=tuple(
            MatchPlayer(
                player=player,
                name=view.name(player),
                cells=tuple(
                    _cell(lines.get((player, known.number)))
                    if known.number in settled
                    else MatchCell()
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


def _cell(line: RoundPoints | None) -> MatchCell:
    if line is None:
        return MatchCell()
    return MatchCell(points=page_words.number(line.counted), won=line.won)
