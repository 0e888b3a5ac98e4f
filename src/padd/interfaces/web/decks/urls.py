"""Addresses of decks."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.decks import event_decks, views

urlpatterns = [
    path("decks/", views.decks, name="decks"),
    path("decks/new/", views.new, name="deck-new"),
    path("decks/<str:deck>/", views.deck, name="deck"),
    path("decks/<str:deck>/list.pdf", views.paper, name="deck-paper"),
    path("decks/<str:deck>/file/", views.export, name="deck-file"),
    path("events/<slug:event>/deck/", event_decks.event_deck, name="event-deck"),
    path("events/<slug:event>/decks/", event_decks.event_decks, name="event-decks"),
]
