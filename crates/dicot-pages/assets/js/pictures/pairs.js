// Pairs of numbers as pictures to point at: a card for each.

import { ended } from "./ways.js";
import { ItemsPicture, MARGIN, UNIT, flow, sized } from "./items.js";
import { t } from "../words.js";

/** The most pairs that are drawn. */
const MAX_PAIRS = 60;

export class PairsPicture extends ItemsPicture {
  read(text) {
    const pairs = text.trim() === "0" ? [] : text.split("+").map((word) => word.trim());
    if (pairs.length > MAX_PAIRS || !pairs.every((pair) => /^-?\d{1,12},\d{1,12}$/.test(pair))) return null;
    const blocks = pairs.map((pair) => ({ width: Math.max(3, Math.ceil(pair.length * 0.3) + 1), height: 1.5 }));
    const { places, width, height } = flow(blocks, 12, 0.5);
    const items = pairs.map((pair, index) => ({
      shape: "card",
      pair,
      x: MARGIN + places[index][0] * UNIT,
      y: MARGIN + places[index][1] * UNIT,
      width: blocks[index].width * UNIT,
      height: 1.5 * UNIT,
      text: pair.replace(",", ", ").replace("-", "−"),
      words: t("pair {number}: {first} and {second}", { number: index + 1, first: pair.split(",")[0], second: pair.split(",")[1] }),
    }));
    return { ...sized(Math.max(width, 6), height), items };
  }

  sizeOf({ items }) {
    return items.length === 1 ? "1 pair" : `${items.length} pairs`;
  }

  ways(moves, { items }) {
    return ended(moves.flatMap(({ move }) => items.flatMap(({ pair }, index) => (
      move.startsWith(`${pair}>`) ? [{ move, path: [index] }] : []))));
  }

  hints() {
    return ["one of the marked pairs"];
  }
}
