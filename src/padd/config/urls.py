"""The root of all addresses: each area adds its own."""

from __future__ import annotations

from django.urls import include, path, register_converter
from django.urls.converters import IntConverter

from padd.interfaces.web import errors
from padd.interfaces.web.console import quick_start
from padd.interfaces.web.installation import site_pages
from padd.interfaces.web.layout import public
from padd.interfaces.web.phone import staff

WEB = "padd.interfaces.web"


class YearConverter(IntConverter):
    """Takes years from 1000 to 2999, so that every one of them is in the calendar."""

    regex = "[12][0-9]{3}"


register_converter(YearConverter, "year")

urlpatterns = [
    # Some pages share their name with an address of the API; the later one is meant.
    path("api/v1/", include("padd.interfaces.api.urls")),
    path("events/quick/", quick_start.quick_start, name="quick"),
    path("events/bring/", quick_start.import_event_file, name="bring"),
    path("", include(f"{WEB}.events.urls")),
    path("", include(f"{WEB}.conduct.urls")),
    path("", include(f"{WEB}.leagues.urls")),
    path("", include(f"{WEB}.live.urls")),
    path("", include(f"{WEB}.public.urls")),
    path("", include(f"{WEB}.wall.urls")),
    path("events/<slug:event>/run/", include(f"{WEB}.console.urls")),
    path("events/<slug:event>/phones/", staff.phones_page, name="phones"),
    path("events/<slug:event>/paper/", include(f"{WEB}.printing.urls")),
    path("", include(f"{WEB}.results.urls")),
    path("play/", include(f"{WEB}.phone.urls")),
    path("", include(f"{WEB}.reports.urls")),
    path("", include(f"{WEB}.people.urls")),
    path("", include(f"{WEB}.championships.urls")),
    path("", include(f"{WEB}.ratings.urls")),
    path("", include(f"{WEB}.account.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include(f"{WEB}.rulebooks.urls")),
    path("", include(f"{WEB}.cards.urls")),
    path("", include(f"{WEB}.decks.urls")),
    path("", include(f"{WEB}.limited.urls")),
    path("site/colour-<slug:colour>.css", site_pages.site_colour_sheet, name="site-colour"),
    path("site/<slug:name>/", site_pages.site_page_view, name="site-page"),
    path("theme/", public.choose_theme, name="theme"),
    path("too-large/", errors.too_large_page, name="too-large"),
]

handler400 = errors.bad_request_page
handler403 = errors.forbidden_page
handler404 = errors.not_found_page
handler429 = errors.too_many_requests_page
handler500 = errors.server_error_page
