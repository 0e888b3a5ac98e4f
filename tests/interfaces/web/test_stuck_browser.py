"""A browser that hangs when a test has ended does not fail the test, or the next."""

import signal

import psutil
import pytest
from tests.chromium import CHROMIUM, Chromium


@pytest.mark.browser
def test_a_browser_that_hangs_at_closing_is_ended_and_the_next_test_has_another():
    CHROMIUM.close()  # two event loops do not go together in one thread
    hasty = Chromium(patience=1)
    context = hasty.new_context()
    context.new_page()
    for process in psutil.Process().children(recursive=True):
        if "chrom" in process.name():
            process.send_signal(signal.SIGSTOP)

    hasty.end(context)
    page = hasty.new_context().new_page()
    page.set_content("<h1>Round 2</h1>")

    assert page.locator("h1").text_content() == "Round 2"
    hasty.close()
