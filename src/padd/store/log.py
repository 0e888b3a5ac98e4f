"""Writing the audit: one entry for each accepted act, in its own transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from padd.store.models import AuditEntry

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


def record(
    act: str,
    *,
    by: str,
    subject: str,
    at: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Add one entry to the audit."""
    AuditEntry.objects.create(
        act=act,
        actor=by,
        subject=subject,
        at=at,
        before=dict(before or {}),
        after=dict(after or {}),
        reason=reason,
    )
