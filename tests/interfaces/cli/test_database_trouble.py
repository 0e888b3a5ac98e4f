"""A database that cannot be used, whatever the command: a sentence with a way out."""

import sqlite3

import click
import pytest
from click.testing import CliRunner
from django.db import OperationalError, ProgrammingError

from padd.interfaces.cli import main
from padd.interfaces.cli.installation import office, serve
from padd.services.access import laptop_sign_in
from padd.services.installation import backups

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_folder")]


def failing(error):
    """Return something that fails, however it is called."""

    def fail(*_, **__):
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OperationalError("database or disk is full"), "the disk is full"),
        (OperationalError("database is locked"), "another program is using"),
        (OperationalError("attempt to write a readonly database"), "can’t be written"),
    ],
)
def test_a_command_says_what_keeps_the_database_from_working(monkeypatch, error, words):
    monkeypatch.setattr(office, "open_installation", failing(error))

    done = CliRunner().invoke(main.main, ["office", "list"])

    assert done.exit_code == 1
    assert done.output.startswith("Error: The database cannot be used: ")
    assert words in done.output


def test_what_is_our_own_fault_is_not_called_the_databases(monkeypatch):
    monkeypatch.setattr(office, "open_installation", failing(ProgrammingError("no such column")))

    done = CliRunner().invoke(main.main, ["office", "list"])

    assert isinstance(done.exception, ProgrammingError)


@pytest.mark.parametrize(
    ("place", "name", "error"),
    [
        (laptop_sign_in, "create_sign_in_link", OperationalError("database or disk is full")),
        (backups, "hold_data_folder", sqlite3.OperationalError("database or disk is full")),
    ],
)
def test_a_disk_that_is_full_at_the_start_is_a_sentence(monkeypatch, place, name, error):
    monkeypatch.setattr("padd.store.installation.upgrade.make_database_private", lambda: None)
    monkeypatch.setattr(place, name, failing(error))

    with pytest.raises(click.ClickException) as refused:
        serve.prepare_installation()

    assert refused.value.message == (
        "The database cannot be used: the disk is full. Free up some space."
    )
