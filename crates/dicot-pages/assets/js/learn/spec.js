// What an attribute of a chapter names: a position `clobber:xxo`, a game `{0|*}`, or a sum of these joined by ` + `. In an
// expression of the calculator, a position is written in brackets: `[clobber:xxo] > 0`.

import { call } from "../api.js";

/** The terms of a sum: each `{rules, position}` or `{game}`. */
export function termsOf(text) {
  return text.split(" + ").map((term) => {
    const [, rules, position] = /^([a-z-]+):(.*)$/.exec(term) ?? [];
    return rules ? { rules, position } : { game: term };
  });
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
