// What a player has in hand: which stone was picked up, how many stones of a stack go, and where to.
//
// A way is a move with the cells at which a hand points to make it, one after another, by their indices. What was
// picked so far is the beginning of a way, or of several.

/**
 * The ways to make moves, as the server lists them; `pointing` says in which order cells are
 * pointed at; `boardWidth` turns columns and rows into indices.
 */
export function waysOf(moves, pointing, boardWidth) {
  const index = ([col, row]) => row * boardWidth + col;
  return moves.flatMap((move) => {
    const { from, to, then, count } = move;
    const cells = [from, to, then].filter(Boolean).map(index);
    return paths(cells, pointing).map((path) => ({ move: move.move, path, count }));
  });
}

/** In which orders the cells of a move can be pointed at. */
function paths(cells, pointing) {
  const [first, second, third] = cells;
  if (pointing === "either-order") return [[first, second], [second, first]];
  if (pointing === "one-of-the-others") return [[first, second], [first, third]];
  return [cells];
}

/** A hand over a board. */
export class Hand {
  constructor() {
    this.lay([], []);
    /** How many stones the key that is held down says, or null. */
    this.held = null;
  }

  /** Puts a new position under the hand: its ways, and for each cell how high its stack is. */
  lay(ways, heights) {
    this.ways = ways;
    this.heights = heights;
    this.putBack();
  }

  putBack() {
    this.picked = [];
    /** How many stones of the stack go, if it was said; all of them otherwise. */
    this.chosen = null;
  }

  /** The height of the stack that was picked up, or 0. */
  get height() {
    return this.picked.length ? this.heights[this.picked[0]] ?? 0 : 0;
  }

  /** How many stones go; 0 if no stack was picked up. */
  get count() {
    return this.height && (this.held ?? this.chosen ?? this.height);
  }

  /** Says how many stones of the stack go. */
  choose(count) {
    this.chosen = Math.min(Math.max(1, count), this.height);
  }

  fits({ path, count }, picked = this.picked) {
    if (!picked.every((cell, i) => path[i] === cell)) return false;
    if (count === undefined) return true;
    const chosen = picked.length ? this.chosen : null;
    return count === (this.held ?? chosen ?? this.heights[path[0]]);
  }

  /** The ways that begin as picked. */
  open(picked = this.picked) {
    return this.ways.filter((way) => this.fits(way, picked));
  }

  /** The cells at which the hand can point next. */
  next(picked = this.picked) {
    return new Set(this.open(picked).map((way) => way.path[picked.length]).filter((cell) => cell !== undefined));
  }

  /** The cells at which a move ends with the next pointing. */
  ends(picked = this.picked) {
    const last = this.open(picked).filter((way) => way.path.length === picked.length + 1);
    return new Set(last.map((way) => way.path[picked.length]));
  }

  /** Whether a stone on the cell can be picked up, whatever is in hand. */
  canPick(cell) {
    return this.open([]).some((way) => way.path[0] === cell && way.path.length > 1);
  }

  /** Picks up a stone, or as many of a stack as the key says. */
  pick(cell) {
    this.putBack();
    this.picked = [cell];
    if (this.held !== null && this.held <= this.height) this.chosen = this.held;
  }

  /** Points at a cell: the move that this makes, or null. */
  point(cell) {
    if (this.next().has(cell)) {
      if (this.picked.length) this.picked.push(cell);
      else this.pick(cell);
      return this.open().find((way) => way.path.length === this.picked.length)?.move ?? null;
    }
    const again = this.picked.at(-1) === cell;
    if (!again && this.canPick(cell)) this.pick(cell);
    else this.putBack();
    return null;
  }
}
