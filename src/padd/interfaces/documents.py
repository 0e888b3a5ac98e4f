"""The JSON documents that other programs rely on, made from core values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from padd.core.rescoring import Rescoring
    from padd.core.results import ScoredEvent
    from padd.core.standings import Row, Standings

Document = dict[str, Any]


def score_document(scored: ScoredEvent) -> Document:
    """Return what `padd score --json` prints."""
    return {
        "rounds": [
            {
                "number": round_.number,
                "results": [
                    {
                        "player": result.player,
                        "opponent": result.opponent,
                        "code": result.code,
                        "vp": result.vp,
                        "differential": result.differential,
                    }
                    for result in round_.results
                ],
            }
            for round_ in scored.rounds
        ]
    }


def standings_document(found: Standings) -> Document:
    """Return what `padd standings --json` prints."""
    document: Document = {
        "event": found.event.name,
        "rulebook": found.rulebook,
        "final": found.final,
        "standings": [_row(row, found) for row in found.rows],
    }
    if found.rulings:
        document["rulings"] = [
            {
                "id": ruling.id,
                "title": ruling.title,
                "cite": ruling.cite,
                "changed": list(ruling.changed),
            }
            for ruling in found.rulings
        ]
    return document


def _row(row: Row, found: Standings) -> Document:
    record = row.record
    scheduled = found.has_schedule
    document: Document = {
        "place": row.place,
        "player": row.player,
        "vp": record.vp,
        "sos": record.sos if scheduled else None,
        "differential": record.differential,
        "cvp": record.cvp if scheduled else None,
        "results": [result.code for result in record.results],
        "decided_by": row.decided_by,
    }
    if row.disqualified:
        document["disqualified"] = True
    return document


def rescoring_document(found: Rescoring) -> Document:
    """Return what `padd standings --rulebook OTHER --json` prints."""
    return {
        **standings_document(found.after),
        "compared_with": found.before_id,
        "moved": [
            {
                "player": move.player,
                "from": move.before,
                "to": move.after,
                "by": [
                    {"rule": cause.path, "about": cause.about, "cite": cause.cite}
                    for cause in move.causes
                ],
            }
            for move in found.moves
        ],
    }
