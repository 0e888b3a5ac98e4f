"""The addresses of the seasons."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.ratings import views

urlpatterns = [
    path("", views.seasons, name="seasons"),
    path("<year:year>/", views.season, name="season"),
    path("<year:year>/picture.svg", views.season_picture, name="season-picture"),
    path("<year:year>/picture.png", views.season_image, name="season-image"),
]
