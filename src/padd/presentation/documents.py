"""The JSON documents that other programs rely on, made from core values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from padd.core.pairing.criteria.figures import Figures
from padd.core.pairing.next_round import PairedRound
from padd.core.pairing.round import Pairing
from padd.core.pairing.verification import AuditedRound, RoundVerdict
from padd.core.ratings.ledger import ChangeReason, History
from padd.core.ratings.sheet import Series, handle_or_id
from padd.core.validation.sanction import Sanction
from padd.presentation.messages import text

if TYPE_CHECKING:  # keeps the start of the command line short
    from padd.core.eventlog.log.file_log import LogVerdict

Document = dict[str, Any]


def pairing_document(paired: PairedRound) -> Document:
    """Return what `padd pair --json` prints."""
    return {
        "round": paired.number,
        "matches": [{"table": table, "players": list(pair)} for table, pair in paired.tables],
        "byes": list(paired.draw.byes),
        "earned_byes": list(paired.earned_byes),
        "missed": list(paired.missed),
        "audit": audit_document(paired.draw),
    }


def audit_document(draw: Pairing) -> Document:
    """Return the figures of a draw."""
    return {**figures_document(draw.figures, seed=draw.seed), "optimal": draw.optimal}


def figures_document(figures: Figures, *, seed: int | None) -> Document:
    """Return what a round is judged by, in the order of the criteria."""
    return {
        "seed": seed,
        "rematches": figures.rematches,
        "byes": figures.byes,
        "second_byes": figures.second_byes,
        "bye_vp": figures.bye_vp,
        "distant_pairs": figures.distant_pairs,
        "unequal_pairs": figures.unequal_pairs,
        "total_difference": figures.total_difference,
        "future_rounds": figures.future_rounds,
    }


def check_document(sanction: Sanction, rounds: tuple[RoundVerdict, ...]) -> Document:
    """Return what `padd check --json` prints."""
    return {
        "sanctioned": sanction.sanctioned,
        "rated": sanction.rated,
        "problems": [
            {
                "rule": finding.rule,
                "severity": finding.severity,
                "message": text(finding.message),
                "code": finding.code,
            }
            for finding in sanction.problems
        ],
        "pairings": [
            {
                "round": verdict.number,
                **figures_document(verdict.figures, seed=verdict.seed),
                "optimal": verdict.optimal,
            }
            for verdict in rounds
            if isinstance(verdict, AuditedRound)
        ],
    }


def verify_document(
    rounds: tuple[RoundVerdict, ...], *, commitment: bool | None, log: LogVerdict | None = None
) -> Document:
    """Return what `padd verify --json` prints."""
    document: Document = {
        "rounds": [
            {
                "round": verdict.number,
                "legal": verdict.legal,
                "optimal": verdict.optimal,
                "drawn_by_seed": verdict.drawn_by_seed,
                "changed_by_hand": list(verdict.changed_by_hand),
                "problems": list(map(text, verdict.problems)),
                **_proof(verdict),
            }
            for verdict in rounds
        ],
        **log_document(log),
    }
    if commitment is not None:
        document["commitment_holds"] = commitment
    return document


def _proof(verdict: RoundVerdict) -> Document:
    return {"proof": verdict.proof} if isinstance(verdict, AuditedRound) else {}


def log_document(log: LogVerdict | None) -> Document:
    """Return what `padd verify --json` prints of the log."""
    if log is None:
        return {"log_intact": None}
    if log.intact:
        return {"log_intact": True}
    return {"log_intact": False, "log_problem": text(log.problem), "log_broken_at": log.broken_at}


def log_line(log: LogVerdict) -> str:
    """Say in a line whether a log is as it was written."""
    if log.intact:
        return "The log is intact and matches the file."
    return f"The log is NOT intact. {text(log.problem)}"


def rate_document(history: History) -> Document:
    """Return what `padd rate --json` prints."""
    ratings = history.ledger.ratings
    several = len({series.keeper for series in ratings}) > 1
    return {
        "ratings": [
            {
                "player": handle_or_id(player),
                **_series(series, named=several),
                "rating": rating.rating,
                "games": rating.games,
            }
            for series, book in sorted(ratings.items())
            for player, rating in sorted(book.items(), key=lambda item: (-item[1].rating, item[0]))
        ],
        "changes": [
            {
                "event": ledger_entry.sheet.name,
                "player": handle_or_id(change.player),
                "list": change.series.list,
                "before": change.before,
                "after": change.after,
            }
            for ledger_entry in history.entries
            for change in ledger_entry.changes
        ],
    }


def _series(series: Series, *, named: bool) -> Document:
    """Return which rating it is; who keeps it only where there are several."""
    document: Document = {"edition": series.edition, "list": series.list}
    return {**document, "keeper": series.keeper} if named else document


def rating_history_document(
    player: str, reasons: Mapping[Series, tuple[ChangeReason, ...]]
) -> Document:
    """Return what `padd rate --why PLAYER --json` prints."""
    return {
        "player": handle_or_id(player),
        "ratings": [
            {
                **_series(series, named=True),
                "rating": changes[-1].change.after,
                "history": [
                    {
                        "event": reason.sheet.name,
                        "before": reason.change.before,
                        "after": reason.change.after,
                        "k": reason.sheet.k,
                        "games": [
                            msgspec.structs.replace(game, opponent=handle_or_id(game.opponent))
                            for game in reason.games
                        ],
                    }
                    for reason in changes
                ],
            }
            for series, changes in reasons.items()
        ],
    }
