"""`padd deploy check` says what is missing, and exits by it."""

import json
import os
import socket
import struct
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from tests.databases import FILE, copy_model
from tests.wait_limits import PATIENCE


def padd(data, *arguments, **more):
    return subprocess.run(
        [sys.executable, "-m", "padd", *arguments],
        env={**os.environ, "PADD_DATA": str(data), **more},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_a_new_host_is_told_everything_that_is_missing(tmp_path):
    copy_model(tmp_path / FILE)
    padd(tmp_path, "backup")

    done = padd(tmp_path, "deploy", "check", "--json")

    findings = {one["code"]: one for one in json.loads(done.stdout)["findings"]}
    missing = {code for code, one in findings.items() if one["level"] == "missing"}
    assert done.returncode == 1
    assert missing == {"address", "mail", "administrator"}
    assert findings["backup"]["level"] == "fine"


def test_before_the_first_start_it_says_that_tables_are_missing(tmp_path):
    done = padd(tmp_path, "deploy", "check", "--json")

    findings = {one["code"]: one for one in json.loads(done.stdout)["findings"]}
    assert done.returncode == 1
    assert findings["migrations"]["level"] == "missing"
    assert "Traceback" not in done.stderr


def refuse_passwords(listener):
    """Answer as PostgreSQL does to a password that it does not know."""
    said = b'SFATAL\0C28P01\0Mpassword authentication failed for user "padd"\0\0'
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return  # the test is over
        with client:
            client.recv(1000)
            client.sendall(b"E" + struct.pack("!i", 4 + len(said)) + said)


@pytest.mark.parametrize("command", [("backup",), ("serve", "--port", "0")])
def test_a_wrong_database_password_is_a_sentence(tmp_path, command):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        Thread(target=refuse_passwords, args=(listener,), daemon=True).start()
        place = f"127.0.0.1:{listener.getsockname()[1]}"
        url = f"postgresql://padd:wrong@{place}/padd?sslmode=disable"

        done = padd(tmp_path, *command, DATABASE_URL=url)

    assert done.returncode == 1
    assert "does not accept this user and password" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_server_that_is_not_there_is_a_sentence(tmp_path):
    nobody = "postgresql://padd:wrong@127.0.0.1:9/padd"

    done = padd(tmp_path, "deploy", "check", DATABASE_URL=nobody)

    assert done.returncode == 1
    assert "no database server answers" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("data", ["/proc/padd", "/dev/null"])
def test_a_folder_that_cannot_be_written_is_a_sentence(data):
    done = padd(Path(data), "serve", "--port", "0", "--no-browser")

    assert done.returncode == 1
    assert "--data" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_test_email_without_a_mail_server_is_not_called_sent(tmp_path):
    done = padd(tmp_path, "deploy", "mail", "you@example.org", PADD_MAIL_URL="")

    assert done.returncode == 1
    assert "PADD_MAIL_URL" in done.stderr
    assert "Sent" not in done.stdout


@pytest.mark.parametrize("name", ["PADD_URL", "PADD_HOSTS"])
def test_hosted_on_a_port_that_is_taken_it_refuses(tmp_path, name):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        where = {"PADD_URL": "https://padd.example", "PADD_HOSTS": "padd.example"}

        done = padd(tmp_path, "serve", "--no-browser", "--port", port, **{name: where[name]})

    assert done.returncode == 1
    assert f"Port {port} is taken" in done.stderr


@pytest.mark.parametrize(
    ("command", "setting"),
    [
        (("deploy", "check"), "PADD_URL"),
        (("serve", "--port", "0"), "PADD_URL"),
        (("serve", "--port", "0"), "PADD_API_PACE"),
        (("backup",), "DATABASE_URL"),
    ],
)
def test_a_wrong_setting_is_a_sentence(tmp_path, command, setting):
    done = padd(tmp_path, *command, **{setting: "wrong"})

    assert done.returncode == 1
    assert done.stderr.startswith(f"Error: {setting} ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [("deploy", "check"), ("backup",)])
def test_a_data_folder_that_is_a_file_is_a_sentence(command):
    done = padd(Path("/dev/null"), *command)

    assert done.returncode == 1
    assert "--data" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_second_place_for_backups_and_a_replica_that_are_not_there_are_told(tmp_path):
    copy_model(tmp_path / FILE)
    padd(tmp_path, "backup")
    nobody = "postgresql://padd@127.0.0.1:9/padd"

    done = padd(
        tmp_path, *("deploy", "check", "--json"), PADD_BACKUP="/dev/null", PADD_READ_URL=nobody
    )

    findings = {one["code"]: one for one in json.loads(done.stdout)["findings"]}
    assert "PADD_BACKUP" in findings["backup"]["message"]
    assert findings["backup"]["level"] == "missing"
    assert "PADD_READ_URL" in findings["replica"]["message"]
    assert findings["replica"]["level"] == "missing"
