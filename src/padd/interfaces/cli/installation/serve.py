"""`padd serve`: runs the web application on this computer."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import webbrowser
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from padd.interfaces.cli.open_installation import explain_write_errors
from padd.platform import addresses

if TYPE_CHECKING:  # keeps the start of the command line short
    import uvicorn

HERE = "127.0.0.1"
SOMEWHERE = "192.0.2.1"
"""An address set aside for documents: asking for the way there finds our own."""
FIRST_PORT = 8000
PORTS_TRIED = 100
LAST_PORT = 65_535
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, LAST_PORT),
    default=FIRST_PORT,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Data folder (or set PADD_DATA).",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
@click.option(
    "--address",
    default=HERE,
    show_default=True,
    help="Address to listen on; 0.0.0.0 for everyone, on a hosted installation.",
)
@click.option("--certificate", type=FILE, help="Certificate (PEM), to serve over https.")
@click.option("--key", type=FILE, help="Key of the certificate, if it is in a separate file.")
def serve(
    port: int,
    data: Path | None,
    address: str,
    certificate: Path | None,
    key: Path | None,
    *,
    no_browser: bool,
) -> None:
    """Run the web application."""
    if data is not None:
        os.environ["PADD_DATA"] = str(data.resolve())
    asked = (os.environ.get("PADD_URL", ""), os.environ.get("PADD_HOSTS", ""))
    name = urlsplit(addresses.site_url(*asked)).hostname or ""
    hosted = bool(name)
    if (address != HERE or certificate) and not hosted:
        raise click.UsageError(
            "--address and --certificate are for a hosted "
            "installation, which needs PADD_URL. On a laptop, the "
            "pages for phones are available on the network automatically."
        )
    listener = listen(port, address)
    port_taken = listener.getsockname()[1]
    if hosted and port and port_taken != port:
        listener.close()
        raise click.ClickException(
            f"Port {port} is taken by another program. The web server "
            "in front sends visitors there, so PADD can’t use another "
            "one. Stop that program, or choose another port in both places (--port)."
        )
    if port and port_taken != port:
        click.echo(f"Port {port} is taken by another program, so PADD uses {port_taken}.")
    sockets = [listener] if hosted else [listener, *listen_in_network(port_taken)]
    scheme = "https" if certificate else "http"
    run(
        sockets,
        f"{scheme}://{name or address}:{port_taken}/",
        open_browser=not no_browser,
        certificate=certificate,
        key=key,
    )


def listen(port: int, address: str = HERE) -> socket.socket:
    """Return a socket on the port, or on the next one that is free."""
    for candidate in range(port, min(port + PORTS_TRIED, LAST_PORT + 1)):
        listener = new_socket()
        if sys.platform != "win32":  # there it would let two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address, candidate))
            listener.listen()
        except OSError:
            listener.close()
        else:
            return listener
    raise click.ClickException(
        f"No free port from {port} to {candidate}. Choose another one with --port."
    )


def new_socket() -> socket.socket:
    """Return a socket whose answers leave at once.

    Only where the protocol is named does the event loop switch off the waiting for
    fuller packets, which costs every further answer of a connection 40 ms.
    """
    return socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)


def listen_in_network(port: int) -> list[socket.socket]:
    """Return a socket for phones on the same network, if there is a network.

    The director's pages answer on this computer alone, whatever the socket: see
    `padd.interfaces.web.request_actor`.
    """
    address = own_address()
    if address is None:
        return []
    listener = new_socket()
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        listener.listen()
    except OSError:
        listener.close()
        return []
    os.environ["PADD_NETWORK"] = address
    return [listener]


def own_address() -> str | None:
    """Return the address of this computer in its network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((SOMEWHERE, 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address == "0.0.0.0" else address  # noqa: S104 -- compared, not bound


def run(
    sockets: list[socket.socket],
    address: str,
    *,
    open_browser: bool,
    certificate: Path | None = None,
    key: Path | None = None,
) -> None:
    """Answer on the sockets until a signal asks for the end."""
    import uvicorn

    class Server(uvicorn.Server):
        """A server that says when it is ready and ends without an error."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            gc.freeze()
            gc.enable()
            secret = await asyncio.to_thread(prepare_installation)
            from padd.interfaces.cli.installation import background

            await super().startup(sockets)
            if self.should_exit:
                return
            background.start()
            door = f"{address}enter/{secret}/" if secret else address
            say_ready(address, door)
            if open_browser and has_display():
                opening = Thread(target=webbrowser.open_new_tab, args=(door,))
                opening.daemon = True
                opening.start()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """End the work in the background and what pages wait for, then the rest."""
            from padd.interfaces.cli.installation import background
            from padd.services.delivery import live_hub

            background.stop()
            live_hub.close_hubs()
            await super().shutdown(sockets)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            """Take the signal as the wish to end, which is no failure.

            It may come while modules are loading, so it must not import any.
            """
            super().handle_exit(sig, frame)
            self._captured_signals.clear()

    # All modules stay: to search them for garbage takes an eighth of the start, and
    # later a part of the requests.
    gc.disable()
    with explain_write_errors():
        Server(_configuration(certificate, key)).run(sockets=sockets)
    click.echo("PADD has stopped.")


def _configuration(certificate: Path | None, key: Path | None) -> uvicorn.Config:
    import uvicorn

    return uvicorn.Config(
        "padd.config.asgi:application",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        proxy_headers=bool(os.environ.get("PADD_BEHIND_PROXY")),
        forwarded_allow_ips=addresses.trusted_proxies(os.environ.get("PADD_BEHIND_PROXY", "")),
        timeout_graceful_shutdown=2,
        timeout_keep_alive=20,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )


def say_ready(address: str, door: str) -> None:
    """Print the addresses of the program and the director's link."""
    click.echo(f"PADD answers at {address}")
    if phones := os.environ.get("PADD_NETWORK"):
        port = address.rsplit(":", 1)[1]
        click.echo(f"Phones on the same network: http://{phones}:{port}")
    if door != address:
        click.echo(f"Sign in as the director (link works once): {door}")
    click.echo("Stop it with Ctrl-C.")
    click.echo("ready")


def prepare_installation() -> str:
    """Check and upgrade the installation; return the secret of the director's link.

    Only a laptop has such a link; a hosted installation has accounts.
    """
    from django.conf import settings

    from padd.core.refusal import RefusalError
    from padd.services.access import laptop_sign_in
    from padd.services.installation import backups, installation

    now = datetime.now(UTC)
    try:
        opened = installation.open_up(folder=settings.DATA, now=now)
        with installation.refuse_unusable_database(settings.DATA):
            backups.hold_data_folder()
            secret = "" if settings.HOSTED else laptop_sign_in.create_sign_in_link(now=now)
    except RefusalError as refused:
        why = "\n".join(str(one.message) for one in refused.refusals)
        raise click.ClickException(why) from refused
    if opened.backup is not None:
        click.echo(f"Updated; the previous state is kept in {opened.backup}")
    return secret


def has_display() -> bool:
    """Tell whether a browser window could be seen on this computer."""
    if sys.platform in {"darwin", "win32"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
