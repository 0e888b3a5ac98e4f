"""The addresses of the console, below those of its event."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.console import (
    calendar_views,
    deck_views,
    heat_views,
    limited_views,
    online_round_sheet,
    pasted_list_views,
    views,
)

urlpatterns = [
    path("", views.page, name="console"),
    path("check-in/", views.page, name="console-check-in"),
    path("bracket/", views.page, name="console-bracket"),
    path("open-games/", views.page, name="console-open-games"),
    path("open-games/round.pdf", online_round_sheet.round_sheet, name="console-round-sheet"),
    path("pairings/", views.page, name="console-pairings"),
    path("disputes/", views.page, name="console-disputes"),
    path("rounds/", views.page, name="console-rounds"),
    path("rounds/<int:number>/<int:at>/", views.page, name="console-table"),
    path("rounds/<int:number>/<int:at>/derived/", views.derived, name="console-derived"),
    path("standings/", views.page, name="console-standings"),
    path("players/", views.page, name="console-players"),
    path("players/<path:player>/", views.page, name="console-player"),
    path("decks/", deck_views.decks, name="console-decks"),
    path("decks/lists.pdf", deck_views.paper, name="console-deck-paper"),
    path("decks/<path:player>/", deck_views.deck, name="console-deck"),
    path("penalties/", views.page, name="console-penalties"),
    path("scenario/", views.page, name="console-scenario"),
    path("scenario/notes.csv", views.card_notes, name="console-card-notes"),
    path("log/", views.page, name="console-log"),
    path("settings/", views.page, name="console-settings"),
    path("settings/place/", calendar_views.place, name="console-place"),
    path("settings/delete/", calendar_views.delete, name="console-delete"),
    path("finish/", views.page, name="console-finish"),
    path("file/", views.export, name="console-file"),
    path("sequence/", views.sequence, name="console-sequence"),
    path("open/", views.start, name="console-open"),
    path("heats/", heat_views.plan, name="console-heats"),
    path("heats/seed/", heat_views.seed, name="console-seed"),
    path("limited/", views.page, name="console-limited"),
    path("limited/state/", limited_views.state, name="console-limited-state"),
    path("limited/plan/", limited_views.plan, name="console-limited-plan"),
    path("limited/deal/", limited_views.deal, name="console-limited-deal"),
    path("limited/<str:what>/", limited_views.act, name="console-limited-act"),
    path("draw/", views.draw, name="console-draw"),
    path("enter/", pasted_list_views.enter, name="console-enter"),
    path("act/<str:kind>/", views.act, name="console-act"),
]
