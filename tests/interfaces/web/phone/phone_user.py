"""Phones for tests: an event under way, and a client for each of its players."""

from __future__ import annotations

import re

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from padd.core.model import PlayerId
from padd.services.access.actors import SYSTEM
from padd.services.eventlog import player_passes

KEY = re.compile(r'name="key" value="(\w+)"')


class Hand:
    """One player's phone."""

    def __init__(self, day, player, client):
        self.day, self.player, self.client = day, player, client

    def get(self, page=""):
        return self.client.get(f"/play/{self.day.id}/{page}")

    def post(self, page, data, *, script=False):
        headers = {"X-Phone": "1"} if script else {}
        return self.client.post(f"/play/{self.day.id}/{page}", data, headers=headers)

    def text(self, page=""):
        answer: HttpResponse = self.get(page)
        assert answer.status_code == 200, answer.status_code
        return answer.content.decode().replace("\u2060", "")

    def key(self):
        found = KEY.search(self.text())
        assert found
        return found[1]

    @property
    def table(self):
        round_ = self.day.round
        return round_.tables[round_.seats[PlayerId(self.player)]]

    def place(self, **more):
        """Return the fields of a form about the own table."""
        table = self.table
        return {"number": self.day.round.number, "table": table.number} | more

    def scores(self, mine, theirs):
        first = self.table.players[0] == self.player
        return {"a": mine if first else theirs, "b": theirs if first else mine}

    def report(self, mine, theirs, **more):
        fields = {"ending": "time", "key": self.key(), **self.scores(mine, theirs)}
        script = bool(more.pop("script", False))
        return self.post("report/", self.place(**fields) | more, script=script)


def hand(day, player):
    """Return a phone that has come in as a player."""
    (held,) = player_passes.issue_passes(
        by=SYSTEM, now=timezone.now(), event_id=day.id, players={player}
    )
    client = Client()
    answer = client.post("/play/", {"token": held.url_path.split("#")[1]})
    assert answer.status_code == 200, answer.content
    return Hand(day, player, client)


def pair(day, table=1):
    """Return the phones of the two players of a table."""
    one, two = day.round.tables[table].players
    return hand(day, one), hand(day, two)
