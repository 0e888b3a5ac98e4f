"""Tokens: strong, shown once, limited, ended; cookies count for nothing."""

import time
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client

from padd.core.refusal import RefusalError
from padd.services.access import api_tokens, rate_limit
from padd.services.access.api_tokens import PREFIX, Scope
from padd.services.access.credentials import token_hash
from padd.services.refusal import NotFound
from padd.store.models.access import ApiToken
from padd.store.models.events import Directorship

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@pytest.mark.req("R20")
def test_a_token_has_256_bits_and_only_its_hash_is_kept(api):
    secret = api.token(api.member())

    row = ApiToken.objects.get()
    assert len(secret.removeprefix(PREFIX)) == 43
    assert row.token_hash == token_hash(secret)
    assert secret not in str(ApiToken.objects.values())


@pytest.mark.req("R13")
def test_making_and_ending_a_token_is_on_record_without_its_secret(api):
    member = api.member()
    secret = api.token(member, ("read",))
    public_id = ApiToken.objects.get().public_id

    api_tokens.revoke_token(by=member, now=api.now, token=public_id)

    made, ended = api.audit("token.make"), api.audit("token.revoke")
    assert [len(made), len(ended)] == [1, 1]
    assert made[0].subject == ended[0].subject == f"token:{public_id}"
    assert secret not in str(made[0].after)


def test_a_token_says_what_it_is_good_for(api):
    member = api.member()
    token = api.token(member, ("read", "play"))

    said = api.read("/token", token=token)

    assert said["scopes"] == ["play", "read"]
    assert said["player"] == member.person


@pytest.mark.parametrize(
    ("scopes", "days", "label", "code"),
    [
        ((), 1, "x", "scopes"),
        (("everything",), 1, "x", "scopes"),
        (("read",), 0, "x", "days"),
        (("read",), 367, "x", "days"),
        (("read",), 1, "", "missing"),
        (("read",), 1, "x" * 61, "too-long"),
        (("read",), 1, "a\u202eb", "hidden-character"),
    ],
)
def test_a_token_without_bounds_is_not_made(api, scopes, days, label, code):
    with pytest.raises(RefusalError) as found:
        api.token(api.member(), scopes, days=days, label=label)

    assert code in found.value.codes


def test_a_scorekeepers_token_holds_no_more_than_a_scorekeeper_may(api):
    director = api.member()
    event = api.directed_by(director)

    with pytest.raises(RefusalError) as found:
        api.token(director, ("run",), event=event, role="scorekeeper")

    assert found.value.codes == ("scopes",)


def test_nobody_makes_a_token_for_an_event_of_others(api):
    event = api.directed_by(api.member())

    with pytest.raises(NotFound):
        api.token(api.member(), ("run",), event=event)


def test_a_token_for_an_event_ends_when_its_maker_no_longer_runs_it(api):
    director = api.member()
    event = api.directed_by(director)
    token = api.token(director, ("read", "run"), event=event)
    assert api.ask("GET", "/token", token=token).status_code == 200

    Directorship.objects.filter(person=director.person_id).delete()

    assert api.ask("GET", "/token", token=token).status_code == 401


def test_nobody_ends_the_token_of_another(api):
    token = api.token(api.member())
    public_id = ApiToken.objects.get().public_id

    with pytest.raises(NotFound):
        api_tokens.revoke_token(by=api.member(), now=api.now, token=public_id)

    assert api.ask("GET", "/token", token=token).status_code == 200


def test_a_token_that_ran_out_is_refused(api):
    secret = api.token(api.member())

    later = api.now + timedelta(days=1)

    assert api_tokens.caller_for_secret(secret=secret, now=later) is None


@pytest.mark.req("R21")
def test_a_session_is_no_way_into_the_api(api):
    director = api.member()
    event = api.directed_by(director)
    signed_in = Client(enforce_csrf_checks=True)
    signed_in.force_login(api.account_of(director), backend=BACKEND)

    write = signed_in.post(f"/api/v1/events/{event}/open", {}, content_type="application/json")
    hidden = signed_in.get(f"/api/v1/events/{event}/run")

    assert (write.status_code, hidden.status_code) == (401, 401)
    assert write["WWW-Authenticate"].startswith("Bearer")


def test_reading_is_open_to_pages_of_others_and_writing_is_not(api):
    token = api.token(api.member())

    public = api.ask("GET", "/rulebooks")
    private = api.ask("GET", "/token", token=token)
    write = api.ask("POST", "/webhooks", {}, token=token)
    asked_first = api.ask("OPTIONS", "/webhooks")

    assert public["Access-Control-Allow-Origin"] == "*"
    for answer in (private, write, asked_first):
        assert "Access-Control-Allow-Origin" not in answer
        assert "Access-Control-Allow-Methods" not in answer


@pytest.mark.req("R20")
def test_guessing_tokens_soon_has_to_wait_and_those_who_know_theirs_do_not(api, monkeypatch):
    monkeypatch.setattr("time.time", partial(float, time.time()))
    token = api.token(api.member())
    guesses = [api.ask("GET", "/token", token=f"{PREFIX}{number:043}") for number in range(40)]

    statuses = [answer.status_code for answer in guesses]
    assert statuses == [401] * rate_limit.WRONG_TOKENS.amount + [429] * 10
    assert int(guesses[-1]["Retry-After"]) >= 1
    assert api.ask("GET", "/token", token=token).status_code == 200
    assert api.ask("GET", "/rulebooks").status_code == 200


def test_scopes_are_a_closed_set():
    assert set(api_tokens.SCOPE_WORDS) == set(Scope)
