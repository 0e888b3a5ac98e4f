"""Forget how often somebody has asked, so that no test slows the next one down."""


def forget_requests():
    """Let everybody begin anew under every rate limit."""
    from django.core.cache import cache

    from padd.services.access import rate_limit
    from padd.store.models.access import RequestCount

    for meter in rate_limit.METERS:
        meter.clear()
    cache.clear()
    RequestCount.objects.all().delete()
