// Cakes as pictures to point at: squares, and lines along which a cake can be cut.

import { ended } from "./ways.js";
import { ItemsPicture, MARGIN, UNIT, flow, sized } from "./items.js";
import { t } from "../words.js";

/** The most squares that are drawn. */
const MAX_SQUARES = 400;
/** How far from a line a click still means it. */
const NEAR = 9;
/** The width of a gap between cakes, in squares. */
const GAP = 0.5;

/** The rows and columns of each cake; null if the text is not one of cakes. Of equal ones `3*2x1` means three. */
function cakesOf(text) {
  if (text.trim() === "0") return [];
  const cakes = text.split("+").map((word) => /^\s*(?:(\d{1,4})\*)?(\d{1,4})x(\d{1,4})\s*$/.exec(word));
  if (!cakes.every(Boolean)) return null;
  return cakes.flatMap(([, times = 1, rows, columns]) => Array.from({ length: +times }, () => [+rows, +columns]));
}

export class CakesPicture extends ItemsPicture {
  read(text, start) {
    const cakes = cakesOf(text);
    if (!cakes || cakes.reduce((sum, [rows, columns]) => sum + rows * columns, 0) > MAX_SQUARES) return null;
    const blocks = (some) => some.map(([height, width]) => ({ width, height }));
    const first = blocks(cakesOf(start) ?? cakes);
    const most = Math.max(6, ...[...first, ...blocks(cakes)].map(({ width }) => width), flow(first, 14, GAP).width);
    const { places, height } = flow(blocks(cakes), most, GAP);
    const items = cakes.flatMap(([rows, columns], cake) => Array.from({ length: rows * columns }, (_, at) => {
      const [row, column] = [Math.floor(at / columns), at % columns];
      return {
        shape: "slice",
        cake,
        row,
        column,
        x: MARGIN + (places[cake][0] + column) * UNIT,
        y: MARGIN + (places[cake][1] + row) * UNIT,
        width: UNIT,
        height: UNIT,
        words: t("cake {cake}, row {row}, column {column}", { cake: cake + 1, row: row + 1, column: column + 1 }),
      };
    }));
    return { ...sized(most, height), cakes, places, items };
  }

  sizeOf({ cakes }) {
    return cakes.length === 1 ? "1 cake" : `${cakes.length} cakes`;
  }

  /** Cuts are pointed at by their lines, which become items of the drawing; a line of squares that is eaten by each of them. */
  ways(moves, drawing) {
    drawing.items = drawing.items.filter(({ shape }) => shape === "slice");
    const found = [];
    for (const { move } of moves) {
      const [, whole, rest] = /^(\d+x\d+)>(\S+)$/.exec(move) ?? [];
      const parts = whole && cakesOf(rest);
      if (!parts) continue;
      const actions = actionsOf(whole.split("x").map(Number), parts);
      for (const [cake, size] of drawing.cakes.entries()) {
        if (size.join("x") !== whole) continue;
        for (const action of actions) found.push(...this.items(drawing, cake, action).map((item) => ({ move, path: [item] })));
      }
    }
    return ended(found);
  }

  /** The items of a cut, or of a line of squares that is eaten. */
  items(drawing, cake, { axis, at, isCut }) {
    const { items } = drawing;
    if (!isCut) return items.flatMap((item, index) => (item.cake === cake && item[axis] === at ? [index] : []));
    const known = items.findIndex((item) => item.shape === "cut" && item.cake === cake && item.axis === axis && item.at === at);
    if (known >= 0) return [known];
    const [rows, columns] = drawing.cakes[cake];
    const [left, top] = drawing.places[cake].map((place) => MARGIN + place * UNIT);
    const line = axis === "column"
      ? { x: left + at * UNIT - NEAR, y: top, width: 2 * NEAR, height: rows * UNIT }
      : { x: left, y: top + at * UNIT - NEAR, width: columns * UNIT, height: 2 * NEAR };
    const values = { cake: cake + 1, first: at, second: at + 1 };
    const words = axis === "column"
      ? t("cake {cake}, between columns {first} and {second}", values)
      : t("cake {cake}, between rows {first} and {second}", values);
    items.push({ shape: "cut", cake, axis, at, ...line, words });
    return [items.length - 1];
  }

  hints(ways, { items }) {
    const isCut = ways.some(({ path }) => items[path[0]].shape === "cut");
    return [isCut ? "one of the dashed lines, to cut there" : "one of the marked squares: its line is eaten"];
  }
}

/**
 * What makes these parts of a cake: the line that is eaten or cut, `{axis, at, isCut}`, which may be one of two. Cakes of the
 * parts that have as many rows as the cake has columns were turned first.
 */
function actionsOf([rows, columns], parts) {
  const lines = (across, axis, sizes) => {
    const [first, second = 0] = sizes;
    const left = across - sizes.reduce((sum, size) => sum + size, 0);
    const places = left === 0 && sizes.length > 2 ? [first] : [first ?? 0, left === 0 ? across - first : sizes.length > 1 ? second : 0];
    return left > 1 ? [] : [...new Set(places)].map((at) => ({ axis, at, isCut: left === 0 }));
  };
  const every = (index, size) => parts.every((part) => part[index] === size);
  const sizes = (index) => parts.map((part) => part[index]);
  if (parts.length === 0) return [columns === 1 ? { axis: "column", at: 0 } : { axis: "row", at: 0 }];
  if (every(0, rows) && sum(sizes(1)) >= columns - 1) return lines(columns, "column", sizes(1));
  if (every(1, columns) && sum(sizes(0)) >= rows - 1) return lines(rows, "row", sizes(0));
  if (every(0, columns)) return lines(rows, "row", sizes(1));
  return every(1, rows) ? lines(columns, "column", sizes(0)) : [];
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
