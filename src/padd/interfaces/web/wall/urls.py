"""Addresses of the projector."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.wall import views

urlpatterns = [
    path("events/<slug:event>/projector/", views.projector, name="projector"),
    path("wall/", views.wall, name="wall"),
]
