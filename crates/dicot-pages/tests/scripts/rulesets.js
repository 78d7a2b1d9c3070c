// Rulesets as the server describes them, with the fields that scripts read.

import "./page.js";

const { understood } = await import("../../assets/js/explore/rulesets.js");

const STONES = [
  { letter: "x", name: "Left", kind: "left" },
  { letter: "o", name: "Right", kind: "right" },
  { letter: ".", name: "empty", kind: "empty" },
  { letter: "#", name: "blocked", kind: "outside" },
];

/** A ruleset on boards with two colours of stones, with other fields in place of these. */
export function ruleset(other = {}) {
  return understood({
    name: "clobber",
    title: "Clobber",
    board: "rectangle",
    cells: STONES,
    symmetry: "colours",
    pieces: {},
    players: { left: "Black", right: "White" },
    lines: false,
    ...other,
  });
}
