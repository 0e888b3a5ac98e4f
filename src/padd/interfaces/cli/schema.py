"""`padd schema`: the JSON Schema of the event file."""

from __future__ import annotations

import click

from padd.core.event_file import event_schema
from padd.interfaces.cli.files import print_json


@click.command()
def schema() -> None:
    """Print the JSON Schema of the event file (padd-event/1)."""
    print_json(event_schema())
