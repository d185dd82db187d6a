"""What a file draws and what the style sheets draw on a page: the same, said in two languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from webapp.config import ROOT
from webapp.hidoku.picture.colours import FIRST_HUE, HUE_STEP
from webapp.hidoku.picture.drawing import CASING_WIDE, LINK_WIDE, RIBBON_WIDE
from webapp.hidoku.picture.path import HUES
from webapp.http.assets import token

STATIC = ROOT / "static"


def found(path: str, pattern: str) -> list[str]:
    return re.findall(pattern, Path(STATIC / path).read_text("utf-8"))


def test_the_ribbon_has_the_hues_of_the_page() -> None:
    hues = [FIRST_HUE + HUE_STEP * hue for hue in range(HUES)]
    assert found("css/components.css", r"\.hue-(\d+) \{ --hue: (\d+); \}") == [
        (str(number), str(hue)) for number, hue in enumerate(hues)
    ]
    assert found("js/hidoku/play/cells.js", r"HUES = (\d+)") == [str(HUES)]


def test_strokes_are_as_wide_as_on_the_page() -> None:
    ribbon = found("css/hidoku/board.css", r"\.ribbon path \{[^}]*stroke-width: (\S+?);")
    links = found("css/hidoku/board.css", r"\.links \{[^}]*stroke-width: (\S+?);")
    casing = found("css/hidoku/board.css", r"\.ribbon \.casing \{[^}]*stroke-width: (\S+?);")[:1]
    assert [float(wide) for wide in ribbon] == [RIBBON_WIDE]
    assert [float(wide) for wide in casing] == [CASING_WIDE]
    assert [float(wide) for wide in links] == [LINK_WIDE]


def test_colours_are_those_of_the_light_theme() -> None:
    assert [token(name) for name in ("--ink", "--linen-200", "--surface-sunk", "--edge")] == [
        "#2b2018",
        "#efe5d3",
        "#efe5d3",
        "#7c6856",
    ]
    with pytest.raises(KeyError):
        token("--no-such-colour")
