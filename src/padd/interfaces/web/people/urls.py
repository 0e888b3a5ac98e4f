"""Addresses of people, and of the department."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.people import department, merge, views

urlpatterns = [
    path("players/", views.players, name="players"),
    path("players/new/", views.add, name="player-add"),
    path("players/merge/", merge.merge, name="merge"),
    path("players/<slug:person>/", views.player, name="player"),
    path("players/<slug:person>/edit/", views.edit, name="player-edit"),
    path("players/<slug:person>/claim/", views.claim, name="player-claim"),
    path("players/<slug:person>/export/", views.export, name="player-export"),
    path("players/<slug:person>/erase/", views.erase, name="player-erase"),
    path("me/", views.me, name="me"),
    path("department/", department.department, name="department"),
]
