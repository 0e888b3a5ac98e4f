"""The seals of the audit, each chained to the one before, so tampering is detected.

The hash of a seal is SHA-256 over these bytes:

    "padd-audit/1" LF, the hash before it LF, then number, moment, actor, act and
    subject of the entry and the digest of its words as JSON: keys sorted, no spaces.

The texts (before, after, reason) are included only as a digest, so that an erasure can
remove a name from them without breaking the chain.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import msgspec

AUDIT_SCHEMA: Final = "padd-audit/1"
FIRST: Final = "0" * 64
"""What the first seal follows."""


class AuditFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The part of an audit entry that never changes."""

    id: int
    at: str
    actor: str
    act: str
    subject: str


def words_digest(before: dict[str, Any], after: dict[str, Any], reason: str) -> str:
    """Return the digest of the words of an entry."""
    words = {"before": before, "after": after, "reason": reason}
    return sha256(msgspec.json.encode(words, order="sorted")).hexdigest()


def audit_seal(previous: str, facts: AuditFacts, words: str) -> str:
    """Return the hash that binds an entry to everything before it."""
    document = msgspec.json.encode(
        {**msgspec.structs.asdict(facts), "words": words}, order="sorted"
    )
    head = f"{AUDIT_SCHEMA}\n{previous}\n".encode()
    return sha256(head + document).hexdigest()
