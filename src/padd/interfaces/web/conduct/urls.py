"""Addresses of complaints about directors."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.conduct import complaints

urlpatterns = [
    path("events/<slug:event>/concern/", complaints.complain, name="concern"),
    path("concerns/<slug:complaint>/close/", complaints.close, name="concern-close"),
    path("concerns/<slug:complaint>/lift/", complaints.lift, name="concern-lift"),
]
