"""Templates are compiled once, and again when they or their keeping go wrong."""

import sys

import pytest
from jinja2 import DictLoader

from padd.interfaces.web.compiled_templates import CompiledTemplates
from padd.interfaces.web.template_engine import PageEnvironment


@pytest.fixture(autouse=True)
def _may_write(monkeypatch):
    """Let code be kept, whatever is wished for the modules of this run."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def shown(folder, source):
    """Return a page of a new process, and whether its template was compiled."""
    compiled = []

    class Counting(PageEnvironment):
        def compile(self, *given, **more):  # type: ignore[override]
            compiled.append(given)
            return super().compile(*given, **more)  # type: ignore[call-overload]

    engine = Counting(
        loader=DictLoader({"a/page.html": source}), bytecode_cache=CompiledTemplates(folder)
    )
    return engine.get_template("a/page.html").render(), bool(compiled)


def test_the_second_process_finds_the_template_compiled(tmp_path):
    first = shown(tmp_path / "kept", "one {{ 1 + 1 }}")
    second = shown(tmp_path / "kept", "one {{ 1 + 1 }}")

    assert (first, second) == (("one 2", True), ("one 2", False))
    assert len(list((tmp_path / "kept").iterdir())) == 1


def test_a_changed_template_is_compiled_again(tmp_path):
    shown(tmp_path, "one")

    assert shown(tmp_path, "two") == ("two", True)
    assert shown(tmp_path, "two") == ("two", False)


@pytest.mark.parametrize("size", [0, 1, 40, 100])
def test_half_a_file_or_another_one_is_not_believed(tmp_path, size):
    shown(tmp_path, "one")
    (kept,) = tmp_path.iterdir()
    whole = kept.read_bytes()

    kept.write_bytes(whole[:size])
    half = shown(tmp_path, "one")
    kept.write_bytes(whole[:size] + bytes(len(whole) - size))
    other = shown(tmp_path, "one")

    assert half == other == ("one", True)
    assert shown(tmp_path, "one") == ("one", False)


def test_where_nothing_can_be_kept_pages_are_shown_all_the_same(tmp_path, monkeypatch):
    nowhere = tmp_path / "file"
    nowhere.touch()
    assert shown(nowhere / "kept", "one") == ("one", True)

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert shown(tmp_path / "unwanted", "one") == ("one", True)
    assert not (tmp_path / "unwanted").exists()
