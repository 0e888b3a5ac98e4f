"""The addresses of the console, below those of its event."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.console import (
    check_in,
    decks,
    finish,
    limited,
    open_games,
    pairings,
    pasted_players,
    penalties,
    players,
    rounds,
    scenario,
    settings,
    views,
)

PAGE_MODULES = (
    *(check_in, finish, limited, open_games, pairings, penalties),
    *(players, rounds, scenario, settings),
)
"""The modules whose pages `views.console_page_view` shows: importing them registers the pages."""

urlpatterns = [
    path("", views.console_page_view, name="console"),
    path("check-in/", views.console_page_view, name="console-check-in"),
    path("bracket/", views.console_page_view, name="console-bracket"),
    path("open-games/", views.console_page_view, name="console-open-games"),
    path("open-games/round.pdf", open_games.round_sheet_pdf, name="console-round-sheet"),
    path("pairings/", views.console_page_view, name="console-pairings"),
    path("disputes/", views.console_page_view, name="console-disputes"),
    path("rounds/", views.console_page_view, name="console-rounds"),
    path("rounds/<int:number>/<int:at>/", views.console_page_view, name="console-table"),
    path("rounds/<int:number>/<int:at>/derived/", views.result_preview, name="console-derived"),
    path("standings/", views.console_page_view, name="console-standings"),
    path("standings/<slug:line>/", views.console_page_view, name="console-reason"),
    path("players/", views.console_page_view, name="console-players"),
    path("players/<path:player>/", views.console_page_view, name="console-player"),
    path("decks/", decks.decks_page, name="console-decks"),
    path("decks/lists.pdf", decks.deck_lists_pdf, name="console-deck-paper"),
    path("decks/<path:player>/", decks.deck_page, name="console-deck"),
    path("penalties/", views.console_page_view, name="console-penalties"),
    path("scenario/", views.console_page_view, name="console-scenario"),
    path("scenario/notes.csv", views.card_notes_csv, name="console-card-notes"),
    path("log/", views.console_page_view, name="console-log"),
    path("settings/", views.console_page_view, name="console-settings"),
    path("settings/place/", settings.save_place, name="console-place"),
    path("settings/delete/", settings.delete_event, name="console-delete"),
    path("finish/", views.console_page_view, name="console-finish"),
    path("file/", views.event_file, name="console-file"),
    path("sequence/", views.log_sequence, name="console-sequence"),
    path("open/", views.open_event, name="console-open"),
    path("heats/", check_in.plan_heats, name="console-heats"),
    path("heats/seed/", check_in.seed_from_heats, name="console-seed"),
    path("limited/", views.console_page_view, name="console-limited"),
    path("limited/state/", limited.limited_version, name="console-limited-state"),
    path("limited/plan/", limited.seal_plan, name="console-limited-plan"),
    path("limited/deal/", limited.deal_packs, name="console-limited-deal"),
    path("limited/<str:what>/", limited.limited_action, name="console-limited-act"),
    path("draw/", views.draw_round, name="console-draw"),
    path("enter/", pasted_players.enter_players, name="console-enter"),
    path("act/<str:kind>/", views.record_action, name="console-act"),
]
