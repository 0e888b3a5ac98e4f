"""`python -m padd_oracle`: check event files, or make random ones."""

import argparse
import json
import secrets
import sys
from pathlib import Path
from random import Random

from padd_oracle.generate import random_event
from padd_oracle.pairing import check_round
from padd_oracle.rules import OPG5, RULEBOOKS, Event


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m padd_oracle", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="judge every round of event files")
    check.add_argument("events", nargs="+", type=Path)
    make = commands.add_parser("generate", help="print a random event")
    make.add_argument("--seed", type=int, default=None)
    make.add_argument("--players", type=int, default=12)
    make.add_argument("--rounds", type=int, default=4)
    make.add_argument("--rulebook", choices=RULEBOOKS, default=OPG5)
    make.add_argument("--edition", choices=("1E", "2E"), default="1E")
    asked = parser.parse_args(arguments)
    if asked.command == "check":
        return max([_check(path) for path in asked.events])
    return _generate(asked)


def _check(path: Path) -> int:
    """Print what is wrong with the rounds of one file."""
    event: Event = json.loads(path.read_text(encoding="utf-8"))
    problems = [
        f"{path}: round {round_['number']}: {problem}"
        for index, round_ in enumerate(event["rounds"])
        for problem in check_round(event, index).problems
    ]
    for problem in problems:
        sys.stdout.write(f"{problem}\n")
    return 1 if problems else 0


def _generate(asked: argparse.Namespace) -> int:
    """Print a random event, its seed first."""
    seed = secrets.randbits(32) if asked.seed is None else asked.seed
    sys.stderr.write(f"seed {seed}\n")
    event = random_event(
        Random(seed),  # noqa: S311 -- replayable, not secret
        players=asked.players,
        rounds=asked.rounds,
        rulebook=asked.rulebook,
        edition=asked.edition,
    )
    sys.stdout.write(json.dumps(event, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
