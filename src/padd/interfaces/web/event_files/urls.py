"""Addresses of event files that are read in the browser."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.event_files import views

urlpatterns = [
    path("read/", views.read, name="read"),
    path("event/", views.uploaded, name="event"),
    path("event/file/", views.uploaded_file, name="event-file"),
    path("examples/<slug:name>/", views.example, name="example"),
    path("examples/<slug:name>/file/", views.example_file, name="example-file"),
]
