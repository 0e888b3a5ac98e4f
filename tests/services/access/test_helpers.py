"""Helpers by invite, and the director at the laptop by a link that works once."""

from datetime import timedelta

import pytest
from django.contrib.auth import authenticate
from django.test import RequestFactory

from padd.core.refusal import RefusalError
from padd.services.access import actors, event_helpers, laptop_sign_in
from padd.services.access.actors import SYSTEM, VISITOR, ActorKind
from padd.services.events import lifecycle, registrations
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.access import LoginLink, StaffInvite
from padd.store.models.people import Account
from padd.store.queries.access import staff_invites


def test_a_helper_comes_in_by_the_link_for_this_event_alone(world):
    director = world.member()
    event, other = world.event(by=director, directors=()), world.event()
    made = event_helpers.invite_helper(
        by=director, now=world.now, event=event, role="scorekeeper", label="Nog"
    )
    helper = actors.actor_for_invite(
        invite=event_helpers.redeem_invite(by=VISITOR, now=world.now, token=made.token),
        now=world.now,
    )

    registrations.enter_person(by=helper, now=world.now, event=event, person=world.person())
    with pytest.raises(NotAllowed):
        registrations.enter_person(by=helper, now=world.now, event=other, person=world.person())
    with pytest.raises(NotAllowed):
        event_helpers.invite_helper(by=helper, now=world.now, event=event, role="judge")
    with pytest.raises(NotAllowed):
        lifecycle.cancel_event(by=helper, now=world.now, event=event, version=1, reason="x")

    (invite,) = staff_invites(event)
    assert (invite.label, invite.redeemed_at) == ("Nog", world.now)


def test_only_a_hash_of_at_least_128_bits_is_kept(world):
    made = event_helpers.invite_helper(by=SYSTEM, now=world.now, event=world.event(), role="judge")

    row = StaffInvite.objects.get()
    assert len(made.token) * 6 >= 128
    assert len(row.token_hash) == 64
    assert made.token not in str(vars(row))


def test_an_invite_works_once(world):
    made = event_helpers.invite_helper(by=SYSTEM, now=world.now, event=world.event(), role="judge")
    event_helpers.redeem_invite(by=VISITOR, now=world.now, token=made.token)

    with pytest.raises(NotFound):
        event_helpers.redeem_invite(by=VISITOR, now=world.now, token=made.token)


def test_an_invite_ends_by_time_or_by_the_director(world):
    event = world.event()
    made = [
        event_helpers.invite_helper(by=SYSTEM, now=world.now, event=event, role="judge", hours=2)
        for _ in range(3)
    ]
    late = world.now + timedelta(hours=2)
    with pytest.raises(NotFound):
        event_helpers.redeem_invite(by=VISITOR, now=late, token=made[0].token)
    event_helpers.redeem_invite(by=VISITOR, now=world.now, token=made[1].token)
    assert actors.actor_for_invite(invite=made[1].public_id, now=late) == VISITOR
    event_helpers.redeem_invite(by=VISITOR, now=world.now, token=made[2].token)

    event_helpers.revoke_invite(by=SYSTEM, now=world.now, invite=made[2].public_id)

    assert actors.actor_for_invite(invite=made[2].public_id, now=world.now) == VISITOR


def test_an_invite_of_another_event_looks_like_none(world):
    made = event_helpers.invite_helper(by=SYSTEM, now=world.now, event=world.event(), role="judge")
    other = world.member()
    world.event(by=other, directors=())

    with pytest.raises(NotFound):
        event_helpers.revoke_invite(by=other, now=world.now, invite=made.public_id)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"role": "captain"}, "role-unknown"),
        ({"hours": 0}, "hours"),
        ({"hours": 9999}, "hours"),
        ({"label": "x" * 61}, "too-long"),
    ],
)
def test_an_invite_that_makes_no_sense_is_refused(world, values, code):
    usual = {"by": SYSTEM, "now": world.now, "event": world.event(), "role": "judge"}

    with pytest.raises(RefusalError) as refused:
        event_helpers.invite_helper(**{**usual, **values})  # type: ignore[arg-type]

    assert refused.value.codes == (code,)


def test_the_laptops_link_signs_its_director_in_once(world):
    token = laptop_sign_in.create_sign_in_link(now=world.now)

    account = laptop_sign_in.redeem_sign_in_link(now=world.now, token=token)

    by = actors.actor_for_account(account_id=account.pk, now=world.now)
    assert by.kind is ActorKind.LAPTOP
    with pytest.raises(NotFound):
        laptop_sign_in.redeem_sign_in_link(now=world.now, token=token)
    assert world.row(world.event(by=by)).state == "listed"


def test_a_new_link_ends_the_old_one_and_an_old_one_ends_by_itself(world):
    first = laptop_sign_in.create_sign_in_link(now=world.now)
    second = laptop_sign_in.create_sign_in_link(now=world.now)

    with pytest.raises(NotFound):
        laptop_sign_in.redeem_sign_in_link(now=world.now, token=first)
    with pytest.raises(NotFound):
        laptop_sign_in.redeem_sign_in_link(now=world.now + timedelta(hours=13), token=second)

    assert Account.objects.filter(local=True).count() == 1
    assert not LoginLink.objects.filter(token_hash=second).exists()


def test_the_laptops_account_has_no_password(world):
    laptop_sign_in.create_sign_in_link(now=world.now)

    assert not Account.objects.get(local=True).has_usable_password()


def account(email):
    made = Account(email=email)
    made.set_password("walk with the prophets")
    made.save()
    return made


def signed_in(email, password, address="127.0.0.1"):
    request = RequestFactory().post("/", REMOTE_ADDR=address)
    return authenticate(request, email=email, password=password) is not None


def test_passwords_are_kept_by_argon2_and_guessing_is_slowed(world):
    right, kira = "walk with the prophets", account("kira@ds9.example").email
    assert Account.objects.get().password.startswith("argon2$")
    assert signed_in("Kira@DS9.example", right)

    for _ in range(5):
        assert not signed_in("KIRA@ds9.example", "guess")

    assert not signed_in(kira, right)
    assert signed_in(kira, right, address="10.1.2.3")


def test_one_guesser_does_not_lock_out_a_hall_behind_one_address(world):
    right = "walk with the prophets"
    for email in ("kira@ds9.example", "odo@ds9.example"):
        account(email)

    for _ in range(6):
        signed_in("kira@ds9.example", "guess")

    assert signed_in("odo@ds9.example", right)


def test_a_closed_account_is_a_visitor(world):
    by = world.member()
    Account.objects.filter(pk=by.account_id).update(is_active=False)

    assert world.again(by) == VISITOR
