"""`padd webhooks`: send pending webhook messages, for use with a timer."""

from __future__ import annotations

from pathlib import Path

import click

from padd.interfaces.cli.installation import data_folder, open_up, present, refusing


@click.group()
def webhooks() -> None:
    """Webhooks; `padd serve` sends them automatically."""


@webhooks.command()
@data_folder
@refusing
def send(data: Path | None) -> None:
    """Send pending webhooks once, if no server is running."""
    open_up(data)
    from padd.services.delivery import webhook_delivery

    gathered = webhook_delivery.gather(now=present())
    sent = webhook_delivery.send(now=present())
    click.echo(f"{gathered} new, {sent} delivered.")
