"""API of the audit: who did what, for the Director, the Chair and administrators."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from ninja import Query, Router

from padd.interfaces.api.operation import READS, ApiRequest, operation
from padd.interfaces.api.parameters import PageSize
from padd.interfaces.api.refusals import missing
from padd.services.access.api_tokens import Scope
from padd.services.access.audit import check_audit, read_audit
from padd.services.refusal import NotAllowed
from padd.store.writes.audit import AuditVerdict

router = Router(tags=["Audit"])
NEEDED = (Scope.READ,)
Subject = Annotated[
    str,
    Query(max_length=60, description=("Only entries about this target, such as event:7kq2m9xw3p.")),
]
By = Annotated[
    str,
    Query(max_length=60, description=("Only entries by this actor, such as account:7kq2m9xw3p.")),
]
Kind = Annotated[
    str, Query(max_length=60, description=("Only entries of this kind, such as report.decide."))
]
Before = Annotated[int | None, Query(ge=1, le=2**53, description="Only entries below this number.")]


class AuditEntryRead(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the audit."""

    number: Annotated[int, msgspec.Meta(description="Its number; it never changes.")]
    at: Annotated[str, msgspec.Meta(description="When, in UTC.")]
    actor: Annotated[str, msgspec.Meta(description="Kind and id of the actor.")]
    act: Annotated[str, msgspec.Meta(description="What was done.")]
    subject: Annotated[str, msgspec.Meta(description="Kind and id of the target.")]
    before: Annotated[dict[str, Any], msgspec.Meta(description="The state before.")]
    after: Annotated[dict[str, Any], msgspec.Meta(description="The state after.")]
    reason: Annotated[str, msgspec.Meta(description="The reason given by the actor.")]


class AuditRead(msgspec.Struct, frozen=True, kw_only=True):
    """Some entries of the audit, the latest first."""

    entries: Annotated[tuple[AuditEntryRead, ...], msgspec.Meta(description="The entries.")]
    more_before: Annotated[
        int | None, msgspec.Meta(description="Pass this as `before` to get the next entries.")
    ]


@operation(router, "GET", "/audit", answer=AuditRead, scopes=NEEDED, statuses=(*READS, 403))
def audit(
    request: ApiRequest,
    *,
    subject: Subject = "",
    actor: By = "",
    act: Kind = "",
    before: Before = None,
    size: PageSize = 20,
) -> AuditRead:
    """List audit entries, latest first: who changed what, when and why."""
    try:
        page = read_audit(
            by=request.caller.actor,
            subject=subject.replace("\0", ""),
            actor=actor.replace("\0", ""),
            act=act.replace("\0", ""),
            before=before,
            size=size,
        )
    except NotAllowed as error:
        raise missing() from error
    return AuditRead(
        entries=tuple(
            AuditEntryRead(
                number=row.number,
                at=row.at.isoformat(),
                actor=row.actor,
                act=row.act,
                subject=row.subject,
                before=row.before,
                after=row.after,
                reason=row.reason,
            )
            for row in page.entries
        ),
        more_before=page.more_before,
    )


@operation(
    router, "GET", "/audit/check", answer=AuditVerdict, scopes=NEEDED, statuses=(*READS, 403)
)
def audit_check(request: ApiRequest) -> AuditVerdict:
    """Check that no audit entry has changed since it was sealed."""
    try:
        return check_audit(by=request.caller.actor)
    except NotAllowed as error:
        raise missing() from error
