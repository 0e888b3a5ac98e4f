"""Webhooks: told what is public, signed, tried again; and never into the house."""

from __future__ import annotations

import hmac
import json
import socket
from collections.abc import Mapping
from datetime import timedelta
from threading import Thread
from typing import Any

import pytest
from tests.services.delivery.webhook_rounds import play

from padd.core.refusal import RefusalError
from padd.services import eventlog
from padd.services.delivery import outbound_http, webhook_delivery, webhook_subscriptions
from padd.services.delivery.outbound_http import DeliveryFailed, ForbiddenAddress
from padd.services.delivery.webhook_delivery import discord_message, is_discord_webhook
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.access import Delivery, Webhook

PUBLIC = "https://93.184.215.14/told"


class Trap:
    """A server of this computer that counts who comes."""

    def __init__(self, answer=b"HTTP/1.1 204 No Content\r\n\r\n"):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.calls: list[bytes] = []
        self.answer = answer
        Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                caller, _ = self.socket.accept()
            except OSError:
                return
            with caller:
                caller.settimeout(2)
                said = b""
                while b"\r\n\r\n" not in said or not said.endswith(b"}"):
                    part = caller.recv(65536)
                    if not part:
                        break
                    said += part
                self.calls.append(said)
                caller.sendall(self.answer)


@pytest.fixture
def trap():
    made = Trap()
    yield made
    made.socket.close()


def hostile(port):
    return (
        f"http://127.0.0.1:{port}/",
        f"https://127.0.0.1:{port}/",
        f"https://localhost:{port}/",
        f"https://127.1:{port}/",
        f"https://2130706433:{port}/",
        f"https://0x7f000001:{port}/",
        f"https://0177.0.0.1:{port}/",
        f"https://0.0.0.0:{port}/",
        f"https://[::1]:{port}/",
        f"https://[::ffff:127.0.0.1]:{port}/",
        f"https://[::ffff:7f00:1]:{port}/",
        f"https://[::127.0.0.1]:{port}/",
        f"https://[64:ff9b::7f00:1]:{port}/",
        f"https://[2002:7f00:1::]:{port}/",
        f"https://user@127.0.0.1:{port}/",
        f"https://93.184.215.14@127.0.0.1:{port}/",
        f"https://example.org\\@127.0.0.1:{port}/",
        f"https://127.0.0.1:{port}#93.184.215.14/",
        f"gopher://127.0.0.1:{port}/",
        f"file://127.0.0.1:{port}/etc/passwd",
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://172.16.0.1/",
        "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://100.64.0.1/",
        "https://192.0.0.9/",
        "https://224.0.0.1/",
        "https://[fe80::1]/",
        "https://[fc00::1]/",
        "https://[ff02::1]/",
        f"//127.0.0.1:{port}/",
        f"https://127.0.0.1:{port}\r\nHost: x/",
        "https:///",
        f"https://rebound.example:{port}/",
        "https://rebound.example/",
        "https://mixed.example/",
    )


@pytest.fixture
def names(monkeypatch):
    """Let two names lead into this computer, one of them among others."""
    looked_up = socket.getaddrinfo
    leads = {"rebound.example": ["127.0.0.1"], "mixed.example": ["93.184.215.14", "127.0.0.1"]}

    def found(host, port, **more):
        if host in leads:
            kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
            return [(*kind, (address, port)) for address in leads[host]]
        return looked_up(host, port, **more)

    monkeypatch.setattr(socket, "getaddrinfo", found)


@pytest.mark.req("R19")
def test_no_hostile_address_is_ever_called(trap, names):
    addresses = hostile(trap.port)

    for address in addresses:
        with pytest.raises(ForbiddenAddress):
            outbound_http.post_outside(address, b"{}", {})

    assert len(addresses) >= 20
    assert trap.calls == []


@pytest.mark.req("R19")
def test_the_trap_catches_whoever_does_not_look(trap, settings):
    settings.WEBHOOKS_AT_HOME = True

    status = outbound_http.post_outside(f"http://127.0.0.1:{trap.port}/told", b"{}", {"A": "b"})

    assert status == 204
    assert trap.calls[0].startswith(b"POST /told HTTP/1.1\r\n")


@pytest.mark.req("R19")
def test_the_call_goes_to_the_address_that_was_looked_at(monkeypatch):
    answers = iter([["93.184.215.14"], ["127.0.0.1"]])
    called: list[tuple[str, int]] = []

    def found(host, port, **_):
        kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
        return [(*kind, (address, port)) for address in next(answers)]

    def connect(address, **_):
        called.append(address)
        raise OSError("nobody there")

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(socket, "create_connection", connect)

    with pytest.raises(DeliveryFailed):
        outbound_http.post_outside("https://changing.example/", b"{}", {})

    assert called == [("93.184.215.14", 443)]


def test_a_redirect_is_not_followed(settings):
    settings.WEBHOOKS_AT_HOME = True
    other = Trap()
    trap = Trap(
        b"HTTP/1.1 302 Found\r\nLocation: "
        + f"http://127.0.0.1:{other.port}/".encode()
        + b"\r\nContent-Length: 0\r\n\r\n"
    )

    status = outbound_http.post_outside(f"http://127.0.0.1:{trap.port}/", b"{}", {})

    assert status == 302
    assert other.calls == []
    trap.socket.close()
    other.socket.close()


def test_an_answer_that_never_ends_is_cut_off(settings, monkeypatch):
    settings.WEBHOOKS_AT_HOME = True
    monkeypatch.setattr(outbound_http, "WHOLE_SECONDS", 0.2)
    silent = socket.create_server(("127.0.0.1", 0))

    with pytest.raises(DeliveryFailed):
        outbound_http.post_outside(f"http://127.0.0.1:{silent.getsockname()[1]}/", b"{}", {})

    silent.close()


class Other:
    """The other side: keeps what it is told, and answers as it is set to."""

    def __init__(self):
        self.status = 200
        self.told: list[tuple[str, dict[str, Any], Mapping[str, str], bytes]] = []

    def __call__(self, url, body, headers):
        self.told.append((url, json.loads(body), headers, body))
        return self.status


def hooked(world):
    director = world.member()
    event = world.event(by=director, directors=(director.person,))
    eventlog.open_event(listing_id=event, by=director, now=world.now)
    hook = webhook_subscriptions.add_webhook(
        by=director,
        now=world.now,
        url=PUBLIC,
        topics=list(webhook_subscriptions.WebhookTopic),
        event=event,
    )
    return director, event, hook


def test_published_pairings_and_results_are_told_signed_and_without_names(world):
    director, event, hook = hooked(world)
    play(world, director, event)
    other = Other()

    assert webhook_delivery.deliver_webhooks(now=world.now, by=other)

    topics = [message["topic"] for _, message, _, _ in other.told]
    assert topics == ["pairings.published", "result.counted"]
    url, message, headers, body = other.told[0]
    assert (url, message["event"], message["round"]) == (PUBLIC, event, 1)
    assert message["read"] == f"/api/v1/events/{event}/rounds/1"
    moment, _, code = headers["PADD-Signature"].partition(",v1=")
    secret = webhook_subscriptions.webhook_secret(hook.id).encode()
    signed = moment.removeprefix("t=").encode() + b"." + body
    assert hmac.compare_digest(hmac.digest(secret, signed, "sha256").hex(), code)
    assert b"ada" not in body


def test_each_thing_is_told_once_whoever_sends(world):
    director, event, _ = hooked(world)
    play(world, director, event)
    other = Other()

    for _ in range(3):
        webhook_delivery.deliver_webhooks(now=world.now, by=other)

    assert len(other.told) == 2
    assert Delivery.objects.exclude(delivered_at=None).count() == 2


def test_nothing_that_was_done_before_is_told(world):
    director, event, hook = hooked(world)
    play(world, director, event)
    webhook_subscriptions.remove_webhook(by=director, now=world.now, webhook=hook.id)
    webhook_subscriptions.add_webhook(
        by=director, now=world.now, url=PUBLIC, topics=["result.counted"], event=event
    )

    assert webhook_delivery.queue_webhooks(now=world.now) == 0


def test_a_failed_message_is_tried_again_later_and_later_and_then_given_up(world):
    director, event, hook = hooked(world)
    play(world, director, event)
    other, now, tries = Other(), world.now, []
    other.status = 500
    webhook_delivery.queue_webhooks(now=now)

    while Delivery.objects.filter(given_up_at=None).exists():
        webhook_delivery.deliver_webhooks(now=now, by=other)
        tries.append(len(other.told))
        assert webhook_delivery.send_due_webhooks(now=now, by=other) == 0
        assert len(other.told) == tries[-1]
        due = Delivery.objects.filter(given_up_at=None).order_by("next_at").first()
        now = due.next_at if due else now

    assert len(other.told) == 2 * (len(webhook_delivery.WAITS) + 1)
    assert now - world.now == sum(webhook_delivery.WAITS, timedelta())
    assert Webhook.objects.get(public_id=hook.id).failures == 2


def test_a_message_that_is_taken_at_last_is_told_once(world):
    director, event, hook = hooked(world)
    play(world, director, event)
    other = Other()
    other.status = 503
    webhook_delivery.deliver_webhooks(now=world.now, by=other)

    other.status = 200
    webhook_delivery.deliver_webhooks(now=world.now + webhook_delivery.WAITS[0], by=other)
    webhook_delivery.deliver_webhooks(now=world.now + timedelta(days=1), by=other)

    assert len(other.told) == 4
    _, sent = webhook_subscriptions.own_webhook(by=director, webhook=hook.id)
    assert {one.state for one in sent} == {"delivered"}
    ids = [message["id"] for _, message, _, _ in other.told]
    assert ids[:2] == ids[2:]


def test_a_sender_that_dies_leaves_its_message_to_the_next(world):
    director, event, _ = hooked(world)
    play(world, director, event)

    def dies(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        webhook_delivery.deliver_webhooks(now=world.now, by=dies)
    other = Other()
    webhook_delivery.deliver_webhooks(now=world.now + webhook_delivery.TAKEN_FOR, by=other)

    assert len(other.told) == 2


def test_only_those_who_run_an_event_have_it_told(world):
    _, event, hook = hooked(world)
    stranger = world.member()
    wanted = {"now": world.now, "url": PUBLIC, "topics": ["round.closed"]}

    with pytest.raises(NotFound):
        webhook_subscriptions.add_webhook(by=stranger, event=event, **wanted)
    with pytest.raises(NotAllowed):
        webhook_subscriptions.add_webhook(by=stranger, **wanted)
    with pytest.raises(NotFound):
        webhook_subscriptions.own_webhook(by=stranger, webhook=hook.id)
    with pytest.raises(NotFound):
        webhook_subscriptions.remove_webhook(by=stranger, now=world.now, webhook=hook.id)
    official = world.official("administrator")
    made = webhook_subscriptions.add_webhook(by=official, **wanted)
    webhook_subscriptions.remove_webhook(by=official, now=world.now, webhook=made.id)
    assert made.event == ""
    acts = ("webhook.add", "webhook.add-all", "webhook.remove")
    assert [len(world.audit(act)) for act in acts] == [1, 1, 1]


def test_an_address_of_the_house_is_refused_when_it_is_named(world):
    director, event, _ = hooked(world)

    with pytest.raises(RefusalError) as found:
        webhook_subscriptions.add_webhook(
            by=director,
            now=world.now,
            url="https://192.168.0.1/",
            topics=["round.closed"],
            event=event,
        )

    assert found.value.codes == ("address",)
    assert Webhook.objects.count() == 1


@pytest.mark.parametrize(
    ("url", "speaks"),
    [
        ("https://discord.com/api/webhooks/1/abc", True),
        ("https://canary.discord.com/api/webhooks/1/abc", True),
        ("https://discord.com/api/v10/webhooks/1/abc", True),
        ("https://discord.com/invite/abc", False),
        ("https://notdiscord.com/api/webhooks/1/abc", False),
        (PUBLIC, False),
    ],
)
def test_an_address_of_discord_is_known_by_host_and_path(url, speaks):
    assert is_discord_webhook(url) is speaks


@pytest.mark.django_db
def test_discord_gets_a_line_with_a_link_and_notifies_nobody(world, settings):
    settings.URL = "https://padd.example"
    event = world.row(world.event())
    event.name = "@everyone *Cup*"

    told = discord_message("pairings.published", event, number=3, table=None)

    assert told["allowed_mentions"] == {"parse": []}
    assert told["content"].startswith(r"**\@everyone \*Cup\***")
    assert "round 3" in told["content"]
    assert f"https://padd.example/events/{event.public_id}/" in told["content"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("topic", "part"),
    [
        (webhook_subscriptions.WebhookTopic.PAIRINGS, "pairings"),
        (webhook_subscriptions.WebhookTopic.ROUND_CLOSED, "standings"),
        (webhook_subscriptions.WebhookTopic.FINISHED, "standings"),
    ],
)
def test_discord_gets_the_link_to_what_is_new(world, settings, topic, part):
    settings.URL = "https://padd.example"
    event = world.row(world.event())

    told = discord_message(topic, event, number=1, table=None)

    assert told["content"].endswith(f"/events/{event.public_id}/{part}/>")
