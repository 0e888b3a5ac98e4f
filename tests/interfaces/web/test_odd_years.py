"""Years in addresses that no calendar has."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("year", ["0", "0000", "9999", "10000", "99999999999999999999"])
@pytest.mark.parametrize(
    "address",
    [
        *("/seasons/{}/", "/seasons/{}/picture.svg", "/seasons/{}/picture.png"),
        *("/players/nobody/season/{}/", "/road/{}/2e/", "/masters/{}/2e/"),
        "/desk/masters/{}/",
    ],
)
def test_a_year_that_no_calendar_has_is_not_found(address, year):
    assert Client().get(address.format(year)).status_code == 404
