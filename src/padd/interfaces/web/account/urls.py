"""Addresses of laptop sign-in, offices and tokens."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.account import audit, emails, laptop, offices, tokens

urlpatterns = [
    path("desk/audit/", audit.audit, name="audit"),
    path("me/emails/", emails.emails, name="emails"),
    path("unsubscribe/<str:token>/", emails.unsubscribe, name="unsubscribe"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/<slug:token>/end/", tokens.revoke, name="token-revoke"),
    path("offices/", offices.offices, name="offices"),
    path("offices/<slug:number>/end/", offices.end, name="office-end"),
    path("enter/", laptop.come_back, name="come-back"),
    path("enter/<slug:token>/", laptop.enter, name="laptop"),
    path("leave/", laptop.leave, name="leave"),
    path("demo/", laptop.fill, name="demo"),
]
