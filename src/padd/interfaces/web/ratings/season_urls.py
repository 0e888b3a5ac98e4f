"""The addresses of the seasons."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.ratings import views

urlpatterns = [
    path("", views.seasons, name="seasons"),
    path("<int:year>/", views.season, name="season"),
    path("<int:year>/picture.svg", views.season_picture, name="season-picture"),
    path("<int:year>/picture.png", views.season_image, name="season-image"),
]
