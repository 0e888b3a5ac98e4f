"""Addresses of cards and card data."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.cards import card_data, card_lists, views

urlpatterns = [
    path("cards/", views.cards, name="cards"),
    path("cards/<slug:card>/", views.card, name="card"),
    path("cards/<slug:card>/correct/", card_data.correct, name="card-correct"),
    path("desk/cards/", card_data.desk, name="card-data"),
    path("desk/cards/lists/", card_lists.lists, name="card-lists"),
    path("desk/cards/<slug:file>/", card_data.file, name="card-file"),
]
