"""Addresses of decks."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.decks import views

urlpatterns = [
    path("decks/new/", views.new, name="deck-new"),
]
