"""The bracket of a running event fits whoever is here."""

import pytest
from tests.core.eventlog.event_builder import Day, p, settings

from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.state.facts import event_facts
from padd.core.model import PairingStyle


def seeded(*seeds, here=None):
    """Open a single elimination; the last of the players may stay away."""
    day = Day()
    day.do(EventOpened(event=settings(pairing_style=PairingStyle.SINGLE_ELIMINATION)))
    players = [p(f"player-{at}") for at in range(1, len(seeds) + 1)]
    for player, seed in zip(players, seeds, strict=True):
        day.do(PlayerEntered(player=player, name=player.title(), seed=seed))
    return day.do(CheckedIn(players=tuple(players[:here])))


@pytest.mark.req("AMB-41", "BRKT-14")
@pytest.mark.parametrize(
    ("players", "first_round", "style"),
    [
        (4, 2, PairingStyle.SINGLE_ELIMINATION),
        (5, 1, PairingStyle.PLAY_IN),
        (6, 2, PairingStyle.PLAY_IN),
        (7, 3, PairingStyle.PLAY_IN),
        (8, 4, PairingStyle.SINGLE_ELIMINATION),
        (9, 1, PairingStyle.PLAY_IN),
        (12, 4, PairingStyle.PLAY_IN),
    ],
)
def test_any_number_of_players_can_begin_a_single_elimination(players, first_round, style):
    day = seeded(*range(1, players + 1))

    day.publish()

    assert len(day.round.tables) == first_round
    assert event_facts(day.state).pairing_style is style


@pytest.mark.req("BRKT-13")
def test_the_seeds_close_up_when_somebody_stays_away():
    day = seeded(1, 2, 4, 5, 3, here=4)

    day.publish()

    pairs = {frozenset(table.players) for table in day.round.tables.values()}
    assert pairs == {frozenset({"player-1", "player-4"}), frozenset({"player-2", "player-3"})}


@pytest.mark.req("BRKT-13")
def test_whoever_has_no_seed_stands_behind_the_seeded():
    day = seeded(None, 2, 1, None)

    day.publish()

    seeds = {player.id: player.seed for player in event_facts(day.state).players}
    assert seeds == {"player-3": 1, "player-2": 2, "player-1": 3, "player-4": 4}
