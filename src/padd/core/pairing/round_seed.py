"""The seed of a round: derived from the event's secret and the results so far.

The director cannot choose a draw, and players cannot know it in advance. The bytes
never change:

    fingerprint = SHA-256 of one line for each player in order of id:
                  id TAB total TAB differential TAB 1 or 0 (had a bye)
                  TAB ids met, sorted, joined by commas LF
    seed        = first six bytes, as a number, the highest first, of SHA-256 of
                  "padd-seed/1" LF secret LF round number LF fingerprint LF redraws LF

Within ids backslash, tab, line feed and comma are written with a backslash before
them. Draws of other things take their seeds from `core/rng.py`.
"""

from __future__ import annotations

from hashlib import sha256

from padd.core.model import PlayerId
from padd.core.pairing.field import NOBODY, PairingField
from padd.core.rng import seed_from

_PLAIN = str.maketrans({"\\": "\\\\", "\t": "\\\t", "\n": "\\\n", ",": "\\,"})


def fingerprint(field: PairingField) -> str:
    """Return the fingerprint of everything that the pairing of a field looks at."""
    digest = sha256()
    for player in sorted(field.players):
        digest.update(_line(field, player).encode())
    return digest.hexdigest()


def round_seed(secret: str, round_number: int, results_digest: str, redraw: int = 0) -> int:
    """Return the seed of a round; `redraw` counts the draws thrown away before it."""
    return seed_from(f"padd-seed/1\n{secret}\n{round_number}\n{results_digest}\n{redraw}\n")


def _line(field: PairingField, player: PlayerId) -> str:
    met = ",".join(p.translate(_PLAIN) for p in sorted(field.met.get(player, NOBODY)))
    figures = (
        player.translate(_PLAIN),
        str(field.totals[player]),
        str(field.differentials.get(player, 0)),
        str(int(player in field.had_bye)),
        met,
    )
    return "\t".join(figures) + "\n"
