"""A client that is signed in at the laptop itself, as its director is."""

from django.test import Client
from django.utils import timezone

from padd.services.access import laptop_sign_in


def laptop():
    """Return somebody who came in by the link that the program prints."""
    client = Client(REMOTE_ADDR="127.0.0.1")
    secret = laptop_sign_in.create_sign_in_link(now=timezone.now())
    assert client.post(f"/enter/{secret}/").status_code == 302
    return client
