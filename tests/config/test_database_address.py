"""DATABASE_URL: one server, several that stand by, a socket; and the site's address."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from padd.config.databases import database, databases
from padd.platform.addresses import host_names, site_url

HERE = Path()


def test_several_servers_are_tried_for_the_one_that_takes_writes():
    found = database("postgresql://padd:a%20b@db1:5432,db2:5433/padd", HERE)

    assert (found["HOST"], found["PORT"]) == ("db1,db2", "5432,5433")
    assert (found["USER"], found["PASSWORD"], found["NAME"]) == ("padd", "a b", "padd")
    assert found["OPTIONS"]["target_session_attrs"] == "read-write"


def test_one_server_keeps_its_address_and_has_a_pool():
    one = database("postgresql://padd@[::1]:5432/padd", HERE)
    none = database("postgresql://padd@db/padd?pool=0", HERE)

    assert (one["HOST"], one["PORT"]) == ("::1", "5432")
    assert "target_session_attrs" not in one["OPTIONS"]
    assert one["OPTIONS"]["pool"]["max_size"] == 10
    assert one["OPTIONS"]["pool"]["reconnect_timeout"] <= 2
    assert (none["HOST"], none["PORT"]) == ("db", "")
    assert "pool" not in none["OPTIONS"]


def test_a_page_waits_shorter_for_a_replica_than_for_the_primary():
    found = databases("postgresql://padd@db/padd", "postgresql://padd@db2/padd", HERE)
    waits = {name: one["OPTIONS"]["pool"]["timeout"] for name, one in found.items()}

    assert waits["replica"] < waits["default"]


def test_a_socket_is_named_as_libpq_names_it():
    found = database("postgresql:///padd?host=/run/postgresql&user=padd", HERE)

    assert (found["HOST"], found["NAME"]) == ("", "padd")
    assert found["OPTIONS"]["host"] == "/run/postgresql"


def test_the_address_of_the_site_keeps_its_port_and_gives_its_name():
    url = site_url("https://padd.example:8443/", "")

    assert url == "https://padd.example:8443"
    assert host_names(url, "old.example") == ["padd.example", "old.example"]
    assert site_url("", "padd.example, b.example") == "https://padd.example"
    assert host_names("", "") == []


def test_a_name_is_answered_as_browsers_send_it():
    url = site_url("https://München.example", "")

    assert url == "https://xn--mnchen-3ya.example"
    assert host_names(url, "Köln.example") == ["xn--mnchen-3ya.example", "xn--kln-sna.example"]
    assert site_url("https://[::1]:8443", "") == "https://[::1]:8443"


@pytest.mark.parametrize(
    "said",
    [
        *("padd.example", "ftp://x", "https://x/padd", "https://", "https://."),
        *("https://x:abc", "https://x:99999", "https://[::1", "https://*"),
        *("https://u:p@x", "https://ex ample.org", f"https://{'a' * 64}"),
    ],
)
def test_an_address_that_is_none_is_said(said):
    with pytest.raises(ImproperlyConfigured, match="PADD_URL"):
        site_url(said, "")


@pytest.mark.parametrize("said", ["*", "a b", ".example.org", "https://padd.example"])
def test_a_host_that_is_no_name_is_said(said):
    with pytest.raises(ImproperlyConfigured, match="PADD_HOSTS"):
        host_names("", said)


@pytest.mark.parametrize(
    "said",
    [
        *("mysql://x", "garbage", "postgresql://", "postgresql://[::1/x"),
        *("postgresql://u:p#q@db/padd", "postgresql://db:abc/padd"),
        *("postgresql://db/padd?pool=abc", "postgresql://db/padd?pool=-3"),
    ],
)
def test_a_database_that_cannot_be_meant_is_said(said):
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        database(said, HERE)
    with pytest.raises(ImproperlyConfigured, match="PADD_READ_URL"):
        databases("", said, HERE)
