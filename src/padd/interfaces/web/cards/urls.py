"""Addresses of cards and card data."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.cards import card_data, views

urlpatterns = [
    path("cards/", views.show_cards, name="cards"),
    path("cards/<slug:card>/", views.show_card, name="card"),
    path("cards/<slug:card>/correct/", card_data.correct_card, name="card-correct"),
    path("desk/cards/", card_data.manage_card_files, name="card-data"),
    path("desk/cards/lists/", card_data.manage_card_lists, name="card-lists"),
    path("desk/cards/<slug:file>/", card_data.review_card_file, name="card-file"),
]
