"""The addresses of the road to Worlds."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.championships import (
    applications,
    badges,
    challenges,
    championship,
    check_in,
    dashboard,
    masters,
    papers,
    plans,
    rights,
    rights_file,
    road,
)

urlpatterns = [
    path("badges/", badges.show, name="badges"),
    path("road/", road.latest, name="road-latest"),
    path("road/<year:year>/<slug:game>/", road.show, name="road"),
    path("championships/<slug:championship>/", championship.show, name="championship"),
    path("championships/<slug:championship>/run/", dashboard.run, name="championship-run"),
    path(
        "championships/<slug:championship>/paper/<slug:name>.pdf",
        papers.paper,
        name="championship-paper",
    ),
    path("challenges/", challenges.show, name="challenges"),
    path("desk/seasons/", plans.desk, name="desk-seasons"),
    path("desk/masters/<year:year>/", masters.desk, name="desk-masters"),
    path(
        "desk/masters/<year:year>/<slug:game>/invitations.pdf",
        masters.invitations,
        name="masters-invitations",
    ),
    path("events/<slug:event>/rights/", rights_file.show, name="event-rights"),
    path("events/<slug:event>/rights.json", rights_file.download, name="rights-file"),
    path(
        "desk/applications/<slug:application>/award/", applications.award, name="application-award"
    ),
    path("masters/<year:year>/<slug:game>/", masters.show, name="masters"),
    path("events/<slug:event>/rights/<slug:right>/", check_in.decide, name="right-use"),
    path("apply/", applications.apply, name="apply"),
    path("apply/<slug:application>/withdraw/", applications.withdraw, name="application-withdraw"),
    path("desk/applications/", applications.desk, name="desk-applications"),
    path("desk/applications/regions/", applications.add_region, name="region-add"),
    path("mine/rights/", rights.mine, name="my-rights"),
    path("desk/rights/", rights.desk, name="desk-rights"),
    path("desk/rights/<slug:right>/withdraw/", rights.withdraw, name="right-withdraw"),
]
