"""The bill of materials names everything that is locked, with its hashes."""

from __future__ import annotations

from tests.sbom import LOCKED, bill


def test_every_locked_package_is_on_the_bill_with_its_hashes() -> None:
    lock = LOCKED.read_text(encoding="utf-8")

    listed = bill(lock)["components"]

    packages = [line for line in lock.splitlines() if line[:1].isalnum()]
    assert len(listed) == len(packages)
    assert all(one["hashes"] for one in listed)
    assert "django" in {one["name"] for one in listed}
    assert sum(len(one["hashes"]) for one in listed) == lock.count("--hash=sha256:")
