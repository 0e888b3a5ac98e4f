"""The page that documents the API, made from its OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import render
from django.views.decorators.http import require_safe

from padd.interfaces.api.operations import document
from padd.interfaces.api.reference import kinds, sections

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show every operation: what it reads, what it answers, what it refuses."""
    described = document()
    context = {
        "section": "api",
        "sections": sections(described),
        "kinds": kinds(described),
    }
    return render(request, "api/docs.html", context)
