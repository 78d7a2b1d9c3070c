// Picking a move by its cells: a stone and its target, or as many cells as the move names.

/** A move of a list with the cells that it names; `free` if they may be picked in any order. */
export function withCells(move, side, cells, board) {
  // Cells that are all empty, such as those of a domino, can be picked in any order.
  const free = cells.length > 1 && cells.every(([col, row]) => board.cells[row * board.width + col] === ".");
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
  if (picked.length > 0 && key(picked.at(-1)) === key(cell)) return { picked: picked.slice(0, -1), move: null };
  const more = [...picked, cell];
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
