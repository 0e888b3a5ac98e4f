"""What PADD works out does not depend on where the computer thinks it is."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.reliability.marks import tell
from tests.wait_limits import PATIENCE

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "src/padd/presentation/events/examples").glob("*.event.json"))
LOCALES = ("de_DE", "tr_TR", "ar_EG", "ja_JP")
LOCALEDEF = shutil.which("localedef")
WORKING_OUT = """
import hashlib, locale, sys
from click.testing import CliRunner
locale.setlocale(locale.LC_ALL, "")
from padd.interfaces.cli.main import main
for words in (["standings"], ["check"], ["pair", "--seed", "1701"], ["rate"]):
    for form in ([], ["--json"]):
        for file in sys.argv[1:]:
            done = CliRunner().invoke(main, [*words, *form, file])
            digest = hashlib.sha256(done.output.encode()).hexdigest()
            print(*words, *form, done.exit_code, digest)
print(locale.localeconv()["decimal_point"], file=sys.stderr)
"""


def worked_out(place, **more):
    """Return digests of what commands print, and the decimal point of the place."""
    done = subprocess.run(
        [sys.executable, "-c", WORKING_OUT, *map(str, EXAMPLES)],
        env={**os.environ, "LC_ALL": place, "PYTHONUTF8": "1", **more},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return done.stdout.splitlines(), done.stderr.splitlines()[-1]


@pytest.mark.skipif(LOCALEDEF is None, reason="no localedef to make locales with")
@pytest.mark.req("R17")
def test_every_figure_is_the_same_wherever_the_computer_is(tmp_path, record_property):
    at_home, _ = worked_out("C.UTF-8")
    points = {}

    for place in LOCALES:
        name = f"{place}.UTF-8"
        made = [str(LOCALEDEF), "-i", place, "-f", "UTF-8", str(tmp_path / name)]
        subprocess.run(made, check=False, capture_output=True)
        elsewhere, points[place] = worked_out(name, LOCPATH=str(tmp_path))
        assert elsewhere == at_home

    assert points["de_DE"] == ","  # it really was another place
    assert sum(" 0 " in line for line in at_home) > len(EXAMPLES)
    tell(record_property, locales=list(LOCALES), outputs=len(at_home), different=0)
