"""Addresses of the rulebook browser."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.rulebooks import rulings_desk, views

urlpatterns = [
    path("rulebooks/", views.show_rulebooks, name="rulebooks"),
    path("rulebooks/compare/", views.compare_rulebooks, name="compare"),
    path("rulebooks/find/", views.search_rulebooks, name="find"),
    path("rulebooks/rulings/", views.show_rulings, name="rulings"),
    path("desk/rulings/", rulings_desk.manage_rulings, name="rulings-desk"),
    path("desk/rulings/<slug:ruling>/", rulings_desk.decide_ruling, name="ruling-act"),
    path("rulebooks/<str:name>/", views.show_rulebook, name="rulebook"),
]
