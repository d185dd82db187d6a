"""The analysis board: any position by its address. Nothing is stored, by any page."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from solver.deduction.faces.face import Face
from solver.deduction.games import OWN_GAMES
from solver.deduction.rules.game import Code, RulesError, Turn
from solver.wording import InputError, plural
from webapp import embed
from webapp.http.forms import find_game, lead_to, render, wants_fragment
from webapp.mastermind import candidates_view, feedback_sheet, finished, new_game_form, role, setup
from webapp.mastermind.analysis.grid_view import answer_claim, show_grid
from webapp.mastermind.analysis.position import (
    OpenedPosition,
    PositionError,
    format_position,
    format_rows,
    open_position,
    parse_position,
    read_position,
    unclear_signs,
)
from webapp.mastermind.analysis.view import NO_ENTRY, RowEntry, show_position
from webapp.mastermind.board_view import EMPTY, ShownGame
from webapp.storage.games import StoredGame


class Analysis(role.Role):
    """The player entered the rows of another game."""

    name = "helper"
    page = "analysis.stored"
    title = "Analysis"
    sentence = "Any position, also from a real board: what’s possible, and the best guesses"
    begin = "analysis.begin"

    def how_far(self, record: StoredGame) -> str:
        return plural(len(self.codes(record)), "row")

    def ending(self, record: StoredGame) -> finished.Finished | None:
        """Return rows that leave only one code, as a finished game, or None."""
        sheet = role.sheet_of(record)
        if sheet.only is None:
            return None
        return finished.Finished(
            game=sheet.game,
            display=setup.setup_of(record).keys,
            secret=sheet.only,
            turns=sheet.turns[: sheet.found],
            voice=finished.ENTERED,
        )


ANALYSIS: Final = Analysis()

blueprint = Blueprint("analysis", __name__, url_prefix="/mastermind/analysis")


@blueprint.get("/")
@blueprint.route("/games", methods=["GET", "POST"], endpoint="create")
def begin() -> ResponseReturnValue:
    """Show the boards, or lead to the position that a form names by its board and rows."""
    form = request.values
    if not (form.get("game") or form.get("rows")):
        return show_boards()
    rows = form.get("rows", "").replace(";", "\n").split("\n")
    name = form.get("game", new_game_form.USUAL)
    try:
        board = new_game_form.parse_game(form).name if name in OWN_GAMES else name
    except RulesError as problem:
        raise PositionError(str(problem), name, form.get("rows", "").splitlines()) from problem
    sheet = read_position(board, rows, form.get("signs", ""))
    place = open_position(sheet, form)
    if sheet.notation != sheet.game.notation_words:  # what an address doesn't say
        return show(place)
    return redirect(place.address(), 303)


@blueprint.get("/<path:position>")
def position(position: str) -> ResponseReturnValue:
    """Show a position, or lead to the one with the row that was added or changed."""
    args = request.args
    place = open_position(parse_position(position, args.get("signs", "")), args)
    number = feedback_sheet.parse_row(args)
    row = number if 1 <= number <= len(place.turns) else 0
    guess: Code | None = None
    text = args.get("typed", "").strip() or args.get("guess", "")
    place = replace(place, sheet=replace(place.sheet, game=place.game.adapt([text])))
    problem = ""
    try:
        if is_complete(args, place.face):
            code = place.game.parse_code(text or row_text(place, row))
            turn = Turn(code, feedback_sheet.parse_feedback(args, place.face))
            sheet = place.sheet.rewritten(row, turn) if row else place.sheet.added(turn)
            return redirect(place.address(sheet.turns), 303)
        if text.replace(EMPTY, "") and not row:
            guess = place.game.parse_code(text)
    except InputError as error:
        problem = str(error)
    row_draft = args.get("draft", "") or "".join(text.split()) or row_text(place, row)
    entry = RowEntry(row_draft, row, guess, feedback_sheet.given_fields(args, place.face), problem)
    return show(place, entry, status=422 if problem else 200)


def is_complete(args: Mapping[str, str], face: Face) -> bool:
    """Say whether a row is to be added, not only its guess tried."""
    is_asked = "add" in args or "answer" in args or bool(feedback_sheet.given_fields(args, face))
    return is_asked and not {"try", "waiting"} & args.keys()


def row_text(place: OpenedPosition, row: int) -> str:
    return place.face.draft_of(place.sheet.turn(row).code) if row else ""


@blueprint.get("/candidates/<path:position>")
def candidates(position: str) -> ResponseReturnValue:
    args = request.args
    place = open_position(parse_position(position, args.get("signs", "")), args)
    return show(place, part="mastermind/_candidates.html", codes=args)


@blueprint.get("/claims/<path:name>")
def claim(name: str) -> ResponseReturnValue:
    form = request.args
    sheet = read_position(name, form.get("rows", "").split(";"), form.get("signs", ""))
    place = open_position(sheet, form)
    row = form.get("code") or form.get("guess", "")
    problem = ""
    feedback = None
    try:
        feedback = answer_claim(form, place.face, place.turns)
    except InputError as error:
        problem = str(error)
    return show(
        place,
        RowEntry(row),
        part="mastermind/_claim.html",
        status=422 if problem else 200,
        claim=feedback,
        claim_problem=problem,
        example_page=place.address() if row else "",
    )


def show(
    place: OpenedPosition,
    entry: RowEntry = NO_ENTRY,
    *,
    part: str = "",
    status: int = 200,
    codes: Mapping[str, str] | None = None,
    **context: object,
) -> ResponseReturnValue:
    """Render the page, or a ``part`` beside the board; ``codes`` say which codes to list."""
    is_whole = not (part and wants_fragment())
    is_asked = "claim" in context or "grid" in request.args
    name = format_position(place.game, place.turns)
    return render(
        "mastermind/analysis/position.html",
        part or "mastermind/analysis/_position.html",
        status,
        shown=show_position(place, entry) if is_whole else None,
        board=ShownGame(place.face),
        position=name,
        signs=unclear_signs(place.game, place.turns) or None,
        choices=place.choices,
        left=candidates_view.show_candidates(place.game, place.turns, codes),
        candidates_url=url_for("analysis.candidates", position=name),
        known_rows=format_rows(place.game, place.turns),
        grid=show_grid(place.face, place.turns) if is_asked else None,
        grid_url=place.address(grid="1"),
        **{"example_page": place.address(), **context},
    )


@blueprint.get("/games/<game_id>")
@blueprint.route("/games/<game_id>/<path:form>", methods=["GET", "POST"])
def stored(game_id: str, form: str = "") -> ResponseReturnValue:
    """Lead from a stored game, and from the addresses of its old page's forms, to its rows."""
    game = find_game(game_id, ANALYSIS.name)
    if setup.is_too_large(game.rules):
        return role.show_old_game(game)
    return lead_to(
        open_position(role.sheet_of(game), {"keys": setup.setup_of(game).keys}).address()
    )


@blueprint.errorhandler(PositionError)
def refuse(problem: PositionError) -> ResponseReturnValue:
    return show_boards(problem)


def show_boards(problem: PositionError | None = None) -> ResponseReturnValue:
    form = {**request.values, "game": problem.name if problem else new_game_form.USUAL}
    page = render_template(
        "mastermind/analysis/start.html",
        **new_game_form.CHOICES,
        cards=new_game_form.board_cards(),
        problem=str(problem or ""),
        form=form,
        rows="\n".join(problem.rows)[:1000] if problem else "",
    )
    return make_response(page, problem.status if problem else 200)


embed.blueprint.register_error_handler(PositionError, embed.not_found)


@embed.blueprint.get("/analysis/<path:position>")
def analysis(position: str) -> ResponseReturnValue:
    sheet = parse_position(position, request.args.get("signs", ""))
    page_shown = show_position(open_position(sheet, {}))
    page = page_shown.link
    return embed.render_framed("analysis", shown=page_shown, board=page_shown.table, page=page)
