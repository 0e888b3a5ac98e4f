"""Passes of players' phones: who comes in, as whom, for how long, and who does not."""

import os
import secrets
from datetime import timedelta

import pytest
from django.test import override_settings
from tests.services.eventlog.table_driver import AtTheTable, p, timed
from tests.world import NOW

from padd.core.eventlog.actions.director_results import ResultEntered
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.result_claims import ResultConfirmed, ResultReported
from padd.core.refusal import RefusalError
from padd.services import eventlog
from padd.services.access.actors import SYSTEM, VISITOR, ActorKind
from padd.services.eventlog import player_passes, player_sign_in
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.access import PlayerPass, WrongPin
from padd.store.models.eventlog import AuditEntry

GUESSES = 10_000 if os.environ.get("PADD_TRIALS") else 1_000

pytestmark = pytest.mark.django_db


def passes(day):
    made = player_passes.issue_passes(by=SYSTEM, now=NOW, event_id=day.id)
    return {one.player: one for one in made}


def token(held):
    return held.url_path.split("#")[1]


def enter(held):
    return player_sign_in.sign_in_by_token(by=VISITOR, now=NOW, token=token(held))


def actor(day, name):
    entered = enter(passes(day)[name])
    found = player_passes.actor_for_pass(pass_id=entered.pass_id, event_id=day.id)
    assert found is not None
    return found


def pin(day, name, said, **more):
    given = {"now": NOW} | more
    return player_sign_in.sign_in_by_pin(
        by=VISITOR,
        event_id=day.id,
        player=name,
        pin=said,
        **given,  # type: ignore[arg-type]
    )


def wrong(of):
    return f"{(int(of.pin) + 1) % 10**6:06}"


@pytest.mark.req("R20")
def test_a_pass_has_256_bits_and_the_database_only_its_hash():
    day = AtTheTable()

    held = passes(day)["kirk"]

    row = PlayerPass.objects.get(player="kirk")
    assert len(token(held)) * 6 >= 256
    assert len({token(one) for one in passes(day).values()}) == 4
    assert token(held) not in str(vars(row))
    assert held.pin not in str(vars(row))


def test_a_pass_can_be_printed_again_and_is_the_same():
    day = AtTheTable()

    assert passes(day) == passes(day)
    assert PlayerPass.objects.count() == 4


def test_a_pass_is_for_one_player_of_one_event():
    day, other = AtTheTable(), AtTheTable()

    entered = enter(passes(day)["kirk"])

    assert (entered.event_id, entered.player) == (day.id, "kirk")
    assert player_passes.actor_for_pass(pass_id=entered.pass_id, event_id=other.id) is None
    found = player_passes.actor_for_pass(pass_id=entered.pass_id, event_id=day.id)
    assert found is not None
    assert (found.kind, found.public_id) == (ActorKind.PLAYER, "kirk")


@pytest.mark.req("R11")
def test_a_phone_acts_for_its_player_and_does_nothing_of_the_staff():
    day, other = AtTheTable(), AtTheTable()
    day.publish()
    other.publish()
    table = day.round.tables[1]
    mine, theirs = table.players
    phone = actor(day, mine)
    report = ResultReported(number=1, table=1, outcome=timed(60, 40))

    day.do(report, by=phone)

    (claim,) = day.round.tables[1].claims
    assert claim.player == mine
    with pytest.raises(NotAllowed):
        day.do(ResultEntered(number=1, table=1, outcome=timed(60, 40)), by=phone)
    with pytest.raises(NotAllowed):
        other.do(report, by=phone)
    refused = day.refused(ResultConfirmed(number=1, table=1, outcome=timed(60, 40)), by=phone)
    assert refused.code == "nothing-reported"
    day.do(ResultConfirmed(number=1, table=1, outcome=timed(60, 40)), by=actor(day, theirs))
    assert day.round.tables[1].settled


@pytest.mark.req("R20")
def test_random_secrets_open_nothing():
    day = AtTheTable()
    passes(day)

    hits = 0
    for _ in range(GUESSES):
        try:
            player_sign_in.sign_in_by_token(by=VISITOR, now=NOW, token=secrets.token_urlsafe(32))
            hits += 1
        except NotFound:
            continue

    assert hits == 0
    assert enter(passes(day)["kirk"]).player == "kirk"


@pytest.mark.req("R20")
def test_five_wrong_pins_let_that_players_pin_rest_and_nobody_elses():
    day = AtTheTable()
    known = passes(day)
    for _ in range(player_sign_in.TRIES_PER_PLAYER):
        with pytest.raises(RefusalError) as refused:
            pin(day, "kirk", wrong(known["kirk"]))
        assert refused.value.codes == ("pin-wrong",)

    with pytest.raises(RefusalError) as resting:
        pin(day, "kirk", known["kirk"].pin)

    assert resting.value.codes == ("pin-resting",)
    assert pin(day, "khan", known["khan"].pin).player == "khan"
    assert enter(known["kirk"]).player == "kirk"
    later = NOW + player_sign_in.WINDOW + timedelta(seconds=1)
    assert pin(day, "kirk", known["kirk"].pin, now=later).player == "kirk"


@pytest.mark.req("R20")
def test_of_many_guesses_over_all_players_few_are_looked_at():
    names = tuple(f"player-{at}" for at in range(40))
    day = AtTheTable(names)
    known = passes(day)
    looked_at = 0
    for at in range(400):
        name = names[at % 40]
        with pytest.raises(RefusalError) as refused:
            pin(day, name, wrong(known[name]))
        looked_at += refused.value.codes == ("pin-wrong",)

    assert looked_at == WrongPin.objects.count() == player_sign_in.TRIES_PER_EVENT
    assert enter(known["player-1"]).player == "player-1"


def test_a_pin_of_another_event_or_of_no_player_opens_nothing():
    day, other = AtTheTable(), AtTheTable()
    known = passes(day)
    passes(other)

    for where, name in ((other, "kirk"), (day, "picard")):
        with pytest.raises(RefusalError):
            pin(where, name, known["kirk"].pin)


def test_a_new_pass_ends_the_old_one_at_once():
    day = AtTheTable()
    old = passes(day)["kirk"]
    entered = enter(old)

    player_passes.renew_pass(by=SYSTEM, now=NOW, event_id=day.id, player="kirk")

    assert player_passes.actor_for_pass(pass_id=entered.pass_id, event_id=day.id) is None
    with pytest.raises(NotFound):
        enter(old)
    new = passes(day)["kirk"]
    assert token(new) != token(old)
    assert enter(new).player == "kirk"


def test_passes_end_with_the_event():
    day = AtTheTable(rounds_planned=1)
    held = passes(day)["kirk"]
    entered = enter(held)
    day.play_round()

    day.do(EventFinished(), reason="Only one round today")

    assert player_passes.actor_for_pass(pass_id=entered.pass_id, event_id=day.id) is None
    with pytest.raises(NotFound):
        enter(held)
    with pytest.raises(NotFound):
        pin(day, "kirk", held.pin)


def test_printed_codes_outlive_a_move_to_another_computer():
    day = AtTheTable()
    old = passes(day)["kirk"]

    with override_settings(SECRET_KEY="of another computer"):
        assert enter(old).player == "kirk"
        new = passes(day)["kirk"]
        assert token(new) != token(old)
        assert enter(new).player == "kirk"
        assert enter(old).player == "kirk"


def test_the_director_lets_a_phone_in_that_shows_its_number():
    day = AtTheTable()
    asked = player_sign_in.request_sign_in(by=VISITOR, now=NOW, event_id=day.id, player="kirk")
    (waiting,) = player_sign_in.sign_in_requests(by=SYSTEM, now=NOW, event_id=day.id)
    assert (waiting.name, waiting.number) == ("Kirk", asked.number)
    assert player_sign_in.sign_in_requests(by=VISITOR, now=NOW, event_id=day.id) == ()
    door = {"by": VISITOR, "now": NOW, "event_id": day.id, "request": asked.id}
    assert player_sign_in.collect_sign_in(**door) is None  # type: ignore[arg-type]
    with pytest.raises(NotAllowed):
        player_sign_in.decide_sign_in(**door, let_in=True)  # type: ignore[arg-type]

    player_sign_in.decide_sign_in(
        by=SYSTEM, now=NOW, event_id=day.id, request=asked.id, let_in=True
    )

    entered = player_sign_in.collect_sign_in(**door)  # type: ignore[arg-type]
    assert entered is not None
    assert entered.player == "kirk"
    with pytest.raises(NotFound):
        player_sign_in.collect_sign_in(**door)  # type: ignore[arg-type]


def test_all_phones_are_let_in_but_those_that_want_one_name_or_a_taken_one():
    day = AtTheTable()
    enter(passes(day)["gorn"])
    asked = {
        at: player_sign_in.request_sign_in(by=VISITOR, now=NOW, event_id=day.id, player=player).id
        for at, player in enumerate(("kirk", "spock", "khan", "khan", "gorn"))
    }
    seen = player_sign_in.sign_in_requests(by=SYSTEM, now=NOW, event_id=day.id)
    assert [(one.name, one.others, one.opened) for one in seen] == [
        *(("Kirk", 0, 0), ("Spock", 0, 0), ("Khan", 1, 0), ("Khan", 1, 0)),
        ("Gorn", 0, 1),
    ]
    unseen = asked.pop(1)
    with pytest.raises(NotAllowed):
        player_sign_in.admit_phones(by=VISITOR, now=NOW, event_id=day.id, requests=asked.values())

    done = player_sign_in.admit_phones(by=SYSTEM, now=NOW, event_id=day.id, requests=asked.values())

    assert done == 1
    door = {"by": VISITOR, "now": NOW, "event_id": day.id}
    entered = player_sign_in.collect_sign_in(**door, request=asked[0])  # type: ignore[arg-type]
    assert entered is not None
    assert entered.player == "kirk"
    for waits in (unseen, asked[2], asked[3], asked[4]):
        assert player_sign_in.collect_sign_in(**door, request=waits) is None  # type: ignore[arg-type]


def test_a_phone_that_was_not_let_in_is_told_so():
    day = AtTheTable()
    asked = player_sign_in.request_sign_in(by=VISITOR, now=NOW, event_id=day.id, player="kirk")

    player_sign_in.decide_sign_in(
        by=SYSTEM, now=NOW, event_id=day.id, request=asked.id, let_in=False
    )

    with pytest.raises(RefusalError) as refused:
        player_sign_in.collect_sign_in(by=VISITOR, now=NOW, event_id=day.id, request=asked.id)
    assert refused.value.codes == ("not-let-in",)


def test_nobody_fills_the_directors_list():
    day = AtTheTable()
    ask = {"by": VISITOR, "now": NOW, "event_id": day.id, "player": "kirk"}
    for _ in range(player_sign_in.REQUESTS_PER_PLAYER):
        player_sign_in.request_sign_in(**ask)  # type: ignore[arg-type]

    with pytest.raises(RefusalError) as refused:
        player_sign_in.request_sign_in(**ask)  # type: ignore[arg-type]

    assert refused.value.codes == ("too-many-ask",)


def test_passes_are_for_the_staff_of_the_event():
    day = AtTheTable()
    phone = actor(day, "kirk")

    for by in (VISITOR, phone):
        with pytest.raises(NotAllowed):
            player_passes.issue_passes(by=by, now=NOW, event_id=day.id)
        with pytest.raises(NotAllowed):
            player_passes.renew_pass(by=by, now=NOW, event_id=day.id, player="khan")
        with pytest.raises(NotAllowed):
            player_passes.hide_clinch(by=by, now=NOW, event_id=day.id, hidden=True)


def test_the_short_code_of_an_event_finds_it_while_it_runs():
    day = AtTheTable()
    code = passes(day)["kirk"].code

    assert player_passes.running_events_with_code(f" {code.lower()} ") == (day.id,)
    assert player_passes.running_events_with_code(code[:2]) == ()
    assert player_passes.running_events_with_code("ZZZZZ") == ()


def test_each_opening_is_counted_and_on_record():
    day = AtTheTable()
    enter(passes(day)["kirk"])
    pin(day, "kirk", passes(day)["kirk"].pin)

    held = passes(day)["kirk"]

    assert (held.openings, held.opened_at) == (2, NOW)
    hows = [one.after["how"] for one in AuditEntry.objects.filter(act="phone.open")]
    assert hows == ["code", "pin"]


def test_a_wrong_pin_in_the_same_moment_counts_in_the_log_of_nobody():
    day = AtTheTable()
    before = eventlog.snapshot_event(event_id=day.id).sequence
    with pytest.raises(RefusalError):
        player_sign_in.check_pin(now=NOW, event_id=day.id, player=p("kirk"), pin="1")

    assert eventlog.snapshot_event(event_id=day.id).sequence == before
