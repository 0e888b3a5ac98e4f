"""API to import event files."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from ninja import Router

from padd.core.refusal import Refusal
from padd.interfaces.api.operation import ApiRequest, operation
from padd.interfaces.api.refusals import by_rules, missing
from padd.services import eventlog
from padd.services.access.api_tokens import Scope

router = Router(tags=["Reporting"])
FILE_LIMIT: Final = 20_000_000


class Brought(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of an import."""

    event: str
    added: Annotated[
        int, msgspec.Meta(description="How many entries of its log were new here; 0 if sent again.")
    ]


@operation(
    router,
    "POST",
    "/events/import",
    answer=Brought,
    body=bytes,
    scopes=(Scope.REPORT,),
    limit=FILE_LIMIT,
)
def import_event(request: ApiRequest) -> Brought:
    """Import an event file with its log: the event continues here or is completed.

    The body is the file itself (`padd-event/1`).
    """
    if request.caller.event:
        raise missing()
    imported = eventlog.import_event_file(
        data=request.body, by=request.caller.actor, now=request.now
    )
    if isinstance(imported, Refusal):
        raise by_rules(imported)
    return Brought(event=imported.event_id, added=imported.added)
