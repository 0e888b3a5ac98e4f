"""The addresses of the phones, below `/play/`."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.phone import appointment, deck, draft, sign_in, views

urlpatterns = [
    path("", sign_in.sign_in, name="phone-door"),
    path("<slug:event>/join/", sign_in.join, name="phone-join"),
    path("<slug:event>/waiting/", sign_in.waiting, name="phone-waiting"),
    path("<slug:event>/collect/", sign_in.collect, name="phone-collect"),
    path("<slug:event>/", views.show_match, name="phone"),
    path("<slug:event>/derived/", views.preview_report, name="phone-derived"),
    path("<slug:event>/start/", views.start_timer, name="phone-start"),
    path("<slug:event>/online/", views.record_online, name="phone-online"),
    path("<slug:event>/arrange/", appointment.appointment_view, name="phone-arrange"),
    path("<slug:event>/game.ics", appointment.appointment_calendar, name="phone-appointment"),
    path("<slug:event>/report/", views.report_result, name="phone-report"),
    path("<slug:event>/late/", views.report_late, name="phone-late"),
    path("<slug:event>/confirm/", views.confirm_result, name="phone-confirm"),
    path("<slug:event>/dispute/", views.dispute_result, name="phone-dispute"),
    path("<slug:event>/sign/", views.sign_on_this_phone, name="phone-sign"),
    path("<slug:event>/code/", views.enter_code, name="phone-code"),
    path("<slug:event>/sign/<slug:code>/", views.sign_by_code, name="phone-sign-code"),
    path("<slug:event>/pod/", views.score_pod, name="phone-pod"),
    path("<slug:event>/pod/confirm/", views.confirm_pod, name="phone-pod-confirm"),
    path("<slug:event>/card/", views.show_scorecard, name="phone-card"),
    path("<slug:event>/standings/", views.show_standings, name="phone-standings"),
    path("<slug:event>/standings/<slug:line>/", views.show_place_reason, name="phone-reason"),
    path("<slug:event>/day/", views.show_event, name="phone-event"),
    path("<slug:event>/scenario/<slug:kind>/", views.record_scenario, name="phone-scenario"),
    path("<slug:event>/draft/", draft.show_draft, name="phone-draft"),
    path("<slug:event>/draft/state/", draft.draft_version, name="phone-draft-state"),
    path("<slug:event>/draft/pick/", draft.pick_cards, name="phone-draft-pick"),
    path("<slug:event>/word/", draft.add_word, name="phone-word"),
    path("<slug:event>/pool/", draft.edit_pool, name="phone-pool"),
    path("<slug:event>/pool.pdf", draft.pool_pdf, name="phone-pool-pdf"),
    path("<slug:event>/deck/", deck.own_deck, name="phone-deck"),
    path("<slug:event>/victory/", views.show_victory, name="phone-victory"),
    path("<slug:event>/seeding/", views.show_seeding, name="phone-seeding"),
    path("<slug:event>/seeding/<slug:kind>/", views.save_seeding, name="phone-seeding-act"),
    path("<slug:event>/drop/", views.drop_out, name="phone-drop"),
    path("<slug:event>/film/", views.agree_to_filming, name="phone-film"),
    path("<slug:event>/leave/", views.sign_out, name="phone-leave"),
]
