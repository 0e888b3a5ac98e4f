"""A served headquarters: accounts, mail, and an event whose every text is hostile."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

from seeded_event import PASSWORD
from served_pages import Served
from tests.databases import installation
from tests.wait_limits import PATIENCE


class Headquarters(Served):
    """A server with accounts whose mail is read from its own output."""

    def __init__(self, data):
        os.environ["PADD_ACCOUNTS"] = "yes"
        seed = Path(__file__).with_name("seeded_event.py")
        self.hostile = subprocess.run(
            [sys.executable, str(seed)],
            env={**installation(data), "PYTHONPATH": str(seed.parents[3])},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        """Events whose every text is hostile, by their ids."""
        super().__init__(data, "--port", "0")
        del os.environ["PADD_ACCOUNTS"]
        self.reading = Thread(target=self._read, daemon=True)
        self.reading.start()

    def _read(self):
        assert self.process.stdout is not None
        self.said.extend(line.strip() for line in self.process.stdout)

    def link_mailed_to(self, address):
        """Return the last link that was sent to an address."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            mail = "\n".join(self.said).rpartition(f"To: {address}")[2]
            found = re.search(r"http://\S+(/entry/\S+)", mail)
            if found and address in "\n".join(self.said):
                return found.group(1)
            self.reading.join(0.05)
        raise AssertionError(f"no mail to {address}")

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        code = self.process.wait(timeout=PATIENCE)
        self.reading.join()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


def sign_in(read, name):
    page = read.page
    page.goto(f"{read.address}/accounts/login/")
    page.get_by_label("E-mail address").fill(f"{name}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    # To go on before the answer is there would take the request back.
    with page.expect_navigation(wait_until="load"):
        page.get_by_role("button", name="Sign in", exact=True).click()
    return page
