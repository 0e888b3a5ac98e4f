"""The addresses beside a player's own page."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.profile import views

urlpatterns = [
    path("against/", views.against_search, name="against-search"),
    path("against/<slug:other>/", views.against, name="against"),
    path("season/<int:year>/", views.own_season, name="own-season"),
    path("season/<int:year>/picture.svg", views.own_picture, name="own-picture"),
    path("season/<int:year>/picture.png", views.own_image, name="own-image"),
    path("news.atom", views.news, name="player-atom"),
]
