"""A server that is crawled by many visitors stays within its memory."""

import http.client
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.databases import installation
from tests.interfaces.web.served_pages import Served
from tests.reliability.marks import tell
from tests.wait_limits import PATIENCE

MOST_MB = 300
STARTS = ("/", "/calendar/?when=past", "/ratings/", "/players/", "/venues/", "/rulebooks/")
SKIPPED = ("/static", "/accounts")


def memory_of(process):
    """Return the most memory that a process has had, in MB."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmHWM:\s+(\d+)", status)
    assert found
    return int(found[1]) / 1024


class Crawler:
    """A visitor that asks for public pages on one connection."""

    def __init__(self, address):
        self.connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)

    def read(self, path, **headers):
        self.connection.request("GET", path, headers=headers)
        answer = self.connection.getresponse()
        body = answer.read()
        assert answer.status in {200, 302, 404}, path
        return body

    def links(self, path):
        found = re.findall(r'href="(/[^"#]*)"', self.read(path).decode())
        return {one.replace("&amp;", "&") for one in found if not one.startswith(SKIPPED)}


@pytest.mark.req("R27")
def test_random_addresses_and_many_pages_fit_into_the_memory(tmp_path, trials, record_property):
    environment = installation(tmp_path)
    fill = [sys.executable, "-m", "padd", "demo", "--data", str(tmp_path)]
    subprocess.run(fill, env={**os.environ, **environment}, check=True, timeout=4 * PATIENCE)
    server = Served(tmp_path, "--port", "0")
    crawler, chance = Crawler(server.address), random.Random(27)
    try:
        links = sorted(set().union(*map(crawler.links, STARTS)))
        pages = [one for one in links if not one.endswith((".pdf", ".ics", ".csv", ".json"))]
        crawler.read("/", **{"Accept-Encoding": "gzip"})
        before = memory_of(server.process)
        for _ in range(25 * trials):
            path = chance.choice(pages)
            more = f"{'&' if '?' in path else '?'}x{chance.random()}={chance.random()}"
            crawler.read(path + more, **{"Accept-Encoding": "gzip"})
        after = memory_of(server.process)
    finally:
        crawler.connection.close()
        server.stop()

    tell(record_property, pages=len(pages), before_mb=round(before), after_mb=round(after))
    assert len(pages) > 100
    assert after < MOST_MB
