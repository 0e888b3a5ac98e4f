"""The audit page: who did what, and whether the record is intact."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.interfaces.web.typed_numbers import parse_int
from padd.services.access.audit import check_audit, read_audit
from padd.services.access.permissions import Permission, allowed, roles_of

FILTERS: Final = ("subject", "actor", "act")
LONGEST: Final = 60


@sign_in_required
@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    """Show the audit, the latest first; filtered by what, by whom or how."""
    actor = actor_of(request)
    if not allowed(Permission.AUDIT_READ, roles_of(actor)):
        raise Http404
    wanted = {name: request.GET.get(name, "").strip()[:LONGEST] for name in FILTERS}
    before = parse_int(request.GET.get("before", ""))
    context = {
        "section": "desk",
        "wanted": wanted,
        "page": read_audit(
            by=actor,
            subject=wanted["subject"],
            actor=wanted["actor"],
            act=wanted["act"],
            before=before,
        ),
        "verdict": check_audit(by=actor) if before is None else None,
    }
    return render(request, "account/audit.html", context)
