"""The addresses of the road to Worlds."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.championships import (
    applications,
    badges,
    championship,
    check_in,
    masters,
    rights,
    road,
)

urlpatterns = [
    path("badges/", badges.show, name="badges"),
    path("road/", road.latest, name="road-latest"),
    path("road/<int:year>/<slug:game>/", road.show, name="road"),
    path("championships/<slug:championship>/", championship.show, name="championship"),
    path("masters/<int:year>/<slug:game>/", masters.show, name="masters"),
    path("events/<slug:event>/rights/<slug:right>/", check_in.decide, name="right-use"),
    path("apply/", applications.apply, name="apply"),
    path(
        "apply/<slug:application>/withdraw/",
        applications.withdraw,
        name="application-withdraw",
    ),
    path("desk/applications/", applications.desk, name="desk-applications"),
    path("desk/rights/", rights.desk, name="desk-rights"),
    path("desk/rights/<slug:right>/withdraw/", rights.withdraw, name="right-withdraw"),
]
