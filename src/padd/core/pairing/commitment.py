"""Seeds that nobody can choose: bound to a secret and to the results paired on.

At its start an event makes a secret and shows its commitment. The seed of a round is
worked out from the secret and the results before the round, so the director cannot
pick a draw, and the players cannot know it beforehand. When the secret is revealed,
anybody can work every seed out again. The bytes are fixed for good:

    commitment  = SHA-256(secret as UTF-8), as 64 hexadecimal digits
    fingerprint = SHA-256 of one line for each player in order of id:
                  id TAB total TAB differential TAB 1 or 0 (had a bye)
                  TAB ids met, sorted, joined by commas LF
    seed        = first six bytes, as a number, the highest first, of SHA-256 of
                  "padd-seed/1" LF secret LF round number LF fingerprint LF redraws LF

Six bytes keep the seed within what every JSON reader holds exactly. Within ids
backslash, tab, line feed and comma are written with a backslash before them.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from padd.core.pairing.field import NOBODY

if TYPE_CHECKING:
    from padd.core.model import PlayerId
    from padd.core.pairing.field import PairingField

SEED_BYTES = 6
_PLAIN = str.maketrans({"\\": "\\\\", "\t": "\\\t", "\n": "\\\n", ",": "\\,"})


def commitment(secret: str) -> str:
    """Return what is shown of a secret before it is revealed."""
    return sha256(secret.encode()).hexdigest()


def fingerprint(field: PairingField) -> str:
    """Return the fingerprint of everything that the pairing of a field looks at."""
    digest = sha256()
    for player in sorted(field.players):
        digest.update(_line(field, player).encode())
    return digest.hexdigest()


def round_seed(
    secret: str, round_number: int, results_digest: str, redraw: int = 0
) -> int:
    """Return the seed of a round; `redraw` counts the draws thrown away before it."""
    text = f"padd-seed/1\n{secret}\n{round_number}\n{results_digest}\n{redraw}\n"
    return int.from_bytes(sha256(text.encode()).digest()[:SEED_BYTES], "big")


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
