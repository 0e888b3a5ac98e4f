"""QR codes as drawings, black on white on paper and in both themes."""

from __future__ import annotations

from io import BytesIO

import segno


def code_svg(text: str, *, border: int = 0, mask: int | None = None) -> str:
    """Return the code of a text as an SVG document.

    Of eight masks the most even one is found by trying; a secret is even by itself,
    so for hundreds of them one mask is as good as another, and much faster.
    """
    drawing = BytesIO()
    segno.make(text, error="m", micro=False, mask=mask).save(
        drawing,
        kind="svg",
        border=border,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
        omitsize=True,
        nl=False,
    )
    return drawing.getvalue().decode()
