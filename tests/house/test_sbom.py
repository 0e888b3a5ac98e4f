"""The bill of materials names everything that is locked, with its hashes."""

import pytest
from tests.reliability.marks import tell
from tests.sbom import LOCKED, bill


@pytest.mark.req("R24")
def test_every_locked_package_is_on_the_bill_with_its_hashes(record_property):
    lock = LOCKED.read_text(encoding="utf-8")

    listed = bill(lock)["components"]

    packages = [line for line in lock.splitlines() if line[:1].isalnum()]
    assert len(listed) == len(packages)
    assert all(one["hashes"] for one in listed)
    assert "django" in {one["name"] for one in listed}
    assert sum(len(one["hashes"]) for one in listed) == lock.count("--hash=sha256:")
    hashes = lock.count("--hash=sha256:")
    tell(record_property, packages=len(listed), hashes=hashes)
