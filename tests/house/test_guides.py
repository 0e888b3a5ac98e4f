"""What the guides quote is there: commands with their options, labels of pages."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from typing import Final

import click
import pytest

from padd.interfaces.cli.main import COMMANDS, main

ROOT: Final = Path(__file__).resolve().parents[2]
PADD: Final = ROOT / "src" / "padd"
GUIDES: Final = sorted(
    [
        ROOT / "README.md",
        *(ROOT / "docs" / "using").glob("*.md"),
        *(ROOT / "docs" / "hosting").glob("*.md"),
        *(ROOT / "docs" / "algorithms").glob("*.md"),
        *(ROOT / "docs" / "developing").glob("*.md"),
    ]
)
QUOTING_PAGES: Final = [guide for guide in GUIDES if guide.parent.name in {"using", "hosting"}]
COMMAND: Final = re.compile(r"(?:^|[\s;|/])padd(?:-host)? (?!padd\b)([a-z][^#|;]*)")
CODE: Final = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
LABEL: Final = re.compile(r"(?<![*\w])\*([A-Z][^*\n]+)\*(?![*\w])")
OF_OTHER_PROGRAMS: Final = {"Integrations", "Webhooks"}


def _name(guide):
    return str(guide.relative_to(ROOT))


def _commands(guide):
    """Yield what follows `padd` in every command that a guide sets as code."""
    for code in CODE.findall(guide.read_text(encoding="utf-8")):
        for line in code.strip("`").replace("\\\n", " ").splitlines():
            if found := COMMAND.search(line.replace("\\|", "/")):
                yield found[1]


def _names(parameter):
    return [*parameter.opts, *parameter.secondary_opts]


def _unknown(command):
    """Yield what the program does not know of a command: its name, an option."""
    words = re.sub(r"[\[\]…]", " ", command).split()
    at: click.Command = main
    while isinstance(at, click.Group) and words:
        if at.name == "event" and words[0].isupper():
            words.pop(0)  # the event's id comes before the command
            continue
        found = at.get_command(click.Context(at), words[0])
        if found is None:
            if words[0].islower():
                yield words[0]
            break
        at = found
        words.pop(0)
    options = {name for parameter in at.params for name in _names(parameter)}
    yield from (
        word for word in words if word.startswith("--") and word.partition("=")[0] not in options
    )


@pytest.mark.parametrize("guide", GUIDES, ids=_name)
def test_every_command_and_option_in_a_guide_exists(guide):
    wrong = {
        command: unknown for command in _commands(guide) if (unknown := list(_unknown(command)))
    }

    assert wrong == {}


def test_the_guide_to_the_command_line_names_every_command():
    guide = ROOT / "docs" / "using" / "command-line.md"
    named = {command.split()[0] for command in _commands(guide)}

    assert sorted(set(COMMANDS) - named) == []


@cache
def _written():
    """Return all that pages, scripts and messages say, on one line."""
    texts = (
        file.read_text(encoding="utf-8")
        for file in PADD.rglob("*")
        if file.suffix in {".html", ".js", ".py", ".toml", ".typ"}
        and "migrations" not in file.parts
    )
    joined = re.sub(r"[\"']\s*\n\s*f?[\"']", "", "\n".join(texts))
    return _plain(joined + re.sub(r"\{\{.*?\}\}|\{[\w.]+\}", "#", joined))


def _plain(text):
    return " ".join(html.unescape(text).replace("’", "'").split())


def _is_written(label):
    """Tell whether the program has a label; numbers and rounds may be filled in."""
    plain = _plain(label)
    computed = (re.sub(pattern, "#", plain) for pattern in (r"\d+", r"round \d+"))
    return any(text in _written() for text in (plain, *computed))


@pytest.mark.parametrize("guide", QUOTING_PAGES, ids=_name)
def test_every_label_in_italics_is_on_a_page(guide):
    prose = CODE.sub(" ", guide.read_text(encoding="utf-8"))
    labels = {
        part
        for label in LABEL.findall(prose)
        for part in label.split(" → ")
        if part not in OF_OTHER_PROGRAMS
    }

    assert sorted(label for label in labels if not _is_written(label)) == []
