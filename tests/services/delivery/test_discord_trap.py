"""Webhooks against a server that is as strict as Discord: shape, mentions, pace."""

from __future__ import annotations

import json
import re
import socket
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from tests.services.delivery.webhook_rounds import play

from padd.services import eventlog
from padd.services.delivery import webhook_delivery, webhook_subscriptions
from padd.store.models.access import Delivery, Webhook

FIELDS = frozenset(
    {
        *("content", "username", "avatar_url", "tts", "embeds", "allowed_mentions"),
        *("components", "files", "payload_json", "attachments", "flags"),
        *("thread_name", "applied_tags", "poll"),
    }
)
HOSTILE = "@everyone <@1> <@&2> @here [x](https://evil.example) `a` **b**\\"


class DiscordTrap(HTTPServer):
    """Takes what Discord documents, as often as it is set to, and else answers 429."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Caller)
        self.url = f"http://discord.com:{self.server_port}/api/webhooks/1/abc"
        self.room = 100
        self.pause = {"X-RateLimit-Reset-After": "30.5", "Retry-After": "30500"}
        self.answers: list[int] = []
        self.shown: list[str] = []
        Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def judge(self, kind, body):
        """Return the status that Discord answers with."""
        told = json.loads(body)
        content, mentions = told.get("content", ""), told.get("allowed_mentions")
        fits = (
            kind == "application/json"
            and set(told) <= FIELDS
            and 0 < len(content) <= 2000
            and len(told.get("embeds", ())) <= 10
            and mentions == {"parse": []}
        )
        if not fits:
            return 400
        if not self.room:
            return 429
        self.room -= 1
        self.shown.append(content)
        return 204


class Caller(BaseHTTPRequestHandler):
    """One call of the trap."""

    server: DiscordTrap

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = self.server.judge(self.headers["Content-Type"], body)
        self.server.answers.append(status)
        self.send_response(status)
        for name, value in self.server.pause.items() if status == 429 else ():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, format, *args):  # noqa: A002 -- its name
        """Say nothing."""


@pytest.fixture
def discord(settings, monkeypatch):
    """Return the trap, which is what the name discord.com leads to."""
    looked_up = socket.getaddrinfo
    settings.WEBHOOKS_AT_HOME = True
    settings.URL = "https://padd.example"
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *rest, **more: looked_up(
            "127.0.0.1" if host == "discord.com" else host, *rest, **more
        ),
    )
    trap = DiscordTrap()
    yield trap
    trap.shutdown()
    trap.server_close()


def told(world, discord, name="Cup"):
    """Have pairings and a result of an event told to Discord, but not yet sent."""
    director = world.member()
    event = world.event(by=director, directors=(director.person,), name=name)
    eventlog.open_event(listing_id=event, by=director, now=world.now)
    webhook_subscriptions.add_webhook(
        by=director,
        now=world.now,
        url=discord.url,
        topics=list(webhook_subscriptions.WebhookTopic),
        event=event,
    )
    play(world, director, event)
    assert webhook_delivery.queue_webhooks(now=world.now) == 2


def test_discord_takes_every_message_and_nobody_is_mentioned(world, discord):
    told(world, discord, HOSTILE)

    webhook_delivery.send_due_webhooks(now=world.now)

    assert discord.answers == [204, 204]
    assert "pairings of round 1" in discord.shown[0]
    assert "table 1" in discord.shown[1]
    for content in discord.shown:
        line, link = content.split("\n")
        plain = re.sub(r"\\.", "", line)
        assert not set("@<[`") & set(plain)
        assert plain.count("*") == 4
        assert re.fullmatch(r"<https://padd\.example/events/\w+/\w+/>", link)


def test_a_busy_discord_is_left_alone_as_long_as_it_asks_and_gets_all_in_order(world, discord):
    told(world, discord)
    discord.room = 0

    for seconds in (0, 1, 29):
        webhook_delivery.send_due_webhooks(now=world.now + timedelta(seconds=seconds))
    discord.room = 1
    webhook_delivery.send_due_webhooks(now=world.now + timedelta(seconds=31))
    discord.room = 1
    webhook_delivery.send_due_webhooks(now=world.now + timedelta(seconds=62))

    assert discord.answers == [429, 204, 429, 204]
    assert [" pairings " in content for content in discord.shown] == [True, False]
    assert Delivery.objects.filter(delivered_at=None).count() == 0


@pytest.mark.parametrize(
    ("pause", "waits"),
    [
        ({"X-RateLimit-Reset-After": "0.5"}, webhook_delivery.WAITS[0]),
        ({"Retry-After": "40"}, timedelta(seconds=40)),
        ({"Retry-After": "999999999"}, timedelta(days=1)),
        ({"Retry-After": "inf"}, webhook_delivery.WAITS[0]),
        ({}, webhook_delivery.WAITS[0]),
    ],
)
def test_a_pause_is_never_shorter_than_usual_and_never_longer_than_a_day(
    world, discord, pause, waits
):
    told(world, discord)
    discord.room, discord.pause = 0, pause

    webhook_delivery.send_due_webhooks(now=world.now)

    pending = Delivery.objects.values_list("next_at", flat=True)
    assert set(pending) == {world.now + waits}
    assert discord.answers == [429]


def test_a_discord_that_stays_busy_is_given_up_as_any_other(world, discord):
    told(world, discord)
    discord.room, now = 0, world.now

    while due := Delivery.objects.filter(given_up_at=None).order_by("next_at").first():
        now = max(now, due.next_at)
        webhook_delivery.send_due_webhooks(now=now)

    assert len(discord.answers) == 2 * (len(webhook_delivery.WAITS) + 1)
    assert Webhook.objects.get().failures == 2
