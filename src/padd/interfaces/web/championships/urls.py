"""The addresses of the road to Worlds."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.championships import (
    applications,
    challenges,
    dashboard,
    masters,
    papers,
    rights,
    season_plans,
    views,
)

urlpatterns = [
    path("badges/", views.show_badges, name="badges"),
    path("road/", views.open_latest_road, name="road-latest"),
    path("road/<year:year>/<slug:game>/", views.show_road, name="road"),
    path("championships/<slug:championship>/", views.show_championship, name="championship"),
    path(
        "championships/<slug:championship>/run/",
        dashboard.run_championship,
        name="championship-run",
    ),
    path(
        "championships/<slug:championship>/paper/<slug:name>.pdf",
        papers.print_championship_paper,
        name="championship-paper",
    ),
    path("challenges/", challenges.manage_challenges, name="challenges"),
    path("desk/seasons/", season_plans.manage_season_plans, name="desk-seasons"),
    path("desk/masters/<year:year>/", masters.show_masters_desk, name="desk-masters"),
    path(
        "desk/masters/<year:year>/<slug:game>/invitations.pdf",
        masters.print_invitations,
        name="masters-invitations",
    ),
    path("events/<slug:event>/rights/", rights.manage_event_rights, name="event-rights"),
    path("events/<slug:event>/rights.json", rights.download_rights_file, name="rights-file"),
    path(
        "desk/applications/<slug:application>/award/",
        applications.preview_award,
        name="application-award",
    ),
    path("masters/<year:year>/<slug:game>/", masters.show_masters, name="masters"),
    path("events/<slug:event>/rights/<slug:right>/", rights.decide_right, name="right-use"),
    path("apply/", applications.apply_for_championship, name="apply"),
    path(
        "apply/<slug:application>/withdraw/",
        applications.withdraw_application,
        name="application-withdraw",
    ),
    path("desk/applications/", applications.show_applications, name="desk-applications"),
    path("desk/applications/regions/", applications.add_region, name="region-add"),
    path("mine/rights/", rights.show_own_rights, name="my-rights"),
    path("desk/rights/", rights.manage_rights, name="desk-rights"),
    path("desk/rights/<slug:right>/withdraw/", rights.withdraw_right, name="right-withdraw"),
]
