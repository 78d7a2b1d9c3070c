// The ways to make moves: a way is a move with the things of a picture, as indices, that a player points at to make it, in order.

/**
 * The ways to make moves on a board, which the server lists; `pointing` is the order in which cells are pointed at; `boardWidth`
 * is needed to convert columns and rows to indices.
 */
export function waysOf(moves, pointing, boardWidth) {
  const index = ([col, row]) => row * boardWidth + col;
  return ended(moves.filter(({ from }) => from).flatMap((move) => {
    const { from, to, then, count } = move;
    const cells = [from, to, then].filter(Boolean).map(index);
    return paths(cells, pointing).map((path) => ({ move: move.move, path, count }));
  }));
}

/** The same ways; where other moves go on from the things of a move, its last one is pointed at twice. */
export function ended(ways) {
  const begun = new Set(ways.flatMap(({ path }) => path.slice(1).map((_, i) => path.slice(0, i + 1).join())));
  return ways.map((way) => (begun.has(way.path.join()) ? { ...way, path: [...way.path, way.path.at(-1)] } : way));
}

/** The moves that no way makes: those without cells, and those with the cells of an earlier one. */
export function unpointed(moves, ways) {
  const first = new Map();
  for (const { move, path, count } of ways) {
    const key = [count, ...path].join();
    if (!first.has(key)) first.set(key, move);
  }
  const made = new Set(first.values());
  return moves.filter(({ move }) => !made.has(move));
}

/** The orders in which the cells of a move can be pointed at. */
function paths(cells, pointing) {
  const [first, second, third] = cells;
  if (pointing === "either-order") return [[first, second], [second, first]];
  if (pointing === "one-of-the-others") return [[first, second], [first, third]];
  return [cells];
}
