"""`padd serve`: runs the web application on this computer."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import webbrowser
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from types import FrameType

HERE = "127.0.0.1"
FIRST_PORT = 8000
PORTS_TRIED = 100
LAST_PORT = 65_535


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, LAST_PORT),
    default=FIRST_PORT,
    show_default=True,
    help="Port to answer on; 0 takes any free one.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for everything that is kept (or set PADD_DATA).",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
def serve(port: int, data: Path | None, no_browser: bool) -> None:  # noqa: FBT001
    """Run the web application."""
    if data is not None:
        os.environ["PADD_DATA"] = str(data.resolve())
    listener = listen(port)
    taken = listener.getsockname()[1]
    if port and taken != port:
        click.echo(f"Port {port} is taken by another program, so PADD uses {taken}.")
    run(listener, f"http://{HERE}:{taken}/", open_browser=not no_browser)


def listen(port: int) -> socket.socket:
    """Return a socket on the port, or on the next one that is free."""
    for candidate in range(port, min(port + PORTS_TRIED, LAST_PORT + 1)):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if sys.platform != "win32":  # there it would let two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HERE, candidate))
            listener.listen()
        except OSError:
            listener.close()
        else:
            return listener
    raise click.ClickException(
        f"No free port from {port} to {candidate}. Name another one with --port."
    )


def run(listener: socket.socket, address: str, *, open_browser: bool) -> None:
    """Answer on the socket until a signal asks for the end."""
    import uvicorn

    class Server(uvicorn.Server):
        """A server that says when it is ready and ends without an error."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            secret = await asyncio.to_thread(open_up)
            await super().startup(sockets)
            click.echo(f"PADD answers at {address}")
            if secret:
                click.echo(f"Direct events from here, once: {address}enter/{secret}/")
            click.echo("Stop it with Ctrl-C.")
            click.echo("ready")
            if open_browser and has_display():
                opening = Thread(target=webbrowser.open_new_tab, args=(address,))
                opening.daemon = True
                opening.start()

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            """Take the signal as the wish to end, which is no failure."""
            super().handle_exit(sig, frame)
            self._captured_signals.clear()

    config = uvicorn.Config(
        "padd.config.asgi:application",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=2,
        timeout_keep_alive=20,
    )
    try:
        Server(config).run(sockets=[listener])
    except PermissionError as error:
        raise click.ClickException(
            f"{error.filename} cannot be written. Name another folder with --data."
        ) from error
    click.echo("PADD has stopped.")


def open_up() -> str:
    """Check and update what is kept; return the secret of the director's link.

    Only a laptop has such a link; a hosted installation has accounts.
    """
    from django.conf import settings

    from padd.services import installation, laptop
    from padd.services.refused import Refused

    now = datetime.now(UTC)
    try:
        opened = installation.open_up(folder=settings.DATA, now=now)
    except Refused as refused:
        raise click.ClickException(str(refused)) from refused
    if opened.backup is not None:
        click.echo(f"Updated; the state before is kept in {opened.backup}")
    return "" if settings.HOSTED else laptop.new_link(now=now)


def has_display() -> bool:
    """Tell whether a browser window could be seen on this computer."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
