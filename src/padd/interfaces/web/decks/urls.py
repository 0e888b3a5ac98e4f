"""Addresses of decks."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.decks import event_decks, views

urlpatterns = [
    path("decks/", views.show_decks, name="decks"),
    path("decks/new/", views.check_new_deck, name="deck-new"),
    path("decks/<str:deck>/", views.edit_deck, name="deck"),
    path("decks/<str:deck>/list.pdf", views.print_deck, name="deck-paper"),
    path("decks/<str:deck>/file/", views.download_deck, name="deck-file"),
    path("events/<slug:event>/deck/", event_decks.register_deck, name="event-deck"),
    path("events/<slug:event>/decks/", event_decks.show_event_decks, name="event-decks"),
]
