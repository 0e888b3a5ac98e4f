"""At check-in a bye is used or kept: once, by its owner, where it is good."""

from datetime import timedelta

import pytest
from tests.answers import answer
from tests.services.championships.championship_builder import bye_of, continental
from tests.services.eventlog.table_driver import p
from tests.world import NOW

from padd.core.eventlog.actions.players import EarnedByeDeclared, EarnedByeForfeited
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.core.refusal import Refusal
from padd.services.access.actors import SYSTEM
from padd.services.championships.check_in import keep_right, rights_at_check_in, use_right
from padd.services.refusal import NotAllowed
from padd.store.models.conduct import Case, Suspension
from padd.store.models.people import Person
from padd.store.writes.right_ledger import fold_right, rights_with_entries

pytestmark = pytest.mark.usefixtures("data_folder")


def state_of(right):
    return str(fold_right(rights_with_entries().get(public_id=right)).state)


@pytest.mark.req("CHAMP-24", "SWISS-6", "AMB-10")
def test_a_bye_that_is_used_stands_in_log_and_ledger(world):
    kirk, khan = world.person("Kirk"), world.person("Khan")
    day = continental(20, kirk, khan)
    right = bye_of(kirk)

    use_right(event_id=day.id, player=kirk, right=right, by=SYSTEM, now=NOW)

    assert day.state.players[p(kirk)].earned_byes == (1,)
    assert state_of(right) == "used"
    assert rights_at_check_in(event_id=day.id, player=kirk, now=NOW) == ()


@pytest.mark.req("CHAMP-24")
def test_nobody_uses_the_bye_of_somebody_else_or_twice(world):
    kirk, khan = world.person("Kirk"), world.person("Khan")
    day = continental(20, kirk, khan)
    right = bye_of(kirk)
    others = answer(use_right, event_id=day.id, player=khan, right=right, by=SYSTEM, now=NOW)
    use_right(event_id=day.id, player=kirk, right=right, by=SYSTEM, now=NOW)

    again = answer(use_right, event_id=day.id, player=kirk, right=right, by=SYSTEM, now=NOW)

    assert isinstance(others, Refusal)
    assert isinstance(again, Refusal)
    assert day.state.players[p(khan)].earned_byes == ()


@pytest.mark.req("AMB-63")
def test_a_bye_that_is_kept_stays_open(world):
    kirk = world.person("Kirk")
    day = continental(20, kirk, world.person("Khan"))
    right = bye_of(kirk)

    keep_right(event_id=day.id, player=kirk, right=right, by=SYSTEM, now=NOW)

    assert state_of(right) == "open"
    (shown,) = rights_at_check_in(event_id=day.id, player=kirk, now=NOW)
    assert shown.kept


def test_what_the_log_refuses_is_not_spent(world):
    kirk = world.person("Kirk")
    day = continental(0, kirk, world.person("Khan"))
    right = bye_of(kirk)
    late = NOW - timedelta(minutes=1)

    done = answer(use_right, event_id=day.id, player=kirk, right=right, by=SYSTEM, now=late)

    assert isinstance(done, Refusal)
    assert done.code == "scorecards-in"
    assert state_of(right) == "open"


def test_a_player_does_not_use_it_by_pressing_for_the_director(world):
    kirk = world.person("Kirk")
    day = continental(20, kirk, world.person("Khan"))
    right = bye_of(kirk)

    with pytest.raises(NotAllowed):
        use_right(event_id=day.id, player=kirk, right=right, by=world.member(), now=NOW)


@pytest.mark.req("CHAMP-24", "CHAMP-35")
def test_an_undone_use_frees_the_bye_and_a_redone_one_spends_it(world):
    kirk = world.person("Kirk")
    day = continental(20, kirk, world.person("Khan"))
    right = bye_of(kirk)
    done = use_right(event_id=day.id, player=kirk, right=right, by=SYSTEM, now=NOW)

    day.do(ActionUndone(sequences=(done.sequence,)), reason="Wrong player")
    freed = state_of(right)
    day.do(ActionRedone(sequences=(done.sequence,)), reason="It was right")

    assert freed == "open"
    assert state_of(right) == "used"


def test_a_use_is_not_done_again_once_the_bye_is_spent_elsewhere(world):
    kirk = world.person("Kirk")
    first = continental(20, kirk, world.person("Khan"))
    right = bye_of(kirk)
    done = use_right(event_id=first.id, player=kirk, right=right, by=SYSTEM, now=NOW)
    first.do(ActionUndone(sequences=(done.sequence,)), reason="Changed")
    other = continental(15, kirk, world.person("Gorn"), area="online")
    use_right(event_id=other.id, player=kirk, right=right, by=SYSTEM, now=NOW)

    refusal = first.refused(ActionRedone(sequences=(done.sequence,)), reason="Again")

    assert refusal.code == "already-used"
    assert first.state.players[p(kirk)].earned_byes == ()


def test_an_action_cannot_name_the_bye_of_somebody_else(world):
    kirk, khan = world.person("Kirk"), world.person("Khan")
    day = continental(20, kirk, khan)
    right = bye_of(kirk)

    refusal = day.refused(EarnedByeDeclared(player=p(khan), rounds=(1,), right=right))

    assert refusal.code == "right-unknown"
    assert state_of(right) == "open"


def test_a_forfeited_bye_is_free_for_another_event(world):
    kirk = world.person("Kirk")
    day = continental(20, kirk, world.person("Khan"))
    right = bye_of(kirk)
    use_right(event_id=day.id, player=kirk, right=right, by=SYSTEM, now=NOW)

    day.do(EarnedByeForfeited(player=p(kirk), rounds=(1,)))

    assert state_of(right) == "open"


def test_a_bye_is_not_used_after_its_championship(world):
    kirk = world.person("Kirk")
    day = continental(20, kirk, world.person("Khan"))
    right = bye_of(kirk)
    later = NOW + timedelta(days=22)

    done = answer(use_right, event_id=day.id, player=kirk, right=right, by=SYSTEM, now=later)

    assert isinstance(done, Refusal)
    assert done.code == "scorecards-in"
    assert rights_at_check_in(event_id=day.id, player=kirk, now=later) == ()


@pytest.mark.req("COND-65")
def test_a_suspended_player_uses_no_bye_and_keeps_it(world, settings):
    settings.HOUSE_PROCEDURE = True
    kirk, khan = world.person("Kirk"), world.person("Khan")
    day, right = continental(20, kirk, khan), bye_of(kirk)
    on = (NOW + timedelta(days=20)).date()
    who = Person.objects.get(public_id=kirk)
    case = Case.objects.create(person=who, number=1, source="breach", created_at=NOW)
    Suspension.objects.create(person=who, case=case, since=on, until=on)

    done = answer(use_right, event_id=day.id, player=kirk, right=right, by=SYSTEM, now=NOW)

    assert isinstance(done, Refusal)
    assert done.code == "ask-the-desk"
    assert state_of(right) == "open"
