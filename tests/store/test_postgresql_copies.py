"""How PostgreSQL's own tools are called."""

from django.db import DEFAULT_DB_ALIAS, ConnectionHandler
from django.utils.connection import ConnectionProxy

from padd.config.databases import postgresql
from padd.store.installation import postgresql_copies


def signed_in_by(url, monkeypatch):
    """Return the environment of the tools for a DATABASE_URL."""
    handler = ConnectionHandler({DEFAULT_DB_ALIAS: postgresql(url)})
    monkeypatch.setattr(postgresql_copies, "connection", ConnectionProxy(handler, DEFAULT_DB_ALIAS))
    return postgresql_copies._login()


def test_the_tools_show_the_certificates_that_the_program_shows(monkeypatch):
    url = (
        "postgresql://padd:s%40fe@one:5432,two:5433/club?sslmode=verify-full"
        "&sslrootcert=/etc/ca.pem&sslcert=/etc/padd.pem&sslkey=/etc/padd.key"
    )

    said = signed_in_by(url, monkeypatch)

    assert said == {
        "PGCLIENTENCODING": "UTF8",
        "PGDATABASE": "club",
        "PGUSER": "padd",
        "PGPASSWORD": "s@fe",
        "PGHOST": "one,two",
        "PGPORT": "5432,5433",
        "PGSSLMODE": "verify-full",
        "PGSSLROOTCERT": "/etc/ca.pem",
        "PGSSLCERT": "/etc/padd.pem",
        "PGSSLKEY": "/etc/padd.key",
        "PGTARGETSESSIONATTRS": "read-write",
        "PGCONNECT_TIMEOUT": "3",
    }
