"""The addresses of the pages next to a player's profile."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.ratings import profile_views

urlpatterns = [
    path("against/", profile_views.against_search, name="against-search"),
    path("against/<slug:other>/", profile_views.against, name="against"),
    path("season/<year:year>/", profile_views.own_season, name="own-season"),
    path("season/<year:year>/picture.svg", profile_views.own_picture, name="own-picture"),
    path("season/<year:year>/picture.png", profile_views.own_image, name="own-image"),
    path("news.atom", profile_views.news, name="player-atom"),
]
