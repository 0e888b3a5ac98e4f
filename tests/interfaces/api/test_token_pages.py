"""The page of tokens: made by ticking, shown once, ended with a press."""

import re

import pytest
from django.test import Client

from padd.interfaces.web.errors import too_large_path
from padd.store.models.access import ApiToken

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def signed_in(api, actor):
    client = Client()
    client.force_login(api.account_of(actor), backend=BACKEND)
    return client


@pytest.mark.req("R20")
def test_a_token_is_shown_once_works_and_is_ended_with_a_press(api):
    member = api.member()
    client = signed_in(api, member)
    wanted = {"label": "<b>Overlay</b>", "days": "30", "scope": ["read", "play"]}

    made = client.post("/tokens/", wanted)

    found = re.search(r"padd_[A-Za-z0-9_-]{43}", made.content.decode())
    assert found is not None
    assert made["Cache-Control"] == "no-store"
    later = client.get("/tokens/").content.decode()
    assert found[0] not in later
    assert "<b>Overlay</b>" not in later
    assert api.read("/token", token=found[0])["scopes"] == ["play", "read"]
    end = f"/tokens/{ApiToken.objects.get().public_id}/end/"
    assert client.get(end).status_code == 405
    assert client.post(end).status_code == 302
    assert api.ask("GET", "/token", token=found[0]).status_code == 401


def test_a_token_for_one_event_is_made_by_its_director_alone(api):
    director, stranger = api.member(), api.member()
    event = api.directed_by(director)
    wanted = {
        "label": "Scores",
        "days": "1",
        "scope": ["read", "score"],
        "event": event,
        "role": "scorekeeper",
    }

    by_director = signed_in(api, director).post("/tokens/", wanted)
    by_stranger = signed_in(api, stranger).post("/tokens/", wanted)

    assert (by_director.status_code, by_stranger.status_code) == (200, 404)
    assert ApiToken.objects.get().role == "scorekeeper"


def test_what_is_missing_is_said_and_what_was_ticked_stays(api):
    client = signed_in(api, api.member())

    answer = client.post("/tokens/", {"label": "", "days": "9", "scope": ["run"]})

    text = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r'value="run"\s+checked', text)
    assert not ApiToken.objects.exists()


def test_a_body_without_end_is_answered_to_programs_in_their_way(api):
    answer = api.client.get(too_large_path("/api/v1/reports"))

    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too-large"
