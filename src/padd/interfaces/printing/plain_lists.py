"""Lists without a server: an HTML page that any browser opens, and a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from padd.interfaces.printing.glyphs import clean_text
from padd.interfaces.printing.lists import ListColumn, ListTable, PrintedList
from padd.presentation.spreadsheet.csv_text import Cell, write_csv

NUMBER: Final = re.compile(r"[+−-]?\d{1,3}(,\d{3})*|[+−-]?\d+")
STYLE: Final = (
    "body{font:16px/1.4 sans-serif;margin:2em auto;max-width:60em;padding:0 1em;"
    "color:#000;background:#fff}table{border-collapse:collapse;width:100%}"
    "th,td{border-bottom:1px solid #999;padding:.25em .5em;text-align:left}"
    "th{border-bottom:2px solid #000}.end{text-align:right}.middle{text-align:center}"
    "@media print{body{margin:0}}"
)


def html_page(title: str, body: Iterable[str]) -> bytes:
    """Return a page that needs nothing but itself."""
    lines = (
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(clean_text(title))}</title><style>{STYLE}</style></head><body>",
        *body,
        "</body></html>",
        "",
    )
    return "\n".join(lines).encode()


def list_page(printed_list: PrintedList, foot: str) -> bytes:
    """Return a list as a plain page."""
    body = [f"<h1>{_said(printed_list.title)}</h1>"]
    body += [f"<p>{_said(line)}</p>" for line in printed_list.lines]
    for part in printed_list.parts:
        body += _part(part)
    body.append(f"<p><small>{_said(foot)}</small></p>")
    return html_page(printed_list.title, body)


def _part(part: ListTable) -> Iterator[str]:
    if part.title:
        yield f"<h2>{_said(part.title)}</h2>"
    yield from (f"<p>{_said(line)}</p>" for line in part.before)
    if part.rows:
        yield "<table><thead><tr>"
        for column in part.columns:
            yield f'<th class="{column.side}">{_said(column.head)}</th>'
        yield "</tr></thead><tbody>"
        for row in part.rows:
            cells = (
                f'<td class="{column.side}"><bdi>{_said(cell)}</bdi></td>'
                for column, cell in zip(part.columns, row, strict=True)
            )
            yield f"<tr>{''.join(cells)}</tr>"
        yield "</tbody></table>"
    yield from (f"<p>{_said(line)}</p>" for line in part.after)


def _said(text: str) -> str:
    return escape(clean_text(text).replace("\u200b", ""))


def list_csv(printed_list: PrintedList) -> bytes:
    """Return the tables of a list as CSV, below one head."""
    titled = any(part.title for part in printed_list.parts)
    parts = [part for part in printed_list.parts if part.rows]
    columns = parts[0].columns if parts else ()
    columns_kept = [at for at, column in enumerate(columns) if not column.write]
    header = [*(("Part",) if titled else ()), *(columns[at].head for at in columns_kept)]
    return write_csv(
        header,
        (
            [
                *((part.title,) if titled else ()),
                *(_cell(row[at], part.columns[at]) for at in columns_kept),
            ]
            for part in parts
            for row in part.rows
        ),
    )


def _cell(text: str, column: ListColumn) -> Cell:
    """Return a figure as a number, where the column holds figures."""
    figures = column.side != "start" and column.head != "Player"
    if figures and NUMBER.fullmatch(text):
        return int(text.replace("−", "-").replace(",", ""))
    return text
