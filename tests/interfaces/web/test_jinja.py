"""What templates write for a value."""

import pytest
from jinja2 import DictLoader, UndefinedError
from markupsafe import Markup
from tests.hostile_text import HOSTILE

from padd.core.messages import message
from padd.interfaces.web.jinja import environment


def shown(templates, **values):
    """Return the template `page` with these values."""
    engine = environment(loader=DictLoader(templates), autoescape=True)
    return engine.get_template("page").render(values)


@pytest.mark.parametrize("text", HOSTILE)
def test_text_is_escaped_and_markup_is_not(text):
    escaped = str(Markup.escape(text))

    page = shown({"page": "{{ text }}|{{ same }}"}, text=text, same=Markup(escaped))  # noqa: S704 -- escaped above

    assert page == f"{escaped}|{escaped}"


def test_messages_numbers_and_nothing_are_written_as_people_read_them():
    said = message("{name} & Co.", name="<b>")

    page = shown({"page": "{{ a }}|{{ b }}|{{ c }}|{{ d }}"}, a=said, b=7, c=None, d=0.5)

    assert page == "&lt;b&gt; &amp; Co.|7|None|0.5"


def test_a_name_that_is_not_there_is_an_error():
    with pytest.raises(UndefinedError):
        shown({"page": "{{ nothing }}"})
