"""Addresses of reports, of the import and of the refresh of ratings."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.reports import corrections, intake, views

urlpatterns = [
    path("events/<slug:event>/report/", views.manage_report, name="report"),
    path("events/<slug:event>/report/check/", views.check_totals, name="report-check"),
    path("events/<slug:event>/correct/", corrections.correct_facts, name="correct-facts"),
    path(
        "events/<slug:event>/correct/event.json",
        corrections.download_facts,
        name="correct-facts-file",
    ),
    path("reports/<slug:report>/players/", views.identify_players, name="report-players"),
    path("report/in/", intake.receive_report, name="report-in"),
    path("report/file/", intake.upload_report, name="report-file"),
    path("import/", intake.import_events, name="import"),
    path("desk/reports/", intake.show_held_reports, name="held-reports"),
    path("desk/reports/<slug:report>/", intake.show_correction, name="correction"),
    path("desk/reports/<slug:report>/decide/", intake.decide_report, name="decide-report"),
    path("desk/ratings/", intake.refresh_ratings, name="refresh"),
]
