"""Home where nothing has been entered yet."""

import pytest
from tests.interfaces.web.laptop_client import laptop

from padd.store.models.events import Event

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_an_empty_installation_offers_a_made_up_community():
    client = laptop()
    first = client.get("/").content.decode()
    client.post("/demo/")
    then = client.get("/").content.decode()

    assert "Load sample data" in first
    assert "Find your next event" in then
    assert Event.objects.count() > 100
