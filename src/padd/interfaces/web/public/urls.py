"""Addresses of the public pages of a running event."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.public import info, views

urlpatterns = [
    path("events/<slug:event>/pairings/", views.pairings, name="room-pairings"),
    path("events/<slug:event>/pairings/<int:number>/", views.pairings, name="room-round"),
    path("events/<slug:event>/pairings/<int:number>/why/", views.why, name="room-why"),
    path("events/<slug:event>/standings/", views.standings, name="room-standings"),
    path("events/<slug:event>/bracket/", views.bracket, name="room-bracket"),
    path("events/<slug:event>/info/", info.info, name="room-info"),
    path("events/<slug:event>/info/notes/", info.notes, name="room-notes"),
    path("events/<slug:event>/now/", views.now, name="room-now"),
]
