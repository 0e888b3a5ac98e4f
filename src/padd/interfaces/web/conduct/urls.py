"""Addresses of complaints about directors, of cases and of their own standing."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.conduct import cases, complaints, own_record

urlpatterns = [
    path("events/<slug:event>/concern/", complaints.complain, name="concern"),
    path("concerns/<slug:complaint>/close/", complaints.close, name="concern-close"),
    path("concerns/<slug:complaint>/lift/", complaints.lift, name="concern-lift"),
    path("concerns/<slug:complaint>/case/", cases.from_complaint, name="concern-case"),
    path("events/<slug:event>/breach/", cases.breach, name="breach"),
    path("desk/cases/", cases.desk, name="cases"),
    path("cases/<slug:case>/", cases.show, name="case"),
    path("cases/<slug:case>/do/", cases.act, name="case-act"),
    path("cases/<slug:case>/files/<slug:file>/", cases.file, name="case-file"),
    path("me/standing/", own_record.standing, name="standing"),
]
