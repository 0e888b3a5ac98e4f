"""Addresses of results: of a finished event, and of an event file read in the browser."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.results import event_files, views

RESULTS = "events/<slug:event>/results/"

urlpatterns = [
    path(RESULTS, views.show_results, name="results"),
    path(f"{RESULTS}why/<slug:line>/", views.show_place_reason, name="results-reason"),
    path(f"{RESULTS}event.json", views.download_event_file, name="results-file"),
    path(f"{RESULTS}results.csv", views.download_results_csv, name="results-table"),
    path(f"{RESULTS}standings.csv", views.download_standings_csv, name="standings-table"),
    path(f"{RESULTS}standings.pdf", views.print_standings, name="standings-print"),
    path(f"{RESULTS}results.pdf", views.print_results, name="results-print"),
    path("read/", event_files.show_upload_form, name="read"),
    path("event/", event_files.show_uploaded_event, name="event"),
    path("event/file/", event_files.download_uploaded_event, name="event-file"),
    path("examples/<slug:name>/", event_files.show_example, name="example"),
    path("examples/<slug:name>/file/", event_files.download_example, name="example-file"),
]
