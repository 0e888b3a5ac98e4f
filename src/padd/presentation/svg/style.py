"""The colours of a drawing: the page's own tokens, or a sheet that stands alone."""

from __future__ import annotations

from typing import Final, Literal

Theme = Literal["device", "light", "dark", "paper"]

# The page's sheets hold these rules too; a drawing inside a page carries none.
RULES: Final = """
.bracket { max-width: 100%; height: auto; display: block;
  font-family: var(--font); fill: var(--text); }
.bracket .box { fill: var(--surface-1); stroke: var(--line); stroke-width: 1; }
.bracket .now .box { stroke: var(--orange-t); stroke-width: 2.5; }
.bracket .rule { stroke: var(--line); stroke-width: 1; }
.bracket .marker { fill: var(--blue-t); }
.bracket .tab { fill: var(--dusk); }
.bracket .played .tab { fill: var(--blue); }
.bracket .now .tab { fill: var(--orange); }
.bracket .tab-text { font-size: 13.5px; font-weight: 660; fill: var(--text); }
.bracket .played .tab-text, .bracket .now .tab-text { fill: var(--ink); }
.bracket .mark { fill: none; stroke: var(--text); stroke-width: 2.2; }
.bracket .played .mark, .bracket .now .mark { stroke: var(--ink); }
.bracket .now .mark { fill: var(--ink); }
.bracket .note { font-size: 13.5px; fill: var(--text-2); }
.bracket .name { font-size: 15px; font-weight: 500; }
.bracket .won { font-weight: 680; }
.bracket .lost { font-weight: 400; fill: var(--text-2); }
.bracket .unknown { font-weight: 400; font-style: italic; fill: var(--text-2); }
.bracket .seed { font-size: 14px; fill: var(--text-2); text-anchor: end; }
.bracket .figure { font-size: 16px; text-anchor: end;
  font-variant-numeric: tabular-nums; }
.bracket .head { font-size: 15px; font-weight: 660; }
.bracket .edge { fill: none; stroke: var(--edge); stroke-width: 1.75; }
.bracket .edge.goes-on { stroke: var(--blue-t); stroke-width: 2.25; }
.bracket .edge.second-chance { stroke-dasharray: 5 4; }
.bracket .edge.second-chance.goes-on { stroke: var(--lavender-t); }
.bracket .seam { fill: none; stroke: var(--ground); stroke-width: 8; }
@media print {
  .bracket .box, .bracket .tab { fill: none; stroke: #000; stroke-width: 1; }
  .bracket .tab-text, .bracket .note, .bracket .lost, .bracket .seed,
  .bracket .unknown { fill: #000; }
  .bracket .edge, .bracket .edge.goes-on, .bracket .mark { stroke: #000; }
  .bracket .seam { stroke: #fff; }
}
"""

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
"""


def sheet(theme: Theme) -> str:
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
