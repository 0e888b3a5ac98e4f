"""Acting in an event: one entry each, once, by whoever may, on what one has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.services.running.table import AtTheTable

from padd.core.running.actions import NoteAdded
from padd.store.models import EventAction, EventState

if TYPE_CHECKING:
    from tests.world import World


def test_a_day_at_the_table_leaves_one_row_for_each_act(world: World) -> None:
    day = AtTheTable()

    day.play_round()

    kinds = list(
        EventAction.objects.filter(event__public_id=day.id).values_list(
            "kind", flat=True
        )
    )
    assert kinds == [
        "event.opened",
        *["player.entered"] * 4,
        *("player.checked-in", "round.drafted", "round.published"),
        *["result.entered"] * 2,
        "round.closed",
    ]
    assert world.row(day.id).state == EventState.RUNNING


def test_the_same_wish_sent_twice_is_done_once(world: World) -> None:
    day = AtTheTable()
    first = day.do(NoteAdded(text="The lights went out."), key="a wish")

    second = day.do(NoteAdded(text="The lights went out."), key="a wish")

    assert second.again
    assert second.sequence == first.sequence
    assert len(day.state.notes) == 1


def test_another_wish_under_a_used_key_is_refused(world: World) -> None:
    day = AtTheTable()
    day.do(NoteAdded(text="The lights went out."), key="a wish")

    said = day.refused(NoteAdded(text="Lights on."), key="a wish")

    assert said.code == "key-used"
