"""Links for a new password: only the newest one opens."""

from __future__ import annotations

from django.contrib.auth.tokens import PasswordResetTokenGenerator

from padd.store.models.people import Account


class NewestLinkOnly(PasswordResetTokenGenerator):
    """Lets a link for a new password die when a newer one is asked for."""

    def make_token(self, user: Account) -> str:
        """Count one more link, and return its secret."""
        user.reset_links += 1
        user.save(update_fields=["reset_links"])
        return super().make_token(user)

    def _make_hash_value(self, user: Account, timestamp: int) -> str:
        return f"{super()._make_hash_value(user, timestamp)}{user.reset_links}"
