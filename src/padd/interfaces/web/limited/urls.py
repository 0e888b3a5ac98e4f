"""The addresses of the pack creator."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.limited import views

urlpatterns = [
    path("packs/", views.show_packs, name="packs"),
    path("packs/products/", views.upload_product, name="product-add"),
    path("events/<slug:event>/packs/", views.show_event_packs, name="event-packs"),
    path("events/<slug:event>/draft/", views.show_draft_replay, name="event-draft"),
    path("packs/file/<slug:form>/", views.download_packs, name="packs-file"),
]
