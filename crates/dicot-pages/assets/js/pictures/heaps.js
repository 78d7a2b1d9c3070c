// Heaps as pictures to point at: rows of stones, or of pins.

import { ended } from "./ways.js";
import { ItemsPicture, MARGIN, UNIT, flow, sized } from "./items.js";
import { t } from "../words.js";

/** The most counters of a heap, and the most heaps, that are drawn. */
const MAX_COUNTERS = 60;
const MAX_HEAPS = 60;

/** The sizes of the heaps of a position; null if it is not one of heaps. */
function sizesOf(text) {
  if (text.trim() === "0") return [];
  const words = text.split("+").map((word) => word.trim());
  return words.every((word) => /^-?\d{1,9}$/.test(word)) ? words.map(Number) : null;
}

export class HeapsPicture extends ItemsPicture {
  /** Whether a heap is a row in which there may be gaps; otherwise it is shorter by what is taken from its end. */
  get hasPins() {
    return this.ruleset.pieces.left === "pin";
  }

  read(text, start) {
    const heaps = sizesOf(text);
    if (!heaps || heaps.length > MAX_HEAPS || heaps.some((size) => Math.abs(size) > MAX_COUNTERS)) return null;
    const blocks = (sizes) => sizes.map((size) => ({ width: Math.abs(size), height: 1 }));
    const most = Math.max(5, ...[...(sizesOf(start) ?? []), ...heaps].map(Math.abs).filter((size) => size <= MAX_COUNTERS));
    // Pins keep their places, and of other things each heap has a line of its own.
    const { places, height } = this.hasPins ? flow(blocks(heaps), most) : { places: heaps.map((_, at) => [0, at]), height: heaps.length };
    const piece = this.ruleset.pieces.left;
    const wordsOf = (values) => (this.hasPins
      ? t("row {heap}, {piece} {place} of {count}", values)
      : t("heap {heap}, {piece} {place} of {count}", values));
    const items = heaps.flatMap((size, heap) => Array.from({ length: Math.abs(size) }, (_, at) => ({
      shape: this.hasPins ? "pin" : "stone",
      heap,
      at,
      x: MARGIN + (places[heap][0] + at) * UNIT,
      y: MARGIN + places[heap][1] * UNIT,
      width: UNIT,
      height: UNIT,
      words: wordsOf({ heap: heap + 1, piece, place: at + 1, count: Math.abs(size) }),
    })));
    return { ...sized(most, height), heaps, items };
  }

  sizeOf({ heaps }) {
    return heaps.join(" + ");
  }

  /** A row is pointed at where the first and the last counter is that goes; a heap that only becomes smaller, at the first. */
  ways(moves, { heaps, items }) {
    const all = moves.map(({ move }) => ({ move, ...partsOf(move) })).filter(({ parts }) => parts);
    const isTop = !this.hasPins && all.every(({ parts }) => parts.length < 2);
    const item = (heap, at) => items.findIndex((other) => other.heap === heap && other.at === at);
    const path = (heap, from, taken) => {
      const ends = isTop || taken === 1 ? [from] : [from, from + taken - 1];
      return ends.map((at) => item(heap, at));
    };
    const found = all.flatMap(({ move, size, parts }) => heaps.flatMap((own, heap) => {
      const taken = Math.abs(size) - parts.reduce((sum, part) => sum + Math.abs(part), 0);
      if (own !== size || parts.length > 2 || taken < 1) return [];
      const starts = parts.length === 2 ? parts : isTop ? [parts[0] ?? 0] : [0, parts[0] ?? 0];
      const paths = [...new Set(starts.map(Math.abs))].map((from) => path(heap, from, taken));
      const both = paths.flatMap((ends) => (ends.length > 1 ? [ends, ends.toReversed()] : [ends]));
      return both.map((way) => ({ move, path: way }));
    }));
    return ended(found);
  }

  hints(ways) {
    const piece = this.ruleset.pieces.left;
    if (ways.every(({ path }) => path.length === 1) && !this.hasPins) return [`the first ${piece} to take; those after it go too`];
    return [`the first ${piece} that goes`, `the last ${piece} that goes`];
  }
}

/** The heap of a move and what it becomes: `7>2+3`, `3>0`. */
function partsOf(move) {
  const [, size, rest] = /^(-?\d+)>(\S+)$/.exec(move) ?? [];
  return size === undefined ? {} : { size: +size, parts: sizesOf(rest) };
}
