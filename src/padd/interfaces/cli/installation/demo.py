"""`padd demo`: fills an empty installation with a made-up community."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from padd.interfaces.cli.tables import show_spinner


@click.command()
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Data folder (or set PADD_DATA).",
)
def demo(data: Path | None) -> None:
    """Fill an empty installation with people, venues and a season of events."""
    if data is not None:
        os.environ["PADD_DATA"] = str(data.resolve())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "padd.config.settings")
    import django

    django.setup()
    from django.conf import settings

    from padd.core.refusal import RefusalError
    from padd.presentation.limited.products import shipped_products
    from padd.services.access.actors import SYSTEM
    from padd.services.installation import demo as community
    from padd.services.installation import installation
    from padd.services.installation.demo_drafts import add_drafts

    now = datetime.now(UTC)
    try:
        installation.open_up(folder=settings.DATA, now=now)
        with show_spinner("Creating a sample community"):
            made = community.fill_demo(by=SYSTEM, now=now)
            add_drafts(products=shipped_products(), by=SYSTEM, now=now)
    except RefusalError as refused:
        raise click.ClickException(str(refused)) from refused
    click.echo(f"Created: {made.people} players, {made.venues} venues, {made.events} events.")
    click.echo("See them with: padd serve")
