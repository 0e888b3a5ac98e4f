"""API of the token of a request, and of the audit for officials."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from padd.interfaces.api.operation import ApiRequest, Router, answer_from
from padd.interfaces.api.parameters import PageSize
from padd.services.access.api_tokens import Scope
from padd.services.access.audit import check_audit, read_audit
from padd.store.writes.audit import AuditVerdict

router = Router("Audit")
token_router = Router("Webhooks and tokens")
NEEDED: Final = (Scope.READ,)
Subject = Annotated[
    str,
    Meta(max_length=60, description="Only entries about this target, such as event:7kq2m9xw3p."),
]
By = Annotated[
    str, Meta(max_length=60, description="Only entries by this actor, such as account:7kq2m9xw3p.")
]
Kind = Annotated[
    str, Meta(max_length=60, description="Only entries of this kind, such as report.decide.")
]
Before = Annotated[
    Annotated[int, Meta(ge=1, le=2**53)] | None, Meta(description="Only entries below this number.")
]


class AuditEntryRead(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the audit."""

    number: Annotated[int, Meta(description="Its number; it never changes.")]
    at: Annotated[str, Meta(description="When, in UTC.")]
    actor: Annotated[str, Meta(description="Kind and id of the actor.")]
    act: Annotated[str, Meta(description="What was done.")]
    subject: Annotated[str, Meta(description="Kind and id of the target.")]
    before: Annotated[dict[str, Any], Meta(description="The state before.")]
    after: Annotated[dict[str, Any], Meta(description="The state after.")]
    reason: Annotated[str, Meta(description="The reason given by the actor.")]


class AuditRead(msgspec.Struct, frozen=True, kw_only=True):
    """Some entries of the audit, the latest first."""

    entries: Annotated[tuple[AuditEntryRead, ...], Meta(description="The entries.")]
    more_before: Annotated[
        int | None, Meta(description="Pass this as `before` to get the next entries.")
    ]


class TokenRead(msgspec.Struct, frozen=True, kw_only=True):
    """What the token of this request allows."""

    id: Annotated[str, Meta(description="The id; it never changes.")]
    scopes: Annotated[tuple[Scope, ...], Meta(description="What the token may be used for.")]
    event: Annotated[
        str,
        Meta(description="The only event it is valid for; empty for everything of its account."),
    ]
    expires: Annotated[datetime | None, Meta(description="When it ends, in UTC.")]
    player: Annotated[str, Meta(description="The public id of its owner's player.")]


@router.get("/audit", scopes=NEEDED)
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
    page = read_audit(
        by=request.caller.actor,
        subject=subject.replace("\0", ""),
        actor=actor.replace("\0", ""),
        act=act.replace("\0", ""),
        before=before,
        size=size,
    )
    return AuditRead(
        entries=tuple(
            answer_from(AuditEntryRead, row, at=row.at.isoformat()) for row in page.entries
        ),
        more_before=page.more_before,
    )


@router.get("/audit/check", scopes=NEEDED)
def audit_check(request: ApiRequest) -> AuditVerdict:
    """Check that no audit entry has changed since it was sealed."""
    return check_audit(by=request.caller.actor)


@token_router.get("/token", scopes=tuple(Scope))
def token(request: ApiRequest) -> TokenRead:
    """Read what the token of this request allows."""
    caller = request.caller
    return TokenRead(
        id=caller.token,
        scopes=tuple(sorted(caller.scopes)),
        event=caller.event,
        expires=caller.expires_at,
        player=caller.actor.person,
    )
