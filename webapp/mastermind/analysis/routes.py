"""The analysis board: any position by its address. Nothing is stored."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.faces.face import Face
from solver.deduction.games import OFFERED_PRESETS, face_of
from solver.deduction.rules.game import Code, CodeError
from solver.deduction.strategies.measures import MEASURES, NEED
from solver.deduction.text.analysis import least_words
from solver.wording import counted
from webapp import embed
from webapp.http.forms import FormError, render, wants_fragment
from webapp.mastermind.analysis.position import (
    PositionError,
    address_of,
    by_query,
    format_position,
    format_rows,
    parse_position,
    ranking_of,
    read_position,
    tried_of,
)
from webapp.mastermind.analysis.view import answer_claim, show_ranking, show_tried, status_words
from webapp.mastermind.answer_sheet import MOST_ROWS, Sheet, parse_keys
from webapp.mastermind.board_view import EMPTY, ShownGame, draft_of, played_rows, with_open_row
from webapp.mastermind.correction_view import ShownConflict, show_conflict
from webapp.mastermind.new_game_form import USUAL, board_cards
from webapp.work.tasks import if_known

# What the analysis board shows: a position, its best guesses, and the guess being tried.


def show_analysis(
    sheet: Sheet, measure: str, guess: Code | None, draft: str, problem: str = ""
) -> dict[str, Any]:
    face = face_of(sheet.game)
    bare = _plain_page(sheet, face, measure, draft, problem)
    if sheet.is_contradiction:
        conflict = show_conflict(sheet, face)
        return {**bare, "conflict": conflict, "ways": _ways(sheet, conflict) if conflict else {}}
    return bare if sheet.found else _weighed(bare, sheet, face, guess)


def _plain_page(sheet: Sheet, face: Face, measure: str, draft: str, problem: str) -> dict[str, Any]:
    game, turns, built = sheet.game, sheet.turns, draft_of(face, draft)
    can_try = not (sheet.found or sheet.is_contradiction or len(turns) >= MOST_ROWS)
    played = played_rows(face, turns, sheet.counts)
    rows = with_open_row(sheet, face, built, 0) if can_try else played
    back = ""
    if turns:
        last = game.format_code(turns[-1].code)
        back = address_of(game, turns[:-1], guess=last, by=by_query(measure))
    return {
        "table": ShownGame(face),
        "rows": tuple(rows),
        "headline": _headline(sheet),
        "problem": problem,
        "draft": built,
        "measure": measure,
        "url": address_of(game, turns),
        "back": back,
        "can_try": can_try,
        "found": sheet.found,
        "link": urljoin(request.host_url, address_of(game, turns)),
        "embed": url_for("embed.analysis", position=format_position(game, turns), _external=True),
    }


def _headline(sheet: Sheet) -> str:
    if sheet.is_contradiction:
        return "No code fits all this feedback."
    if sheet.found:
        return f"Row {sheet.found} was the code."
    return f"{counted(sheet.left, 'possible code')}."


def _weighed(bare: dict[str, Any], sheet: Sheet, face: Face, guess: Code | None) -> dict[str, Any]:
    game, turns, measure = sheet.game, sheet.turns, bare["measure"]
    ranking = if_known(lambda: ranking_of(game.name, turns, measure))
    tried = None if guess is None else tried_of(game.name, turns, guess)
    text = "" if guess is None else game.format_code(guess)
    asked = address_of(game, turns, guess=text, by=by_query(measure), waiting="1")
    least = ranking.least if ranking else None
    return {
        **bare,
        "needed": least_words(least) if ranking and sheet.left > 1 else "",
        "status": status_words(face, tried),
        "ranking": show_ranking(sheet, face, ranking, measure, guess) if ranking else None,
        "tried": show_tried(sheet, face, tried, measure, least) if tried else None,
        "asked": "" if ranking else asked,
    }


def _ways(sheet: Sheet, conflict: ShownConflict) -> dict[int, tuple[dict[str, Any], ...]]:
    """Return, for each row that may be wrong, the positions with another answer to it."""
    game = sheet.game
    return {
        one["row"]: tuple(
            {
                "url": address_of(
                    game, sheet.corrected(one["row"], game.parse_answer(way["value"])).turns
                ),
                "answer": way["answer"],
                "leaves": way["leaves"],
            }
            for way in (*one["ways"], *one["more"])
        )
        for one in conflict.corrections
    }


blueprint = Blueprint("analysis", __name__, url_prefix="/mastermind/analysis")


@blueprint.get("/")
def begin() -> ResponseReturnValue:
    name = request.args.get("game", "")
    if not name:
        return show_boards()
    rows = request.args.get("rows", "").replace(";", "\n").split("\n")
    sheet = read_position(name, [row.strip() for row in rows if row.strip()])
    return redirect(address_of(sheet.game, sheet.turns), 303)


@blueprint.get("/<path:position>")
def position(position: str) -> ResponseReturnValue:
    sheet = parse_position(position)
    by = request.args.get("by", "")
    measure = by if by in MEASURES else NEED.name
    typed = request.args.get("typed", "").strip() or request.args.get("guess", "")
    guess: Code | None = None
    problem = ""
    try:
        guess = sheet.game.parse_code(typed) if typed.replace(EMPTY, "") else None
    except CodeError as error:
        problem = str(error)
    draft = request.args.get("draft", "") or "".join(typed.split())
    shown = show_analysis(sheet, measure, guess, draft, problem)
    return render(
        "mastermind/analysis/position.html",
        "mastermind/analysis/_position.html",
        422 if problem else 200,
        shown=shown,
        board=shown["table"],
        example_page=shown["url"],
        known_rows=format_rows(sheet.game, sheet.turns),
    )


@blueprint.get("/claims/<path:name>")
def claim(name: str) -> ResponseReturnValue:
    form = request.args
    sheet = read_position(name, list(filter(None, form.get("rows", "").split(";"))))
    face = face_of(sheet.game, parse_keys(form, sheet.game))
    row, problem, answer = form.get("code") or form.get("guess", ""), "", None
    try:
        answer = answer_claim(form, face, sheet.turns)
    except (CodeError, FormError) as error:
        problem = str(error)
    return render(
        "mastermind/analysis/position.html",
        "mastermind/_claim.html",
        422 if problem else 200,
        shown=None if wants_fragment() else show_analysis(sheet, NEED.name, None, row),
        board=ShownGame(face),
        claim=answer,
        claim_problem=problem,
        example_page=address_of(sheet.game, sheet.turns) if row else "",
        known_rows=format_rows(sheet.game, sheet.turns),
    )


@blueprint.errorhandler(PositionError)
def refuse(problem: PositionError) -> ResponseReturnValue:
    return show_boards(problem)


def show_boards(problem: PositionError | None = None) -> ResponseReturnValue:
    page = render_template(
        "mastermind/analysis/start.html",
        cards=board_cards(),
        offered=OFFERED_PRESETS,
        problem=str(problem or ""),
        game=problem.name if problem else USUAL,
        rows="\n".join(problem.rows)[:1000] if problem else "",
    )
    return make_response(page, problem.status if problem else 200)


# The page that other sites may frame: a position, to be analysed here.

embed.blueprint.register_error_handler(PositionError, embed.not_found)


@embed.blueprint.get("/analysis/<path:position>")
def analysis(position: str) -> ResponseReturnValue:
    sheet = parse_position(position)
    page = url_for("analysis.position", position=position, _external=True)
    table = show_analysis(sheet, NEED.name, None, "")
    return embed.render_framed("analysis", shown=table, board=table["table"], page=page)
