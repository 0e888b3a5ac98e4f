"""Rules about the repository itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.conformance import is_known
from tests.worker_schedule import LONG, has_browser

from padd.interfaces.cli.main import COMMANDS
from padd.rulebooks.loader import rulebook_ids

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "src" / "padd" / "core"
HELPING = """
import json
from click.testing import CliRunner
from padd.interfaces.cli.main import COMMANDS, main
asked = {name: CliRunner().invoke(main, [name, "--help"]) for name in COMMANDS}
assert all(one.exit_code == 0 for one in asked.values()), asked
print(json.dumps({name: one.output for name, one in asked.items()}))
"""
# Templates are written to 120 characters; a sentence or an address may need more.
LONGEST_TEMPLATE_LINE = 200
MARKED = re.compile(r"mark\.req\(([^)]*)\)|^ids = \[(.*)\]", re.MULTILINE)


def modules_after(statement):
    """Return what a bare interpreter has loaded after a statement."""
    code = f"{statement}\nimport sys, json\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, 'src')\n{code}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_core_loads_without_framework_files_or_chance():
    names = sorted(
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        for path in CORE.rglob("*.py")
        if path.name != "__init__.py"
    )

    loaded = modules_after("\n".join(f"import {name}" for name in names))

    assert loaded & {"django", "rtoml", "sqlite3", "uvicorn"} == set()


@pytest.mark.parametrize("command", ["standings", "score", "explain", "check", "pair"])
def test_pure_commands_start_without_django(command):
    module = COMMANDS[command][0].partition(":")[0]
    loaded = modules_after(f"import padd.interfaces.cli.{module}")

    assert loaded & {"django", "rich", "uvicorn"} == set()


def test_help_loads_no_command():
    loaded = modules_after("import padd.interfaces.cli.main")

    assert not any(name.startswith("padd.core") for name in loaded)


def test_no_rulebook_is_named_in_core():
    named = [
        f"{path.relative_to(ROOT)}: {book}"
        for path in CORE.rglob("*.py")
        for book in rulebook_ids()
        if f'"{book}"' in path.read_text(encoding="utf-8")
    ]

    assert named == []


@pytest.fixture(scope="module")
def helped():
    """Return what every command says of itself, in a process that loaded no other."""
    done = subprocess.run(
        [sys.executable, "-c", HELPING], cwd=ROOT, capture_output=True, text=True, check=True
    )
    said: dict[str, str] = json.loads(done.stdout)
    return said


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_is_documented_and_has_help(command, helped):
    page = (ROOT / "docs/using/command-line.md").read_text(encoding="utf-8")

    assert f"`padd {command}" in page
    assert helped[command].startswith("Usage: ")


def test_every_requirement_id_in_a_test_exists():
    said: set[str] = set()
    for path in (*(ROOT / "tests").rglob("*.py"), *(ROOT / "tests").rglob("*.toml")):
        text = path.read_text("utf-8")
        for marks in MARKED.findall(text):
            said.update(re.findall(r'"([A-Z-]+-\d+)"', "".join(marks)))

    assert said
    assert sorted(requirement for requirement in said if not is_known(requirement)) == []


def test_the_commands_of_the_readme_are_in_the_makefile():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")

    for target in re.findall(r"^make (\w+)", readme, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_event_that_the_readme_shows_is_there_with_its_player():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (file,) = set(re.findall(r"\S+\.event\.json", readme))
    named = re.findall(r'padd explain \S+ "(.+)"', readme)

    event = json.loads((ROOT / file.removeprefix("EVENT=")).read_text("utf-8"))

    assert named
    assert set(named) <= {player["name"] for player in event["players"]}


def test_every_file_that_has_a_turn_of_its_own_is_there():
    assert [file for file in LONG if not (ROOT / "tests" / file).exists()] == []
    assert not any(has_browser(f"tests/{file}") for file in LONG)


def test_links_between_the_documents_lead_somewhere():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in pages
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8"))
        if "://" not in link and not (page.parent / link).exists()
    ]

    assert broken == []


def test_no_line_of_a_template_is_too_long_to_read():
    long = [
        f"{template.relative_to(ROOT)}:{number}"
        for template in (ROOT / "src").rglob("templates/**/*.html")
        for number, line in enumerate(template.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST_TEMPLATE_LINE
    ]

    assert long == []


def test_every_file_of_tests_has_a_name_of_its_own():
    names = Counter(file.name for file in (ROOT / "tests").rglob("test_*.py"))

    assert [name for name, files in names.items() if files > 1] == []
