"""The pods of a Tribbles round, with each player's points so far."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.actions.scenarios.notes import active_trouble
from padd.core.eventlog.state.event_state import RoundState
from padd.core.eventlog.state.table import TableState
from padd.core.formats.tribbles.scoring import Score, scores_of
from padd.core.model import PlayerId
from padd.presentation import page_words
from padd.presentation.event_view import EventView


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


def pods_of(view: EventView, round_: RoundState) -> tuple[PodView, ...]:
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
