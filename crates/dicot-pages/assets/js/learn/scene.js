// Pictures of positions that are not boards of cells: graphs, heaps, cakes and others. Moves are picked by pointing at what moves.

import { element } from "../dom.js";
import { Things } from "../explore/things.js";
import { Pictures } from "../pictures/index.js";
import { unpointed } from "../pictures/ways.js";

/** The picture of a graph, and the class that draws one. They are null until graphs.js is loaded, which few chapters need. */
export const GRAPHS = { Picture: null, Drawing: null };

/** The pictures of a ruleset. */
export function picturesOf(ruleset) {
  const pictures = new Pictures(ruleset);
  if (ruleset.graph && GRAPHS.Picture) pictures.kinds = [new GRAPHS.Picture(ruleset)];
  return pictures;
}

/** Whether the positions of a ruleset are boards of cells, which `Grid` shows. */
export function hasCells({ drawn, board }) {
  return drawn || board === "stacks";
}

export class Scene extends Things {
  constructor(host, ruleset, picking) {
    super({ board: host, brushes: element("div") }, picking);
    this.pictures = picturesOf(ruleset);
  }

  /** The moves that pointing at the picture does not make. */
  unpointed(moves, { picture, drawing }) {
    return unpointed(moves, picture.ways(moves, drawing));
  }

  /** Shows a position with a title, and the moves that can be picked. */
  show(board, { title, ...state }) {
    super.show(board, { move: null, turn: null, ...state });
    this.svg.setAttribute("aria-label", title);
  }
}
