"""Addresses of leagues."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.leagues import champions, dashboard, hub, league, papers

urlpatterns = [
    path("leagues/", hub.leagues, name="leagues"),
    path("leagues/found/", hub.found, name="league-found"),
    path("leagues/champions/", champions.champions, name="league-champions"),
    path("leagues/champions.csv", champions.champions_csv, name="league-champions-csv"),
    path("leagues/champions/seed/", champions.seed, name="league-champions-seed"),
    path("leagues/champions/<slug:event>/byes/", champions.byes, name="league-champions-byes"),
    path("leagues/<slug:league>/", league.league_page, name="league"),
    path("leagues/<slug:league>/league.ics", league.feed, name="league-feed"),
    path("leagues/<slug:league>/missions/", league.missions, name="league-missions"),
    path("leagues/<slug:league>/table.pdf", papers.table, name="league-table-pdf"),
    path("leagues/<slug:league>/missions.pdf", papers.missions, name="league-missions-pdf"),
    path("leagues/<slug:league>/champion.pdf", papers.certificate, name="league-certificate"),
    path("leagues/<slug:league>/bonus.pdf", papers.slips, name="league-slips"),
    path("leagues/<slug:league>/decide/", hub.decide, name="league-decide"),
    path("leagues/<slug:league>/run/", dashboard.run, name="league-run"),
    path("events/<slug:event>/league/", league.accept, name="league-accept"),
]
