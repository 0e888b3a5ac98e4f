"""The addresses of the pack creator."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.packs import views

urlpatterns = [
    path("packs/", views.packs, name="packs"),
    path("packs/products/", views.add, name="product-add"),
    path("events/<slug:event>/packs/", views.event_packs, name="event-packs"),
    path("events/<slug:event>/draft/", views.event_draft, name="event-draft"),
    path("packs/file/<slug:form>/", views.file, name="packs-file"),
]
