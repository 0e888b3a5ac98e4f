"""Addresses of rating lists, seasons, and the pages next to a player's profile."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.ratings import profiles, views

PLAYER = "players/<slug:person>/"

urlpatterns = [
    path("ratings/", views.show_rating_lists, name="rating-lists"),
    path("ratings/news.atom", views.rating_news, name="ratings-atom"),
    path("ratings/results.atom", views.result_news, name="results-atom"),
    path("seasons/", views.show_seasons, name="seasons"),
    path("seasons/<year:year>/", views.show_season, name="season"),
    path("seasons/<year:year>/picture.svg", views.season_svg, name="season-picture"),
    path("seasons/<year:year>/picture.png", views.season_png, name="season-image"),
    path(f"{PLAYER}against/", profiles.search_opponent, name="against-search"),
    path(f"{PLAYER}against/<slug:other>/", profiles.show_head_to_head, name="against"),
    path(f"{PLAYER}season/<year:year>/", profiles.show_own_season, name="own-season"),
    path(f"{PLAYER}season/<year:year>/picture.svg", profiles.own_season_svg, name="own-picture"),
    path(f"{PLAYER}season/<year:year>/picture.png", profiles.own_season_png, name="own-image"),
    path(f"{PLAYER}news.atom", profiles.player_news, name="player-atom"),
]
