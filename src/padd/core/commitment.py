"""Seeds that no one can choose: derived from a secret committed to beforehand.

An event makes a secret and shows its commitment; every draw takes its seed from the
secret and from what was fixed before the draw. When the secret is revealed, anyone
can calculate every seed again. The bytes never change:

    commitment = SHA-256(secret as UTF-8), as 64 hexadecimal digits
    seed       = first six bytes, as a number, the highest first, of SHA-256 of
                 "padd-seed/2" LF purpose LF secret LF each part followed by LF

Within purpose, secret and parts backslash and line feed have a backslash before them,
so no two lists of parts give the same bytes. Rounds have an older form of their own
(`core/pairing/round_seed.py`). Six bytes keep the seed within what every JSON reader
holds exactly.
"""

from __future__ import annotations

from hashlib import sha256

SEED_BYTES = 6
_PLAIN = str.maketrans({"\\": "\\\\", "\n": "\\\n"})


def commitment(secret: str) -> str:
    """Return what is shown of a secret before it is revealed."""
    return sha256(secret.encode()).hexdigest()


def seed_for(purpose: str, secret: str, *parts: str | int) -> int:
    """Return the seed of one draw: what it is for, and what was fixed before it."""
    lines = ("padd-seed/2", *map(_line, (purpose, secret, *parts)))
    return seed_from("".join(f"{line}\n" for line in lines))


def seed_from(text: str) -> int:
    """Return the seed that follows from a text."""
    return int.from_bytes(sha256(text.encode()).digest()[:SEED_BYTES], "big")


def _line(part: str | int) -> str:
    if isinstance(part, int):
        return str(part)
    return part.translate(_PLAIN)
