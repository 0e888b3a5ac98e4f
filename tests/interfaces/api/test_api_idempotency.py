"""The same wish sent twice is done once, and answered the same way."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from padd.services import eventlog, idempotency
from padd.services.idempotency import KeyedRequest, StillUnderWay, StoredAnswer
from padd.store.models.access import ApiAnswer, ApiToken

pytestmark = pytest.mark.req("R6")


def entering(name):
    return {"action": {"kind": "player.entered", "player": name, "name": name}}


def opened(api):
    director = api.member()
    event = api.directed_by(director)
    eventlog.open_event(listing_id=event, by=director, now=api.now)
    return event, api.token(director)


def test_the_same_key_and_body_have_one_effect_and_one_answer(api):
    event, token = opened(api)
    at, key = f"/events/{event}/actions", {"Idempotency-Key": "wish-1"}

    first = api.ask("POST", at, entering("ada"), token=token, headers=key)
    api.do(at, entering("ben"), token=token)
    second = api.ask("POST", at, entering("ada"), token=token, headers=key)

    assert first.status_code == second.status_code == 200
    assert first.content == second.content
    assert second["Idempotency-Replayed"] == "true"
    assert eventlog.snapshot_event(event_id=event).sequence == 3


def test_the_same_key_with_another_body_is_refused(api):
    event, token = opened(api)
    at, key = f"/events/{event}/actions", {"Idempotency-Key": "wish-1"}
    api.do(at, entering("ada"), token=token, headers=key)

    other = api.ask("POST", at, entering("ben"), token=token, headers=key)
    elsewhere = api.ask("POST", f"/events/{event}/draw", {}, token=token, headers=key)

    for answer in (other, elsewhere):
        assert answer.status_code == 422
        assert answer.json()["error"]["code"] == "key-used"
    assert eventlog.snapshot_event(event_id=event).sequence == 2


def test_a_key_belongs_to_the_token_that_sent_it(api):
    event, token = opened(api)
    other_event, other = opened(api)
    key = {"Idempotency-Key": "same"}

    api.do(f"/events/{event}/actions", entering("ada"), token=token, headers=key)
    api.do(f"/events/{other_event}/actions", entering("ben"), token=other, headers=key)

    assert ApiAnswer.objects.count() == 2


def test_what_was_refused_had_no_effect_and_is_looked_at_anew(api):
    event, token = opened(api)
    at, key = f"/events/{event}/actions", {"Idempotency-Key": "wish-1"}
    here = {"action": {"kind": "player.checked-in", "players": ["ada"]}}

    refused = api.ask("POST", at, here, token=token, headers=key)
    api.do(at, entering("ada"), token=token)
    done = api.ask("POST", at, here, token=token, headers=key)

    assert (refused.status_code, done.status_code) == (422, 200)


def test_a_twin_that_is_still_under_way_is_told_to_come_back(api):
    api.token(api.member())
    wish = KeyedRequest(token_id=ApiToken.objects.get().pk, key="k", request=b"r")

    def meanwhile():
        with pytest.raises(StillUnderWay):
            idempotency.answer_once(wish, lambda: StoredAnswer(200, b""), now=api.now)
        return StoredAnswer(200, b"done")

    assert idempotency.answer_once(wish, meanwhile, now=api.now).content == b"done"
    again = idempotency.answer_once(wish, meanwhile, now=api.now)
    assert (again.content, again.again) == (b"done", True)


def test_an_effect_that_fails_leaves_no_answer_behind(api):
    api.token(api.member())
    wish = KeyedRequest(token_id=ApiToken.objects.get().pk, key="k", request=b"r")

    def fails():
        raise OSError("disk")

    with pytest.raises(OSError, match="disk"):
        idempotency.answer_once(wish, fails, now=api.now)

    assert not ApiAnswer.objects.exists()
    assert idempotency.answer_once(wish, lambda: StoredAnswer(200, b"1"), now=api.now).status == 200


def test_answers_are_kept_for_a_week(api):
    api.token(api.member())
    token = ApiToken.objects.get().pk

    for key, days in (("old", 0), ("new", 8)):
        idempotency.answer_once(
            KeyedRequest(token_id=token, key=key, request=b""),
            lambda: StoredAnswer(200, b""),
            now=api.now + timedelta(days=days),
        )

    assert [row.key for row in ApiAnswer.objects.all()] == ["new"]


@pytest.mark.parametrize("key", ["", " x", "x" * 129, "a\tb", "ä"])
def test_a_key_that_is_none_is_refused(api, key):
    event, token = opened(api)

    answer = api.ask(
        "POST", f"/events/{event}/draw", {}, token=token, headers={"Idempotency-Key": key}
    )

    assert answer.status_code == 400


def test_many_at_once_with_one_key_enter_one_player(real_database):
    from api_world import ApiWorld
    from django.db import connections

    api = ApiWorld()
    event, token = opened(api)
    start = Barrier(6)

    def send(_):
        from django.test import Client

        start.wait()
        answer = Client().post(
            f"/api/v1/events/{event}/actions",
            json.dumps(entering("ada")),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}", "Idempotency-Key": "one wish"},
        )
        connections.close_all()
        return answer.status_code

    with ThreadPoolExecutor(6) as pool:
        statuses = set(pool.map(send, range(6)))

    assert statuses <= {200, 409}
    assert 200 in statuses
    assert eventlog.snapshot_event(event_id=event).sequence == 2
