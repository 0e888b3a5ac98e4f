"""The one Django app of PADD: one history of migrations."""

from __future__ import annotations

from django.apps import AppConfig


class Store(AppConfig):
    """Everything that PADD keeps."""

    name = "padd.store"
    label = "store"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "PADD"
