// What an attribute of a chapter names: a position `clobber:xxo`, a game `{0|*}`, or a sum of these joined by ` + `. In an
// expression of the calculator, a position is written in brackets: `[clobber:xxo] > 0`.

import { ApiError, call } from "../api.js";

/** The terms of a sum: each `{rules, position}` or `{game}`. */
export function termsOf(text) {
  return text.split(" + ").map((term) => {
    const [, rules, position] = /^([a-z-]+):(.*)$/.exec(term) ?? [];
    return rules ? { rules, position } : { game: term };
  });
}

/** The text of a sum of terms. */
export function sumOf(terms) {
  return terms.map(({ rules, position, game }) => (rules ? `${rules}:${position}` : game)).join(" + ");
}

/** An expression with a game in place of the word `G`. */
export function withGame(expression, game) {
  return expression.replaceAll(/\bG\b/g, () => `(${game})`);
}

/** The value of a term as text. Throws `ApiError`. */
async function valueOfTerm({ rules, position, game }) {
  return rules ? (await call("value", { rules, position })).value : game;
}

/** An expression with the values of its positions in their places. Throws `ApiError`. */
export async function resolved(expression) {
  let text = expression;
  for (const [whole, rules, position] of expression.matchAll(/\[([a-z-]+):([^\]]*)\]/g)) {
    text = text.replace(whole, `(${await valueOfTerm({ rules, position })})`);
  }
  return text;
}

/** An expression that is worth as much as a sum. Throws `ApiError`. */
export async function expressionOf(text) {
  const values = await Promise.all(termsOf(text).map(valueOfTerm));
  return values.map((value) => `(${value})`).join(" + ");
}

/** The facts about a sum, as the calculator states them. Throws `ApiError`. */
export async function factsOf(text) {
  return call("game", { expression: await expressionOf(text) });
}

/** The outcome of a sum under misère play: who makes the last move loses. Throws `ApiError`. */
export async function misereOutcome(text) {
  return solved(await call("solve", { sum: text, misere: true })).outcome;
}

/** Whether a player who moves first in a sum wins under misère play. Throws `ApiError`. */
export async function winsMisere(terms, first) {
  const answer = solved(await call("solve", { sum: sumOf(terms), misere: true, first }));
  return answer[`${first}_first`] === first[0].toUpperCase();
}

/** An answer of the solver that is complete. Throws `ApiError`. */
function solved(answer) {
  if (answer.reason) throw new ApiError(answer.reason);
  return answer;
}
