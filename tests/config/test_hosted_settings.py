"""The settings of the hosted shape, and where data lies."""

import json
import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from padd.config.options import MailServer, api_rate_factor, hsts, refresh_at, site_colour
from padd.platform.addresses import authority, mail_sender, security_contact, trusted_proxies
from padd.platform.paths import data_folder, make_secret_key, secret_key


def test_the_hosted_shape_passes_the_deployment_check(tmp_path):
    make_secret_key(tmp_path)
    hosted = {
        "DJANGO_SETTINGS_MODULE": "padd.config.settings",
        "PADD_URL": "https://padd.example.org",
        "PADD_DATA": str(tmp_path),
    }

    check = subprocess.run(
        [sys.executable, "-m", "django", "check", "--deploy", "--fail-level=INFO"],
        env={**os.environ, **hosted},
        capture_output=True,
        text=True,
        check=False,
    )

    assert check.returncode == 0, check.stderr


HOSTED = "https://padd.example.org"
ASK = "from padd.config import settings; print(settings.OFFICES_NEED_SECOND_FACTOR)"


@pytest.mark.parametrize(("url", "needed"), [(HOSTED, "True"), ("", "False")])
def test_offices_need_a_second_factor_where_padd_is_hosted(tmp_path, url, needed):
    said = subprocess.run(
        [sys.executable, "-c", ASK],
        env={**os.environ, "PADD_URL": url, "PADD_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert said.strip() == needed


TELL = """
import json
from padd.config import settings as s
print(json.dumps({
    "cookies": [s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME],
    "secure": [s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.SECURE_SSL_REDIRECT],
    "promised": [s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD],
}))
"""


@pytest.mark.parametrize(
    ("url", "hsts", "promised"),
    [
        (HOSTED, "", [False, False]),
        (HOSTED, "subdomains", [True, False]),
        (HOSTED, "preload", [False, True]),
        ("", "subdomains,preload", [False, False]),
    ],
)
def test_cookies_are_bound_to_the_host_and_no_more_is_promised_than_asked_for(
    tmp_path, url, hsts, promised
):
    hosted = bool(url)
    given = {"PADD_URL": url, "PADD_HSTS": hsts, "PADD_DATA": str(tmp_path)}

    said = subprocess.run(
        [sys.executable, "-c", TELL],
        env={**os.environ, **given},
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    names = ["__Host-session", "__Host-csrf"] if hosted else ["sessionid", "csrftoken"]
    assert json.loads(said) == {"cookies": names, "secure": [hosted] * 3, "promised": promised}


def test_the_data_folder_is_the_one_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PADD_DATA", str(tmp_path / "here"))

    assert data_folder() == tmp_path / "here"


@pytest.mark.parametrize(
    ("platform", "expected"),
    [
        ("linux", "share/padd"),
        ("darwin", "Library/Application Support/PADD"),
        ("win32", "Local/PADD"),
    ],
)
def test_otherwise_it_is_the_platforms_own(monkeypatch, platform, expected):
    for name in ("PADD_DATA", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", platform)

    assert data_folder().as_posix().endswith(expected)


def test_looking_at_the_settings_writes_nothing(tmp_path):
    key = secret_key(tmp_path / "nowhere")

    assert len(key) >= 50
    assert not (tmp_path / "nowhere").exists()


def test_a_key_from_outside_comes_first(monkeypatch, tmp_path):
    make_secret_key(tmp_path)
    monkeypatch.setenv("PADD_SECRET_KEY", "given")

    assert secret_key(tmp_path) == "given"


def test_the_colour_of_the_site_is_one_that_words_can_be_read_on():
    assert site_colour("#9FD8C4") == "9fd8c4"
    assert site_colour("") == ""
    for wrong, why in (("#7a5216", "too dark"), ("teal", "such as #9fd8c4")):
        with pytest.raises(ImproperlyConfigured, match=why):
            site_colour(wrong)


@pytest.mark.parametrize(
    ("read", "setting", "wrong"),
    [
        (api_rate_factor, "PADD_API_PACE", ("abc", "0", "-1", "nan", "inf")),
        (refresh_at, "PADD_REFRESH_AT", ("abc", "25:00", "04:00+02:00")),
        (hsts, "PADD_HSTS", ("subdomain", "preload subdomains")),
        (mail_sender, "PADD_MAIL_FROM", ("nobody", "a@b\nBcc: c@d", "<>", "x@")),
        (security_contact, "PADD_SECURITY_CONTACT", ("me@x", "mailto:a\nb", "http://x")),
        (authority, "PADD_CA", ("/nowhere", __file__, "/")),
        (trusted_proxies, "PADD_BEHIND_PROXY", ("300.1.1.1", "10.0.0.0/99", "::zz")),
        (MailServer, "PADD_MAIL_URL", ("mail.example.org", "smtp://", "http://x")),
        (MailServer, "PADD_MAIL_URL", ("smtp://x:abc", "smtp://[::1")),
    ],
)
def test_a_value_that_cannot_be_meant_is_said_with_its_setting(read, setting, wrong):
    for said in wrong:
        with pytest.raises(ImproperlyConfigured, match=setting):
            read(said)


def test_what_is_right_or_left_out_is_taken():
    assert (api_rate_factor(""), api_rate_factor("0.5")) == (1.0, 0.5)
    assert hsts(" subdomains, preload") == {"subdomains", "preload"}
    assert mail_sender("") == "padd@localhost"
    assert mail_sender("PADD <padd@example.org>") == "PADD <padd@example.org>"
    assert security_contact("mailto:a@example.org") == "mailto:a@example.org"
    assert not MailServer("").named
    assert MailServer("smtps://u:p%23@mail").password == "p#"  # noqa: S105


@pytest.mark.parametrize(
    ("said", "trusted"),
    [
        ("1", "127.0.0.1,::1"),
        ("yes", "127.0.0.1,::1"),
        ("172.16.0.0/12, 10.0.0.2", "172.16.0.0/12,10.0.0.2"),
        ("fd00::/8", "fd00::/8"),
    ],
)
def test_only_a_proxy_that_was_named_says_who_asks(said, trusted):
    assert trusted_proxies(said) == trusted
