"""The addresses of the phones, below `/play/`."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.phone import arrange_views, deck_page, draft_views, sign_in, views

urlpatterns = [
    path("", sign_in.sign_in, name="phone-door"),
    path("<slug:event>/join/", sign_in.join, name="phone-join"),
    path("<slug:event>/waiting/", sign_in.waiting, name="phone-waiting"),
    path("<slug:event>/collect/", sign_in.collect, name="phone-collect"),
    path("<slug:event>/", views.match, name="phone"),
    path("<slug:event>/derived/", views.derived, name="phone-derived"),
    path("<slug:event>/start/", views.start, name="phone-start"),
    path("<slug:event>/online/", views.online, name="phone-online"),
    path("<slug:event>/arrange/", arrange_views.arrange, name="phone-arrange"),
    path("<slug:event>/game.ics", arrange_views.appointment, name="phone-appointment"),
    path("<slug:event>/report/", views.report, name="phone-report"),
    path("<slug:event>/late/", views.late, name="phone-late"),
    path("<slug:event>/confirm/", views.confirm, name="phone-confirm"),
    path("<slug:event>/dispute/", views.dispute, name="phone-dispute"),
    path("<slug:event>/sign/", views.sign, name="phone-sign"),
    path("<slug:event>/code/", views.typed_code, name="phone-code"),
    path("<slug:event>/sign/<slug:code>/", views.sign_code, name="phone-sign-code"),
    path("<slug:event>/pod/", views.pod, name="phone-pod"),
    path("<slug:event>/pod/confirm/", views.pod_confirm, name="phone-pod-confirm"),
    path("<slug:event>/card/", views.card, name="phone-card"),
    path("<slug:event>/standings/", views.standings, name="phone-standings"),
    path("<slug:event>/day/", views.event, name="phone-event"),
    path("<slug:event>/scenario/<slug:kind>/", views.scenario, name="phone-scenario"),
    path("<slug:event>/draft/", draft_views.draft, name="phone-draft"),
    path("<slug:event>/draft/state/", draft_views.state, name="phone-draft-state"),
    path("<slug:event>/draft/pick/", draft_views.pick, name="phone-draft-pick"),
    path("<slug:event>/word/", draft_views.word, name="phone-word"),
    path("<slug:event>/pool/", draft_views.pool, name="phone-pool"),
    path("<slug:event>/pool.pdf", draft_views.pool_sheet, name="phone-pool-pdf"),
    path("<slug:event>/deck/", deck_page.deck, name="phone-deck"),
    path("<slug:event>/victory/", views.victory, name="phone-victory"),
    path("<slug:event>/seeding/", views.seeding, name="phone-seeding"),
    path("<slug:event>/seeding/<slug:kind>/", views.seeding_act, name="phone-seeding-act"),
    path("<slug:event>/drop/", views.drop, name="phone-drop"),
    path("<slug:event>/film/", views.film, name="phone-film"),
    path("<slug:event>/leave/", views.leave, name="phone-leave"),
]
