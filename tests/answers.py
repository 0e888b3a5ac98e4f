"""The answer of a service for tests: its value, or the refusal that it raises."""

from padd.services.refusal import ActionRefused


def answer(service, /, *args, **kwargs):
    """Return what a service returns, or what the rules have against it."""
    try:
        return service(*args, **kwargs)
    except ActionRefused as refused:
        return refused.refusal
