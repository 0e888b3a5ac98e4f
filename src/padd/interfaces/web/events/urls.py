"""Addresses of the calendar and of its events."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.events import (
    calendar,
    event,
    event_edit,
    helpers,
    inbox,
    registrations,
    venues,
)

urlpatterns = [
    path("", calendar.show_home, name="home"),
    path("calendar/", calendar.show_calendar, name="calendar"),
    path("calendar.ics", calendar.calendar_feed, name="feed"),
    path("calendar/<slug:region>.ics", calendar.region_feed, name="region-feed"),
    path("search/", calendar.search_everything, name="search"),
    path("events/new/", event_edit.register_event, name="register"),
    path("events/advice/", event_edit.show_advice, name="advice"),
    path("events/<slug:event>/", event.show_event, name="listing"),
    path("events/<slug:event>/edit/", event_edit.edit_event, name="edit"),
    path("events/<slug:event>/publish/", event_edit.publish_event, name="publish"),
    path("events/<slug:event>/discard/", event_edit.discard_draft, name="discard"),
    path("events/<slug:event>/cancel/", event_edit.cancel_event, name="cancel"),
    path("events/<slug:event>/enter/", registrations.register_player, name="enter"),
    path("events/<slug:event>/guest/", registrations.register_guest, name="guest"),
    path("events/<slug:event>/players/", registrations.add_players, name="field"),
    path("events/<slug:event>/helpers/", helpers.manage_helpers, name="helpers"),
    path("events/<slug:event>/calendar.ics", event.download_event_calendar, name="event-calendar"),
    path("events/<slug:event>/code.svg", event.event_qr_code, name="code"),
    path("events/<slug:event>/flyer.pdf", event.print_flyer, name="flyer"),
    path("entry/<slug:token>/", registrations.show_guest_registration, name="my-entry"),
    path(
        "entries/<slug:entry>/pairings/", registrations.choose_pairings_email, name="pairings-email"
    ),
    path("entries/<slug:entry>/withdraw/", registrations.withdraw_registration, name="withdraw"),
    path("invites/<slug:invite>/revoke/", helpers.revoke_invite, name="revoke"),
    path("help/<slug:token>/", helpers.accept_invite, name="help"),
    path("players/<slug:person>/calendar.ics", calendar.player_feed, name="player-feed"),
    path("venues/", venues.show_venues, name="venues"),
    path("venues/new/", venues.add_venue, name="venue-add"),
    path("venues/<slug:venue>/", venues.show_venue, name="venue"),
    path("venues/<slug:venue>/edit/", venues.edit_venue, name="venue-edit"),
    path("mine/", event_edit.show_own_events, name="mine"),
    path("desk/", inbox.show_inbox, name="desk"),
    path("desk/<slug:approval>/decide/", inbox.decide_approval, name="decide"),
    path("desk/<slug:approval>/comment/", inbox.comment_on_approval, name="comment"),
]
