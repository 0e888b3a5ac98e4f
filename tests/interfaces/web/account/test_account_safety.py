"""What guards an account: notices, newest link only, second factor, recent sign-in."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import hashers
from django.test import Client
from django.urls import reverse
from tests.rate_limits import forget_requests

from padd.core.refusal import RefusalError
from padd.interfaces.web.request_actor import RECENTLY
from padd.services.access import actors
from padd.services.access.permissions import Permission
from padd.services.access.rate_limit import MOST
from padd.services.events import lifecycle
from padd.services.people import people
from padd.services.people.people import PersonDetails
from padd.store.models.access import ApiToken
from padd.store.models.people import Account, Grant, Person
from world import BACKEND, account

pytestmark = [pytest.mark.django_db, pytest.mark.req("R20")]
WORD = "correct-horse-battery"


@pytest.fixture(autouse=True)
def _accounts(settings):
    settings.ACCOUNTS = True
    settings.URL = "https://padd.example:8443"
    forget_requests()


def somebody():
    owner = account("ada")
    owner.set_password(WORD)
    owner.save()
    EmailAddress.objects.update_or_create(
        user=owner, email=owner.email, defaults={"verified": True, "primary": True}
    )
    return owner


def links(mailoutbox):
    return [
        found for mail in mailoutbox for found in re.findall(r"https://\S+/key/\S+", str(mail.body))
    ]


def asked(client, email, capture):
    with capture(execute=True):
        client.post(reverse("account_reset_password"), {"email": email})
    forget_requests()


def test_an_older_link_for_a_new_password_dies_with_a_newer_one(
    client, mailoutbox, django_capture_on_commit_callbacks
):
    owner = somebody()
    asked(client, owner.email, django_capture_on_commit_callbacks)
    asked(client, owner.email, django_capture_on_commit_callbacks)
    old, new = links(mailoutbox)

    pages = [Client().get(link.split(":8443")[1], follow=True) for link in (old, new)]

    forms = ["password1" in page.content.decode() for page in pages]
    assert forms == [False, True]
    assert all(link.startswith("https://padd.example:8443/") for link in (old, new))


def test_the_owner_is_told_of_a_new_password(
    client, mailoutbox, django_capture_on_commit_callbacks
):
    owner = somebody()
    client.force_login(owner, backend=BACKEND)
    typed = {"oldpassword": WORD, "password1": WORD + "1", "password2": WORD + "1"}

    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("account_change_password"), typed)

    assert [mail.subject for mail in mailoutbox] == ["Your password was changed"]


def test_whoever_adds_an_address_is_not_told_of_a_new_account(client, mailoutbox):
    owner = somebody()
    client.force_login(owner, backend=BACKEND)
    client.post(reverse("account_reauthenticate"), {"password": WORD})

    client.post(reverse("account_email"), {"email": "second@example.org", "action_add": "yes"})

    (mail,) = (one for one in mailoutbox if one.to == ["second@example.org"])
    assert "entered this e-mail address for an account" in mail.body
    assert "created an account" not in mail.body


def test_signing_up_works_as_hard_for_an_address_that_is_taken(client, monkeypatch):
    owner = somebody()
    hashed: list[str] = []
    encode = hashers.Argon2PasswordHasher.encode

    def counted(self, password, salt):
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(hashers.Argon2PasswordHasher, "encode", counted)
    work = []
    for email in (owner.email, "new@x.example"):
        hashed.clear()
        typed = {"email": email, "password1": WORD, "password2": WORD}
        client.post(reverse("account_signup"), typed)
        work.append(len(hashed))

    assert work[0] == work[1]


def test_an_office_rests_until_its_holder_has_a_second_factor(bare_world, settings):
    settings.OFFICES_NEED_SECOND_FACTOR = True
    by = bare_world.official("administrator")
    assert by.account_id is not None

    Authenticator.objects.create(
        user_id=by.account_id, type=Authenticator.Type.RECOVERY_CODES, data={}
    )
    with_codes_alone = bare_world.again(by)
    Authenticator.objects.create(user_id=by.account_id, type=Authenticator.Type.TOTP, data={})

    assert with_codes_alone.offices_asleep
    assert (by.offices, by.offices_asleep) == (frozenset(), True)
    assert bare_world.again(by).offices == {"administrator"}


def test_making_a_token_asks_for_a_recent_sign_in(client, bare_world, settings):
    settings.HOSTED = True
    owner = somebody()
    client.force_login(owner, backend=BACKEND)
    typed = {"label": "Stick", "scope": "read", "days": "1"}

    stale = client.post(reverse("tokens"), typed)
    resumed = client.post(stale["Location"], {"password": WORD})
    fresh = client.post(reverse("tokens"), typed)

    assert stale.status_code == 302
    assert "reauthenticate" in stale["Location"]
    assert [resumed.status_code, fresh.status_code] == [200, 200]
    assert ApiToken.objects.filter(account=owner).count() == 2


def test_listing_events_and_adding_people_has_a_pace(bare_world):
    by = bare_world.member()
    for _ in range(MOST[Permission.PERSON_ADD]):
        bare_world.made += 1
        details = PersonDetails(handle=f"Somebody {bare_world.made}")
        people.add_person(by=by, now=bare_world.now, details=details)

    with pytest.raises(RefusalError) as refused:
        people.add_person(by=by, now=bare_world.now, details=PersonDetails(handle="One more"))
    later = bare_world.now + timedelta(minutes=61)
    people.add_person(by=by, now=later, details=PersonDetails(handle="One more"))
    for number in range(MOST[Permission.EVENT_REGISTER]):
        bare_world.event(by=by, directors=(), name=f"Evening {number}")
    with pytest.raises(RefusalError) as often:
        lifecycle.register_event(by=by, now=bare_world.now, form=bare_world.draft())

    assert refused.value.codes == often.value.codes == ("too-often",)


def test_those_who_keep_a_desk_have_no_pace(bare_world):
    by = bare_world.official("coordinator", "europe")

    for number in range(MOST[Permission.PERSON_ADD] + 1):
        people.add_person(
            by=by, now=bare_world.now, details=PersonDetails(handle=f"Somebody {number}")
        )

    assert actors.actor_for_account(account_id=by.account_id or 0, now=bare_world.now).offices


def test_erasing_data_and_offices_ask_for_a_recent_sign_in(bare_world, settings):
    settings.HOSTED = True
    by = bare_world.official("administrator")
    owner = Account.objects.get(pk=by.account_id)
    owner.set_password(WORD)
    owner.save()
    client = Client()
    client.force_login(owner, backend=BACKEND)
    client.post(reverse("account_reauthenticate"), {"password": WORD})
    session = client.session
    for method in session["account_authentication_methods"]:
        method["at"] -= RECENTLY.total_seconds() + 60
    session.save()
    grant = Grant.objects.get(account=by.account_id)

    stale = [
        client.post(f"/players/{by.person}/erase/", {"handle": "Member 1"}),
        client.post("/offices/", {"email": by.email, "office": "chair"}),
        client.post(f"/offices/{grant.pk}/end/"),
    ]

    assert [answer.status_code for answer in stale] == [302, 302, 302]
    assert all("reauthenticate" in answer["Location"] for answer in stale)
    assert Person.objects.get(pk=by.person_id).anonymised_at is None


def test_the_page_after_a_change_of_the_account_says_what_was_done():
    owner = somebody()
    client = Client()
    client.force_login(owner, backend=BACKEND)
    client.post(reverse("account_reauthenticate"), {"password": WORD})

    changed = client.post(
        reverse("account_change_password"),
        {"oldpassword": WORD, "password1": "gagh-is-alive", "password2": "gagh-is-alive"},
        follow=True,
    )
    client.post(reverse("account_reauthenticate"), {"password": WORD + "1"})
    kept = client.post(
        reverse("account_email"), {"email": owner.email, "action_remove": "yes"}, follow=True
    )

    assert "Your password is changed." in changed.content.decode()
    assert "is the address you sign in with" in kept.content.decode()
    assert 'class="warning refused" role="status"' in kept.content.decode()


def test_whoever_confirms_an_address_is_told_so_and_signs_in(client, mailoutbox):
    client.post(
        reverse("account_signup"),
        {"email": "new@example.org", "password1": WORD, "password2": WORD},
    )
    link = re.findall(r"https://[^/]+(/\S+confirm-email\S+)", str(mailoutbox[0].body))[0]

    page = client.post(link, follow=True)

    assert "Your e-mail address is confirmed." in page.content.decode()
