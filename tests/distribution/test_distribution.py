"""The files to hand on start PADD where nothing but Python is installed."""

import subprocess
import sys
import venv
import zipfile
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
import rtoml
from distribution.one_file import LOCK, PLATFORMS, ROOT, here, locked, make_one_file
from distribution.wheel import make_wheel
from packaging.requirements import Requirement
from tests.interfaces.web.served_pages import Served
from tests.wait_limits import PATIENCE

from distribution import launcher

PIP = (sys.executable, "-m", "pip")


def front_page(data, *padd):
    """Serve from a program, read its front page and the look of it, and stop."""
    served = Served(data, "--port", "0", padd=padd)
    try:
        asked = HTTPConnection(urlsplit(served.address).netloc, timeout=PATIENCE)
        asked.request("GET", "/")
        page = asked.getresponse().read().decode()
        asked.request("GET", page.split('rel="stylesheet" href="')[1].split('"')[0])
        assert asked.getresponse().status == 200
        asked.close()
    finally:
        assert served.stop() == 0
    return page


@pytest.mark.long
def test_wheel_and_one_file_serve_where_nothing_else_is_installed(tmp_path, monkeypatch):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    wheel = make_wheel(tmp_path, work=tmp_path)
    one_file = make_one_file(here(), wheel, tmp_path, work=tmp_path, level=1)
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    into = ("--python", str(python), "install", "--quiet", "--no-deps", "--no-index")
    subprocess.run([*PIP, *into, str(wheel)], check=True)

    without_packages = (sys._base_executable, "-I", "-S", str(one_file))  # type: ignore[attr-defined]
    from_file = front_page(tmp_path / "one", *without_packages)
    [unpacked] = (tmp_path / "cache" / "padd").iterdir()
    # The wheel's requirements, and what they require, as the lock has them.
    site = next((tmp_path / "venv" / "lib").glob("python*/site-packages"))
    (site / "locked.pth").write_text(f"{unpacked}\n", encoding="utf-8")
    from_wheel = front_page(tmp_path / "two", str(python.with_name("padd")))

    asked = [str(python), "-c", "import padd; print(padd.__file__)"]
    found = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    assert "Welcome to PADD" in from_file
    assert "Welcome to PADD" in from_wheel
    assert found.startswith(str(site))


def test_the_lock_has_every_requirement_of_the_wheel():
    said = rtoml.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lock = LOCK.read_text(encoding="utf-8")

    required = {Requirement(one).name for one in said["project"]["dependencies"]}

    for target in PLATFORMS.values():
        assert required <= {name for name, _ in locked(lock, target)}


def test_a_lock_is_read_for_the_platform_it_is_fetched_for():
    lock = (
        "click==8.1 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n"
        "colorama==0.4 ; sys_platform == 'win32' \\\n    --hash=sha256:cc\n"
    )

    windows = [line for _, line in locked(lock, PLATFORMS["windows-x86_64"])]
    linux = [line for _, line in locked(lock, PLATFORMS["linux-x86_64"])]

    assert linux == ["click==8.1 --hash=sha256:aa --hash=sha256:bb"]
    assert windows == [*linux, "colorama==0.4 --hash=sha256:cc"]


def test_another_python_or_machine_is_told_which_one_the_file_is_for():
    about = {"python": "3.10", "system": "win32", "machine": "amd64"}

    with pytest.raises(SystemExit) as refused:
        launcher.refuse_another_machine(about)

    assert "This file is for Python 3.10 on win32 (amd64)" in str(refused.value)


def test_a_second_start_at_once_uses_what_the_first_has_unpacked(tmp_path):
    packed = tmp_path / "padd.pyz"
    with zipfile.ZipFile(packed, "w") as made:
        made.writestr("library/padd/__init__.py", "")
    folder = tmp_path / "cache" / "digest"
    with zipfile.ZipFile(packed) as archive:
        launcher.unpack(archive, folder)
        (folder / "padd" / "first").touch()

        launcher.unpack(archive, folder)

    assert (folder / "padd" / "first").exists()
    assert [one.name for one in folder.parent.iterdir()] == ["digest"]
