"""Every address of the application, in one table."""

from __future__ import annotations

from django.urls import include, path

from padd.interfaces.live.views import live
from padd.interfaces.web import (
    theme,
    views_calendar,
    views_concern,
    views_department,
    views_desk,
    views_entry,
    views_error,
    views_event,
    views_field,
    views_intake,
    views_laptop,
    views_listing,
    views_merge,
    views_offices,
    views_people,
    views_register,
    views_report,
    views_rulebook,
    views_staff,
    views_tokens,
    views_venue,
)
from padd.interfaces.web.console import quick
from padd.interfaces.web.phone import staff as phone_staff
from padd.interfaces.web.room import info as room_info
from padd.interfaces.web.room import views as room
from padd.interfaces.web.wall import views as wall

urlpatterns = [
    # Some pages share their name with an address of the API; the later one is meant.
    path("api/v1/", include("padd.interfaces.api.addresses")),
    path("", views_calendar.home, name="home"),
    path("calendar/", views_calendar.calendar, name="calendar"),
    path("calendar.ics", views_calendar.feed, name="feed"),
    path("calendar/<slug:region>.ics", views_calendar.region_feed, name="region-feed"),
    path("search/", views_calendar.search, name="search"),
    path("events/quick/", quick.quick, name="quick"),
    path("events/bring/", quick.bring, name="bring"),
    path("events/new/", views_register.register, name="register"),
    path("events/advice/", views_register.advice, name="advice"),
    path("events/<slug:event>/", views_listing.listing, name="listing"),
    path("events/<slug:event>/edit/", views_register.edit, name="edit"),
    path("events/<slug:event>/publish/", views_register.publish, name="publish"),
    path("events/<slug:event>/discard/", views_register.discard, name="discard"),
    path("events/<slug:event>/cancel/", views_register.cancel, name="cancel"),
    path("events/<slug:event>/enter/", views_entry.enter, name="enter"),
    path("events/<slug:event>/guest/", views_entry.enter_as_guest, name="guest"),
    path("events/<slug:event>/players/", views_field.field, name="field"),
    path("events/<slug:event>/concern/", views_concern.concern, name="concern"),
    path("events/<slug:event>/helpers/", views_staff.helpers, name="helpers"),
    path(
        "events/<slug:event>/calendar.ics",
        views_listing.event_calendar,
        name="event-calendar",
    ),
    path("events/<slug:event>/live", live, name="live"),
    path("events/<slug:event>/pairings/", room.pairings, name="room-pairings"),
    path(
        "events/<slug:event>/pairings/<int:number>/", room.pairings, name="room-round"
    ),
    path("events/<slug:event>/pairings/<int:number>/why/", room.why, name="room-why"),
    path("events/<slug:event>/standings/", room.standings, name="room-standings"),
    path("events/<slug:event>/bracket/", room.bracket, name="room-bracket"),
    path("events/<slug:event>/info/", room_info.info, name="room-info"),
    path("events/<slug:event>/info/notes/", room_info.notes, name="room-notes"),
    path("events/<slug:event>/now/", room.now, name="room-now"),
    path("events/<slug:event>/projector/", wall.projector, name="projector"),
    path("wall/", wall.wall, name="wall"),
    path("events/<slug:event>/run/", include("padd.interfaces.web.console.addresses")),
    path("events/<slug:event>/phones/", phone_staff.phones_page, name="phones"),
    path("events/<slug:event>/paper/", include("padd.interfaces.web.paper.addresses")),
    path("play/", include("padd.interfaces.web.phone.addresses")),
    path(
        "events/<slug:event>/results/", include("padd.interfaces.web.after.addresses")
    ),
    path("events/<slug:event>/report/", views_report.report, name="report"),
    path("events/<slug:event>/report/check/", views_report.check, name="report-check"),
    path("reports/<slug:report>/players/", views_report.players, name="report-players"),
    path("report/in/", views_intake.report_in, name="report-in"),
    path("report/file/", views_intake.report_file, name="report-file"),
    path("import/", views_intake.import_events, name="import"),
    path("events/<slug:event>/code.svg", views_listing.code, name="code"),
    path("events/<slug:event>/flyer.pdf", views_listing.flyer, name="flyer"),
    path("entry/<slug:token>/", views_entry.my_entry, name="my-entry"),
    path("entries/<slug:entry>/withdraw/", views_entry.withdraw, name="withdraw"),
    path("invites/<slug:invite>/revoke/", views_staff.revoke, name="revoke"),
    path("help/<slug:token>/", views_staff.help_out, name="help"),
    path("players/", views_people.players, name="players"),
    path("players/new/", views_people.add, name="player-add"),
    path("players/merge/", views_merge.merge, name="merge"),
    path("players/<slug:person>/", views_people.player, name="player"),
    path("players/<slug:person>/edit/", views_people.edit, name="player-edit"),
    path("players/<slug:person>/export/", views_people.export, name="player-export"),
    path("players/<slug:person>/erase/", views_people.erase, name="player-erase"),
    path(
        "players/<slug:person>/calendar.ics",
        views_calendar.player_feed,
        name="player-feed",
    ),
    path("players/<slug:person>/", include("padd.interfaces.web.profile.addresses")),
    path("ratings/", include("padd.interfaces.web.rating_addresses")),
    path("seasons/", include("padd.interfaces.web.season_addresses")),
    path("venues/", views_venue.venues, name="venues"),
    path("venues/new/", views_venue.add, name="venue-add"),
    path("venues/<slug:venue>/", views_venue.venue, name="venue"),
    path("venues/<slug:venue>/edit/", views_venue.edit, name="venue-edit"),
    path("me/", views_people.me, name="me"),
    path("mine/", views_register.mine, name="mine"),
    path("tokens/", views_tokens.tokens, name="tokens"),
    path("tokens/<slug:token>/end/", views_tokens.revoke, name="token-revoke"),
    path("desk/", views_desk.desk, name="desk"),
    path("concerns/<slug:concern>/close/", views_concern.close, name="concern-close"),
    path("concerns/<slug:concern>/lift/", views_concern.lift, name="concern-lift"),
    path("department/", views_department.department, name="department"),
    path("offices/", views_offices.offices, name="offices"),
    path("offices/<slug:number>/end/", views_offices.end, name="office-end"),
    path("desk/reports/", views_intake.held_reports, name="held-reports"),
    path(
        "desk/reports/<slug:report>/decide/",
        views_intake.decide_report,
        name="decide-report",
    ),
    path("desk/ratings/", views_intake.refresh, name="refresh"),
    path("desk/<slug:approval>/decide/", views_desk.decide, name="decide"),
    path("desk/<slug:approval>/comment/", views_desk.comment, name="comment"),
    path("enter/<slug:token>/", views_laptop.enter, name="laptop"),
    path("leave/", views_laptop.leave, name="leave"),
    path("demo/", views_laptop.fill, name="demo"),
    path("accounts/", include("allauth.urls")),
    path("read/", views_event.read, name="read"),
    path("event/", views_event.uploaded, name="event"),
    path("event/file/", views_event.uploaded_file, name="event-file"),
    path("examples/<slug:name>/", views_event.example, name="example"),
    path("examples/<slug:name>/file/", views_event.example_file, name="example-file"),
    path("rulebooks/", views_rulebook.shelf, name="rulebooks"),
    path("rulebooks/compare/", views_rulebook.compare, name="compare"),
    path("rulebooks/find/", views_rulebook.find, name="find"),
    path("rulebooks/rulings/", views_rulebook.rulings, name="rulings"),
    path("rulebooks/<str:name>/", views_rulebook.book, name="rulebook"),
    path("theme/", theme.choose, name="theme"),
    path("too-large/", views_error.too_large, name="too-large"),
]

handler400 = views_error.misread
handler403 = views_error.refused
handler404 = views_error.missing
handler429 = views_error.too_often
handler500 = views_error.broken
