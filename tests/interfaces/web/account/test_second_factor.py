"""Two-step sign-in in a real browser: a code of an app, a recovery code, a passkey."""

import base64
import hashlib
import hmac
import re
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from threading import Barrier
from urllib.parse import urlencode, urlsplit

import pytest
from headquarters import sign_in
from seeded_event import PASSWORD
from tests.wait_limits import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.req("R20")]

STEP = 30
"""Seconds for which one code holds (RFC 6238)."""
ALLOWED = 5
GUESSES = 40


def code(secret, *, ahead=0):
    """Return the code that an app shows for a secret, or the one after it."""
    moment = int(time.time()) // STEP + ahead
    key = base64.b32decode(secret)
    digest = hmac.new(key, moment.to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFF_FFFF
    return f"{number % 1_000_000:06d}"


def say_password_again(page):
    """Give the password once more where that is asked for."""
    if "reauthenticate" in page.url:
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button").filter(has_text="Continue").click()


def sign_out(page):
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").first.wait_for()


def set_an_app_up(read):
    """Switch the code of an app on; return its secret."""
    page = read.page
    page.goto(f"{read.address}/accounts/2fa/totp/activate/")
    say_password_again(page)
    secret = str(page.locator("code").inner_text())
    page.get_by_label("code").fill(code(secret))
    page.get_by_role("button", name="Turn on").click()
    return secret


def test_a_code_of_an_app_or_a_recovery_code_is_asked_after_the_password(somebody):
    read = somebody("phone")
    page = sign_in(read, "tess")
    set_an_app_up(read)
    page.goto(f"{read.address}/accounts/2fa/recovery-codes/")
    say_password_again(page)
    spare = page.locator("li code").all_inner_texts()
    barriers = read.barriers()
    sign_out(page)

    sign_in(read, "tess")
    asked = page.url
    half_way = read.page.request.get(f"{read.address}/mine/", max_redirects=0).status
    page.get_by_label("code").fill("000000")
    answer_code(page)
    refused = page.get_by_text("That didn’t work").is_visible()
    page.get_by_label("code").fill(spare[0])
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("link", name="My events").wait_for()
    sign_out(page)

    sign_in(read, "tess")
    page.get_by_label("code").fill(spare[0])
    answer_code(page)
    spent = page.get_by_text("That didn’t work").is_visible()

    assert len(spare) == 10
    assert asked.endswith("/accounts/2fa/authenticate/")
    assert half_way == 302
    assert refused
    assert spent
    assert barriers == []


def answer_code(page):
    """Send the code and wait for what is said to it."""
    with page.expect_navigation():
        page.get_by_role("button", name="Sign in", exact=True).click()


def test_a_code_of_an_app_signs_in_once(somebody):
    read = somebody("laptop")
    page = sign_in(read, "noa")
    secret = set_an_app_up(read)
    sign_out(page)
    one = code(secret, ahead=1)

    sign_in(read, "noa")
    page.get_by_label("code").fill(one)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("link", name="My events").wait_for()
    sign_out(page)
    sign_in(read, "noa")
    page.get_by_label("code").fill(one)
    answer_code(page)

    assert page.get_by_text("That didn’t work").is_visible()


def test_a_passkey_signs_in_without_a_password(somebody):
    read = somebody("laptop")
    read.address = read.address.replace("127.0.0.1", "localhost")
    page = read.page
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    sign_in(read, "kim")
    page.goto(f"{read.address}/accounts/2fa/webauthn/add/")
    say_password_again(page)
    page.get_by_label("Name").fill("This laptop")
    page.get_by_label("Sign in with it alone").check()
    page.get_by_role("button", name="Add passkey").click()
    page.wait_for_url(lambda url: "/add/" not in url)
    page.set_viewport_size({"width": 320, "height": 700})
    told = page.get_by_role("status").bounding_box()
    elbow = page.locator(".elbow").bounding_box()
    page.set_viewport_size({"width": 1440, "height": 900})
    assert told["y"] >= elbow["y"] + elbow["height"], (told, elbow)
    sign_out(page)

    page.goto(f"{read.address}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("link", name="My events").wait_for()
    sign_out(page)
    sign_in(read, "kim")
    asked = page.url
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("link", name="My events").wait_for()

    assert asked.endswith("/accounts/2fa/authenticate/")
    assert read.complaints == []


class SignInForm:
    """The form of the sign-in, sent without a browser from any address."""

    def __init__(self, server):
        self.server = urlsplit(server)
        line = self._line("127.0.0.1")
        line.request("GET", "/accounts/login/")
        page = line.getresponse()
        found = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', page.read())
        line.close()
        assert found
        self.token = found[1].decode()
        self.head = {
            "Cookie": str(page.headers["Set-Cookie"]).partition(";")[0],
            "Content-Type": "application/x-www-form-urlencoded",
        }

    def _line(self, address):
        host, port = str(self.server.hostname), self.server.port
        return HTTPConnection(host, port, timeout=PATIENCE, source_address=(address, 0))

    def send(self, name, word, address):
        """Try a password; return the status of the answer."""
        typed = {
            "csrfmiddlewaretoken": self.token,
            "login": f"{name}@example.org",
            "password": word,
        }
        line = self._line(address)
        line.request("POST", "/accounts/login/", urlencode(typed), self.head)
        answer = line.getresponse()
        answer.read()
        line.close()
        return answer.status


def test_forty_guesses_at_once_at_a_real_server_get_five_looks(headquarters):
    form, together = (SignInForm(headquarters.address), Barrier(GUESSES, timeout=PATIENCE))

    def guess(number):
        together.wait()
        return form.send("coordinator", f"guess {number}", "127.0.0.9")

    with ThreadPoolExecutor(GUESSES) as threads:
        answers = list(threads.map(guess, range(GUESSES)))
    too_late = form.send("coordinator", PASSWORD, "127.0.0.9")
    elsewhere = form.send("coordinator", PASSWORD, "127.0.0.8")
    with closing(sqlite3.connect(headquarters.data / "padd.sqlite3")) as kept:
        counted = kept.execute(
            "SELECT failures_since_start FROM axes_accessattempt WHERE ip_address = '127.0.0.9'"
        ).fetchall()

    assert set(answers) <= {200, 429}
    assert answers.count(429) >= GUESSES - ALLOWED
    assert counted == [(ALLOWED,)]
    assert (too_late, elsewhere) == (429, 302)
