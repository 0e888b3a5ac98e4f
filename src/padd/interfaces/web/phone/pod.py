"""The score pad of a Tribbles pod, kept on one phone and confirmed on others."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import QueryDict

from padd.core.eventlog.state.event_state import RoundState, Stage
from padd.core.eventlog.state.table import ResultClaim, TableState
from padd.core.formats.tribbles.scoring import scores_of
from padd.core.messages import message
from padd.core.model import PlayerId, Pod
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.interfaces.web.typed_numbers import parse_typed_int
from padd.presentation import page_words
from padd.presentation.eventlog.pods import match_pods


class PadPlayer(msgspec.Struct, frozen=True):
    """One player of the pod on the pad."""

    player: PlayerId
    name: str
    me: bool
    points: str
    out: bool
    conceded: bool
    total: str
    """Everything that counts so far, without this round unless it counts."""


class ScorePad(msgspec.Struct, frozen=True):
    """The points that one player of the pod recorded."""

    who: str
    mine: bool
    at: str
    scores: str
    """As the form sends it back, so that one agrees to what one saw."""
    lines: tuple[tuple[str, str, bool], ...]


def pod_context(
    context: PlayerContext, round_: RoundState, table: TableState, form: QueryDict | None
) -> dict[str, Any]:
    """Return the pad of the player's pod."""
    claims = [claim for claim in table.claims if claim.pod is not None]
    own = next((c for c in claims if c.player == context.player), None)
    other = next((c for c in claims if c.player != context.player), None)
    shown = table.pod if table.settled else (own.pod if own else None)
    return {
        "round": round_,
        "seats": _seats(context, table, shown, form),
        "pads": tuple(_pad(context, claim) for claim in claims),
        "own_pad": own is not None,
        "other_pad": None if other is None else _pad(context, other),
        "pod_state": _state(round_, table, own, other),
        "first": context.view.state.rounds[0].number,
        "match": next(
            (pod for pod in match_pods(context.view, round_) if pod.table == table.number), None
        ),
    }


def _state(
    round_: RoundState, table: TableState, own: ResultClaim | None, other: ResultClaim | None
) -> str:
    if table.settled:
        return "settled"
    if table.disputed:
        return "disputed"
    if round_.stage is Stage.CLOSED:
        return "closed"
    if other is not None:
        return "theirs"
    return "mine" if own is not None else "open"


def pod_totals(context: PlayerContext) -> dict[PlayerId, int]:
    """Return the points of all players so far, head starts included."""
    rules = context.view.book.tribbles
    if rules is None:
        return {}
    event = context.view.facts
    scores = scores_of(event, event.rounds, rules)
    return {player: score.points for player, score in scores.items()}


def _seats(
    context: PlayerContext, table: TableState, pod: Pod | None, form: QueryDict | None
) -> tuple[PadPlayer, ...]:
    totals = pod_totals(context)
    known = (pod.scores or {}) if pod is not None else {}
    gone = table.pod.conceded if table.pod is not None else ()
    return tuple(
        PadPlayer(
            player=player,
            name=context.name(player),
            me=player == context.player,
            points=(
                form.get(f"scores.{player}", "") if form is not None else str(known.get(player, ""))
            ),
            out=(
                player in form.getlist("went_out")
                if form is not None
                else pod is not None and player in (pod.went_out or ())
            ),
            conceded=player in gone,
            total=page_words.number(totals.get(player, 0)),
        )
        for player in table.players
    )


def _pad(context: PlayerContext, claim: ResultClaim) -> ScorePad:
    pod = claim.pod
    scores = (pod.scores or {}) if pod is not None else {}
    return ScorePad(
        who="You" if claim.player == context.player else context.name(claim.player),
        mine=claim.player == context.player,
        at=context.view.clock(claim.at),
        scores=msgspec.json.encode(scores).decode(),
        lines=tuple(
            (
                context.name(player),
                page_words.number(points),
                pod is not None and player in (pod.went_out or ()),
            )
            for player, points in scores.items()
        ),
    )


def points_from_form(form: QueryDict, table: TableState) -> dict[PlayerId, int]:
    """Return the points of a round as the pad has them; refuse what is missing."""
    points: dict[PlayerId, int] = {}
    gone = table.pod.conceded if table.pod is not None else ()
    for player in table.players:
        if player in gone:
            continue
        digits = form.get(f"scores.{player}", "").strip()
        if not digits:
            reason = message("Enter a number for everyone; 0 is fine.")
            raise RefusalError(Refusal("points-missing", reason))
        try:
            points[player] = parse_typed_int(digits)
        except ValueError:
            reason = message("“{digits}” is not a whole number.", digits=digits)
            raise RefusalError(Refusal("not-a-number", reason)) from None
    return points
