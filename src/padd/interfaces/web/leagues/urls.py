"""Addresses of leagues."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.leagues import champions, dashboard, papers, views

urlpatterns = [
    path("leagues/", views.show_leagues, name="leagues"),
    path("leagues/found/", views.request_league, name="league-found"),
    path("leagues/champions/", champions.show_champions, name="league-champions"),
    path("leagues/champions.csv", champions.download_champions, name="league-champions-csv"),
    path("leagues/champions/seed/", champions.seed_champions, name="league-champions-seed"),
    path(
        "leagues/champions/<slug:event>/byes/",
        champions.give_champion_byes,
        name="league-champions-byes",
    ),
    path("leagues/<slug:league>/", views.show_league, name="league"),
    path("leagues/<slug:league>/league.ics", views.league_feed, name="league-feed"),
    path("leagues/<slug:league>/missions/", views.show_missions, name="league-missions"),
    path("leagues/<slug:league>/table.pdf", papers.print_table, name="league-table-pdf"),
    path("leagues/<slug:league>/missions.pdf", papers.print_missions, name="league-missions-pdf"),
    path("leagues/<slug:league>/champion.pdf", papers.print_certificate, name="league-certificate"),
    path("leagues/<slug:league>/bonus.pdf", papers.print_bonus_slips, name="league-slips"),
    path("leagues/<slug:league>/decide/", views.decide_league, name="league-decide"),
    path("leagues/<slug:league>/run/", dashboard.run_league, name="league-run"),
    path("events/<slug:event>/league/", views.accept_league_event, name="league-accept"),
]
