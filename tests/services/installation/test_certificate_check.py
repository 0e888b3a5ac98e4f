"""`padd deploy check` looks at the certificate that browsers will see."""

import socket
import ssl
from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
from tests.certificates import make_certificate

from padd.services.installation.readiness import CheckLevel, deployment_checks

pytestmark = pytest.mark.django_db
MONTHS = timedelta(days=90)


def looked_at(settings, file, *, known=True):
    """Return what is found where a server shows a certificate."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    settings.AUTHORITY = str(file) if known else ""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        settings.URL = f"https://127.0.0.1:{listener.getsockname()[1]}"

        def answer():
            plain, _ = listener.accept()
            with plain:
                try:
                    server.wrap_socket(plain, server_side=True).close()
                except OSError:
                    return  # whoever asked does not know who certified it

        Thread(target=answer, daemon=True).start()
        return found()


def found():
    """Return what `padd deploy check` finds of the certificate."""
    [one] = [one for one in deployment_checks(now=datetime.now(UTC)) if one.code == "certificate"]
    return one


def test_a_good_certificate_is_fine_and_one_that_ends_soon_is_not(settings, tmp_path):
    good = looked_at(settings, make_certificate(tmp_path / "a.pem", lasts=MONTHS))
    short = looked_at(settings, make_certificate(tmp_path / "b.pem"))

    assert good.level is CheckLevel.FINE
    assert short.level is CheckLevel.MISSING


def test_a_certificate_that_browsers_refuse_is_missing(settings, tmp_path):
    own = make_certificate(tmp_path / "a.pem", lasts=MONTHS)

    assert looked_at(settings, own, known=False).level is CheckLevel.MISSING


def test_an_address_out_of_reach_is_said_and_a_laptop_is_not_asked(settings):
    settings.URL = "https://127.0.0.1:9"
    away = found()
    settings.URL = ""

    codes = {one.code for one in deployment_checks(now=datetime.now(UTC))}

    assert away.level is CheckLevel.ADVICE
    assert "certificate" not in codes
