// The shapes of pieces that are not stones, in a square of 40 units.

/** For each piece its outline, and lines on it in the colour of its edge. */
const SHAPES = {
  domino: ["M14 4h12a3 3 0 0 1 3 3v26a3 3 0 0 1-3 3H14a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3Z", "M11 20h18M20 12v.1M17 25v.1M23 31v.1"],
  amazon: ["M9 33 5 12l8 8 7-14 7 14 8-8-4 21Z", "M9 28.500h22"],
  king: ["M9 33C5 24 6 16 12 16c4 0 7 4 8 6 1-2 4-6 8-6 6 0 7 8 3 17Z", "M20 16V5M16 9h8M10 29h20"],
  fox: ["M6 6l9 7h10l9-7-1 16-13 14L7 22Z", "M14 20v.1M26 20v.1M18 31h4"],
  goose: ["M6 24c2 2 7 0 11-1V11c0-7 10-7 11-1l6 3-6 2v9c0 8-7 11-12 11S6 31 6 24Z", "M23 11v.1M13 28c4 2 8 1 11-3"],
  hare: ["M15 3c4 0 4 9 4 12h2c0-3 0-12 4-12s4 9 1 14c5 3 6 8 4 13-2 4-5 6-10 6s-8-2-10-6c-2-5-1-10 4-13-3-5-3-14 1-14Z", "M16 24v.1M24 24v.1M18 30h4"],
  hound: ["M6 9l8-2c4-2 8-2 12 0l8 2 1 11-6-1v6c0 7-4 10-9 10s-9-3-9-10v-6l-6 1Z", "M16 17v.1M24 17v.1M17 27h6M20 27v4"],
  toad: ["M5 27c0-5 3-8 6-10-1-6 6-7 8-3h2c2-4 9-3 8 3 3 2 6 5 6 10 0 6-7 8-15 8S5 33 5 27Z", "M14 15v.1M26 15v.1M11 26c6 4 12 4 18 0"],
  frog: ["M4 35l5-9c1-4 3-7 5-8-2-6 4-8 6-4 2-4 8-2 6 4 2 1 4 4 5 8l5 9-8-3H12Z", "M17 16v.1M23 16v.1M15 25c3 2 7 2 10 0"],
  elephant: ["M4 18C4 7 17 4 24 8c9-1 13 6 12 13l-1 13h-4l-1-11h-3v5h-4v-4h-5v4c-2 6-8 8-13 5v-4c5 1 6-2 5-5-4 0-6-3-6-6Z", "M15 14v.1M22 9c5 3 5 9 0 12"],
  rhino: ["M3 16l4 4c2-4 5-6 9-6l4-5 2 4c8 0 14 4 14 10l-1 11h-5v-6h-9v6h-5l-1-7c-6 1-10-1-12-11Z", "M13 20v.1M20 14c2 3 2 6 0 8"],
};

/** Whether a piece has a shape of its own. */
export function hasShape(piece) {
  return piece in SHAPES;
}

/** The outline of a piece and the lines on it, as paths. */
export function shapeOf(piece) {
  return SHAPES[piece];
}

/** What an arrow leaves of a cell. */
export const ARROW = "M8 32 28 12M20 8h12v12";
