"""Games stored before boards had a bound, on boards above it: listed and shown, never played on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from flask import render_template, request
from flask.typing import ResponseReturnValue

from solver.deduction.faces.mastermind import NO_PEG, PALETTE
from solver.deduction.rules.alphabet import parse_code
from solver.deduction.rules.game import MOST_CODES
from solver.deduction.rules.mastermind import (
    Rules,
    feedback,
    format_feedback,
    key_words,
    parse_feedback,
    parse_rules,
)
from webapp.mastermind.setup import parse_setup
from webapp.storage.documents import refuse_damage
from webapp.storage.games import StoredGame


def title_of_rules(rules: Rules) -> str:
    return f"{rules.pegs} × {rules.colours}"


def row_texts(stored: StoredGame) -> Iterator[tuple[str, str]]:
    """Yield each row's code and feedback; an evil setter's feedback wasn't stored and is empty."""
    with refuse_damage("the rows of a game"):
        moves = json.loads(stored.moves or "{}")
        setup = parse_setup(stored.start)
        rules = parse_rules(stored.rules)
        for row in moves.get("rows", ()):
            yield row["code"], row["answer"]
        for code in moves.get("guesses", ()):
            secret = setup.secret and parse_code(setup.secret, rules)
            keys = feedback(parse_code(code, rules), secret) if secret else None
            yield code, format_feedback(keys) if keys else ""


def export_text(stored: StoredGame) -> Mapping[str, str]:
    turns = (":".join(filter(None, row)) for row in row_texts(stored))
    code = parse_setup(stored.start).secret if stored.finished else ""
    return {"turns": " ".join(turns), "code": code}


def show_old_game(stored: StoredGame) -> ResponseReturnValue:
    """Show the rows; 410 to anybody who tries to play on."""
    rules = parse_rules(stored.rules)
    code = export_text(stored)["code"]
    with refuse_damage("the rows of a game"):
        rows = [
            (_name_colours(text, rules), key_words(parse_feedback(keys, rules), rules))
            if keys
            else (_name_colours(text, rules), "")
            for text, keys in row_texts(stored)
        ]
    page = render_template(
        "mastermind/old_game.html",
        title=title_of_rules(rules),
        codes=rules.code_count,
        most=MOST_CODES,
        is_over=stored.finished,
        rows=rows,
        code=_name_colours(code, rules) if code else "",
    )
    return page, 200 if request.method == "GET" else 410


def _name_colours(text: str, rules: Rules) -> str:
    values = (*PALETTE[: rules.colours], NO_PEG)
    return ", ".join(values[colour].name.lower() for colour in parse_code(text, rules))
