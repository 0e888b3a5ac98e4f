"""Every address of `padd.interfaces.api.urls`, every caller, as the table says."""

import json
from dataclasses import replace
from datetime import date, timedelta

import pytest
from api_table import BAD, CALLERS, OUTSIDE, ROUTES, STRANGERS
from api_world import ApiWorld
from django.db import transaction
from django.urls import get_resolver

from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.interfaces.api.openapi import document
from padd.services import eventlog
from padd.services.access import api_tokens
from padd.services.access.actors import SYSTEM
from padd.services.access.api_tokens import Scope
from padd.services.cards import card_import
from padd.services.cards.catalogue import current_catalogue
from padd.services.delivery import webhook_subscriptions
from padd.store.models.championships import Championship, SeasonPlan, StageEvent
from padd.store.models.eventlog import AuditEntry, EventAction
from padd.store.models.events import Event
from padd.store.models.leagues import League, LeagueEvent, Season
from padd.store.models.people import Account

pytestmark = [pytest.mark.django_db, pytest.mark.req("R11")]

OPEN = {200, 201, 204, 409, 422}
PAGES = {"api-openapi", "api-docs", "api-too-large", "api-nothing"}
"""Addresses without an operation, open to all callers."""


class Everybody(ApiWorld):
    """One event that is on, another one, and a token of every kind."""

    def __init__(self):
        super().__init__()
        player, director, other = self.member(), self.member(), self.member()
        closed, member = self.member(), self.member()
        laptop = self.laptop()
        event = self.directed_by(director, rounds_planned=2)
        elsewhere = self.directed_by(other, rounds_planned=2)
        self.started(director, event, ("ada", "ben", "cleo"))
        own = PlayerEntered(player=player.person, name="Own")
        self.act(director, event, own)
        self.act(director, event, CheckedIn(players=(player.person,)))
        eventlog.draw_round(event_id=event, by=director, now=self.now)
        self.act(director, event, RoundPublished(number=1))
        self.started(other, elsewhere)
        here = {"event": event, "role": "director"}
        every = tuple(set(Scope) - {Scope.PLAY, Scope.LEAGUE})
        self.tokens = {
            "unknown": f"{api_tokens.PREFIX}{'x' * 43}",
            "expired": self.token(director),
            "revoked": self.token(director),
            "closed": self.token(closed),
            "network": self.token(laptop),
            "player": self.token(player, ("read", "play")),
            "member": self.token(member),
            "director": self.token(director),
            "reader": self.token(director, ("read",)),
            "other": self.token(other),
            "scorekeeper": self.token(director, ("read", "score"), event=event, role="scorekeeper"),
            "deputy": self.token(director, every, **here),
            "elsewhere": self.token(other, every, event=elsewhere),
            "coordinator": self.token(self.official("coordinator", "europe")),
            "head": self.token(self.official("director-of-organized-play")),
            "laptop": self.token(laptop),
        }
        self._end(closed, director)
        hook = webhook_subscriptions.add_webhook(
            by=director,
            now=self.now,
            url="https://93.184.215.14/",
            topics=["round.closed"],
            event=event,
        )
        self.wrote = False
        self.ids = {
            "event": event,
            "elsewhere": elsewhere,
            "number": "1",
            "player": "ada",
            "person": player.person,
            "opponent": director.person,
            "championship": self._championship(elsewhere),
            "year": "2026",
            "rulebook": "opg-5",
            "code": "B1",
            "card": self._card(),
            "webhook": hook.id,
            "report": "zzzzzzzzzz",
            "league": self._league(other, event),
        }

    def _card(self):
        """Bring a card, and return its id."""
        data = b"title,set,number,rarity,type\nFar Outpost,one,1,C,Event\n"
        file = card_import.upload_card_file(by=SYSTEM, now=self.now, name="one.csv", data=data)
        card_import.activate_card_file(by=SYSTEM, now=self.now, file=file)
        return current_catalogue().catalogue.find("Far Outpost", "1E").cards[0].slug

    def _championship(self, event):
        """Let an event be the whole of a championship."""
        title = Championship.objects.create(
            year=2026, kind="regional", edition="2E", name="x", created_at=self.now
        )
        row = Event.objects.get(public_id=event)
        StageEvent.objects.create(event=row, championship=title)
        SeasonPlan.objects.create(
            year=2026,
            kind="masters",
            edition="2E",
            first_day=date(2026, 1, 1),
            last_day=date(2026, 12, 31),
            masters_line=40,
        )
        return title.public_id

    def _league(self, director, event):
        """Make an event the first of a league."""
        league = League.objects.create(
            name="Isar Valley League",
            edition="2E",
            rulebook="opg-5",
            state="active",
            director_id=director.person_id,
            committed=4,
            created_at=self.now,
        )
        season = Season.objects.create(
            league=league, year=2026, rulebook="opg-5", first_qualifiers=4, seed=1
        )
        LeagueEvent.objects.create(
            season=season,
            event=Event.objects.get(public_id=event),
            part="first-half",
            number=1,
            asked_at=self.now,
        )
        return league.public_id

    def _end(self, closed, director):
        Account.objects.filter(pk=closed.account_id).update(is_active=False)
        tokens = self.account_of(director).api_tokens.order_by("id")
        expired, revoked = tokens[0], tokens[1]
        past = self.now - timedelta(days=2)
        tokens.filter(pk=expired.pk).update(created_at=past, expires_at=past + timedelta(days=1))
        api_tokens.revoke_token(by=director, now=self.now, token=revoked.public_id)

    def send(self, who, row, ids, state=""):
        """Send a request as one kind of caller, and undo its effect."""
        path = row.path.format(**ids) + row.query
        raw = None
        if row.body is not None:
            raw = json.dumps(row.body).replace("{event}", ids["event"]).encode()
        remote = "192.0.2.9" if who == "network" else "127.0.0.1"
        with transaction.atomic():
            if state:
                Event.objects.filter(public_id=ids["event"]).update(state=state)
            before = self._written()
            answer = self.ask(
                row.method, path, token=self.tokens.get(who, ""), raw=raw, REMOTE_ADDR=remote
            )
            self.wrote = row.method != "GET" and self._written() != before
            transaction.set_rollback(True)
        return answer

    def _written(self):
        return EventAction.objects.count(), AuditEntry.objects.count()


@pytest.fixture(scope="module")
def callers(django_db_setup, django_db_blocker):
    """One world for all rows: whatever a request does is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield Everybody()
        transaction.set_rollback(True)


@pytest.mark.req("R10")
@pytest.mark.parametrize("row", ROUTES, ids=lambda row: f"{row.method} {row.path}")
def test_a_nul_byte_in_any_place_is_refused_and_breaks_nothing(callers, row):
    hostile = replace(row, query=row.query and f"{row.query}%00")
    places = [name for name in callers.ids if f"{{{name}}}" in row.path]

    answers = [callers.send("head", hostile, {**callers.ids, place: "a%00b"}) for place in places]
    answers += [callers.send("head", hostile, callers.ids)] if row.query else []

    assert all(answer.status_code < 500 for answer in answers)


def shape(path):
    return path.replace("{person}", "{player}")


def test_every_operation_is_in_the_table():
    described = {
        (method.upper(), path.removeprefix("/api/v1"))
        for path, methods in document()["paths"].items()
        for method in methods
    }

    assert described == {(row.method, shape(row.path)) for row in ROUTES}


def test_every_address_is_an_operation_or_a_page():
    included = next(one for one in get_resolver().url_patterns if str(one.pattern) == "api/v1/")
    named = {one.name for one in included.url_patterns}
    operations = {
        operation["operationId"]
        for path in document()["paths"].values()
        for operation in path.values()
    }

    assert named >= PAGES
    addresses = {str(one.pattern) for one in included.url_patterns}
    assert len(addresses) == len(document()["paths"]) + len(PAGES)
    assert len(operations) == len({(r.method, r.path) for r in ROUTES})


def expected(row, who, *, draft=False):
    """Return the answer that the table asks for; none means open."""
    if who in OUTSIDE:
        return 404
    if who in BAD:
        return 401
    if who in STRANGERS and not row.public:
        return 401
    if who in row.lacking:
        return 403
    allowed = row.draft if draft and row.draft is not None else row.open
    return None if who in allowed else 404


@pytest.mark.parametrize("row", ROUTES, ids=lambda row: f"{row.method} {row.path}")
def test_every_caller_gets_what_the_table_says(row, callers):
    wrong = []

    for who in CALLERS:
        answer = callers.send(who, row, callers.ids)
        wanted = expected(row, who)
        fits = answer.status_code in OPEN if wanted is None else (answer.status_code == wanted)
        if not fits:
            wrong.append(f"{who}: {answer.status_code}, not {wanted}: {answer.content}")
        if wanted is not None and callers.wrote:
            wrong.append(f"{who} has left a trace")

    assert wrong == []


@pytest.mark.parametrize(
    "row", [row for row in ROUTES if row.draft is not None], ids=lambda row: row.path
)
def test_a_draft_is_for_its_people_alone(row, callers):
    wrong = []

    for who in CALLERS:
        answer = callers.send(who, row, callers.ids, state="draft")
        wanted = expected(row, who, draft=True)
        fits = answer.status_code in OPEN if wanted is None else (answer.status_code == wanted)
        if not fits:
            wrong.append(f"{who}: {answer.status_code}, not {wanted}")

    assert wrong == []


@pytest.mark.req("R12")
@pytest.mark.parametrize(
    "row", [row for row in ROUTES if "{" in row.path], ids=lambda r: f"{r.method} {r.path}"
)
def test_a_swapped_id_gives_the_same_404_as_none(row, callers):
    missing = {**callers.ids, "event": "zzzzzzzzzz", "webhook": "zzzzzzzzzz"}
    missing |= {"person": "zzzzzzzzzz", "player": "nobody", "number": "77"}
    missing |= {"opponent": "zzzzzzzzzz"}
    missing |= {"rulebook": "none", "championship": "zzzzzzzzzz"}
    missing |= {"year": "1900", "code": "Z9", "card": "zzzzzzzzzz"}
    missing |= {"year": "1900", "league": "zzzzzzzzzz"}

    for who in ("member", "player", "elsewhere", "director"):
        nowhere = callers.send(who, row, missing)
        assert nowhere.status_code in {401, 403, 404, 405}, (who, nowhere.content)
        hidden = callers.send(who, row, callers.ids, state="draft")
        if hidden.status_code == 404:
            assert hidden.content == nowhere.content, who


def test_the_token_of_a_laptop_stays_at_the_laptop_but_for_one_event(callers, settings):
    settings.STAFF_NETWORK = True
    run = next(row for row in ROUTES if row.path.endswith("/run"))
    with transaction.atomic():
        laptop = callers.laptop()
        own = callers.token(laptop, ("read",), event=callers.ids["event"], role="director")
        callers.tokens["network"], kept = own, callers.tokens["network"]
        bound = callers.send("network", run, callers.ids)
        callers.tokens["network"] = kept
        transaction.set_rollback(True)

    assert callers.send("network", run, callers.ids).status_code == 401
    assert bound.status_code == 200
