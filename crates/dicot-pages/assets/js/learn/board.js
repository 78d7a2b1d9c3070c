// Boards of the course: one on which moves are picked by their cells, and one to draw on.

import { cellsOfMove, emptyBoard, formatPosition, moveName, parsePosition } from "../board.js";
import { button, element } from "../dom.js";
import { Brushes, painted } from "../explore/draw.js";
import { Grid } from "../explore/grid.js";
import { cellInWords, marksOfMoves, valuesOnCells } from "../explore/marks.js";
import { nextCells, pick, withCells } from "../explore/pick.js";
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
    this.play = play;
    this.hovered = null;
    host.classList.add("board-host");
    host.dataset.mode = "moves";
    this.grid = new Grid(host, {
      press() {},
      drag() {},
      release: (first, last) => last && this.point(first, last),
      hover: (col, row) => {
        this.hovered = col === undefined ? null : [col, row];
        this.draw();
      },
      key: (event, col, row) => this.key(event, [col, row]),
    });
  }

  /**
   * Shows a position in which these moves can be picked. `last` is the text of the move before; `values` writes the
   * values of moves on their targets; `hints` marks winning moves and those that are not worth considering.
   */
  show(position, moves, { title, last = null, values = false, hints = false }) {
    this.board = parsePosition(position);
    this.moves = hints ? moves : moves.map(({ wins, sensible, ...move }) => move);
    Object.assign(this, { title, last, values, picked: [] });
    this.draw();
  }

  draw() {
    if (!this.board) return;
    const { board, ruleset, moves, picked, last } = this;
    const pointed = picked.length > 0 ? picked : this.hovered ? [this.hovered] : [];
    const next = nextCells(moves, pointed);
    const marks = marksOfMoves(board, { last, numbered: ruleset.numbered, moves, picked, next });
    this.grid.show(board, {
      ...ruleset.look,
      marks,
      texts: this.values ? valuesOnCells(board, next) : undefined,
      title: this.title,
      name: (col, row) => cellInWords(board, ruleset, marks, col, row),
    });
  }

  key(event, cell) {
    if (event.key === "Enter" || event.key === " ") this.choose(cell);
    else if (event.key === "Escape") {
      this.picked = [];
      this.draw();
    } else return false;
    return true;
  }

  /** Handles a click on a cell, or dragging a stone to a target. */
  point(first, last) {
    const clicked = first.join() === last.join();
    if (!clicked && this.picked.length === 0) this.choose(first);
    if (clicked || this.picked.length > 0) this.choose(last);
  }

  choose(cell) {
    const { picked, move } = pick(this.moves, this.picked, cell);
    this.picked = picked;
    if (move) this.play(move);
    else this.draw();
  }
}

/** A board to draw on, with its brushes. */
export class DrawBoard {
  /** `changed(position)` is called with each new drawing. */
  constructor(host, ruleset, title, changed) {
    Object.assign(this, { ruleset, title, changed });
    const place = element("div", "board-host");
    place.dataset.mode = "draw";
    const tools = element("div", "joined brushes");
    tools.setAttribute("role", "group");
    tools.setAttribute("aria-label", "Brush");
    const clear = button("Clear", () => {
      const { width, height } = this.board;
      this.set(emptyBoard(width, height, emptyLetter(ruleset)));
    });
    host.append(element("div", "row", tools, clear), place);
    this.brushes = new Brushes(tools);
    this.brushes.show(ruleset);
    this.grid = new Grid(place, {
      press: (col, row) => {
        this.ink = this.brushes.ink(this.at(col, row));
        this.paint(col, row);
      },
      drag: (col, row) => this.paint(col, row),
      release() {},
      hover() {},
      key: (event, col, row) => {
        this.ink = this.brushes.inkOfKey(event, this.at(col, row));
        if (this.ink === null) return false;
        this.paint(col, row);
        return true;
      },
    });
    this.grid.grabs = true;
  }

  at(col, row) {
    return this.board.cells[row * this.board.width + col];
  }

  paint(col, row) {
    const next = painted(this.board, col, row, this.ink);
    if (next !== this.board) this.set(next);
  }

  set(board) {
    this.show(board);
    this.changed(formatPosition(board));
  }

  show(board) {
    this.board = board;
    const name = (col, row) => cellInWords(board, this.ruleset, [], col, row);
    this.grid.show(board, { ...this.ruleset.look, title: this.title, name });
  }
}
