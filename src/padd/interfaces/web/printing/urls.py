"""The addresses of an event's printouts."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.printing import public, views

urlpatterns = [
    path("", views.overview, name="paper"),
    path("size/", views.choose_size, name="paper-size"),
    path("again/", views.print_again, name="paper-again"),
    path("public/<slug:name>.pdf", public.sheet, name="sheet-pdf"),
    path("public/<slug:name>.csv", public.spreadsheet, name="sheet-csv"),
    path("set.zip", views.whole_set, name="paper-set"),
    path("<slug:name>.pdf", views.document, name="paper-pdf"),
    path("<slug:name>.png", views.picture, name="paper-picture"),
    path("<slug:name>.csv", views.spreadsheet, name="paper-csv"),
]
