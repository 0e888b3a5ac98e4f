"""Addresses of the calendar and of its events."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.events import (
    calendar,
    event,
    event_edit,
    event_helpers,
    inbox,
    player_list,
    registrations,
    venues,
)

urlpatterns = [
    path("", calendar.home, name="home"),
    path("calendar/", calendar.calendar, name="calendar"),
    path("calendar.ics", calendar.feed, name="feed"),
    path("calendar/<slug:region>.ics", calendar.region_feed, name="region-feed"),
    path("search/", calendar.search, name="search"),
    path("events/new/", event_edit.register, name="register"),
    path("events/advice/", event_edit.advice, name="advice"),
    path("events/<slug:event>/", event.event_page, name="listing"),
    path("events/<slug:event>/edit/", event_edit.edit, name="edit"),
    path("events/<slug:event>/publish/", event_edit.publish, name="publish"),
    path("events/<slug:event>/discard/", event_edit.discard, name="discard"),
    path("events/<slug:event>/cancel/", event_edit.cancel, name="cancel"),
    path("events/<slug:event>/enter/", registrations.enter, name="enter"),
    path("events/<slug:event>/guest/", registrations.enter_as_guest, name="guest"),
    path("events/<slug:event>/players/", player_list.field, name="field"),
    path("events/<slug:event>/helpers/", event_helpers.helpers, name="helpers"),
    path("events/<slug:event>/calendar.ics", event.event_calendar, name="event-calendar"),
    path("events/<slug:event>/code.svg", event.code, name="code"),
    path("events/<slug:event>/flyer.pdf", event.flyer, name="flyer"),
    path("entry/<slug:token>/", registrations.my_entry, name="my-entry"),
    path("entries/<slug:entry>/pairings/", registrations.pairings_email, name="pairings-email"),
    path("entries/<slug:entry>/withdraw/", registrations.withdraw, name="withdraw"),
    path("invites/<slug:invite>/revoke/", event_helpers.revoke, name="revoke"),
    path("help/<slug:token>/", event_helpers.help_out, name="help"),
    path("players/<slug:person>/calendar.ics", calendar.player_feed, name="player-feed"),
    path("venues/", venues.venues, name="venues"),
    path("venues/new/", venues.add, name="venue-add"),
    path("venues/<slug:venue>/", venues.venue, name="venue"),
    path("venues/<slug:venue>/edit/", venues.edit, name="venue-edit"),
    path("mine/", event_edit.mine, name="mine"),
    path("desk/", inbox.show, name="desk"),
    path("desk/<slug:approval>/decide/", inbox.decide, name="decide"),
    path("desk/<slug:approval>/comment/", inbox.comment, name="comment"),
]
