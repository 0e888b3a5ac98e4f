"""Addresses of complaints about directors, of cases and of a player's own record."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.conduct import cases, complaints

urlpatterns = [
    path("events/<slug:event>/concern/", complaints.file_complaint, name="concern"),
    path("concerns/<slug:complaint>/close/", complaints.close_complaint, name="concern-close"),
    path("concerns/<slug:complaint>/lift/", complaints.lift_hold, name="concern-lift"),
    path("concerns/<slug:complaint>/case/", cases.open_case_from_complaint, name="concern-case"),
    path("events/<slug:event>/breach/", cases.report_breach, name="breach"),
    path("desk/cases/", cases.show_cases, name="cases"),
    path("cases/<slug:case>/", cases.show_case, name="case"),
    path("cases/<slug:case>/do/", cases.update_case, name="case-act"),
    path("cases/<slug:case>/files/<slug:file>/", cases.download_case_file, name="case-file"),
    path("me/standing/", cases.show_own_record, name="standing"),
]
