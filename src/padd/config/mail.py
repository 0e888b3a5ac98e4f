"""E-mail settings: a mail server, or the console if there is none."""

from __future__ import annotations

from typing import Final
from urllib.parse import unquote

from django.core.exceptions import ImproperlyConfigured

from padd.platform.addresses import ESCAPES, split_address

CONSOLE: Final = "django.core.mail.backends.console.EmailBackend"
SMTP: Final = "django.core.mail.backends.smtp.EmailBackend"
PORTS: Final = {"smtp": 587, "smtps": 465}


class MailServer:
    """The server of smtp://user:password@host:587, or none: e-mail is printed."""

    def __init__(self, url: str) -> None:
        parts = split_address(url)
        if parts is None or (url and not (parts.scheme in PORTS and parts.hostname)):
            raise ImproperlyConfigured(
                "PADD_MAIL_URL is not a mail server. Write "
                "smtp://user:password@host:587, or leave it out to print e-mail. "
                f"In the password, {ESCAPES}."
            )
        self.named = bool(url)
        self.backend = SMTP if url else CONSOLE
        self.host = parts.hostname or "localhost"
        self.port = parts.port or PORTS.get(parts.scheme, 0)
        self.user = unquote(parts.username or "")
        self.password = unquote(parts.password or "")
        self.ssl = parts.scheme == "smtps"
        self.tls = parts.scheme == "smtp" and bool(self.user)
