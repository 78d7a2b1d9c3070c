// The clock: it measures how long a move takes, and reports when a player's time is over.

/** The time between two updates, in milliseconds. */
const EVERY = 100;

/** A clock that runs for one player at a time. */
export class Clock {
  /** `tick` is called while the clock runs, `flag` once if the player's time is over. */
  constructor(tick, flag) {
    this.tick = tick;
    this.flag = flag;
    this.side = null;
    this.timer = null;
  }

  /**
   * Starts the clock for a player with this many milliseconds left (or null), some of them already used on this move.
   */
  start(side, left = null, before = 0) {
    this.stop();
    this.side = side;
    this.left = left;
    this.since = performance.now() - before;
    if (left === null) return;
    this.timer = setInterval(() => this.look(), EVERY);
    this.tick();
  }

  look() {
    if (this.left !== null && this.elapsed() >= this.left) {
      const { side } = this;
      this.stop();
      this.flag(side);
    } else {
      this.tick();
    }
  }

  /** The time that the move has taken so far; 0 if the clock does not run. */
  elapsed() {
    return this.side === null ? 0 : performance.now() - this.since;
  }

  /** Stops the clock and returns the time that the move took. */
  stop() {
    const took = this.elapsed();
    clearInterval(this.timer);
    this.timer = null;
    this.side = null;
    return took;
  }
}

/** Milliseconds as minutes and seconds, the last ten seconds with tenths. */
export function clockText(milliseconds) {
  const rest = Math.max(0, milliseconds);
  if (rest < 10_000) return `0:0${(Math.floor(rest / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(rest / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
