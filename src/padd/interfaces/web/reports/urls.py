"""Addresses of reports, of the import and of the refresh of ratings."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.reports import corrections, intake, views

urlpatterns = [
    path("events/<slug:event>/report/", views.report, name="report"),
    path("events/<slug:event>/report/check/", views.check, name="report-check"),
    path("events/<slug:event>/correct/", corrections.facts, name="correct-facts"),
    path("events/<slug:event>/correct/event.json", corrections.file, name="correct-facts-file"),
    path("reports/<slug:report>/players/", views.players, name="report-players"),
    path("report/in/", intake.report_in, name="report-in"),
    path("report/file/", intake.report_file, name="report-file"),
    path("import/", intake.import_events, name="import"),
    path("desk/reports/", intake.held_reports, name="held-reports"),
    path("desk/reports/<slug:report>/", intake.correction, name="correction"),
    path("desk/reports/<slug:report>/decide/", intake.decide_report, name="decide-report"),
    path("desk/ratings/", intake.refresh, name="refresh"),
]
