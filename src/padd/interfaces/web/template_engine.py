"""Jinja, made to write long pages: what it does for every value of a page is short.

A table of a hundred rows writes a thousand values, and most of the time of its page
goes by between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from functools import lru_cache
from types import FunctionType
from typing import Any, Final

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

from padd.core.messages import Message
from padd.presentation.messages import text

PLAIN: Final = (FunctionType, type(lru_cache(len)))
_needs_escaping: Final = re.compile(r"""[&<>'"]""").search


class PageCode(CodeGenerator):
    """Templates as Python that has every value written by `PageEnvironment.written`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:  # noqa: ANN401 -- Jinja's own
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.written(")


class PageContext(Context):
    """What a template knows; plain functions are called as they are."""

    def call(
        self,
        obj: Callable[..., Any],
        /,
        *args: Any,  # noqa: ANN401 -- whatever the function takes
        **kwargs: Any,  # noqa: ANN401 -- same
    ) -> Any:  # noqa: ANN401 -- whatever it returns
        """Call a function of a template."""
        kind = type(obj)
        if kind is Macro:
            args = (self.eval_ctx, *args)
        elif kind not in PLAIN or "jinja_pass_arg" in obj.__dict__:
            return super().call(obj, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return obj(*args, **kwargs)


class PageEnvironment(Environment):
    """The environment of templates whose values are all escaped."""

    code_generator_class = PageCode
    context_class = PageContext

    @staticmethod
    def written(value: object) -> str:
        """Return what a page shows for a value: messages as text, nothing as markup."""
        kind = type(value)
        if kind is Markup or (kind is str and not _needs_escaping(value)):  # type: ignore[call-overload]
            return value  # type: ignore[return-value]
        if kind is int:
            return str(value)
        return escape(text(value) if isinstance(value, Message) else value)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return what every template knows; Jinja goes through it at each import."""
        return {**self.globals, **d} if d else self.globals
