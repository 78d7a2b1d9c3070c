// The hand of a player: the stone that was picked up, how many stones of a stack move, and the targets.
//
// The cells picked so far are a prefix of one or several ways. Where a picture has no cells, its other things take their place.

/** The hand of a player. */
export class Hand {
  constructor() {
    this.lay([], []);
    /** The number of stones that the pressed key chooses, or null. */
    this.held = null;
  }

  /** Sets a new position: its ways, and the height of the stack on each cell. */
  lay(ways, heights) {
    this.ways = ways;
    this.heights = heights;
    /** The most stones that go from each cell. */
    this.most = [];
    for (const { path, count = 0 } of ways) this.most[path[0]] = Math.max(count, this.most[path[0]] ?? 0);
    this.putBack();
  }

  putBack() {
    this.picked = [];
    /** The number of stones of the stack that move, if it was chosen; otherwise as many as can. */
    this.chosen = null;
  }

  get hasStacks() {
    return this.heights.some((height) => height > 0);
  }

  /** The height of the stack that was picked up, or 0. */
  get height() {
    return this.picked.length ? this.heights[this.picked[0]] ?? 0 : 0;
  }

  /** The number of stones that move; 0 if no stack was picked up. */
  get count() {
    return this.height && (this.held ?? this.chosen ?? this.most[this.picked[0]] ?? this.height);
  }

  /** Chooses how many stones of the stack move. */
  choose(count) {
    this.chosen = Math.min(Math.max(1, count), this.most[this.picked[0]] ?? this.height);
  }

  fits({ path, count }, picked = this.picked) {
    if (!picked.every((cell, i) => path[i] === cell)) return false;
    if (count === undefined) return true;
    const chosen = picked.length ? this.chosen : null;
    return count === (this.held ?? chosen ?? this.most[path[0]]);
  }

  /** The ways that begin with the picked cells. */
  open(picked = this.picked) {
    return this.ways.filter((way) => this.fits(way, picked));
  }

  /** The cells at which the hand can point next. */
  next(picked = this.picked) {
    return new Set(this.open(picked).map((way) => way.path[picked.length]).filter((cell) => cell !== undefined));
  }

  /** The cells that complete a move if they are pointed at next. */
  ends(picked = this.picked) {
    const last = this.open(picked).filter((way) => way.path.length === picked.length + 1);
    return new Set(last.map((way) => way.path[picked.length]));
  }

  /** Whether a stone on the cell can be picked up from an empty hand. */
  canPick(cell) {
    return this.open([]).some((way) => way.path[0] === cell && way.path.length > 1);
  }

  /** Picks up a stone, or as many stones of a stack as the pressed key chooses. */
  pick(cell) {
    this.putBack();
    this.picked = [cell];
    if (this.held !== null && this.held <= this.height) this.chosen = this.held;
  }

  /** Points at a cell. Returns the move that this completes, or null. */
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
