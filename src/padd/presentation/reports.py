"""What became of a report, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from padd.services.reports import ReportState

if TYPE_CHECKING:
    from padd.services.reports import ReportOutcome

WORDS: Final = {
    ReportState.PLAYERS: "Received. Some players are not known here: say who they are.",
    ReportState.HELD: "Received. A coordinator reviews it before it counts.",
    ReportState.AWAITING: "Received. It waits for the next ratings refresh.",
    ReportState.PROCESSED: "Processed. It is in the ratings.",
    ReportState.SENT_BACK: "It was sent back. Fix it, then report it again.",
    ReportState.REPLACED: "A later report took its place.",
    ReportState.VOIDED: "The event was voided.",
}


def became(filed: ReportOutcome) -> str:
    """Return one sentence on a report, and whether it was here before."""
    text = WORDS[filed.state]
    if filed.again:
        return f"This report was here already; nothing has changed. {text}"
    return text
