// The winner of a position without a known value: the answer of the solver.

import { element } from "../dom.js";
import { capital } from "../glossary.js";
import { outcomeText } from "./results.js";

/** The maximum number of winning moves that are named; the list of moves marks all. */
const MAX_NAMED = 10;

/** The result in words; `nameOf` formats a move. */
export function solutionInWords(found, nameOf) {
  return [
    element("p", "", element("strong", "", outcomeText(found.outcome)), ` (${found.outcome})`),
    ...["left", "right"].map((side) => winners(side, found.winning_moves?.[side]?.map(nameOf))),
    // The server plays the line from Left's turn unless it was asked about one player only.
    ...(found.line?.length ? [element("p", "small", "Best play if Left starts: ", ...listed(found.line.map(nameOf)), ".")] : []),
  ];
}

function winners(side, moves) {
  const player = capital(side);
  if (!moves) return element("p", "small", `${player} moving first: not searched.`);
  if (moves.length === 0) return element("p", "small", `${player} moving first loses.`);
  const more = moves.length > MAX_NAMED ? [`and ${moves.length - MAX_NAMED} more, marked in the list`] : [];
  return element("p", "small", `${player} moving first wins with `, ...listed(moves.slice(0, MAX_NAMED), more), ".");
}

/** Moves in a row, without line breaks at their hyphens. */
function listed(moves, more = []) {
  const names = moves.map((move) => element("span", "nowrap", move));
  return [...names, ...more].flatMap((part) => [", ", part]).slice(1);
}

/** The moves of both players, with the winner after each as far as it is known. */
export function withWinners(moves, winning) {
  const of = (side) => moves.filter((move) => move.side === side).map((move) => {
    const all = winning?.[side];
    return all ? { ...move, wins: all.includes(move.move) } : move;
  });
  return { left: of("left"), right: of("right") };
}
