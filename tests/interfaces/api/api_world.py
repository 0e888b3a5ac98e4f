"""A small world for tests of the API: one of every kind of caller, and two events."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from django.test import Client
from tests.world import World

from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.services import eventlog
from padd.services.access import api_tokens
from padd.services.access.actors import actor_for_account
from padd.services.access.api_tokens import Scope
from padd.store.models.people import Account, Person
from padd.store.queries.people import search

BASE = "/api/v1"
ALL = tuple(Scope)
NAMES = ("ada", "ben", "cleo", "dee")


class ApiWorld(World):
    """Callers with tokens, and short words for asking."""

    def __init__(self):
        super().__init__()
        search.clear_people_index()
        self.now = datetime.now(UTC)
        self.client = Client()
        self.tokens: dict[str, str] = {}

    def draft(self, **changes):
        """Return a draft that can be listed: in two weeks from now."""
        starts = (self.now + timedelta(days=14)).replace(tzinfo=None, microsecond=0)
        return super().draft(**{"starts": starts, **changes})

    def directed_by(self, actor, **changes):
        """List an event with this actor as its director."""
        return self.event(by=actor, directors=(actor.person,), **changes)

    def token(self, who, scopes=ALL, *, event="", **more):
        """Return a token of an account."""
        role = "director" if event else ""
        wanted = {"days": 1, "label": "test", "role": role, **more}
        made = api_tokens.create_token(by=who, now=self.now, scopes=scopes, event=event, **wanted)
        return made.secret

    def started(self, by, event, players=NAMES):
        """Open an event and check players in who are known here alone."""
        assert eventlog.open_event(listing_id=event, by=by, now=self.now) == event
        for name in players:
            self.act(by, event, PlayerEntered(player=name, name=name.title()))
        self.act(by, event, CheckedIn(players=tuple(players)))

    def act(self, by, event, action, **more):
        """Do something in an event by the service."""
        done = eventlog.record_action(event_id=event, action=action, by=by, now=self.now, **more)
        assert isinstance(done, eventlog.Recorded), done
        return done

    def ask(self, method, path, body=None, *, token="", headers=None, raw=None, **more):
        """Send a request and return the answer."""
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None or raw is not None:
            more.setdefault("content_type", "application/json")
            more["data"] = raw if raw is not None else json.dumps(body)
        return self.client.generic(method, f"{BASE}{path}", headers=sent, **more)

    def read(self, path, **more):
        """Return the document at an address."""
        answer = self.ask("GET", path, **more)
        assert answer.status_code == 200, answer.content
        return json.loads(answer.content)

    def do(self, path, body, *, token, **more):
        """Do something, and return the document."""
        answer = self.ask("POST", path, body, token=token, **more)
        assert answer.status_code in {200, 201}, answer.content
        return json.loads(answer.content)

    def account_of(self, actor):
        """Return the account of an actor."""
        return Account.objects.get(pk=actor.account_id)

    def person_of(self, actor):
        """Return the person of an actor."""
        return Person.objects.get(pk=actor.person_id)

    def as_now(self, actor):
        """Return the actor as of this moment."""
        assert actor.account_id is not None
        return actor_for_account(account_id=actor.account_id, now=self.now)
