"""The addresses of a finished event."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.results import views

urlpatterns = [
    path("", views.results, name="results"),
    path("event.json", views.event_file, name="results-file"),
    path("results.csv", views.results_table, name="results-table"),
    path("standings.csv", views.standings_table, name="standings-table"),
    path("standings.pdf", views.standings_print, name="standings-print"),
    path("results.pdf", views.results_print, name="results-print"),
]
