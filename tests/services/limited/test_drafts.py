"""Drafts through the services: planned, dealt, picked, paused, left."""

from collections import Counter
from datetime import timedelta

import msgspec
import pytest
from tests.answers import answer
from tests.services.eventlog.table_driver import NOW
from tests.services.limited.draft_day import SIX, DraftDay

from padd.core.event_file import read_event
from padd.core.eventlog.actions.limited import BuildingStarted, LimitedDealt, PackClosed, WordAdded
from padd.core.eventlog.actions.setup import StaffNoted
from padd.core.eventlog.state.actor import Role
from padd.core.limited.draft import chain_heads
from padd.core.limited.verification import verify_deal
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.core.rng import commitment
from padd.interfaces.cli.formats.verify import deal_verdict
from padd.presentation.rulebooks import rulebook_named
from padd.rulebooks.loader import rulebook
from padd.services import eventlog
from padd.services.access import laptop_sign_in
from padd.services.access.actors import VISITOR, actor_for_account
from padd.services.eventlog.pairing_secret import event_secret
from padd.services.limited import deals, drafts
from padd.services.limited.tables import group_table
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.events import Event
from padd.store.models.limited import DraftPick, DraftStep

pytestmark = pytest.mark.django_db


def started(**values):
    day = DraftDay()
    day.seal(**values)
    day.deal()
    return day


def pools(day, names=SIX):
    return {name: len(day.seat(name).table.pool(day.seat(name).number)) for name in names}


@pytest.mark.req("FMT-4", "FMT-7", "FMT-60")
def test_six_players_draft_two_packs_and_every_card_is_in_one_pool():
    day = started(packs=2)

    day.draft()

    seat = day.seat("data")
    dealt = Counter(card.title for cards in seat.table.cards.values() for card in cards)
    owned = Counter(card.title for number in range(1, 7) for card in seat.table.pool(number))
    assert pools(day) == dict.fromkeys(SIX, 18)
    assert owned == dealt
    assert DraftPick.objects.filter(how="player").count() == 2 * 8 * 6


@pytest.mark.req("FMT-59")
def test_the_log_holds_the_heads_and_the_secret_proves_every_pack():
    day = DraftDay()
    day.seal(packs=2)
    day.do(WordAdded(word="tea"), by=day.player("picard"))
    day.deal()
    day.draft()
    limited = day.state.limited
    assert limited is not None

    row = Event.objects.get(public_id=day.id)
    held = group_table(row, limited, 1)
    secret = event_secret(day.id)
    verdict = verify_deal(limited, secret, deals.cached_log(row).book)  # type: ignore[arg-type]

    assert day.state.settings.commitment == commitment(secret)
    assert verdict.same
    assert verdict.packs == 12
    assert tuple(limited.heads.values()) == chain_heads(
        held.table.rules, limited.deals[0], held.steps
    )
    assert not verify_deal(limited, "another secret", deals.cached_log(row).book).same  # type: ignore[arg-type]


@pytest.mark.req("FMT-7")
def test_a_pick_can_be_changed_until_the_turn_closes():
    day = started()

    day.pick("data", 3)
    day.pick("data", 5)
    chosen = day.seat("data").table.chosen
    for name in SIX[1:]:
        day.pick(name)

    assert [take.cards for take in chosen] == [(5,)]
    late = day.pick("data", 1, turn=1)
    assert late is not None
    assert late.code == "turn-over"


@pytest.mark.req("FMT-60", "FMT-61")
def test_cards_of_others_cannot_be_taken_and_two_tabs_make_one_pick():
    day = started()

    absent = day.pick("data", 99)
    two = day.pick("data", 1, 2)
    first = day.pick("data", 1, key="tab")
    second = day.pick("data", 2, key="tab")

    assert absent is not None
    assert absent.code == "not-in-the-pack"
    assert two is not None
    assert two.code == "wrong-number"
    assert first is None
    assert second is None
    assert [pick.cards for pick in DraftPick.objects.all()] == [[1]]


@pytest.mark.req("FMT-61")
def test_nobody_else_finds_a_seat():
    day = started()

    with pytest.raises(NotFound):
        drafts.own_seat(event_id=day.id, by=VISITOR, now=day.now)
    with pytest.raises(NotFound):
        day.seat("q")
    with pytest.raises(NotAllowed):
        drafts.draft_groups(event_id=day.id, by=day.player("data"), now=day.now)


@pytest.mark.req("FMT-62")
def test_a_missing_pick_is_made_at_random_only_if_the_plan_says_so():
    asked = started(seconds=60)
    planned = started(seconds=60, late="random")

    for day in (asked, planned):
        for name in SIX[1:]:
            day.pick(name)
        day.now += timedelta(seconds=61)

    assert asked.seat("data").table.table.turn == 1
    assert planned.seat("data").table.table.turn == 2
    assert DraftPick.objects.get(how="random").seat == planned.seat("data").number


@pytest.mark.req("FMT-62")
def test_the_director_picks_at_random_gives_time_and_lets_one_go():
    day = started(seconds=60)
    seat = day.seat("data").number
    who = {"event_id": day.id, "group": 1, "by": day.by}
    for name in SIX[1:]:
        day.pick(name)

    until = day.now + timedelta(seconds=150)
    drafts.extend_time(**who, seat=seat, now=day.now + timedelta(seconds=90))
    given = day.seat("data").table.due(seat)
    drafts.pick_at_random(**who, seat=seat, now=day.now)
    again = answer(drafts.pick_at_random, **who, seat=9, now=day.now)
    drafts.remove_seat(**who, seat=seat, now=day.now)
    day.draft(SIX[1:])

    assert given == until
    assert again is not None
    assert again.code == "nobody-waits"
    counts = pools(day)
    assert counts["data"] == 1
    assert sum(counts.values()) == 54


@pytest.mark.req("FMT-62")
def test_a_pause_holds_every_pick_and_gives_the_time_back():
    day = started(seconds=60, late="random")

    drafts.pause_draft(event_id=day.id, paused=True, by=day.by, now=day.now)
    held = day.pick("data")
    day.now += timedelta(minutes=10)
    still = day.seat("data").table.table.turn
    drafts.pause_draft(event_id=day.id, paused=False, by=day.by, now=day.now)

    assert held is not None
    assert held.code == "paused"
    assert still == 1
    assert day.pick("data") is None


@pytest.mark.req("FMT-59")
def test_packs_are_dealt_again_only_before_the_first_pick_and_with_a_reason():
    day = started()
    before = day.seat("data").table.cards

    silent = answer(day.deal)
    day.deal(reason="Somebody looked over a shoulder")
    after = day.seat("data").table.cards
    day.pick("data")
    late = answer(day.deal, reason="I do not like mine")

    assert silent.code == "reason-missing"
    assert before != after
    assert day.state.limited is not None
    assert day.state.limited.redeals == 1
    assert late.code == "already-begun"


@pytest.mark.req("FMT-7")
def test_in_a_queue_fast_players_do_not_wait():
    day = started(turns="queue")
    order = [day.state.limited.groups[0][n] for n in range(6)]  # type: ignore[union-attr]

    day.pick(order[0])
    day.pick(order[1])
    day.pick(order[1])
    none = day.pick(order[0])

    assert DraftStep.objects.count() == 3
    assert none is not None
    assert none.code == "nothing-to-take"
    day.draft()
    assert pools(day) == dict.fromkeys(SIX, 9)


@pytest.mark.req("FMT-6")
def test_thirteen_players_draft_in_three_groups():
    names = tuple(f"p{n:02}" for n in range(13))
    day = DraftDay(names)
    day.seal()
    day.deal()

    day.draft(names, turns=1)

    groups = drafts.draft_groups(event_id=day.id, by=day.by, now=day.now)
    assert [len(group.players) for group in groups] == [5, 4, 4]
    assert [group.table.turn for group in groups] == [2, 2, 2]


@pytest.mark.req("FMT-63")
def test_building_begins_when_all_packs_are_drafted():
    day = started()

    early = day.refused(BuildingStarted())
    day.draft()
    day.do(BuildingStarted())

    assert early.code == "still-drafting"
    assert day.state.limited is not None
    assert day.state.limited.building_at is not None


@pytest.mark.req("FMT-59")
def test_the_event_file_alone_makes_every_pack_again_once_the_secret_is_out():
    day = DraftDay()
    day.seal(packs=2)
    day.do(WordAdded(word="tea"), by=day.player("picard"))
    day.deal()
    event = read_event(eventlog.export_event_file(event_id=day.id), book_of=rulebook_named)
    book = rulebook("opg-5")

    hidden = deal_verdict(event, book)
    out = msgspec.structs.replace(event, secret=event_secret(day.id))
    proved = deal_verdict(out, book)
    wrong = deal_verdict(msgspec.structs.replace(event, secret="x"), book)

    assert hidden is None
    assert proved is not None
    assert (proved.packs, proved.same) == (12, True)
    assert wrong is not None
    assert not wrong.same


@pytest.mark.req("FMT-59")
def test_nobody_writes_a_deal_or_a_head_into_the_log_by_hand():
    day = started()

    deal = day.refused(LimitedDealt(groups=(), deals=(), words=""))
    head = day.refused(PackClosed(group=1, pack=1, head="mine"))

    assert deal.code == head.code == "dealt-by-the-program"


@pytest.mark.req("ONL-8", "AMB-119")
@pytest.mark.parametrize(
    ("book", "online", "code"),
    [("opg-4.1", True, "maker-plays"), ("opg-4.1", False, ""), ("opg-5", True, "")],
)
def test_who_plays_deals_no_online_event_where_the_rulebook_forbids_it(book, online, code):
    token = laptop_sign_in.create_sign_in_link(now=NOW)
    account = laptop_sign_in.redeem_sign_in_link(now=NOW, token=token)
    laptop = actor_for_account(account_id=account.pk, now=NOW)
    day = DraftDay(book=book, online=online)
    noted = StaffNoted(role=Role.DIRECTOR, person="data", player=PlayerId("data"))
    day.do(noted)
    day.seal()

    dealt = answer(deals.deal_packs, event_id=day.id, by=laptop, now=day.now)

    assert (dealt.code if isinstance(dealt, Refusal) else "") == code
