"""Why a round of a running event came out as it did."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from padd.core.eventlog.facts import facts
from padd.core.pairing.verification import verify_rounds
from padd.presentation.event_view import MEMO
from padd.presentation.pairing_reasons import round_reasons

if TYPE_CHECKING:
    from padd.core.eventlog.state import RoundState
    from padd.presentation.event_view import EventView
    from padd.presentation.pairing_reasons import RoundReasons


def reasons_of(view: EventView, round_: RoundState) -> RoundReasons | None:
    """Return why a round came out so; only Swiss rounds have reasons.

    They are kept by what they rest on, not by the state of the event: the results of
    the round itself change nothing about its pairings.
    """
    if not view.format_of_round(round_.number).gives_victory_points:
        return None
    event = view.once("facts with draft", lambda: facts(view.state, draft=True))
    before = [one for one in event.rounds if one.number < round_.number]
    seated = (round_.seats, round_.byes, round_.earned_byes, round_.draw)
    rests_on = msgspec.json.encode((before, event.players, seated, view.names))
    key = (view.id, view.viewer, round_.number, rests_on)

    def explained() -> RoundReasons:
        (verdict,) = verify_rounds(event, view.book, only=round_.number)
        drawn = next(r for r in event.rounds if r.number == round_.number)
        return round_reasons(event, drawn, verdict, view.book, view.names)

    return MEMO.get(key, explained)


def reasons_by_table(
    reasons: RoundReasons | None, round_: RoundState
) -> dict[int, str]:
    """Return the reasons by table; tables may have other numbers than the pairing."""
    if reasons is None:
        return {}
    return {round_.seats[reason.players[0]]: reason.reason for reason in reasons.tables}
