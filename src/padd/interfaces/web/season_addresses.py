"""The addresses of the seasons."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web import views_ratings

urlpatterns = [
    path("", views_ratings.seasons, name="seasons"),
    path("<int:year>/", views_ratings.season, name="season"),
    path("<int:year>/picture.svg", views_ratings.season_picture, name="season-picture"),
    path("<int:year>/picture.png", views_ratings.season_image, name="season-image"),
]
