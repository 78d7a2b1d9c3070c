// The pictures of positions that a player points at to move.
//
// A picture belongs to a ruleset. It reads the text of a position as a drawing, whose things (cells, vertices, stones, ..) have
// indices; it finds the ways to make moves by pointing at them, and paints them with their marks.

import { CakesPicture } from "./cakes.js";
import { CellsPicture } from "./cells.js";
import { HeapsPicture } from "./heaps.js";
import { PairsPicture } from "./pairs.js";
import { SumPicture } from "./sums.js";

/** The pictures of each kind of board. Those of graphs are added by what draws graphs, which the explorer loads late. */
export const KINDS = { graph: [], heaps: [HeapsPicture], cakes: [CakesPicture], text: [CellsPicture, PairsPicture] };

/** The pictures of a ruleset. */
export class Pictures {
  /** A ruleset whose positions are sums of others has their `rulesets`. */
  constructor(ruleset) {
    this.ruleset = ruleset;
    const { rulesets } = ruleset;
    const picturesOf = (name) => {
      const part = rulesets.find((known) => known.name === name && known !== ruleset);
      return part ? new Pictures(part) : null;
    };
    this.kinds = rulesets ? [new SumPicture({ picturesOf })] : (KINDS[ruleset.board] ?? [CellsPicture]).map((Kind) => new Kind(ruleset));
  }

  /** The picture of a position, with its drawing; null if it cannot be drawn. `start` is where the game began. */
  read(text, start) {
    for (const picture of this.kinds) {
      const drawing = picture.read(text, start);
      if (drawing) return { picture, drawing };
    }
    return null;
  }

  /** A move in the notation of the pages; `start` is where the game began. */
  nameOfMove(move, start) {
    return this.kinds[0].nameOfMove(move, start);
  }
}
