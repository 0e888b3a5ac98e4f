"""The address that tells pages what changed."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.live import views

urlpatterns = [path("events/<slug:event>/live", views.live, name="live")]
