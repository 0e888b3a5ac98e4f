"""Event files written by the program before its modules were moved read as they did."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.main import main

BEFORE: Final = Path(__file__).parents[2] / "fixtures" / "before"
PRINTED: Final[dict[str, Any]] = json.loads((BEFORE / "printed.json").read_bytes())


@pytest.mark.parametrize("asked", PRINTED)
def test_every_command_prints_what_it_printed(asked):
    command, name = asked.split()
    file = str(BEFORE / f"{name}.event.json")

    for_programs = CliRunner().invoke(main, [command, "--json", file])
    for_people = CliRunner().invoke(main, [command, file])

    assert for_programs.exit_code == PRINTED[asked]["status"], for_programs.output
    assert json.loads(for_programs.stdout) == PRINTED[asked]["printed"]
    assert for_people.stdout.splitlines() == PRINTED[asked]["text"]
