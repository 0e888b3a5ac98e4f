"""The addresses of rating lists."""

from __future__ import annotations

from django.urls import path

from padd.interfaces.web import views_ratings

urlpatterns = [
    path("", views_ratings.lists, name="rating-lists"),
    path("news.atom", views_ratings.rating_news, name="ratings-atom"),
    path("results.atom", views_ratings.result_news, name="results-atom"),
]
