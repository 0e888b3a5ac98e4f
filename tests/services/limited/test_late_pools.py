"""Players who come too late for a seat, and boosters that are real."""

import pytest
from tests.answers import answer
from tests.services.limited.draft_day import DraftDay

from padd.core.eventlog.actions.limited import BuildingEnded, BuildingStarted, PoolGiven
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.limited.plan import PackChoice
from padd.core.limited.verification import verify_deal
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.presentation.limited.group_view import groups_at_tables
from padd.services.eventlog.log_cache import cached_log
from padd.services.eventlog.pairing_secret import event_secret
from padd.services.limited import deals, drafts, pools
from padd.services.refusal import NotFound
from padd.store.models.events import Event

pytestmark = pytest.mark.django_db
THREE = ("data", "troi", "worf")


def joined(day, name):
    """Let somebody come in after the deal."""
    day.do(PlayerEntered(player=PlayerId(name), name=name.title()))
    day.do(CheckedIn(players=(PlayerId(name),)))


def give(day, name, reason="Train was late"):
    return deals.give_pool(
        event_id=day.id, player=PlayerId(name), reason=reason, by=day.by, now=day.now
    )


@pytest.mark.req("FMT-8", "FMT-59", "FMT-60")
def test_who_is_late_for_a_draft_gets_unopened_packs_only_with_a_reason():
    day = DraftDay(THREE)
    starter = PackChoice(product="frontier", kind="starter")
    day.seal(packs=2, kit=(starter,))
    day.deal()
    joined(day, "barclay")

    silent = answer(give, day, "barclay", reason="")
    seated = answer(give, day, "data")
    give(day, "barclay")
    twice = answer(give, day, "barclay")
    day.draft(THREE)

    assert isinstance(silent, Refusal)
    assert "reason" in silent.code
    assert isinstance(seated, Refusal)
    assert seated.code == "has-cards"
    assert isinstance(twice, Refusal)
    pool = pools.own_pool(event_id=day.id, by=day.player("barclay"))
    assert len(pool.cards) == 29 + 2 * 9
    with pytest.raises(NotFound):
        day.seat("barclay")
    row = Event.objects.get(public_id=day.id)
    known = cached_log(row)
    assert known.state.limited is not None
    assert known.book is not None
    verdict = verify_deal(known.state.limited, event_secret(day.id), known.book)
    assert verdict.same
    assert verdict.packs == 4 * 3
    states = pools.pool_states(event_id=day.id, by=day.by)
    assert [(one.player, one.cards) for one in states][-1] == ("barclay", 47)


@pytest.mark.req("FMT-59")
def test_packs_for_the_late_are_proved_too_and_nobody_writes_them_by_hand():
    day = DraftDay(THREE)
    day.seal()
    day.deal()
    joined(day, "barclay")

    by_hand = day.refused(PoolGiven(player=PlayerId("barclay"), deal="mine"))
    give(day, "barclay")
    known = cached_log(Event.objects.get(public_id=day.id))
    limited, book = known.state.limited, known.book
    assert limited is not None
    assert book is not None
    wrong = type(limited)(
        **{
            field: getattr(limited, field)
            for field in limited.__struct_fields__
            if field != "late_deals"
        },
        late_deals=("other",),
    )

    assert by_hand.code == "dealt-by-the-program"
    assert [
        str(problem) for problem in verify_deal(wrong, event_secret(day.id), book).problems
    ] == [("Late player 1 was given packs that do not match the secret.")]


@pytest.mark.req("FMT-64")
def test_real_boosters_have_groups_seats_and_directions_without_cards():
    day = DraftDay(THREE)
    day.seal(packs=0, real_packs=(15, 15), directions=("left", "right"), build_minutes=30)
    day.deal()
    snapshot = day.view()

    first = groups_at_tables(snapshot)[0]
    drafts.open_next_real_pack(event_id=day.id, by=day.by, now=day.now)
    second = groups_at_tables(day.view())[0]
    drafts.open_next_real_pack(event_id=day.id, by=day.by, now=day.now)
    beyond = answer(drafts.open_next_real_pack, event_id=day.id, by=day.by, now=day.now)
    over = groups_at_tables(day.view())[0]
    day.do(BuildingStarted())
    day.do(BuildingEnded(), reason="All are ready")

    assert (first.pack, first.direction, len(first.seats)) == (1, "left", 3)
    assert (second.pack, second.direction) == (2, "right")
    assert beyond is not None
    assert beyond.code == "draft-over"
    assert over.over
    assert day.state.limited is not None
    assert day.state.limited.built_at is not None
    with pytest.raises(NotFound):
        day.seat("data")
