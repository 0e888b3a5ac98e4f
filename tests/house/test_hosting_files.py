"""The files of `docs/hosting` fit together and say what the program reads."""

import re
import subprocess
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "docs" / "hosting"
KNOWN = "".join(
    file.read_text(encoding="utf-8")
    for folder in ("config", "platform")
    for file in (ROOT / "src" / "padd" / folder).glob("*.py")
)


def compose():
    """Return what `compose.yaml` says."""
    return yaml.safe_load((HOSTING / "compose.yaml").read_text(encoding="utf-8"))


def test_the_shell_reads_the_settings_as_systemd_does():
    said = (HOSTING / "padd.env").read_text(encoding="utf-8")
    quoted = dict(re.findall(r"^(\w+)='(.*)'$", said, flags=re.MULTILINE))
    script = (HOSTING / "padd-host").read_text(encoding="utf-8")
    shown = script.replace('cd "$PADD_DATA"\n', "").replace("runuser -u padd -- padd", "env")

    done = subprocess.run(
        ["sh", "-c", shown],
        env={"PADD_ENV": str(HOSTING / "padd.env"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert set(quoted.items()) <= {tuple(line.split("=", 1)) for line in done.stdout.splitlines()}
    assert len(quoted) == sum(bool(line) and not line.startswith("#") for line in said.splitlines())


def test_every_setting_in_the_files_is_one_that_the_program_reads():
    named = set(
        re.findall(r"^#?(\w+)=", (HOSTING / "padd.env").read_text(), flags=re.MULTILINE)
    ) | set(compose()["services"]["padd"]["environment"])

    assert {name for name in named if f'"{name}"' not in KNOWN} == set()


def test_the_web_server_of_the_containers_is_the_one_that_is_believed():
    services = compose()["services"]
    [network] = compose()["networks"]["inside"]["ipam"]["config"]

    assert services["padd"]["environment"]["PADD_BEHIND_PROXY"] == network["subnet"]
    assert services["padd"]["networks"] == services["caddy"]["networks"] == ["inside"]


def test_the_containers_dump_the_database_with_a_client_of_its_own_version():
    image = compose()["services"]["database"]["image"]
    client = re.search(r"postgresql-client-(\d+)", (HOSTING / "Containerfile").read_text())

    assert client is not None
    assert image.endswith(f"postgres:{client[1]}")


def test_the_database_counts_as_ready_only_where_padd_reaches_it():
    check = compose()["services"]["database"]["healthcheck"]["test"]

    assert check[check.index("--host") + 1] == "127.0.0.1"


def test_the_guide_installs_every_file_that_there_is():
    guide = (HOSTING / "README.md").read_text(encoding="utf-8")

    files = {file.name for file in HOSTING.iterdir()} - {"README.md"}

    assert {name for name in files if name not in guide} == set()


def test_the_file_with_the_password_goes_into_no_image():
    guide = (HOSTING / "README.md").read_text(encoding="utf-8")
    left_out = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()

    assert "a file `.env` next to `compose.yaml`" in guide
    assert "**/.env" in left_out
