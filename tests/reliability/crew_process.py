"""The process behind `Crew`: forks for each task, and dies where it is told to.

It reads lists of tasks, a line each, and forks one child for each task. A child
says what was acknowledged, and ends, or is killed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any


def say(**what):
    """Write one line, whole, at once."""
    os.write(1, (json.dumps(what) + "\n").encode())


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def around(owner, name, before, after):
    """Let something happen before and after a function is called."""
    inner = getattr(owner, name)

    def guarded(*args, **kwargs):
        before()
        found = inner(*args, **kwargs)
        after()
        return found

    setattr(owner, name, guarded)


def commits_that_count(rows):
    """Return the owner of a `commit` that every commit of a log's row goes through.

    A server answers in threads with connections of their own, while other threads
    commit what is no act of anybody. Outside a server, all commits count.
    """
    from django.db.backends.base.base import BaseDatabaseWrapper

    owner = SimpleNamespace(commit=BaseDatabaseWrapper._commit)
    main, appended = threading.main_thread(), threading.local()

    def commit(self):
        counts = threading.current_thread() is main or hasattr(appended, "row")
        vars(appended).clear()
        (owner.commit if counts else inner)(self)

    inner = owner.commit
    BaseDatabaseWrapper._commit = commit
    around(rows, "append_rows", lambda: None, lambda: setattr(appended, "row", True))
    return owner


def set_failpoint(name, passes):
    """Die when a named place is passed for the so-many-th time."""
    from padd.services.eventlog import automatic_backup, command_handler, followers
    from padd.store.installation import sqlite_copies, upgrade
    from padd.store.writes import event_log as rows

    left = [passes]

    def pass_by():
        left[0] -= 1
        if left[0] < 0:
            die()

    def never():
        return

    commits = commits_that_count(rows)
    places: dict[str, tuple[Any, str, bool]] = {
        "before reading": (command_handler, "cached_log", True),
        "after reading": (command_handler, "cached_log", False),
        "before the row": (rows, "append_rows", True),
        "after the row": (rows, "append_rows", False),
        "after the calendar entry": (command_handler, "update_calendar_entry", False),
        "before the projection": (command_handler, "project_finished_event", True),
        "after the projection": (command_handler, "project_finished_event", False),
        "before commit": (commits, "commit", True),
        "after commit": (commits, "commit", False),
        "telling": (followers, "notify", True),
        "before the backup": (upgrade, "copy_sqlite_database", True),
        "after the backup": (upgrade, "copy_sqlite_database", False),
        "in the backup": (os, "fsync", True),
        "before the event file": (sqlite_copies, "write_file_atomically", True),
        "before the reply": (automatic_backup, "event_file_bytes", True),
    }
    owner, function, early = places[name]
    around(owner, function, *((pass_by, never) if early else (never, pass_by)))


def the_day(task):
    """Run an event from drawing to its end, and say what is acknowledged."""
    from padd.core.refusal import Refusal
    from padd.services import eventlog

    event_id = task["event"]
    for number in range(task.get("acts", 1000)):
        key = f"{task['prefix']}-{number}"
        wish = next_wish(eventlog.snapshot_event(event_id=event_id), number)
        say(sent=key)
        done = carry_out(event_id, wish, key)
        if isinstance(done, Refusal):
            say(refused=done.code, message=done.message)
            return
        say(done=key, sequence=done.sequence)
        if wish is None and done.state.finished_at:
            return


def next_wish(look, number):
    """Return what somebody would do next; None asks for a draw."""
    from padd.core.eventlog.actions.director_results import ResultEntered
    from padd.core.eventlog.actions.finish import EventFinished, EventReopened
    from padd.core.eventlog.actions.publication import RoundPublished
    from padd.core.eventlog.actions.rounds import RoundClosed
    from padd.core.eventlog.state.event_state import Stage
    from padd.core.eventlog.state.table import GameOutcome
    from padd.core.model import Ending

    state, current = look.state, look.state.current
    if state.finished_at is not None:
        return EventReopened()
    if current is None or current.stage is Stage.CLOSED:
        if current is not None and current.number >= state.settings.rounds_planned:
            return EventFinished()
        return None
    if current.stage is Stage.DRAFT:
        return RoundPublished(number=current.number)
    for table in current.tables.values():
        if table.open:
            scores = (60 + number % 7, 40 - table.number)
            outcome = GameOutcome(ending=Ending.TIME, scores=scores)
            return ResultEntered(number=current.number, table=table.number, outcome=outcome)
    return RoundClosed(number=current.number)


def carry_out(event_id, wish, key):
    from tests.answers import answer

    from padd.services import eventlog
    from padd.services.access.actors import SYSTEM

    now = datetime.now(UTC)
    if wish is None:
        return answer(
            eventlog.draw_round, event_id=event_id, by=SYSTEM, now=now, key=key, reason="as usual"
        )
    return answer(
        eventlog.record_action,
        event_id=event_id,
        action=wish,
        by=SYSTEM,
        now=now,
        key=key,
        reason="as usual",
    )


def one_act(task):
    """Do one thing at the very moment at which others do theirs."""
    from padd.core.eventlog.log.action_kinds import decode_action

    while time.time() < task["at"]:
        pass
    act = decode_action(task["kind"], task["payload"])
    for number in range(task.get("tries", 1)):
        done = carry_out(task["event"], act, f"{task['prefix']}-{number}")
        if getattr(done, "code", "") != "draft-stale":
            break
        carry_out(task["event"], None, f"{task['prefix']}-redraw-{number}")
    answer = getattr(done, "code", "done")
    say(name=task["prefix"], answer=answer, sequence=getattr(done, "sequence", 0))


def serve(_):
    """Answer requests as `padd serve` does, until killed."""
    from padd.interfaces.cli.installation.serve import listen, run

    listener = listen(0)
    port = listener.getsockname()[1]
    say(pid=os.getpid(), port=port)
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123 -- no file
        sys.stdout = nowhere
        run([listener], f"http://127.0.0.1:{port}/", open_browser=False)


def work(task):
    if "serve" not in task:
        say(pid=os.getpid())
    if "failpoint" in task:
        set_failpoint(task["failpoint"], task.get("passes", 0))
    if "serve" in task:
        serve(task)
    else:
        (one_act if "kind" in task else the_day)(task)


def load():
    os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
    import django

    django.setup()
    from padd.core.eventlog.log.action_kinds import KINDS
    from padd.rulebooks.loader import rulebook
    from padd.services import eventlog

    assert KINDS
    assert eventlog
    rulebook("opg-5")


def main():
    """Fork for each task until there are no more."""
    load()
    say(ready=True)
    for line in sys.stdin:
        children = []
        for task in json.loads(line):
            pid = os.fork()
            if pid == 0:
                try:
                    work(task)
                except Exception as error:  # noqa: BLE001 -- told to the test
                    say(error=repr(error))
                os._exit(0)
            children.append(pid)
        ends = [os.waitpid(pid, 0)[1] for pid in children]
        say(ended=True, killed=sum(os.WIFSIGNALED(end) for end in ends))


if __name__ == "__main__":
    main()
