from __future__ import annotations

import signal
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from sitemaps_app.server import undertaker
from sitemaps_app.server.undertaker import living_groups, stop
from tests.server.processes import is_alive


def sleeper(before: str = "") -> subprocess.Popen[bytes]:
    code = f"import signal; {before}print(flush=True)\nwhile True: signal.pause()"
    return subprocess.Popen([sys.executable, "-c", code], start_new_session=True, stdout=subprocess.PIPE)


def test_groups_that_were_reported_stopped_are_left_alone() -> None:
    assert living_groups(["+10\n", "+20\n", "-10\n", "+30\n"]) == [20, 30]


@given(st.lists(st.text()))
def test_no_line_leads_to_everybody(lines: list[str]) -> None:
    # killpg(0) is our own group, killpg(1) that of init, and killpg(-1) does not exist but kill(-1) is everybody.
    assert all(group > 1 for group in living_groups([*lines, "+0", "+1", "+-1", "+", "-5"]))


def test_the_end_of_its_input_ends_the_groups_that_live() -> None:
    with sleeper() as kept, sleeper() as ended:
        with subprocess.Popen([sys.executable, "-I", "-S", undertaker.__file__], stdin=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None
            process.stdin.write(f"+{kept.pid}\n+{ended.pid}\n-{kept.pid}\n")
            process.stdin.close()
            assert ended.wait() == -signal.SIGTERM
        assert is_alive(kept.pid)
        kept.kill()


def test_a_group_that_ignores_the_request_is_killed() -> None:
    with sleeper("signal.signal(signal.SIGTERM, signal.SIG_IGN); ") as stubborn:
        assert stubborn.stdout is not None
        stubborn.stdout.readline()
        stop([stubborn.pid], 0.05)
        assert stubborn.wait() == -signal.SIGKILL
