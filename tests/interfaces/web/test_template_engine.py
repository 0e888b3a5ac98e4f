"""The engine of the templates: what it writes, and how it calls functions."""

from functools import lru_cache

import pytest
from jinja2 import DictLoader, StrictUndefined, UndefinedError, pass_context
from markupsafe import Markup
from tests.hostile_text import HOSTILE

from padd.core.messages import message
from padd.interfaces.web.template_engine import PageEnvironment


def shown(templates, **values):
    """Return the template `page` with these values."""
    engine = PageEnvironment(
        loader=DictLoader(templates), autoescape=True, undefined=StrictUndefined
    )
    engine.globals.update(doubled=doubled, tripled=tripled, told=told)
    return engine.get_template("page").render(values)


def doubled(number):
    return 2 * number


@lru_cache
def tripled(number, *, more=0):
    return 3 * number + more


@pass_context
def told(context, name):
    return f"{name} is {context[name]}"


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


def test_functions_and_macros_are_called_alike_in_and_out_of_loops():
    page = shown(
        {
            "page": "{% from 'parts' import part, around %}"
            "{{ part('<', more=doubled(2)) }}"
            "{% for n in (1, 2) %}{{ tripled(n, more=1) }}{{ told('who') }}"
            "{% call around(n) %}{{ n }}{% endcall %}{% endfor %}",
            "parts": "{% macro part(what, more=0) %}<i>{{ what }}{{ doubled(more) }}"
            "</i>{% endmacro %}{% macro around(what) %}{{ what }}[{{ caller() }}]"
            "{% endmacro %}",
        },
        who="&",
    )

    assert page == ("<i>&lt;8</i>4who is &amp;1[1]7who is &amp;2[2]")
