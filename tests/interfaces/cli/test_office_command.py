"""`padd office` as an operator uses it."""

import json
import subprocess
import sys

import pytest
from tests.databases import installation


def padd(data, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "padd", "office", *arguments],
        env=installation(data, new=True),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
@pytest.mark.postgresql
@pytest.mark.req("GOV-9")
def test_the_first_administrator_is_made_on_the_machine(tmp_path):
    nobody = padd(tmp_path, "give", "kira@ds9.example", "administrator")
    assert (nobody.returncode, nobody.stderr) == (1, "No account uses that e-mail address.\n")
    sign_up(tmp_path)

    given = padd(tmp_path, "give", "kira@ds9.example", "administrator")
    listed = padd(tmp_path, "list", "--json")

    assert given.stdout == "Office given. Its number is 1.\n"
    (held,) = json.loads(listed.stdout)["offices"]
    assert (held["office"], held["ended_at"]) == ("administrator", None)
    assert "last administrator" in padd(tmp_path, "end", "1").stderr
    padd(tmp_path, "give", "kira@ds9.example", "director-of-organized-play")
    assert padd(tmp_path, "end", "2").stdout == "Office ended.\n"
    assert "until" in padd(tmp_path, "list").stdout
    assert padd(tmp_path, "end", "2").returncode == 1


def sign_up(data):
    code = (
        "import django; django.setup()\n"
        "from padd.store.models.people import Account\n"
        "Account.objects.create(email='kira@ds9.example')"
    )
    subprocess.run(
        [sys.executable, "-c", code],
        env={**installation(data, new=True), "DJANGO_SETTINGS_MODULE": "padd.config.settings"},
        check=True,
    )
