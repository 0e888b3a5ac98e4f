"""DATABASE_URL: one server, several that stand by, a socket; and the site's address."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from padd.config.databases import database
from padd.config.options import host_names, site_url

HERE = Path()


def test_several_servers_are_tried_for_the_one_that_takes_writes() -> None:
    found = database("postgresql://padd:a%20b@db1:5432,db2:5433/padd", HERE)

    assert (found["HOST"], found["PORT"]) == ("db1,db2", "5432,5433")
    assert (found["USER"], found["PASSWORD"], found["NAME"]) == ("padd", "a b", "padd")
    assert found["OPTIONS"]["target_session_attrs"] == "read-write"


def test_one_server_keeps_its_address_and_has_a_pool() -> None:
    one = database("postgresql://padd@[::1]:5432/padd", HERE)
    none = database("postgresql://padd@db/padd?pool=0", HERE)

    assert (one["HOST"], one["PORT"]) == ("::1", "5432")
    assert "target_session_attrs" not in one["OPTIONS"]
    assert one["OPTIONS"]["pool"]["max_size"] == 10
    assert (none["HOST"], none["PORT"]) == ("db", "")
    assert "pool" not in none["OPTIONS"]


def test_a_socket_is_named_as_libpq_names_it() -> None:
    found = database("postgresql:///padd?host=/run/postgresql&user=padd", HERE)

    assert (found["HOST"], found["NAME"]) == ("", "padd")
    assert found["OPTIONS"]["host"] == "/run/postgresql"


def test_the_address_of_the_site_keeps_its_port_and_gives_its_name() -> None:
    url = site_url("https://padd.example:8443/", "")

    assert url == "https://padd.example:8443"
    assert host_names(url, "old.example") == ["padd.example", "old.example"]
    assert site_url("", "padd.example, b.example") == "https://padd.example"
    assert host_names("", "") == []


@pytest.mark.parametrize("said", ["padd.example", "ftp://x", "https://x/padd"])
def test_an_address_that_is_none_is_said(said: str) -> None:
    with pytest.raises(ImproperlyConfigured):
        site_url(said, "")
