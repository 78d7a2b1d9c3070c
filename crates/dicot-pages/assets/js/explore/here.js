// What a fact means for the game at hand: a sentence below the explanation of the fact.

import { symbols } from "../values.js";
import { t } from "../words.js";

const OUTCOMES = {
  L: t("Left wins, whoever starts"),
  R: t("Right wins, whoever starts"),
  N: t("the first player wins"),
  P: t("the second player wins"),
  D: t("a draw, whoever starts"),
  NHat: t("Left wins if Left starts, else a draw"),
  PHat: t("Left wins if Right starts, else a draw"),
  PCheck: t("Right wins if Left starts, else a draw"),
  NCheck: t("Right wins if Right starts, else a draw"),
};

const NUMBER = /^-?\d+(?:\/\d+)?$/;

/** The longest value that a sentence repeats, in characters. */
const MAX_VALUE = 30;

const COMPARED = {
  L: t("the value is greater than 0"),
  R: t("the value is less than 0"),
  N: t("the value is confused with 0"),
  P: t("the value is 0"),
};

const SENTENCES = {
  outcome: (outcome) => [outcomeText(outcome), COMPARED[outcome]].filter(Boolean).join(": "),
  temperature(temperature, { mean }) {
    if (temperature.startsWith("-")) return t("{temperature}: the value is a number, so nobody wants to move on it", { temperature });
    if (!NUMBER.test(mean)) return "";
    if (temperature === "0") {
      return mean === "0"
        ? t("0: the value is an infinitesimal, so moves on it decide only who moves last")
        : t("0: the value is {mean} plus an infinitesimal, so moves on it decide only who moves last", { mean });
    }
    return t("{temperature}: who moves first gains up to {temperature} over the mean, {mean}", { temperature, mean });
  },
  mean(mean) {
    if (!NUMBER.test(mean)) return "";
    if (mean === "0") return t("0: in many copies of it, nobody is ahead");
    return mean.startsWith("-")
      ? t("{mean}: in many copies of it, each puts Right ahead by {lead}", { mean, lead: mean.slice(1) })
      : t("{mean}: in many copies of it, each puts Left ahead by {lead}", { mean, lead: mean });
  },
  left_stop: (stop) => (NUMBER.test(stop) ? t("{stop}: the number that best play reaches first if Left starts", { stop }) : ""),
  right_stop: (stop) => (NUMBER.test(stop) ? t("{stop}: the number that best play reaches first if Right starts", { stop }) : ""),
  atomic_weight(weight) {
    if (!NUMBER.test(weight)) return t("the weight is not a number, so it matters who moves first");
    const [top, bottom = 1] = weight.split("/");
    const lead = Math.abs(top / bottom);
    if (lead < 1) return t("{weight}: less than one up, so the weight does not decide who wins", { weight });
    if (lead < 2) return top < 0 ? t("{weight}: Right wins moving first", { weight }) : t("{weight}: Left wins moving first", { weight });
    return top < 0 ? t("{weight}: Right wins, whoever starts", { weight }) : t("{weight}: Left wins, whoever starts", { weight });
  },
  nim_value: (size) => `${size}: in every sum, a heap of that size in Nim can replace the position`,
  birthday: (day) => `${day}: play in the canonical form lasts at most that many moves`,
  followers: (count) => `${count} different games can arise from the value, itself included`,
  kind: (kind, { value }) => (value?.length <= MAX_VALUE ? `${symbols(value)} is of this kind` : ""),
};

/** The meaning of an outcome class. */
export function outcomeText(outcome) {
  return OUTCOMES[outcome] ?? t("unknown");
}

/** What a fact of an answer means there; empty if there is nothing to say. */
export function here(field, answer) {
  const fact = answer?.[field];
  if (!answer || answer.out_of_range?.includes(field) || !SENTENCES[field]) return "";
  if (fact === null || fact === undefined) return field === "nim_value" ? "Here: none, since the value is not a nimber." : "";
  const text = SENTENCES[field](String(fact), answer);
  return text && t("Here: {text}.", { text: text.replaceAll(/(?<!\w)-(?=\d)/g, "−") });
}
