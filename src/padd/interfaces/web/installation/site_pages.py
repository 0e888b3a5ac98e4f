"""Pages from the host: imprint, privacy, contact; and the site's color."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from padd.services.installation.installation import TITLES, site_page


@require_safe
def site_page_view(request: HttpRequest, name: str) -> HttpResponse:
    """Show a page of the host, paragraph by paragraph as it was written."""
    paragraphs = site_page(name)
    if paragraphs is None:
        raise Http404
    context = {"section": "", "title": TITLES[name], "paragraphs": paragraphs}
    return render(request, "shared/site_page.html", context)


@require_safe
def site_colour_sheet(request: HttpRequest, colour: str) -> HttpResponse:
    """Answer with the color of the site as a sheet; pages hold no style (CSP)."""
    del request
    if not colour or colour != settings.SITE_COLOUR:
        raise Http404
    sheet = HttpResponse(f":root {{ --site: #{colour}; }}\n", content_type="text/css")
    # The address says the color, so browsers may keep it for good.
    sheet["Cache-Control"] = "public, max-age=31536000, immutable"
    return sheet
