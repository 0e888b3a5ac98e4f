"""A small world for tests of the pages: one of every kind of visitor, one event."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from http.cookies import SimpleCookie
from typing import Any

from django.test import Client
from tests.rate_limits import forget_requests

from padd.core.leagues.qualification import QualifyingPlan
from padd.presentation.eventlog.event_view import MEMO
from padd.services.access import event_helpers, laptop_sign_in
from padd.services.access.actors import SYSTEM, actor_for_account
from padd.services.cards import card_import
from padd.services.cards.catalogue import current_catalogue
from padd.services.conduct import cases, complaints
from padd.services.decks import saved_decks
from padd.services.eventlog import log_cache
from padd.services.events import lifecycle, registrations, venues
from padd.services.events.event_form import EventForm
from padd.services.leagues import league_requests, season_events, seasons
from padd.services.people import people
from padd.store.models.events import Approval, Event, EventState, Venue
from padd.store.models.people import Account, Grant, Office, Person
from padd.store.queries.people import search

GUEST = "guest@example.org"
NETWORK = "192.0.2.7"
OFFICES = {
    "coordinator": (Office.COORDINATOR, "europe"),
    "far": (Office.COORDINATOR, "australia"),
    "head": (Office.DIRECTOR, ""),
    "admin": (Office.ADMINISTRATOR, ""),
}


@dataclass
class World:
    """Who and what there is, by name."""

    now: datetime
    ids: dict[str, str] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)
    ready: set[str] = field(default_factory=set)
    """Whose cookies stay as they are, whatever an answer sets."""

    def ask(self, who, method, address, data=None):
        """Send a request as somebody."""
        remote = NETWORK if who == "network" else "127.0.0.1"
        client = self.clients[who]
        kept = client.cookies.output()
        answer = getattr(client, method.lower())(address, data or {}, REMOTE_ADDR=remote)
        if who in self.ready:
            client.cookies = SimpleCookie(kept.replace("Set-Cookie: ", ""))
        return answer  # type: ignore[no-any-return]

    def as_made(self):
        """Return the same world to a test whose database is as it was made.

        Cookies are as they were, and nothing is kept of what the test before did.
        """
        search.clear_people_index()
        log_cache.clear_logs()
        MEMO.clear()
        forget_requests()
        clients = {name: Client() for name in self.clients}
        for name, client in clients.items():
            client.cookies.update(self.clients[name].cookies)
        return replace(self, ids=dict(self.ids), clients=clients)

    def put(self, state):
        """Put the event into a state."""
        Event.objects.filter(public_id=self.ids["event"]).update(state=state)


def account(name, *, person=True):
    """Create account, with a person of the same name."""
    owner = None
    if person:
        made = people.add_person(
            by=SYSTEM,
            now=datetime.now(UTC),
            details=people.PersonDetails(handle=name, name=f"{name} Somebody"),
        )
        owner = Person.objects.get(public_id=made)
    return Account.objects.create(email=f"{name}@example.org", person=owner)


def draft(**changes):
    """Return a draft in three weeks; keywords change it."""
    starts = (datetime.now(UTC) + timedelta(days=21)).replace(
        hour=10, minute=0, second=0, microsecond=0, tzinfo=None
    )
    values: dict[str, Any] = {
        "name": "Lantern Open",
        "starts": starts,
        "time_zone": "Europe/Berlin",
        "rules": "standard",
    }
    return EventForm(**{**values, **changes})


def make_world():
    """Make everybody and everything."""
    search.clear_people_index()
    now = datetime.now(UTC)
    world = World(now=now)
    names = ("member", "director", "second", "third", "other", "closed", *OFFICES)
    accounts = {name: account(name) for name in names}
    for name, (office, area) in OFFICES.items():
        given = Grant.objects.create(
            account=accounts[name], office=office, area=area, since=now.date()
        )
        world.ids["grant"] = str(given.pk) if name == "far" else world.ids.get("grant", "")
    _place(world, actor_for_account(account_id=accounts["member"].pk, now=now))
    director = actor_for_account(account_id=accounts["director"].pk, now=now)
    directors = tuple(
        str(accounts[name].person.public_id)  # type: ignore[union-attr]
        for name in ("director", "second", "third")
    )
    listed = lifecycle.register_event(
        by=director, now=now, form=draft(venue=world.ids["venue"], directors=directors)
    )
    world.ids["event"] = listed.public_id
    _coming(world, accounts, director)
    for name, one in accounts.items():
        client = Client()
        client.force_login(one, backend=BACKEND)
        world.clients[name] = client
    Account.objects.filter(pk=accounts["closed"].pk).update(is_active=False)
    _without_account(world)
    world.ids["concern"] = complaints.raise_complaint(
        by=actor_for_account(account_id=accounts["member"].pk, now=now),
        now=now,
        event=world.ids["event"],
        person=directors[0],
        text="The rounds began late.",
        area="europe",
    )
    world.ids["case"] = cases.report_breach(
        by=director,
        now=now,
        event=world.ids["event"],
        person=str(accounts["member"].person.public_id),  # type: ignore[union-attr]
        text="A signed slip was changed.",
        collusion=False,
    )
    world.ids["person"] = str(accounts["member"].person.public_id)  # type: ignore[union-attr]
    _card_data(world)
    world.ids["deck"] = saved_decks.save_deck_version(
        by=actor_for_account(account_id=accounts["member"].pk, now=now),
        now=now,
        name="Lantern",
        edition="1E",
        text="1 Some Card",
        asked={},
    )
    _league(world, actor_for_account(account_id=accounts["other"].pk, now=now))
    world.ready = set(world.clients)
    return world


def _card_data(world):
    data = b"title,set,number,rarity\nSome Card,one,1,C\n"
    file = card_import.upload_card_file(by=SYSTEM, now=world.now, name="one.csv", data=data)
    card_import.activate_card_file(by=SYSTEM, now=world.now, file=file)
    world.ids["card-file"] = file
    found = current_catalogue().catalogue.find("Some Card", "1E")
    world.ids["card"] = found.cards[0].slug


def _league(world, by):
    """Found a league of somebody's own that has asked for the event."""
    league = league_requests.request_league(
        by=by, now=world.now, name="Lantern League", director="", committed=4
    )
    world.ids["league"] = league
    league_requests.decide_league(by=SYSTEM, now=world.now, league=league, approve=True)
    plan = QualifyingPlan(first_half=4, second_half=4)
    seasons.announce_season(
        by=by,
        now=world.now,
        league=league,
        plan=seasons.AnnouncedSeason(year=2026, qualifying=plan),
    )
    season_events.place_event(
        by=by, now=world.now, league=league, year=2026, event=world.ids["event"], number=1
    )


BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def _place(world, member):
    details = venues.VenueDetails(
        name="The Lantern", town="Mainz", region="germany", time_zone="Europe/Berlin"
    )
    world.ids["venue"] = venues.add_venue(by=member, now=world.now, details=details)
    venue = Venue.objects.get(public_id=world.ids["venue"])
    world.ids["approval"] = Approval.objects.get(venue=venue).public_id


def _coming(world, accounts, director):
    event, now = world.ids["event"], world.now
    member = actor_for_account(account_id=accounts["member"].pk, now=now)
    entered = registrations.enter_person(by=member, now=now, event=event)
    world.ids["entry"] = entered.public_id
    tokens: list[str] = []
    registrations.enter_guest(
        by=member,
        now=now,
        event=event,
        name="Gus",
        email=GUEST,
        link=lambda token: tokens.append(token) or token,  # type: ignore[func-returns-value]
    )
    world.ids["guest"] = tokens[0]
    made = event_helpers.invite_helper(by=director, now=now, event=event, role="scorekeeper")
    world.ids["invite"], world.ids["help"] = made.public_id, made.token


def _without_account(world):
    """Let in whoever comes by a link, or by none."""
    world.clients["visitor"] = Client()
    world.clients["scorekeeper"] = Client()
    world.ask("scorekeeper", "POST", f"/help/{world.ids['help']}/")
    for name in ("laptop", "network"):
        world.clients[name] = Client()
        secret = laptop_sign_in.create_sign_in_link(now=world.now)
        door = world.clients[name].post(f"/enter/{secret}/", REMOTE_ADDR="127.0.0.1")
        assert door.status_code == 302


STATES = (
    EventState.DRAFT,
    EventState.AWAITING_APPROVAL,
    EventState.LISTED,
    EventState.RUNNING,
    EventState.PROCESSED,
    EventState.CANCELLED,
)
