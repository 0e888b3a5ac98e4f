"""A full room: 300 open pages, a result that reaches all, the rush after a publish.

Each part is done twice, by the pages and then by a static file of the same server in
the same way: as many connections, as many results entered meanwhile. A page takes at
most a few times as long as the file; nothing may fail (R9). The server is the shipped
`padd serve`; results are entered by another process.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import urlsplit

from benchmarks._goals import hold, missed
from benchmarks._http_load import Server
from benchmarks._postgresql import make_database, postgresql

PLAYERS = int(os.environ.get("PADD_ROOM_PLAYERS", "200"))
STREAMS = PLAYERS * 3 // 2
RESULTS = min(12, PLAYERS // 4)
SPREAD = 0.6
"""Seconds within which a page asks for what it heard of, as live_updates.js does."""
REACHED = 4
"""The last page shows a result within so many times what the static file takes."""
RELOADED = 4
"""95 of 100 phones have the pairings within so many times what the file takes."""
WRITTEN = 2
"""Results are entered among readers of pages as among readers of the file."""
RUSH_SECONDS = 8 if PLAYERS > 100 else 2
STATIC = "/static/icon.svg"


class Day:
    """An event of this installation, acted on by this process."""

    def __init__(self, folder: str) -> None:
        os.environ |= {"PADD_DATA": folder, "DJANGO_SETTINGS_MODULE": "padd.config.settings"}
        import django

        django.setup()
        from django.conf import settings

        from padd.services.installation import installation

        installation.open_up(folder=settings.DATA, now=datetime.now(UTC))
        self.number = 0
        self.id = self._opened()

    def _opened(self) -> str:
        from padd.core.event_file import SCHEMA
        from padd.core.model import Edition, Event, PairingStyle
        from padd.services import eventlog
        from padd.services.access import actors

        now = datetime.now(UTC)
        facts = Event(
            schema=SCHEMA,
            rulebook="opg-5",
            name="A full room",
            edition=Edition("2E"),
            pairing_style=PairingStyle.SWISS,
            rounds_planned=6,
            players=(),
            rounds=(),
            starts=now.isoformat(timespec="seconds"),
        )
        opened = eventlog.open_event(facts=facts, by=actors.SYSTEM, now=now)
        assert isinstance(opened, str), opened
        return opened

    def act(self, action: object) -> int:
        """Do one thing; return its number."""
        from padd.services import eventlog
        from padd.services.access import actors

        done = eventlog.record_action(
            event_id=self.id,
            action=action,  # type: ignore[arg-type]
            by=actors.SYSTEM,
            now=datetime.now(UTC),
            key=eventlog.new_command_key(),
        )
        assert isinstance(done, eventlog.Recorded), done
        return done.sequence

    def fill(self) -> None:
        """Let everybody come."""
        from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
        from padd.core.model import PlayerId

        players = [PlayerId(f"p{number}") for number in range(PLAYERS)]
        for player in players:
            self.act(PlayerEntered(player=player, name=f"Player {player}"))
        self.act(CheckedIn(players=tuple(players)))

    def publish(self) -> int:
        """Draw and publish the next round."""
        from padd.core.eventlog.actions.publication import RoundPublished
        from padd.services import eventlog
        from padd.services.access import actors

        self.number += 1
        now, key = datetime.now(UTC), eventlog.new_command_key()
        eventlog.draw_round(event_id=self.id, by=actors.SYSTEM, now=now, key=key)
        return self.act(RoundPublished(number=self.number))

    def result(self, table: int) -> int:
        """Enter the result of a table."""
        from padd.core.eventlog.actions.director_results import ResultEntered
        from padd.core.eventlog.state.table import GameOutcome
        from padd.services import eventlog

        state = eventlog.event_state(event_id=self.id)
        players = state.existing(self.number).tables[table].players
        outcome = GameOutcome(
            ending="complete",  # type: ignore[arg-type]
            winner=players[0],
            scores=(100, 5 * random.randrange(19)),
        )
        return self.act(ResultEntered(number=self.number, table=table, outcome=outcome))

    def close(self) -> None:
        """Enter what is missing, and close the round."""
        from padd.core.eventlog.actions.rounds import RoundClosed
        from padd.services import eventlog

        for table in eventlog.event_state(event_id=self.id).existing(self.number).tables:
            if eventlog.event_state(event_id=self.id).existing(self.number).tables[table].open:
                self.result(table)
        self.act(RoundClosed(number=self.number))


@dataclass
class Phone:
    """A page that is open: it hears of changes and asks for itself again."""

    place: str
    event: str
    heard: dict[int, float] = field(default_factory=dict)
    shown: dict[int, float] = field(default_factory=dict)
    latest: int = 0
    errors: int = 0
    fetching: asyncio.Task[None] | None = None

    async def follow(self) -> None:
        """Listen to the stream."""
        reader, writer = await asyncio.open_connection(*split(self.place))
        writer.write(request(self.place, f"/events/{self.event}/live"))
        async for line in reader:
            if line.startswith(b"data: "):
                self.hear(int(line[6:]))

    def hear(self, number: int) -> None:
        """Note when a number came, and ask for the page a moment later."""
        now = time.perf_counter()
        for one in range(self.latest + 1, number + 1):
            self.heard[one] = now
        self.latest = number
        if self.fetching is None or self.fetching.done():
            self.fetching = asyncio.create_task(self.fetch())

    async def fetch(self) -> None:
        """Ask for the page until it is as far as what was heard."""
        done = -1
        while done < self.latest:
            await asyncio.sleep(random.random() * SPREAD)
            took = await get(self.place, f"/events/{self.event}/pairings/")
            if took is None:
                self.errors += 1
                continue
            done = took.number
            now = time.perf_counter()
            for one in range(done + 1):
                self.shown.setdefault(one, now)


@dataclass
class Got:
    """One answer: how long it took, and how far it is."""

    seconds: float
    number: int
    octets: int


def split(place: str) -> tuple[str, int]:
    found = urlsplit(place)
    return str(found.hostname), int(found.port or 80)


def request(place: str, path: str, *more: str) -> bytes:
    lines = (f"GET {path} HTTP/1.1", f"Host: {urlsplit(place).netloc}", *more)
    return "\r\n".join((*lines, "Accept-Encoding: gzip", "", "")).encode()


async def get(place: str, path: str) -> Got | None:
    """Ask on a connection of its own, as a phone that comes back does."""
    start = time.perf_counter()
    try:
        reader, writer = await asyncio.open_connection(*split(place))
        writer.write(request(place, path, "Connection: close"))
        answer = await asyncio.wait_for(reader.read(), 20)
        writer.close()
    except (OSError, TimeoutError):
        return None
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        return None
    etag = next((x for x in head.lower().split(b"\r\n") if x.startswith(b"etag")), b"")
    parts = etag.split(b"-")
    number = int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else 0
    return Got(time.perf_counter() - start, number, len(body))


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def summary_line(about: str, values: list[float]) -> str:
    return (
        f"{about}: median {1000 * share(values, 0.5):.0f} ms, "
        f"p95 {1000 * share(values, 0.95):.0f} ms, worst {1000 * max(values):.0f} ms"
    )


async def spread_out(places: list[str], phones: int) -> float:
    """Let phones ask for a static file, each after a moment; return when all have."""

    async def one(place: str) -> None:
        await asyncio.sleep(random.random() * SPREAD)
        await get(place, STATIC)

    start = time.perf_counter()
    await asyncio.gather(*(one(places[at % len(places)]) for at in range(phones)))
    return time.perf_counter() - start


async def reached(day: Day, places: list[str], streams: int, results: int) -> None:
    """Open the streams, enter results, and see when the last page has each."""
    phones = [Phone(places[at % len(places)], day.id) for at in range(streams)]
    following = [asyncio.create_task(phone.follow()) for phone in phones]
    while not all(phone.shown for phone in phones):  # noqa: ASYNC110 -- many of them
        await asyncio.sleep(0.05)
    heard, shown, peer = [], [], []
    for table in range(1, results + 1):
        number = await asyncio.to_thread(day.result, table)
        saved = time.perf_counter()
        while not all(number in phone.shown for phone in phones):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        heard.append(max(phone.heard[number] for phone in phones) - saved)
        shown.append(max(phone.shown[number] for phone in phones) - saved)
        peer.append(await spread_out(places, streams))
    errors = sum(phone.errors for phone in phones)
    for task in following:
        task.cancel()
    print(f"  {summary_line(f'a result heard by the last of {streams} pages', heard)}")
    print(f"  {summary_line('and shown by it', shown)}; {errors} errors")
    hold("  a result shown / a static file", share(shown, 0.5) / share(peer, 0.5), REACHED)
    hold("  pages that failed", errors, most=0)


async def reload(places: list[str], path: str, phones: int) -> list[float | None]:
    """Let phones ask at once, and say how long each one waited."""
    asked = (get(places[at % len(places)], path) for at in range(phones))
    found = await asyncio.gather(*asked)
    return [None if one is None else one.seconds for one in found]


async def rush(day: Day, places: list[str], phones: int) -> None:
    """Publish a round, and let everybody reload the pairings at once."""
    await asyncio.to_thread(day.close)
    await asyncio.to_thread(day.publish)
    found = await reload(places, f"/events/{day.id}/pairings/", phones)
    took = [one for one in found if one is not None]
    errors = len(found) - len(took)
    peer = [one for one in await reload(places, STATIC, phones) if one is not None]
    print(f"  {summary_line(f'{phones} phones reload at once', took)}; {errors} errors")
    print(f"  {summary_line('a static file, the same way', peer)}")
    ratio = share(took, 0.95) / share(peer, 0.95)
    hold("  reloaded at once / a static file", ratio, RELOADED)
    hold("  pages that failed", errors, most=0)


@dataclass
class Storm:
    """What phones that keep asking saw, and what those who entered results waited."""

    reads: list[float] = field(default_factory=list)
    errors: int = 0
    writes: list[float] = field(default_factory=list)


async def storm(day: Day, places: list[str], path: str, seconds: float, tables: range) -> Storm:
    """Let phones ask every second while results are entered."""
    found = Storm()
    end = time.perf_counter() + seconds

    async def look(place: str) -> None:
        await asyncio.sleep(random.random())
        while time.perf_counter() < end:
            got = await get(place, path)
            if got is None:
                found.errors += 1
            else:
                found.reads.append(got.seconds)
            await asyncio.sleep(1)

    looking = [asyncio.create_task(look(places[at % len(places)])) for at in range(PLAYERS)]
    for table in tables:
        if time.perf_counter() > end - 0.5:
            break
        start = time.perf_counter()
        await asyncio.to_thread(day.result, table)
        found.writes.append(time.perf_counter() - start)
        await asyncio.sleep(seconds / 60)
    await asyncio.gather(*looking)
    return found


async def storms(day: Day, places: list[str], seconds: float) -> None:
    """Hold readers of pages against readers of a static file (R9)."""
    half = PLAYERS // 4
    path, first = f"/events/{day.id}/pairings/?by=name", range(1, half + 1)
    found = await storm(day, places, path, seconds, first)
    second = range(half + 1, PLAYERS // 2 + 1)
    peer = await storm(day, places, STATIC, seconds, second)
    about = f"{len(found.reads)} reads by {PLAYERS} phones in {seconds:.0f} s"
    print(f"  {summary_line(about, found.reads)}; {found.errors} errors")
    print(f"  {summary_line('a static file, the same way', peer.reads)}")
    print(f"  {summary_line(f'{len(found.writes)} results entered meanwhile', found.writes)}")
    print(f"  {summary_line('among readers of the file', peer.writes)}")
    reads = share(found.reads, 0.95) / share(peer.reads, 0.95)
    hold("  read in a storm / a static file", reads, RELOADED)
    writes = share(found.writes, 0.5) / share(peer.writes, 0.5)
    hold("  entered in a storm / among readers of the file", writes, WRITTEN)
    hold("  pages that failed", found.errors, most=0)


def measure(folder: str, servers: int) -> None:
    """Run all parts against so many processes on one database."""
    day = Day(folder)
    day.fill()
    day.publish()
    started = [Server(folder) for _ in range(servers)]
    try:
        asyncio.run(_measured(day, [server.address for server in started]))
    finally:
        for server in started:
            server.stop()


async def _measured(day: Day, places: list[str]) -> None:
    await reached(day, places, STREAMS, RESULTS)
    await rush(day, places, PLAYERS)
    await storms(day, places, RUSH_SECONDS)


def on_database(name: str, server: str = "") -> bool:
    """Measure one and two processes, each shape with an empty database of its own."""
    kept = True
    for servers in (1, 2):
        print(f"{name}, {servers} x padd serve, {PLAYERS} players:", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            address = server and make_database(server, f"room_{servers}")
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.live_pages", folder],
                env={
                    **os.environ,
                    "PADD_DATA": folder,
                    "DATABASE_URL": address,
                    "PADD_ROOM_SERVERS": str(servers),
                },
                check=False,
            )
            kept = kept and done.returncode == 0
    return kept


def main() -> None:
    """Measure each shape in a process of its own; Django has one database each."""
    if os.environ.get("PADD_ROOM_SERVERS"):
        folder, servers = sys.argv[-1], int(os.environ["PADD_ROOM_SERVERS"])
        measure(folder, servers)
        sys.exit(1 if missed() else 0)
    kept = on_database("SQLite")
    with postgresql() as server:
        kept = on_database("PostgreSQL", server) and kept
    if not kept:
        sys.exit("Missed: see above")


if __name__ == "__main__":
    main()
