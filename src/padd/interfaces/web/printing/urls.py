"""The addresses of an event's printouts."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.printing import public, views

urlpatterns = [
    path("", views.documents_page, name="paper"),
    path("size/", views.choose_size, name="paper-size"),
    path("again/", views.print_again, name="paper-again"),
    path("public/<slug:name>.pdf", public.public_pdf, name="sheet-pdf"),
    path("public/<slug:name>.csv", public.public_csv, name="sheet-csv"),
    path("set.zip", views.round_set_zip, name="paper-set"),
    path("<slug:name>.pdf", views.document_pdf, name="paper-pdf"),
    path("<slug:name>.png", views.document_picture, name="paper-picture"),
    path("<slug:name>.csv", views.document_csv, name="paper-csv"),
]
