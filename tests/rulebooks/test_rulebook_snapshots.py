"""Each rulebook as a whole, in a readable file: any changed value is a diff.

After a change that is meant, write the files anew and read the difference:
    python tests/rulebooks/test_rulebook_snapshots.py
"""

from pathlib import Path

import msgspec
import pytest

from padd.rulebooks.compare import value_at
from padd.rulebooks.loader import rulebook, rulebook_ids

SNAPSHOTS = Path(__file__).parent / "snapshots"


def as_text(name):
    """Return a rulebook as lines: parameter and value, then its source."""
    book = rulebook(name)
    lines = [f"{book.title} ({book.document}, version {book.version})", ""]
    for path, citation in book.citations.items():
        value = msgspec.json.encode(value_at(book, path)).decode()
        lines.append(f"{path} = {value}")
        source = [citation.cite, citation.ruling, citation.note]
        lines.append(f"    {'; '.join(filter(None, source))}")
    return "\n".join(lines) + "\n"


@pytest.mark.req("GOV-19")
@pytest.mark.parametrize("name", rulebook_ids())
def test_a_rulebook_reads_as_it_did(name):
    kept = (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8")

    assert as_text(name).splitlines() == kept.splitlines()


def test_there_is_a_snapshot_of_every_rulebook_and_of_nothing_else():
    assert {file.stem for file in SNAPSHOTS.iterdir()} == set(rulebook_ids())


if __name__ == "__main__":
    for each in rulebook_ids():
        (SNAPSHOTS / f"{each}.txt").write_text(as_text(each), encoding="utf-8")
