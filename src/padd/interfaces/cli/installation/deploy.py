"""`padd deploy check`: what a host still has to set up."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from padd.interfaces.cli.files import as_json, print_json
from padd.interfaces.cli.open_installation import (
    BROKE_A_RULE,
    current_time,
    data_option,
    exit_on_refusal,
    open_installation,
    set_up_django,
)

MARKS: Final = {"fine": "ok     ", "advice": "advice ", "missing": "MISSING"}


@click.group()
def deploy() -> None:
    """Check a hosted installation and its mail."""


@deploy.command()
@data_option
@as_json
@exit_on_refusal
def check(data: Path | None, *, as_json: bool) -> None:
    """Show what is missing before people rely on this installation.

    Checks the database, tables, disk, mail, address, certificate, secret, proxy,
    backups, clock, and the second factor of officers. Exits with 1 if something is
    missing.
    """
    set_up_django(data)
    from padd.presentation.messages import text
    from padd.services.installation.readiness import deployment_checks

    found = tuple(deployment_checks(now=current_time()))
    missing = [finding for finding in found if not finding.fine]
    if as_json:
        findings = [
            {"code": finding.code, "level": str(finding.level), "message": text(finding.message)}
            for finding in found
        ]
        print_json({"ready": not missing, "findings": findings})
    else:
        for finding in found:
            click.echo(f"{MARKS[finding.level]}  {text(finding.message)}")
    if missing:
        sys.exit(BROKE_A_RULE)


@deploy.command()
@click.argument("address")
@data_option
@exit_on_refusal
def mail(address: str, data: Path | None) -> None:
    """Send a test e-mail to ADDRESS now, and show the mail server's answer."""
    set_up_django(data)
    from smtplib import SMTPException

    from django.conf import settings
    from django.core.mail import EmailMessage

    if not settings.MAIL_QUEUED:
        raise click.ClickException(
            "No mail server is named, so nothing was sent. Set PADD_MAIL_URL."
        )
    body = f"This is a test of PADD at {settings.URL or 'this computer'}.\n"
    try:
        EmailMessage("Test e-mail from PADD", body, to=[address]).send()
    except (OSError, SMTPException) as cause:
        raise click.ClickException(f"The mail server said: {cause}") from cause
    click.echo(f"Sent to {address}. Check that it arrived, and not as spam.")


@click.group()
def webhooks() -> None:
    """Webhooks; `padd serve` sends them automatically."""


@webhooks.command()
@data_option
@exit_on_refusal
def send(data: Path | None) -> None:
    """Send pending webhooks once, if no server is running."""
    open_installation(data)
    from padd.services.delivery import webhook_delivery

    gathered = webhook_delivery.queue_webhooks(now=current_time())
    sent = webhook_delivery.send_due_webhooks(now=current_time())
    click.echo(f"{gathered} new, {sent} delivered.")
