// What a fact means for the game at hand: a sentence below the explanation of the fact.

import { symbols } from "../values.js";

const OUTCOMES = {
  L: "Left wins, whoever starts",
  R: "Right wins, whoever starts",
  N: "the first player wins",
  P: "the second player wins",
  D: "a draw, whoever starts",
  NHat: "Left wins if Left starts, else a draw",
  PHat: "Left wins if Right starts, else a draw",
  PCheck: "Right wins if Left starts, else a draw",
  NCheck: "Right wins if Right starts, else a draw",
};

const NUMBER = /^-?\d+(?:\/\d+)?$/;

/** The longest value that a sentence repeats, in characters. */
const MAX_VALUE = 30;

const COMPARED = {
  L: "the value is greater than 0",
  R: "the value is less than 0",
  N: "the value is confused with 0",
  P: "the value is 0",
};

const SENTENCES = {
  outcome: (outcome) => [outcomeText(outcome), COMPARED[outcome]].filter(Boolean).join(": "),
  temperature(t, { mean }) {
    if (t.startsWith("-")) return `${t}: the value is a number, so nobody wants to move on it`;
    if (!NUMBER.test(mean)) return "";
    const rest = mean === "0" ? "" : ` ${mean} plus`;
    if (t === "0") return `0: the value is${rest} an infinitesimal, so moves on it decide only who moves last`;
    return `${t}: who moves first gains up to ${t} over the mean, ${mean}`;
  },
  mean(mean) {
    if (!NUMBER.test(mean)) return "";
    if (mean === "0") return "0: in many copies of it, nobody is ahead";
    const [player, lead] = mean.startsWith("-") ? ["Right", mean.slice(1)] : ["Left", mean];
    return `${mean}: in many copies of it, each puts ${player} ahead by ${lead}`;
  },
  left_stop: (stop) => stopText("Left", stop),
  right_stop: (stop) => stopText("Right", stop),
  atomic_weight(weight) {
    if (!NUMBER.test(weight)) return "the weight is not a number, so it matters who moves first";
    const [top, bottom = 1] = weight.split("/");
    const [player, lead] = top < 0 ? ["Right", -top / bottom] : ["Left", top / bottom];
    if (lead < 1) return `${weight}: less than one up, so the weight does not decide who wins`;
    return `${weight}: ${player} wins${lead < 2 ? " moving first" : ", whoever starts"}`;
  },
  nim_value: (size) => `${size}: in every sum, a heap of that size in Nim can replace the position`,
  birthday: (day) => `${day}: play in the canonical form lasts at most that many moves`,
  followers: (count) => `${count} different games can arise from the value, itself included`,
  kind: (kind, { value }) => (value?.length <= MAX_VALUE ? `${symbols(value)} is of this kind` : ""),
};

function stopText(player, stop) {
  return NUMBER.test(stop) ? `${stop}: the number that best play reaches first if ${player} starts` : "";
}

/** The meaning of an outcome class. */
export function outcomeText(outcome) {
  return OUTCOMES[outcome] ?? "unknown";
}

/** What a fact of an answer means there; empty if there is nothing to say. */
export function here(field, answer) {
  const fact = answer?.[field];
  if (!answer || answer.out_of_range?.includes(field) || !SENTENCES[field]) return "";
  if (fact === null || fact === undefined) return field === "nim_value" ? "Here: none, since the value is not a nimber." : "";
  const text = SENTENCES[field](String(fact), answer);
  return text && `Here: ${text.replaceAll(/(?<!\w)-(?=\d)/g, "−")}.`;
}
