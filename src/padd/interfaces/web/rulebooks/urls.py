"""Addresses of the rulebook browser."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.rulebooks import rulings_desk, views

urlpatterns = [
    path("rulebooks/", views.shelf, name="rulebooks"),
    path("rulebooks/compare/", views.compare, name="compare"),
    path("rulebooks/find/", views.find, name="find"),
    path("rulebooks/rulings/", views.rulings, name="rulings"),
    path("desk/rulings/", rulings_desk.desk, name="rulings-desk"),
    path("desk/rulings/<slug:ruling>/", rulings_desk.act, name="ruling-act"),
    path("rulebooks/<str:name>/", views.book, name="rulebook"),
]
