"""Addresses of the public pages of a running event."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.public import info, views

urlpatterns = [
    path("events/<slug:event>/pairings/", views.show_pairings, name="room-pairings"),
    path("events/<slug:event>/pairings/<int:number>/", views.show_pairings, name="room-round"),
    path(
        "events/<slug:event>/pairings/<int:number>/why/",
        views.show_pairing_reasons,
        name="room-why",
    ),
    path("events/<slug:event>/standings/", views.show_standings, name="room-standings"),
    path("events/<slug:event>/standings/<slug:line>/", views.show_place_reason, name="room-reason"),
    path("events/<slug:event>/bracket/", views.show_bracket, name="room-bracket"),
    path("events/<slug:event>/info/", info.show_info, name="room-info"),
    path("events/<slug:event>/info/notes/", info.save_notes, name="room-notes"),
    path("events/<slug:event>/now/", views.show_moment, name="room-now"),
]
