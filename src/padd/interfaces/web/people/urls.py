"""Addresses of people, and of the department."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.people import department, merge, views

urlpatterns = [
    path("players/", views.show_players, name="players"),
    path("players/new/", views.add_player, name="player-add"),
    path("players/merge/", merge.merge_players, name="merge"),
    path("players/<slug:person>/", views.show_player, name="player"),
    path("players/<slug:person>/edit/", views.edit_player, name="player-edit"),
    path("players/<slug:person>/claim/", views.claim_record, name="player-claim"),
    path("players/<slug:person>/export/", views.export_personal_data, name="player-export"),
    path("players/<slug:person>/erase/", views.erase_player, name="player-erase"),
    path("me/", views.edit_own_profile, name="me"),
    path("department/", department.show_department, name="department"),
]
