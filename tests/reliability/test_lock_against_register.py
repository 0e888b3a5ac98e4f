"""A lock against a registration at the same moment: the order in the log decides."""

import threading

import pytest
from django.db import connections
from tests.services.eventlog.table_driver import AtTheTable
from tests.wait_limits import PATIENCE

from padd.core.decks.deck_reader import read_deck
from padd.core.decks.event_decks import deck_digest
from padd.core.refusal import Refusal
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.decks import deck_registration
from padd.services.refusal import ActionRefused
from padd.store.models.decks import RegisteredDeck

pytestmark = [pytest.mark.postgresql]

TIMES = 8


@pytest.mark.req("DECK-60")
def test_of_a_lock_and_a_registration_one_comes_first_and_rows_follow_the_log(real_database):
    for number in range(TIMES):
        day = AtTheTable()
        start, answers = threading.Barrier(2, timeout=PATIENCE), {}

        def at_once(name, do):
            try:
                start.wait()  # noqa: B023 -- joined before the next turn
                answers[name] = do()  # noqa: B023 -- same
            except ActionRefused as refused:
                answers[name] = refused.refusal  # noqa: B023 -- same
            finally:
                connections.close_all()

        asked = {"by": SYSTEM, "now": day.now, "event": day.id}
        both = (
            ("lock", lambda: deck_registration.lock_decks(**asked)),  # type: ignore[arg-type]  # noqa: B023 -- same
            (
                "register",
                lambda: deck_registration.register_deck(
                    **asked,  # type: ignore[arg-type]  # noqa: B023 -- same
                    player="kirk",
                    text=f"1 Card {number}",  # noqa: B023 -- same
                ),
            ),
        )
        threads = [threading.Thread(target=at_once, args=one) for one in both]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)

        decks = eventlog.event_state(event_id=day.id).decks
        rows = list(RegisteredDeck.objects.filter(event__public_id=day.id))
        assert decks is not None
        assert decks.locked_at is not None
        assert not isinstance(answers["lock"], Refusal)
        late = isinstance(answers["register"], Refusal)
        assert len(rows) == len(decks.records) == (0 if late else 1)
        for row in rows:
            made = deck_digest(read_deck(row.content.encode()), row.salt)
            assert row.digest == decks.records["kirk"].digest == made  # type: ignore[index]
