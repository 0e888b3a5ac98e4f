"""Connect areas of services at start: upper areas follow what lower areas do."""

from __future__ import annotations

from django.apps import AppConfig


class Services(AppConfig):
    """What a person may do; it has no tables."""

    name = "padd.services"
    label = "services"

    def ready(self) -> None:
        """Register the followers of actions and of decisions."""
        # Areas need the models, which are loaded by now.
        from padd.core.eventlog.actions.publication import RoundPublished
        from padd.services.championships.applications import apply_decision
        from padd.services.delivery.emails import email_pairings
        from padd.services.eventlog.followers import register_follower
        from padd.services.events.approvals import register_decision_follower
        from padd.services.people import claims

        register_follower(RoundPublished, email_pairings)
        register_decision_follower("application", apply_decision)
        register_decision_follower("claim", claims.follow)
