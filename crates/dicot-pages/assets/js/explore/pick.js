// Picking a move by its cells: a stone and its target, or as many cells as the move names.

import { contentAt } from "../board.js";

/** A move of a list with the cells that it names; `free` if they may be picked in any order. */
export function withCells(move, side, cells, board) {
  // Cells that are all empty, such as those of a domino, can be picked in any order.
  const free = cells.length > 1 && board.cells !== undefined && cells.every((cell) => contentAt(board, ...cell) === ".");
  return { ...move, side, cells, free };
}

const key = (cell) => cell.join();

/** Whether a move is compatible with the picked cells. */
function begins(move, picked) {
  if (picked.length > move.cells.length) return false;
  const names = move.cells.map(key);
  if (move.free) return picked.every((cell) => names.includes(key(cell)));
  return picked.every((cell, index) => key(cell) === names[index]);
}

/** The moves that are compatible with the picked cells. */
export function candidates(moves, picked) {
  return picked.length === 0 ? [] : moves.filter((move) => begins(move, picked));
}

/**
 * The picked move, once it is unique: after at least two cells, or all cells of the move. If both players have it, that of the
 * player whose `turn` it is.
 */
export function decided(moves, picked, turn) {
  const left = candidates(moves, picked);
  const whole = left.filter((move) => move.cells.length === picked.length);
  const own = whole.find((move) => move.side === turn) ?? whole[0];
  return own ?? (left.length === 1 && picked.length > 1 ? left[0] : null);
}

/** The move that picking one more cell would decide; null if it would decide none, or `cell` is null. */
export function foreseen(moves, picked, cell, turn) {
  return cell ? decided(moves, [...picked, cell], turn) : null;
}

/** Adds a cell to the picked ones; returns them, and the move if it is now decided. */
export function pick(moves, picked, cell, turn) {
  const more = [...picked, cell];
  // A cell that is picked again is put back, unless a move names it twice.
  const isAgain = picked.length > 0 && key(picked.at(-1)) === key(cell);
  if (isAgain && !moves.some((move) => !move.free && begins(move, more))) return { picked: picked.slice(0, -1), move: null };
  if (candidates(moves, more).length > 0) return { picked: more, move: decided(moves, more, turn) };
  const anew = candidates(moves, [cell]).length > 0 ? [cell] : [];
  return { picked: anew, move: null };
}

/** The moves by the cell to be picked next. */
export function nextCells(moves, picked) {
  const next = new Map();
  for (const move of candidates(moves, picked)) {
    const left = move.free
      ? move.cells.filter((cell) => !picked.some((other) => key(other) === key(cell)))
      : move.cells.slice(picked.length, picked.length + 1);
    for (const cell of left) next.set(key(cell), [...(next.get(key(cell)) ?? []), move]);
  }
  return next;
}

/** The cells with which a move can start. */
export function firstCells(moves) {
  return new Set(moves.flatMap((move) => (move.free ? move.cells : move.cells.slice(0, 1)).map(key)));
}

/** The cells that are picked one after the other, and what is under the pointer. */
export class Picking {
  /**
   * `handlers`: `moves()` are the moves that can be picked, `turn()` is whose turn it is, `play(move)` gets a move that was
   * picked, and `changed()` is called when others are picked or pointed at.
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.hovered = null;
    this.clear();
  }

  /** Forgets the picked cells, and the move of a list under the pointer. */
  clear() {
    this.picked = [];
    this.looked = null;
  }

  /** The picked cells, or the one that could be picked. */
  get pointed() {
    return this.picked.length > 0 || !this.hovered ? this.picked : [this.hovered];
  }

  /** The moves that are compatible with them. */
  get candidates() {
    return candidates(this.handlers.moves(), this.pointed);
  }

  /** The moves by the cell to be picked next. */
  get next() {
    return nextCells(this.handlers.moves(), this.pointed);
  }

  /** The move that is previewed: of a list, or the one that the cell under the pointer would decide. */
  get shown() {
    const { moves, turn } = this.handlers;
    return this.looked ?? foreseen(moves(), this.picked, this.hovered, turn());
  }

  /** Handles the pointer over a cell, or without one when it leaves. */
  hover(...cell) {
    this.hovered = cell.length > 0 ? cell : null;
    this.handlers.changed();
  }

  /** Handles a click on a cell, or dragging a stone to a target. */
  point(first, last) {
    const isClick = key(first) === key(last);
    if (!isClick && this.picked.length === 0) this.choose(first);
    if (isClick || this.picked.length > 0) this.choose(last);
  }

  /** Returns whether it handles the key. */
  key(event, ...cell) {
    if (event.key === "Enter" || event.key === " ") this.choose(cell);
    else if (event.key === "Escape") {
      this.picked = [];
      this.handlers.changed();
    } else return false;
    return true;
  }

  /** Handles a press on a cell. */
  choose(cell) {
    const { moves, turn, play, changed } = this.handlers;
    const { picked, move } = pick(moves(), this.picked, cell, turn());
    this.picked = picked;
    if (move) play(move);
    else changed();
  }
}
