import pytest


@pytest.fixture
def event_of(event_of):
    """Return a maker of events that are registered in time and played to their end.

    In the Swiss rounds that a test does not write down nobody was there. A player's
    id is the handle too, unless a test gives another.
    """

    def make(players, rounds, **settings):
        planned = settings.get("rounds_planned", 4)
        field = [{"id": p} if isinstance(p, str) else p for p in players]
        field = [{"handle": player["id"], **player} for player in field]
        ids = [player["id"] for player in field]
        if "pairing_style" not in settings:
            first = len(rounds) + 1
            empty = [{"number": n, "missed": ids} for n in range(first, planned + 1)]
            rounds = [*rounds, *empty]
        listed = {"starts": "2026-01-01T10:00Z", "registered": "2025-01-01T10:00Z"}
        return event_of(field, rounds, **{**listed, **settings})

    return make
