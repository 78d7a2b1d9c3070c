// The board of cells on which positions are drawn. `Graphs` has the same interface, so that the explorer need not know which it is.
//
// A surface reads the text of a position as a board and writes it, shows it, and knows what its moves name: here cells,
// `[column, row]`.

import { boardSvg, cellName, cellsOfMove, emptyBoard, formatPosition, moveName, parsePosition, svgFile } from "../board.js";
import { Brushes } from "./draw.js";
import { Grid } from "./grid.js";
import { cellInWords, marksOfMove, marksOfMoves, valuesOnCells } from "./marks.js";
import { captionOf, groupsOf, inPicture, letterOf, lettersOf } from "./results.js";
import { emptyLetter, exchange, mirrorColumns, mirrorRows, problemWith, transpose } from "./rulesets.js";

/** What tools do on every board, by their ids. */
const REARRANGED = { "mirror-columns": mirrorColumns, "mirror-rows": mirrorRows, transpose };

export class Cells {
  /**
   * `hosts` are the elements of the board and of the brushes. `handlers`, of all surfaces: `edit(board)` with each change of
   * a stroke, `settle()` at its end, `say(text)`. `picking` picks moves while they are examined.
   */
  constructor(hosts, handlers, picking) {
    this.host = hosts.board;
    this.handlers = handlers;
    this.brushes = new Brushes(hosts.brushes);
    this.absent = "Positions of this ruleset are written, not drawn: type one below.";
    this.hints = {
      mouse: "Click or drag over cells; or use the arrow keys, space and letters.",
      touch: "Tap cells, or draw over them with a pen.",
    };
    this.grid = new Grid(hosts.board, {
      press: (col, row) => {
        if (this.grid.grabs) this.edit(this.brushes.press(this.board, col, row));
      },
      drag: (col, row) => this.grid.grabs && this.edit(this.brushes.drag(this.board, col, row)),
      release: (first, last) => {
        if (this.grid.grabs) handlers.settle();
        else if (last) picking.point(first, last);
      },
      hover: (...cell) => picking.hover(...cell),
      key: (event, col, row) => (this.grid.grabs ? this.keyInDrawing(event, col, row) : picking.key(event, col, row)),
    });
  }

  /** Shows the brushes of a ruleset. */
  adopt(ruleset) {
    this.ruleset = ruleset;
    this.brushes.show(ruleset);
  }

  /** The board of a position; null if it cannot be drawn. */
  read(text) {
    // Moves of boards that are not drawn name their cells too.
    this.named = parsePosition(text);
    return this.ruleset.drawn ? parsePosition(text, this.ruleset.own) : null;
  }

  /** Whether a position is one of another ruleset too. */
  isAlso(text, ruleset) {
    return ruleset.drawn && this.ruleset.drawn && !problemWith(text, ruleset);
  }

  /** A board as a part of the state. */
  written(board) {
    return { root: formatPosition(board), places: null };
  }

  /** The text of a position that is typed, in its usual form. */
  tidied(text, board) {
    return formatPosition(board);
  }

  /** Positions can be drawn, and not only moves pointed at. */
  get draws() {
    return true;
  }

  /** For each move the ways to point at it: the cells that it names. */
  waysOf(moves, board) {
    return new Map(moves.map((move) => [move, [cellsOfMove(move, board, this.ruleset.numbered)]]));
  }

  nameOfMove(move, board) {
    return moveName(move, board ?? this.named, this.ruleset.numbered);
  }

  nameOfCell(cell, board) {
    return cellName(...cell, board);
  }

  /** The ids of the tools that apply. */
  tools() {
    const both = ["width-tools", "mirror-columns", "clear"];
    // The fox is not a goose: only where players differ in colours or directions there is a negative.
    if (this.ruleset.symmetry !== "unknown") both.push("exchange");
    return this.ruleset.row ? both : [...both, "height-tools", "mirror-rows", "transpose"];
  }

  /** The board after a tool that changes all of it. */
  changed(tool, board) {
    if (tool === "exchange") return exchange(board, this.ruleset);
    if (tool === "clear") return emptyBoard(board.width, board.height, emptyLetter(this.ruleset));
    return REARRANGED[tool](board);
  }

  /**
   * Shows a board: with the components of the answer `known`, or of the `previous` one while another is computed; after
   * `move`; or with the `moves`, if moves are examined, the `picked` cells, the `last` move and the cells `next` to pick.
   */
  show(board, { known, previous, drawing, move, after, last, moves, picked, next }) {
    this.board = board;
    this.grid.grabs = drawing;
    const { ruleset } = this;
    const isSameSize = (other) => other && other.width === board.width && other.height === board.height;
    const shown = known ?? (previous && isSameSize(this.read(previous.position ?? "")) ? previous : null);
    const groups = shown ? groupsOf(shown, board) : [];
    const marksNow = () => marksOfMoves(board, { last, numbered: ruleset.numbered, moves, picked, next });
    const marks = move ? marksOfMove(board, move) : drawing ? [] : marksNow();
    this.grid.show(isSameSize(after) ? after : board, {
      ...ruleset.look,
      groups,
      letters: lettersOf(groups),
      marks,
      texts: valuesOnCells(board, next),
      title: `Board, ${board.width} wide and ${board.height} high`,
      name: (col, row) => cellInWords(board, ruleset, marks, col, row),
    });
  }

  focus() {
    this.grid.focus();
  }

  /** The picture of a position as a file, with the answer if there is one. */
  file(board, title, known) {
    const groups = groupsOf(known, board);
    const caption = captionOf(known);
    // With several components, their values are below.
    const parts = caption && known.components?.length > 1 ? known.components : [];
    const legend = parts.map((item, group) => ({ group, letter: letterOf(group), text: inPicture(item) }));
    return svgFile(boardSvg(board, { ...this.ruleset.look, groups, letters: lettersOf(groups), title, legend, caption }));
  }

  edit(next) {
    if (next !== this.board) this.handlers.edit(next);
  }

  keyInDrawing(event, col, row) {
    const next = this.brushes.key(this.board, col, row, event);
    if (next === null) return false;
    this.edit(next);
    this.handlers.settle();
    return true;
  }
}
