"""The colours of pictures in files: those of the light theme.

A file has no style sheet, and the library that draws PNG doesn't know ``oklch``.
"""

from __future__ import annotations

from typing import Final

from webapp.http.assets import token

PAPER: Final = "#ffffff"  # a white ground, for printers
INK, RIM, GIVEN = token("--ink"), token("--edge"), token("--surface-sunk")
#: The ribbon's, by hue: the classes hue-0, hue-1, … of the style sheet, converted to sRGB.
RIBBON: Final = (
    *("#ffaeb4", "#ffb0a3", "#ffb493", "#ffb986", "#f6bf7c", "#eac578", "#dbcc79", "#cbd280"),
    *("#b8d88c", "#a5dc9b", "#91dfad", "#80e1bf", "#72e1d1", "#6ce0e2", "#6eddf1", "#78d9fe"),
    *("#87d4ff", "#99cfff", "#acc9ff", "#bec3ff", "#cfbdff", "#dfb8ff", "#ecb4f2", "#f7b0e4"),
)
