// Who wins, where there is no value within reach: what the solver has found.

import { element, outcomeText } from "./results.js";

/** What was found, in words. */
export function solutionInWords(found) {
  return [
    element("p", "", element("strong", "", outcomeText(found.outcome)), ` (${found.outcome})`),
    ...["left", "right"].map((side) => winners(side, found.winning_moves?.[side])),
    ...(found.line?.length ? [element("p", "small", `Best play: ${found.line.join(", ")}`)] : []),
  ];
}

function winners(side, moves) {
  const player = side === "left" ? "Left" : "Right";
  const text = moves ? moves.join(", ") || "none" : "not searched";
  return element("p", "small", `${player} wins by moving first with: ${text}`);
}

/** Moves of both players, with who wins by them as far as it was found. */
export function withWinners(moves, winning) {
  const of = (side) => moves.filter((move) => move.side === side).map((move) => {
    const all = winning?.[side];
    return all ? { ...move, wins: all.includes(move.move) } : move;
  });
  return { left: of("left"), right: of("right") };
}
