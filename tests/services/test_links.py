"""Addresses in e-mails, webhooks and paper are those of the URL configuration."""

import re
from pathlib import Path

import pytest
from django.urls import resolve, reverse

from padd.services.links import PATHS, link_path

PARTS = {"event": "7kq2m9xw3p", "number": 2, "token": "secret"}
SERVICES = Path(__file__).parents[2] / "src" / "padd" / "services"
WRITTEN_PATH = re.compile(r"""["']/(api|desk|events|play|report|unsubscribe)/""")


@pytest.mark.parametrize("page", PATHS)
def test_a_link_leads_to_the_page_of_its_name(page):
    wanted = {name: PARTS[name] for name in re.findall(r"{(\w+)}", PATHS[page])}

    path = link_path(page, **wanted)

    assert path == reverse(page, kwargs=wanted)
    assert resolve(path).url_name == page


def test_services_write_no_address_elsewhere():
    written = [
        f"{path.relative_to(SERVICES)}: {line.strip()}"
        for path in sorted(SERVICES.rglob("*.py"))
        if path.name != "links.py"
        for line in path.read_text(encoding="utf-8").splitlines()
        if WRITTEN_PATH.search(line) and "re.compile" not in line
    ]

    assert written == []
