"""The host's own pages: linked where they were written, and plain text."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
HERE = {"host": "localhost"}


def test_what_the_host_wrote_is_linked_and_shown_as_text(settings, tmp_path):
    settings.DATA, settings.SITE_NAME = tmp_path, "Club of Mainz"
    (tmp_path / "site").mkdir()
    words = "Ada & Co <script>alert(1)</script>\n\nMainz"
    (tmp_path / "site" / "imprint.txt").write_text(words, encoding="utf-8")

    home = Client(headers=HERE).get("/").content.decode()
    page = Client(headers=HERE).get("/site/imprint/").content.decode()

    assert "Club of Mainz" in home
    assert "/site/imprint/" in home
    assert "/site/privacy/" not in home
    assert "Ada &amp; Co &lt;script&gt;" in page
    assert page.count("<bdi>") >= 2


def test_the_site_has_the_colour_of_its_host_and_no_style_inside_of_pages(settings):
    settings.SITE_COLOUR = "9fd8c4"

    home = Client(headers=HERE).get("/").content.decode()
    sheet = Client(headers=HERE).get("/site/colour-9fd8c4.css")

    assert 'href="/site/colour-9fd8c4.css"' in home
    assert "<style" not in home
    assert sheet["Content-Type"] == "text/css"
    assert sheet.content == b":root { --site: #9fd8c4; }\n"
    assert Client(headers=HERE).get("/site/colour-ff0000.css").status_code == 404


@pytest.mark.parametrize("name", ["privacy", "imprint", "padd", "settings"])
def test_nothing_else_in_the_folder_is_ever_shown(settings, tmp_path, name):
    settings.DATA = tmp_path
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "padd.txt").write_text("secret", encoding="utf-8")

    answer = Client(headers=HERE).get(f"/site/{name}/")

    assert answer.status_code == 404
