// How each game is played: its rules in a few sentences, and pictures of moves. A picture is a position, a move in the
// notation of the server, and the position after it.

import { boardSvg, cellsOfMove, moveName, parsePosition } from "./board.js";
import { element } from "./dom.js";

const LOSES = "A player who cannot move loses, and there are no draws.";
const CELLS_OF_CLOBBER = "Nothing ever moves onto an empty cell.";

/** Rules and examples by the name of the ruleset. */
export const HOW_TO_PLAY = {
  clobber: {
    rules: [
      "Move one of your stones onto a stone of the opponent that is next to it in its row or column. That stone is removed.",
      CELLS_OF_CLOBBER,
      LOSES,
    ],
    examples: [{ before: ".ox/xo.", side: "left", move: "a1-b1", after: ".ox/.x." }],
  },
  "diagonal-clobber": {
    rules: [
      "Move one of your stones onto a stone of the opponent that touches it: in its row, in its column or diagonally. That stone is removed.",
      CELLS_OF_CLOBBER,
      LOSES,
    ],
    examples: [{ before: "..o/.x./...", side: "left", move: "b2-c3", after: "..x/.../..." }],
  },
  diagonals: {
    rules: [
      "Move one of your stones onto a stone of the opponent that touches it diagonally. That stone is removed.",
      `Stones that are side by side cannot take each other. ${CELLS_OF_CLOBBER}`,
      LOSES,
    ],
    examples: [{ before: ".oo/.x.", side: "left", move: "b1-c2", after: ".ox/..." }],
  },
  knights: {
    rules: [
      "Move one of your stones like a knight of chess, two cells in one direction and one to the side, onto a stone of the opponent. That stone is removed.",
      CELLS_OF_CLOBBER,
      LOSES,
    ],
    examples: [{ before: "..o/.../.x.", side: "left", move: "b1-c3", after: "..x/.../..." }],
  },
  rooks: {
    rules: [
      "Move one of your stones like a rook of chess, along its row or column over empty cells, onto the first stone there if it is the opponent's. That stone is removed.",
      "A move always ends on a stone of the opponent.",
      LOSES,
    ],
    examples: [{ before: "x..o", side: "left", move: "a1-d1", after: "...x" }],
  },
  queens: {
    rules: [
      "Move one of your stones like a queen of chess, along its row, column or diagonal over empty cells, onto the first stone there if it is the opponent's. That stone is removed.",
      "A move always ends on a stone of the opponent.",
      LOSES,
    ],
    examples: [{ before: "..o/.../x..", side: "left", move: "a1-c3", after: "..x/.../..." }],
  },
  "hot-clobber": {
    rules: [
      "Move one of your stones onto any stone next to it in its row or column, the opponent's or your own. That stone is removed.",
      LOSES,
    ],
    examples: [{ before: "xxo", side: "left", move: "a1-b1", after: ".xo" }],
  },
  "anti-clobber": {
    rules: [
      "Move one of your stones to an empty cell next to it in its row or column. On the cell that it leaves, put a stone of the opponent.",
      LOSES,
    ],
    examples: [{ before: "x../..o", side: "left", move: "a2-b2", after: "ox./..o" }],
  },
  konane: {
    rules: [
      "Jump with one of your stones over a stone of the opponent that is next to it in its row or column, onto the empty cell on the other side. The stone in between is removed.",
      "The same stone may jump on in the same direction, and may stop after any jump.",
      LOSES,
    ],
    examples: [
      { before: "xo.", side: "left", move: "[0:0]:[0:2]", after: "..x" },
      { before: "xo.o.", side: "left", move: "[0:0]:[0:4]", after: "....x", note: "two jumps in one move" },
    ],
  },
  "konane-artemis": match("in a corner or in the centre", "[0:0]", "oxox/xoxo/oxox/.oxo"),
  "konane-any": match("anywhere", "[0:2]", "oxox/xoxo/oxox/xo.o"),
  "konane-dark": match("in a corner or in the centre; Black opens", "[0:0]", "oxox/xoxo/oxox/.oxo"),
  combo: {
    rules: [
      "Each cell holds a stack of stones of one colour, and the number is its height.",
      "Take some or all stones of one of your stacks and move them in a straight line, also diagonally, over empty cells: as many cells as stones move, or fewer. A high stack is fast, and the stones that stay behind keep their cell.",
      "Stones that stop on a stack of your own join it. Two stones or more that stop on a stack of the opponent capture it, however high it is; a single stone cannot.",
      "A player who cannot move loses. Play need not end: a new game can agree on draws.",
    ],
    examples: [
      { before: "b3,.,w4", side: "left", move: "0,0-2,0-2", after: "b1,.,b2", note: "two stones move two cells and capture" },
      { before: "b2,b1,.", side: "left", move: "0,0-1,0-1", after: "b1,b2,.", note: "one stone joins another stack" },
    ],
  },
  fission: {
    rules: [
      "Stones belong to nobody. Left replaces a stone by two: one on the cell above it and one on the cell below it. Right does so with the cells to its left and right. Both cells have to be empty.",
      LOSES,
    ],
    examples: [
      { before: ".../.x./...", side: "left", move: "b2-b3,b1", after: ".x./.../.x." },
      { before: ".../.x./...", side: "right", move: "b2-a2,c2", after: ".../x.x/..." },
    ],
  },
  "toads-and-frogs": {
    rules: [
      "Left moves the toads to the right, Right moves the frogs to the left: one step onto an empty cell, or a jump over one animal of the opponent onto an empty cell. Nothing is removed.",
      LOSES,
    ],
    examples: [{ before: "t.f", side: "left", move: "a1-b1", after: ".tf" }, { before: "tf.", side: "left", move: "a1-c1", after: ".ft" }],
  },
  domineering: {
    rules: [
      "Cover two free cells that touch with a domino. Left puts dominoes upright, Right puts them lying.",
      LOSES,
    ],
    examples: [
      { before: ".../...", side: "left", move: "a2-a1", after: "#../#.." },
      { before: ".../...", side: "right", move: "a2-b2", after: "##./..." },
    ],
  },
  amazons: {
    rules: [
      "Move one of your amazons like a queen of chess, over empty cells to an empty cell.",
      "Then shoot an arrow from there, in the same way. The cell where the arrow lands is blocked for the rest of the game.",
      LOSES,
    ],
    examples: [{ before: "x..o/....", side: "left", move: "a2-b1/c2", after: "..#o/.x.." }],
  },
  kayles: {
    rules: [
      "Pins stand in rows. Knock down one pin, or two that touch each other. Pins on both sides of a gap become rows of their own.",
      "The move 7>2+3 takes two pins out of a row of seven and leaves rows of two and three pins.",
      LOSES,
    ],
    examples: [],
  },
};

/** A match of Konane, which begins with two removals; the move is an example of the first one on a board of 4 by 4. */
function match(where, move, after) {
  const before = "oxox/xoxo/oxox/xoxo";
  return {
    rules: [
      `The board is full at first. The first player removes one stone of their own, ${where}. Then the second player removes one of their own next to the gap.`,
      "From then on players jump: with one of your stones over a stone of the opponent that is next to it in its row or column, onto the empty cell on the other side. The stone in between is removed.",
      "The same stone may jump on in the same direction, and may stop after any jump.",
      LOSES,
    ],
    examples: [
      { before, side: "left", move, after, note: "the first removal" },
      { before: "oxox/xoxo/oxox/..xo", side: "left", move: "[2:0]:[0:0]", after: "oxox/.oxo/.xox/x.xo", note: "a jump, after both removals" },
    ],
  };
}

/** The rules of a game, and the pictures of its examples, as elements. */
export function howToPlay(ruleset, nameOfSide) {
  const { rules, examples } = HOW_TO_PLAY[ruleset.name] ?? { rules: [`${ruleset.about}.`], examples: [] };
  const list = element("ul", "how-rules", ...rules.map((rule) => element("li", "", rule)));
  const figures = examples.map((example) => figure(example, ruleset, nameOfSide));
  return [list, ...(figures.length ? [element("div", "how-figures", ...figures)] : [])];
}

/** A position and the one after a move, side by side. */
function figure({ before, side, move, after, note }, ruleset, nameOfSide) {
  const [from, to] = [parsePosition(before), parsePosition(after)];
  const cells = cellsOfMove(move, from, ruleset.numbered);
  const marks = from.cells.map(() => []);
  const mark = ([col, row], name) => marks[row * from.width + col].push(name);
  const moves = from.cells[cells[0][1] * from.width + cells[0][0]] !== ".";
  cells.forEach((cell, index) => mark(cell, index === 0 && moves && cells.length > 1 ? "from" : "to"));
  const name = moveName(move, from, ruleset.numbered);
  const options = { kinds: ruleset.kinds, cell: 40 };
  const first = boardSvg(from, { ...options, marks, title: `Before the move: ${before}` });
  const second = boardSvg(to, { ...options, title: `After the move: ${after}` });
  const arrow = element("span", "how-arrow", "→");
  arrow.setAttribute("aria-hidden", "true");
  const words = [`${nameOfSide(side)} plays `, element("span", "mono nowrap", name), note ? `: ${note}.` : "."];
  return element("figure", "", element("div", "how-boards", first, arrow, second), element("figcaption", "small muted", ...words));
}
