"""Ask a server for pages as fast as it answers: connections that stay open."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

CONNECTIONS = 8
SECONDS = float(os.environ.get("PADD_LOAD_SECONDS", "2"))


class Server:
    """A running `padd serve`."""

    def __init__(self, folder: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "padd", "serve", "--no-browser", "--port", "0"],
            env={**os.environ, "PADD_DATA": folder, **environment},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = ""
        self.clock = (~self.process.pid << 3) | 2
        """Linux's clock of the processor time that a process has taken."""
        for line in self.process.stdout:
            if line.startswith("PADD answers at "):
                self.address = line.split()[-1].rstrip("/")
            if line.strip() == "ready":
                break

    def processor_time(self) -> float:
        """Return the seconds of processor time taken so far."""
        return time.clock_gettime(self.clock)

    def stop(self) -> None:
        """End the server."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()


@dataclass
class Load:
    """What came of a load."""

    answers: int = 0
    errors: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Answers in a second."""
        return self.answers / self.seconds


def load(
    addresses: list[str],
    path: str,
    *,
    seconds: float = SECONDS,
    connections: int = CONNECTIONS,
    **headers: str,
) -> Load:
    """Ask for a page over and over, on connections spread over all servers."""
    return asyncio.run(_loaded(addresses, path, seconds, connections, headers))


async def _loaded(
    addresses: list[str], path: str, seconds: float, connections: int, headers: dict[str, str]
) -> Load:
    found = Load()
    begun = time.perf_counter()
    await asyncio.gather(
        *(
            _ask(addresses[at % len(addresses)], path, begun + seconds, headers, found)
            for at in range(connections)
        )
    )
    found.seconds = time.perf_counter() - begun
    return found


async def _ask(address: str, path: str, until: float, headers: dict[str, str], found: Load) -> None:
    place = urlsplit(address)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    lines = [f"GET {path} HTTP/1.1", f"Host: {place.netloc}", "Accept-Encoding: gzip"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    wish = ("\r\n".join(lines) + "\r\n\r\n").encode()
    while time.perf_counter() < until:
        writer.write(wish)
        head = await reader.readuntil(b"\r\n\r\n")
        await _read_body(reader, head.lower())
        found.answers += 1
        found.errors += not head.startswith(b"HTTP/1.1 200")
    writer.close()
    await writer.wait_closed()


async def _read_body(reader: asyncio.StreamReader, head: bytes) -> None:
    """Read to the end of an answer, whose length is told before or in pieces."""
    _, named, rest = head.partition(b"content-length:")
    if named:
        await reader.readexactly(int(rest.partition(b"\r\n")[0]))
        return
    length = -1
    while length:
        length = int(await reader.readline(), 16)
        await reader.readexactly(length + 2)
