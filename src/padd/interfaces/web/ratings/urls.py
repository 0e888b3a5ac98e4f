"""The addresses of rating lists."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web.ratings import views

urlpatterns = [
    path("", views.lists, name="rating-lists"),
    path("news.atom", views.rating_news, name="ratings-atom"),
    path("results.atom", views.result_news, name="results-atom"),
]
