"""Read the audit, and check that it was not altered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.store.queries.access import AuditRow, audit_page
from padd.store.writes import audit
from padd.store.writes.audit import AuditVerdict

MOST: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPage:
    """Some entries of the audit, the latest first."""

    entries: tuple[AuditRow, ...]
    more_before: int | None
    """The number below which the next page begins; None at the first entry."""


def read_audit(
    *,
    by: Actor,
    subject: str = "",
    actor: str = "",
    act: str = "",
    before: int | None = None,
    size: int = 50,
) -> AuditPage:
    """Return what was done, the latest first: to something, by somebody, or of a kind.

    Only those at the head of the house read it: it says who has done what.
    """
    require(Permission.AUDIT_READ, by)
    size = max(1, min(size, MOST))
    rows = audit_page(subject=subject, actor=actor, act=act, before=before, limit=size + 1)
    more = rows[size - 1].number if len(rows) > size else None
    return AuditPage(entries=rows[:size], more_before=more)


def check_audit(*, by: Actor) -> AuditVerdict:
    """Seal what is new, and say whether all is as it was sealed."""
    require(Permission.AUDIT_READ, by)
    audit.seal_new_entries()
    return audit.verify_seals()
