"""The colors of a drawing: the page's tokens, or a style sheet of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

Theme = Literal["device", "light", "dark", "paper"]

# Pages link the sheet, so a drawing inside a page carries no rules of its own.
PAGES: Final = "\n/* On pages"
SHEET: Final = Path(__file__).parent / "static" / "css" / "bracket.css"
RULES: Final = "\n" + SHEET.read_text(encoding="utf-8").partition("\n")[2].partition(PAGES)[0]

LIGHT: Final = """
  --font: Inter, system-ui, sans-serif;
  --ground: #f4f2f7; --surface-1: #fff; --line: #d6d1e0; --edge: #777184;
  --text: #16131e; --text-2: #565060; --ink: #0b0a10; --dusk: #dad3e8;
  --orange: #ff9f38; --orange-t: #9a4600; --blue: #6e9ff5; --blue-t: #1d54b4;
  --lavender-t: #7b3b8f;
"""
DARK: Final = """
  --font: Inter, system-ui, sans-serif;
  --ground: #07070b; --surface-1: #13131b; --line: #34343f; --edge: #7c788c;
  --text: #f4f1ec; --text-2: #bdb8c9; --ink: #0b0a10; --dusk: #4b4562;
  --orange: #ff9f38; --orange-t: #ffaa50; --blue: #6fa3ff; --blue-t: #93baff;
  --lavender-t: #ddb8e8;
"""
PAPER: Final = """
  --font: Inter, system-ui, sans-serif;
  --ground: #fff; --surface-1: #fff; --line: #000; --edge: #000;
  --text: #000; --text-2: #000; --ink: #000; --dusk: #fff;
  --orange: #fff; --orange-t: #000; --blue: #fff; --blue-t: #000;
  --lavender-t: #000;
"""
PAPER_RULES: Final = """
.bracket .tab { stroke: #000; stroke-width: 1; }
.bracket .edge { stroke-width: 1; }
.bracket .head, .bracket .name.won, .bracket .figure.won { font-weight: 700; }
"""


def style_sheet(theme: Theme) -> str:
    """Return the rules for a drawing that stands alone."""
    ground = ".bracket { background: var(--ground); }\n"
    match theme:
        case "light":
            return f".bracket {{{LIGHT}}}\n{ground}{RULES}"
        case "dark":
            return f".bracket {{{DARK}}}\n{ground}{RULES}"
        case "paper":
            return f".bracket {{{PAPER}}}\n{ground}{RULES}{PAPER_RULES}"
        case "device":
            dark = f"@media (prefers-color-scheme: dark) {{ .bracket {{{DARK}}} }}\n"
            return f".bracket {{{LIGHT}}}\n{dark}{ground}{RULES}"
