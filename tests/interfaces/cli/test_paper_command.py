"""`padd paper`: the papers of an event file, without a database."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.eventlog.paper import paper

EXAMPLE = (
    Path(__file__).parents[3] / "src/padd/presentation/events/examples/lakeside-regional.event.json"
)


def run(*arguments):
    """Run the command; return its status and all that it said."""
    done = CliRunner().invoke(paper, arguments)
    return done.exit_code, done.output


def test_documents_are_written_from_a_file(tmp_path):
    out = tmp_path / "new"

    status, said = run(str(EXAMPLE), "slips", "standings", "--size", "letter", "--out", str(out))

    assert status == 0
    assert sorted(path.name for path in out.iterdir()) == ["slips.pdf", "standings.pdf"]
    assert str(out / "slips.pdf") in said
    assert (out / "slips.pdf").read_bytes().startswith(b"%PDF-")


def test_without_a_document_the_whole_set_is_written(tmp_path):
    status, _ = run(str(EXAMPLE), "--out", str(tmp_path))

    written = {path.name for path in tmp_path.iterdir()}
    assert status == 0
    assert {"index.html", "scorecards.pdf", "pairings-by-name.csv"} <= written


def test_the_names_of_the_documents_are_told():
    status, said = run(str(EXAMPLE), "list")

    assert status == 0
    assert "pairing-by-hand" in said
    assert "pods" in said
    assert "not for this event now" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("menu",), "There is no menu"),
        (("pods",), "nothing to print"),
        (("slips", "--round", "9"), "Round 9 has not been published"),
    ],
)
def test_what_cannot_be_printed_is_refused(arguments, said):
    status, told = run(str(EXAMPLE), *arguments)

    assert status == 1
    assert said in told


def test_a_file_is_printed_without_the_framework(tmp_path):
    program = (
        "import sys; from padd.interfaces.cli.main import main\n"
        f"sys.argv = ['padd', 'paper', {str(EXAMPLE)!r}, 'standings', "
        f"'--out', {str(tmp_path)!r}]\n"
        "try: main()\nexcept SystemExit: pass\n"
        "sys.exit('django' in sys.modules)"
    )

    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)

    assert (tmp_path / "standings.pdf").exists()
