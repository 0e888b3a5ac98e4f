"""Every address of the application, in one table."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web import theme, views_error, views_event, views_rulebook

urlpatterns = [
    path("", views_event.home, name="home"),
    path("event/", views_event.uploaded, name="event"),
    path("event/file/", views_event.uploaded_file, name="event-file"),
    path("examples/<slug:name>/", views_event.example, name="example"),
    path("examples/<slug:name>/file/", views_event.example_file, name="example-file"),
    path("rulebooks/", views_rulebook.shelf, name="rulebooks"),
    path("rulebooks/compare/", views_rulebook.compare, name="compare"),
    path("rulebooks/find/", views_rulebook.find, name="find"),
    path("rulebooks/rulings/", views_rulebook.rulings, name="rulings"),
    path("rulebooks/<str:name>/", views_rulebook.book, name="rulebook"),
    path("theme/", theme.choose, name="theme"),
    path("too-large/", views_error.too_large, name="too-large"),
]

handler400 = views_error.misread
handler403 = views_error.refused
handler404 = views_error.missing
handler500 = views_error.broken
