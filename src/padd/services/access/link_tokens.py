"""Secrets in links: 256 bits, of which only the hash is stored."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

OCTETS: Final = 32


def new_token() -> str:
    """Return a secret that nobody can guess, fit for an address."""
    return secrets.token_urlsafe(OCTETS)


def token_hash(token: str) -> str:
    """Return what is kept of a secret; it cannot be turned back."""
    return sha256(token.encode()).hexdigest()
