// The line below the board: the value of the position, or the result of the move under the pointer.

import { element } from "../dom.js";
import { capital } from "../glossary.js";
import { IN_LINE, hasValue, outcomeText, valueOf } from "./results.js";

/** The value that a move leaves, and who wins then. */
export function ofMove(move) {
  const words = element("span", "muted", `${capital(move.side)} ${move.name}${hasValue(move) ? " leaves" : ""}`);
  const value = hasValue(move) ? valueOf(move, IN_LINE) : "";
  return [element("span", "", words, " ", value), verdict(move)];
}

function verdict(move) {
  if (move.wins === undefined) return "";
  if (move.wins) return element("span", "good small", "wins");
  if (move.wins === null) return element("span", "muted small", "draws");
  return element("span", "muted small", move.sensible === false ? "loses; dominated or reversible" : "loses");
}

/** The number of moves from a cell, with its name. */
export function ofCell(name, count, isPicked) {
  const moves = count === 1 ? "1 move" : `${count} moves`;
  return [element("span", "muted", `${name}: ${moves}${isPicked ? "; pick where to" : ""}`)];
}

/** The outcome and the value of the position, as far as they are known. */
export function ofPosition(known) {
  if (!known) return [];
  const outcome = element("span", "readout-outcome", capital(outcomeText(known.outcome)));
  return hasValue(known) ? [outcome, valueOf(known, IN_LINE)] : [outcome];
}
