"""The tables, one module for each area. Django finds them by these imports."""

from padd.store.models import (  # noqa: F401
    access,
    cards,
    championships,
    conduct,
    decks,
    delivery,
    eventlog,
    events,
    leagues,
    limited,
    online,
    people,
    ratings,
    reports,
    rulebooks,
)
