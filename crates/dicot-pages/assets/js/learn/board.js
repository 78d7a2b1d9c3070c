// Boards of the course: one on which moves are picked by their cells, and one to draw on.

import { cellsOfMove, emptyBoard, formatPosition, moveName, parsePosition } from "../board.js";
import { button, element, withRole } from "../dom.js";
import { Brushes } from "../explore/draw.js";
import { Grid } from "../explore/grid.js";
import { cellInWords, marksOfMoves, valuesOnCells } from "../explore/marks.js";
import { Picking, withCells } from "../explore/pick.js";
import { emptyLetter } from "../explore/rulesets.js";

/** The moves of an answer to `value` for these players, with their names and cells. */
export function movesOf(answer, ruleset, sides = ["left", "right"]) {
  const board = parsePosition(answer.position);
  return sides.flatMap((side) => answer.all_moves[side].map((move) => {
    const cells = cellsOfMove(move.move, board, ruleset.numbered);
    return { ...withCells(move, side, cells, board), name: moveName(move.move, board, ruleset.numbered) };
  }));
}

/** A board on which moves are picked by their cells, as in the explorer. */
export class MoveBoard {
  /** `play(move)` is called with a move that was picked. */
  constructor(host, ruleset, play) {
    this.ruleset = ruleset;
    const picking = new Picking({ moves: () => this.moves, turn() {}, play, changed: () => this.draw() });
    this.picking = picking;
    host.classList.add("board-host");
    host.dataset.mode = "moves";
    this.grid = new Grid(host, {
      press() {},
      drag() {},
      release: (first, last) => last && picking.point(first, last),
      hover: (...cell) => picking.hover(...cell),
      key: (...pressed) => picking.key(...pressed),
    });
  }

  /**
   * Shows a position in which these moves can be picked. `last` is the text of the move before; `values` writes the
   * values of moves on their targets; `hints` marks winning moves and those that are not worth considering.
   */
  show(position, moves, { title, last = null, values = false, hints = false }) {
    this.board = parsePosition(position);
    this.moves = hints ? moves : moves.map(({ wins, sensible, ...move }) => move);
    Object.assign(this, { title, last, values });
    this.picking.clear();
    this.draw();
  }

  draw() {
    if (!this.board) return;
    const { board, ruleset, moves, last, picking } = this;
    const { picked, next } = picking;
    const marks = marksOfMoves(board, { last, numbered: ruleset.numbered, moves, picked, next });
    this.grid.show(board, {
      ...ruleset.look,
      marks,
      texts: this.values ? valuesOnCells(board, next) : undefined,
      title: this.title,
      name: (col, row) => cellInWords(board, ruleset, marks, col, row),
    });
  }
}

/** A board to draw on, with its brushes. */
export class DrawBoard {
  /** `changed(position)` is called with each new drawing. */
  constructor(host, ruleset, title, changed) {
    Object.assign(this, { ruleset, title, changed });
    const place = element("div", "board-host");
    place.dataset.mode = "draw";
    const tools = withRole(element("div", "joined brushes"), "group", "Brush");
    const clear = button("Clear", () => {
      const { width, height } = this.board;
      this.set(emptyBoard(width, height, emptyLetter(ruleset)));
    });
    host.append(element("div", "row", tools, clear), place);
    this.brushes = new Brushes(tools);
    this.brushes.show(ruleset);
    this.grid = new Grid(place, {
      press: (...cell) => this.set(this.brushes.press(this.board, ...cell)),
      drag: (...cell) => this.set(this.brushes.drag(this.board, ...cell)),
      release() {},
      hover() {},
      key: (event, ...cell) => {
        const next = this.brushes.key(this.board, ...cell, event);
        if (next) this.set(next);
        return next !== null;
      },
    });
    this.grid.grabs = true;
  }

  set(board) {
    if (board === this.board) return;
    this.show(board);
    this.changed(formatPosition(board));
  }

  show(board) {
    this.board = board;
    const name = (col, row) => cellInWords(board, this.ruleset, [], col, row);
    this.grid.show(board, { ...this.ruleset.look, title: this.title, name });
  }
}
