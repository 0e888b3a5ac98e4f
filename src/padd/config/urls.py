"""The root of all addresses: each area adds its own."""

from __future__ import annotations

from django.urls import include, path, register_converter

from padd.interfaces.web import errors, site_pages, theme
from padd.interfaces.web.console import quick_start
from padd.interfaces.web.phone import staff_page
from padd.interfaces.web.year_path import YearConverter

WEB = "padd.interfaces.web"
register_converter(YearConverter, "year")

urlpatterns = [
    # Some pages share their name with an address of the API; the later one is meant.
    path("api/v1/", include("padd.interfaces.api.urls")),
    path("events/quick/", quick_start.quick, name="quick"),
    path("events/bring/", quick_start.bring, name="bring"),
    path("", include(f"{WEB}.events.urls")),
    path("", include(f"{WEB}.conduct.urls")),
    path("", include(f"{WEB}.leagues.urls")),
    path("", include(f"{WEB}.live.urls")),
    path("", include(f"{WEB}.public.urls")),
    path("", include(f"{WEB}.wall.urls")),
    path("events/<slug:event>/run/", include(f"{WEB}.console.urls")),
    path("events/<slug:event>/phones/", staff_page.phones_page, name="phones"),
    path("events/<slug:event>/paper/", include(f"{WEB}.printing.urls")),
    path("events/<slug:event>/results/", include(f"{WEB}.results.urls")),
    path("play/", include(f"{WEB}.phone.urls")),
    path("", include(f"{WEB}.reports.urls")),
    path("", include(f"{WEB}.people.urls")),
    path("players/<slug:person>/", include(f"{WEB}.ratings.profile_urls")),
    path("", include(f"{WEB}.championships.urls")),
    path("ratings/", include(f"{WEB}.ratings.urls")),
    path("seasons/", include(f"{WEB}.ratings.season_urls")),
    path("", include(f"{WEB}.account.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include(f"{WEB}.event_files.urls")),
    path("", include(f"{WEB}.rulebooks.urls")),
    path("", include(f"{WEB}.cards.urls")),
    path("", include(f"{WEB}.decks.urls")),
    path("", include(f"{WEB}.packs.urls")),
    path("site/colour-<slug:colour>.css", site_pages.colour, name="site-colour"),
    path("site/<slug:name>/", site_pages.page, name="site-page"),
    path("theme/", theme.choose, name="theme"),
    path("too-large/", errors.too_large, name="too-large"),
]

handler400 = errors.misread
handler403 = errors.refused
handler404 = errors.missing
handler429 = errors.too_often
handler500 = errors.broken
