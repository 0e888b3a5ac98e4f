"""A played bracket as a document: the tree, and who is where."""

from __future__ import annotations

import msgspec

from padd.core.formats.bracket.play import PlayedBracket, PlayedMatch
from padd.presentation.documents import Document


def bracket_document(played: PlayedBracket) -> Document:
    """Return what `padd bracket EVENT --json` prints."""
    return {
        "final": played.final,
        "rounds": [
            {
                "number": round_.number,
                "name": round_.name,
                "matches": [_match(played.matches[m.id]) for m in round_.matches],
            }
            for round_ in played.bracket.rounds
        ],
    }


def _match(match: PlayedMatch) -> Document:
    return {
        **msgspec.to_builtins(match.match),
        "players": [slot.player for slot in match.slots],
        "state": match.state,
        "winner": match.winner,
        "games": None if match.wins is None else list(match.wins),
        "decided_by": match.how,
    }
