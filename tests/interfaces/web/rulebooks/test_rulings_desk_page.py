"""The desk of interim rulings, as the Director of Organized Play sees it."""

import pytest
from tests.interfaces.web.page_source import one_line

pytestmark = pytest.mark.django_db


@pytest.mark.req("GOV-18")
def test_a_ruling_names_its_rulebook_by_its_title(shared_world):
    world = shared_world.as_made()
    ruling = {
        "rulebook": "opg-5",
        "title": "A tie is worth one point",
        "about": "Until the next guide.",
        "cite": "https://example.org/articles/1701",
        "in_force": "2999-01-01",
        "path-0": "scoring.points.tie",
        "value-0": "1",
    }

    saved = world.ask("head", "POST", "/desk/rulings/", ruling)
    page = one_line(world.ask("head", "GET", "/desk/rulings/").content.decode())

    assert saved.status_code == 302
    assert "Organized Play Guide 5, from 1 January 2999" in page
