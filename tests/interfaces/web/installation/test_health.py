"""What machines ask of an installation."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.utils import timezone

from padd.store.models.delivery import QueuedEmail

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _data(settings, tmp_path):
    settings.DATA = tmp_path


def asked(address, **headers):
    return Client().get(address, headers=headers, HTTP_HOST="10.0.0.7")  # type: ignore[return-value]


def test_alive_and_ready_by_any_name_and_without_https(settings):
    settings.SECURE_SSL_REDIRECT = True

    live, ready = asked("/health/live"), asked("/health/ready")

    assert (live.status_code, live.content) == (200, b"alive\n")
    assert ready.status_code == 200
    assert set(ready.json()["checks"]) == {  # type: ignore[attr-defined]
        *("database", "migrations", "disk", "mail-queue")
    }


def test_not_ready_while_mail_is_stuck():
    QueuedEmail.objects.create(to="a@x.example", subject="s", body="b")
    QueuedEmail.objects.update(created_at=timezone.now() - timedelta(hours=2))

    answer = asked("/health/ready")

    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer.json()["checks"]["mail-queue"] == "failing"  # type: ignore[attr-defined]


def test_not_ready_while_the_data_folder_cannot_be_written(settings, tmp_path):
    settings.DATA = tmp_path / "file"
    settings.DATA.touch()

    answer = asked("/health/ready")

    assert answer.status_code == 503
    assert answer.json()["checks"]["disk"] == "failing"  # type: ignore[attr-defined]


def test_not_ready_while_the_database_is_away(monkeypatch):
    def refuse(*_, **__):
        raise OperationalError("connection failed: Connection refused")

    monkeypatch.setattr(CursorWrapper, "execute", refuse)

    assert asked("/health/ready").status_code == 503
    assert asked("/health/live").status_code == 200


def test_figures_are_for_whoever_has_the_token(settings):
    settings.METRICS_TOKEN = "a-token-of-the-host"  # noqa: S105 -- made up

    Client().get("/calendar/")
    right = asked("/metrics", Authorization="Bearer a-token-of-the-host")
    wrong = Client().get("/metrics", headers={"Authorization": "Bearer guess"})
    settings.METRICS_TOKEN = ""
    none = Client().get("/metrics", headers={"Authorization": "Bearer "})

    text = right.content.decode()
    assert 'padd_requests_total{method="GET",page="calendar",status="200"}' in text
    assert "padd_mail_waiting 0.0" in text
    assert wrong.status_code == none.status_code == 404


def test_robots_stay_out_of_a_laptop_and_of_private_pages(settings):
    settings.HOSTED = False
    laptop = asked("/robots.txt").content.decode()
    settings.HOSTED = True
    hosted = asked("/robots.txt").content.decode()

    assert laptop.endswith("Disallow: /\n")
    assert "Disallow: /accounts/" in hosted
    assert "Disallow: /\n" not in hosted


def test_security_txt_names_whom_the_host_has_named(settings):
    unnamed = Client().get("/.well-known/security.txt")
    settings.SECURITY_CONTACT = "mailto:security@padd.example"

    named = asked("/.well-known/security.txt").content.decode()

    assert unnamed.status_code == 404
    assert "Contact: mailto:security@padd.example\n" in named
    assert "Expires: " in named
