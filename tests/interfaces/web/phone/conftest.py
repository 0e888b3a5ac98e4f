"""A hall of phones in a browser, for events of every kind."""

import pytest
from served_pages import Served
from tests.interfaces.web.phone.served_event import ServedSpecialEvent


@pytest.fixture(scope="module")
def special_hall(browser, tmp_path_factory):
    data = tmp_path_factory.mktemp("special")
    server = Served(data, "--port", "0")
    made = ServedSpecialEvent(server, data, browser)
    yield made
    made.director.rest()
    assert server.stop() == 0


@pytest.fixture
def hall(special_hall):
    yield special_hall
    for context in special_hall.contexts:
        special_hall.browser.end(context)
    special_hall.contexts.clear()
    assert special_hall.complaints == []
