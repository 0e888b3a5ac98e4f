"""Addresses of laptop sign-in, offices and tokens."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.account import laptop, views

urlpatterns = [
    path("desk/audit/", views.show_audit, name="audit"),
    path("me/emails/", views.choose_emails, name="emails"),
    path("unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("tokens/", views.manage_tokens, name="tokens"),
    path("tokens/<slug:token>/end/", views.revoke_token, name="token-revoke"),
    path("offices/", views.manage_offices, name="offices"),
    path("offices/<slug:number>/end/", views.end_office, name="office-end"),
    path("enter/", laptop.sign_in_again, name="come-back"),
    path("enter/<slug:token>/", laptop.enter_by_link, name="laptop"),
    path("leave/", laptop.sign_out, name="leave"),
    path("demo/", laptop.load_demo, name="demo"),
]
