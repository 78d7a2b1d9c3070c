// Boards of cells as pictures to point at. What is pointed at is a cell, by its index.

import { ARROWS, boardSvg, cellName, cellsOfMove, moveName, parsePosition, repaintBoard } from "../board.js";
import { waysOf } from "./ways.js";
import { contentWord } from "../play/words.js";

/** A position whose pieces beside the board are counted after it: `.../.x. 1,2`. */
const BESIDE = /^(\S+) (\d+),(\d+)$/;

export class CellsPicture {
  constructor(ruleset) {
    this.ruleset = ruleset;
    /** Whether pieces can be dragged. */
    this.drags = true;
  }

  read(text) {
    const [, cells = text, left, right] = BESIDE.exec(text) ?? [];
    const board = parsePosition(cells, this.ruleset.own);
    return board && { ...board, beside: left === undefined ? null : { left: +left, right: +right } };
  }

  sizeOf({ width, height }) {
    return `${width} × ${height}`;
  }

  count(board) {
    return board.cells.length;
  }

  /** The height of the stack on each cell; 0 if there is none. */
  heights(board) {
    return board.cells.map((content) => +(/^[bw](\d+)$/.exec(content)?.[1] ?? 0));
  }

  ways(moves, board) {
    const { numbered, pointing } = this.ruleset;
    return waysOf(moves.map((move) => withCells(move, board, numbered)), pointing, board.width);
  }

  /** All boards of a game have the size of its start. */
  nameOfMove(move, start) {
    return moveName(move, this.read(start), this.ruleset.numbered);
  }

  /** The cells of the last move, with their marks. */
  last(move, board) {
    const { from, to, then } = withCells(move, board, this.ruleset.numbered);
    const marks = [[from, to ? "from" : "last"], [to, "last"], [then, "last"]];
    return marks.flatMap(([cell, mark]) => (cell ? [[cell[1] * board.width + cell[0], mark]] : []));
  }

  /** The pieces that a move takes away, each with the way it goes: dominoes topple, one after the other. */
  gone(before, after, move) {
    if (before.width !== after.width) return [];
    const { from, to } = withCells(move, before, this.ruleset.numbered);
    const index = (cell) => cell && cell[1] * before.width + cell[0];
    // What has moved is on another cell.
    const moved = to && after.cells[index(to)] !== "." ? index(from) : null;
    const empty = (board, at) => board.cells[at] === ".";
    const some = [...before.cells.keys()].filter((at) => at !== moved && !empty(before, at) && empty(after, at));
    if (this.ruleset.pieces.left !== "domino" || !to) return some.map((at) => ({ index: at, how: "" }));
    const way = to[0] < from[0] ? "left" : "right";
    return some.map((at) => ({ index: at, how: `topples-${way}`, delay: Math.abs(at - index(from)) }));
  }

  /** The name of a cell and of what is on it. */
  wordsAt(index, board) {
    const [col, row] = this.place(index, board);
    return [cellName(col, row, board), contentWord(board.cells[index], this.ruleset)];
  }

  isEmpty(index, board) {
    return board.cells[index] === ".";
  }

  place(index, { width }) {
    return [index % width, Math.floor(index / width)];
  }

  svg(board, options) {
    return boardSvg(board, this.options(board, options));
  }

  repaint(svg, board, options) {
    repaintBoard(svg, board, this.options(board, options));
  }

  options(board, { name, ...options }) {
    const nameOf = name && ((col, row) => name(row * board.width + col));
    return { ...this.ruleset.look, ...options, interactive: Boolean(name), name: nameOf };
  }

  /** Whether a picture of one board can be repainted as one of the other. */
  fits(one, other) {
    return one.width === other.width && one.height === other.height;
  }

  nodeAt(svg, index, board) {
    const [col, row] = this.place(index, board);
    return svg.querySelector(`.cell[data-col="${col}"][data-row="${row}"]`);
  }

  indexOf(node, board) {
    return +node.getAttribute("data-row") * board.width + +node.getAttribute("data-col");
  }

  /** The cell to which a key leads; undefined if it leads nowhere. */
  beside(index, event, board) {
    const { width, height } = board;
    const [col, row] = this.place(index, board);
    const step = ARROWS[event.key];
    const to = {
      Home: [0, event.shiftKey ? 0 : row],
      End: [width - 1, event.shiftKey ? height - 1 : row],
    }[event.key] ?? (step && [col + step[0], row + step[1]]);
    if (!to) return undefined;
    const within = (value, most) => Math.min(Math.max(value, 0), most - 1);
    return within(to[1], height) * width + within(to[0], width);
  }

  /** What to point at first; empty if the rules say it. */
  hints() {
    return [];
  }
}

/** A move with the cells that its text names, if it comes without cells. */
function withCells(move, board, numbered) {
  if (move.from) return move;
  const [from, to, then] = cellsOfMove(move.move, board, numbered);
  const count = board.stacks ? /-(\d+)$/.exec(move.move)?.[1] : undefined;
  return { ...move, from, to, then, ...(count && { count: +count }) };
}
