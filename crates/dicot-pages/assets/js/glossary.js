// The meanings of the facts about a position and of the symbols of values: a sentence each, with its source.
//
// A term that is an operation of the calculator has the sentence, the source and the example of that operation, which
// the server lists. A term with its own `text` uses only the source of the `operation`.

import { get } from "./api.js";
import { t } from "./words.js";

/** The names of the players. */
export const PLAYERS = { left: t("Left"), right: t("Right") };

/** The kinds of values, as the server names them, and the operations that recognize them. */
export const KINDS = {
  integer: ["integer", "IsInteger"],
  dyadic: ["number", "IsNumber"],
  nimber: ["nimber", "IsNimber"],
  number_up_star: ["number, ups and star", "IsNumberUpStar"],
  uptimal: ["uptimal", "IsUptimal"],
  infinitesimal_switch: ["infinitesimal, its own negative", "IsInfinitesimal"],
  switch: ["switch", "IsSwitch"],
  tiny: ["tiny or miny", "IsTiny"],
  infinitesimal: ["infinitesimal", "IsInfinitesimal"],
  hot: ["hot", "IsHot"],
  number_tiny: ["number and tiny or miny", "IsNumberTiny"],
  numberish: ["number and infinitesimal", "IsNumberish"],
  stopper: ["stopper", "IsStopper"],
  loopy: ["loopy", "Onside"],
};

/** The terms by their ids, in the order of the help page. */
export const TERMS = {
  value: {
    name: t("Value"),
    operation: "CanonicalForm",
    text: t("The canonical form of the position: the simplest game that can replace it in every sum."),
  },
  outcome: { name: t("Outcome"), operation: "OutcomeClass" },
  temperature: { name: t("Temperature"), operation: "Temperature" },
  mean: { name: t("Mean"), operation: "Mean" },
  left_stop: { name: t("Left stop"), operation: "LeftStop" },
  right_stop: { name: t("Right stop"), operation: "RightStop" },
  thermograph: {
    name: "Thermograph",
    operation: "Thermograph",
    text: "A graph of both stops when each move costs a tax. The tax grows upwards and values grow to the left. The walls "
      + "meet in the mast, which starts at the temperature and is at the mean value.",
  },
  atomic_weight: { name: t("Atomic weight"), operation: "AtomicWeight" },
  nim_value: { name: "Nim value", operation: "NimValue" },
  birthday: { name: "Birthday", operation: "Birthday" },
  followers: { name: "Followers", operation: "Followers" },
  kind: {
    name: "Kind",
    operation: "CanonicalForm",
    text: "The simplest family of games that the value belongs to, such as numbers, nimbers or switches.",
  },
  infinitesimal: { name: "Infinitesimal", operation: "IsInfinitesimal" },
  components: {
    name: "Components",
    operation: "IsZero",
    text: "Parts of the position that never meet. A move changes one of them, and the value is the sum of their values.",
  },
  wins: {
    name: "Winning move",
    operation: "OutcomeClass",
    text: "After this move its player wins, whatever the opponent does.",
  },
  dominated: {
    name: "Dominated",
    operation: "CanonicalForm",
    text: "A move is dominated if its player has another move that is at least as good in every sum.",
  },
  reversible: {
    name: "Reversible",
    operation: "CanonicalForm",
    text: "A move is reversible if the opponent can answer it with a position that is at least as good for the opponent "
      + "as the position before the move.",
  },
};

/** The symbols of values; `kind` is the kind of the token that shows one. */
export const SYMBOLS = [
  {
    kind: "number",
    sign: "3, −5/8",
    operation: "IsNumber",
    text: t("A number counts the moves by which Left is ahead; below 0 Right is ahead."),
  },
  {
    kind: "star",
    sign: "∗, ∗2",
    operation: "NimValue",
    text: t("∗ (star) is {0|0}: the first player makes the only move. ∗n is worth a heap of n counters in Nim."),
  },
  {
    kind: "ups",
    sign: "↑, ⇑, 3·↑, ↓",
    operation: "IsNumberUpStar",
    text: t("↑ (up) is {0|∗}: positive, but smaller than every positive number. ⇑ is ↑ + ↑, and 3·↑ is three ups; ↓ (down) is −↑."),
  },
  {
    kind: "power",
    sign: "↑², ↑[2]",
    operation: "Pow",
    text: t("↑ⁿ is a power of up, infinitesimal next to the powers before it. ↑[n] in raised brackets is the sum of the first n powers."),
  },
  {
    kind: "switch",
    sign: "±1",
    operation: "IsSwitch",
    text: t("±G is {G|−G}, a game that is its own negative."),
  },
  {
    kind: "tiny",
    sign: "tiny₂",
    operation: "Tiny",
    text: t("tiny with the index G is {0||0|−G}: positive, because Right's move threatens G but Left answers it. miny is its negative."),
  },
  {
    kind: "bars",
    sign: "{a,b|c}",
    operation: "CanonicalForm",
    text: t("Left can move to a or b, and Right to c. The longest group of bars is the root: {a||b|c} is {a|{b|c}}."),
  },
  {
    kind: "word",
    sign: "on, over",
    operation: "IsStopper",
    text: t("on is {on|}: Left can always pass. over is {0|over}, smaller than every positive number, and under is −over; off is −on."),
  },
  {
    kind: "pass",
    sign: "a{1|{a|0}}",
    operation: "IsStopper",
    text: t("a in front of braces names the game in them, and as an option it is a move back to it; pass is a move back to the innermost braces."),
  },
  {
    kind: "sides",
    sign: "on & over",
    operation: "Onside",
    text: t("A game s & t can be played without end: it is worth s, its onside, if that counts as a win of Left, and t, its offside, if it counts as one of Right. Where play without end is a draw, both count."),
  },
];

/** The term for a sum whose parts are written side by side. */
export const SIDE_BY_SIDE = {
  sign: "½↑∗",
  operation: "IsNumberUpStar",
  text: t("A number, ups and a star that are written side by side are added."),
};

let list = null;

/** The operations of the calculator, fetched once. Throws `ApiError`. */
export async function operations() {
  list ??= get("operations");
  try {
    return await list;
  } catch (error) {
    list = null;
    throw error;
  }
}

/** A term with all its data: `{name, text, source, example, result}`. Throws `ApiError`. */
export async function explained({ name, sign, text, operation }) {
  const found = (await operations()).find((known) => known.name === operation);
  const own = text !== undefined;
  return {
    name: name ?? sign,
    text: text ?? sentence(found.summary),
    source: found.source,
    example: own ? null : found.example,
    result: own ? null : found.result,
  };
}

/** The term of a kind of value. */
export function termOfKind(kind) {
  const [name, operation] = KINDS[kind] ?? [];
  return name ? { name: capital(name), operation } : TERMS.kind;
}

/** Rewrites the summary of an operation as a sentence: "whether the game is 0" describes games for which it is true. */
export function sentence(summary) {
  return `${capital(summary.replace(/^whether /, ""))}.`;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Adds a full stop to a text, unless it ends with a punctuation mark. */
export function stopped(text) {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

/** A text as a sentence. */
export function asSentence(text) {
  return stopped(capital(text));
}
