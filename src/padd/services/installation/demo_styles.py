"""Events under way in the made-up community: a posted bracket, and a round robin."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from padd.core.eventlog.actions.finish import PrizeGiven
from padd.core.eventlog.actions.settings import EventAmended
from padd.core.eventlog.actions.stages import BracketPosted
from padd.core.formats.bracket.bracket_text import parse_bracket
from padd.core.model import PairingStyle
from padd.services.access.actors import Actor
from padd.services.installation.demo_scenarios import DemoEvent, demo_facts

LADDER: Final = """\
S1: seed 5 v seed 6
S2: seed 4 v winner S1
S3: seed 3 v winner S2
S4: seed 2 v winner S3
F: seed 1 v winner S4
"""


def add_styles(*, by: Actor, now: datetime) -> int:
    """Bring a ladder and a round robin to their first round; return how many."""
    facts = demo_facts(now, played=False, name="Ladder night")
    seeded = tuple(
        msgspec.structs.replace(player, seed=seed)
        for seed, player in enumerate(facts.players, start=1)
    )
    ladder = DemoEvent(
        msgspec.structs.replace(
            facts, players=seeded, pairing_style=PairingStyle.SINGLE_ELIMINATION
        ),
        by=by,
        now=now,
    )
    ladder.do(BracketPosted(matches=parse_bracket(LADDER)))
    ladder.publish(1)
    ladder.do(PrizeGiven(player=ladder.players[0], what="Best costume"))
    friends = DemoEvent(demo_facts(now, played=False, name="Friends’ round robin"), by=by, now=now)
    friends.do(EventAmended(round_robin=True))
    friends.publish(1)
    return 2
