"""The pages that the host has written: imprint, privacy, contact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.http import require_safe

from padd.services.installation.site_pages import TITLES, site_page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """Show a page of the host, paragraph by paragraph as it was written."""
    paragraphs = site_page(name)
    if paragraphs is None:
        raise Http404
    context = {"section": "", "title": TITLES[name], "paragraphs": paragraphs}
    return render(request, "shared/site_page.html", context)
