"""The signing key in the data folder."""

from __future__ import annotations

import os

import pytest

from padd.platform.paths import make_secret_key, secret_key


def test_a_key_that_a_power_cut_has_emptied_is_made_anew(tmp_path):
    (tmp_path / "secret-key").touch()

    make_secret_key(tmp_path)
    first = secret_key(tmp_path)
    make_secret_key(tmp_path)

    assert len(first) >= 50
    assert secret_key(tmp_path) == first


def test_the_key_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    steps: list[str] = []
    sync, link = os.fsync, os.link
    monkeypatch.setattr(os, "fsync", lambda file: [steps.append("synced"), sync(file)])
    monkeypatch.setattr(os, "link", lambda a, b: [steps.append("named"), link(a, b)])

    make_secret_key(tmp_path)

    assert steps == ["synced", "named"]


def test_a_full_disk_leaves_no_half_of_a_key(tmp_path, monkeypatch):
    def full(_handle):
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        make_secret_key(tmp_path)

    assert list(tmp_path.iterdir()) == []
