// How a game is simplified, in sentences.

import { element } from "./dom.js";
import { valueNode } from "./values.js";
import { t, withNodes } from "./words.js";

/** The steps as a list of sentences, and the result. */
export function account({ left, right, steps, value }) {
  const games = (list) => list.flatMap((game) => [", ", valueNode(game)]).slice(1);
  const ofPlayer = (list) => (list.length > 0 ? games(list) : t("none"));
  const options = withNodes(t("The options: Left’s are {left}; Right’s are {right}."), { left: ofPlayer(left), right: ofPlayer(right) });
  const list = element("ol", "", ...steps.map((step) => element("li", "", ...sentence(step, games))));
  const end = steps.length === 0 ? t("Nothing is dominated or reversible.") : t("Nothing else is dominated or reversible.");
  const form = withNodes(t("The canonical form is {value}."), { value: valueNode(value) });
  return [element("p", "", ...options), ...(steps.length ? [list] : []), element("p", "", end, " ", ...form)];
}

function sentence({ player, option, reason, by, through, replaced_by: instead, omitted = [] }, games) {
  const isLeft = player === "left";
  const node = valueNode(option);
  if (reason === "dominated") {
    const text = isLeft
      ? t("Left’s {option} is dominated by {by}, which is at least as good for the same player: it is left out.")
      : t("Right’s {option} is dominated by {by}, which is at least as good for the same player: it is left out.");
    return withNodes(text, { option: node, by: valueNode(by) });
  }
  if (reason === "reversible") {
    const text = isLeft
      ? t("Left’s {option} is reversible: Right can answer with {answer}, which is at least as good for that player as the whole game; {rest}.")
      : t("Right’s {option} is reversible: Left can answer with {answer}, which is at least as good for that player as the whole game; {rest}.");
    const rest = withNodes(replacedBy(instead.length > 0, omitted.length > 0), { games: games(instead), omitted: games(omitted) });
    return withNodes(text, { option: node, answer: valueNode(through), rest });
  }
  return withNodes(isLeft ? t("Left’s {option} is there twice.") : t("Right’s {option} is there twice."), { option: node });
}

/** What replaces a reversible option: whether there are games that do, and others that are omitted. */
function replacedBy(hasGames, hasOmitted) {
  if (!hasGames && !hasOmitted) return t("nothing follows there, so it is left out");
  if (!hasGames) return t("it is left out, since what follows there is in the list already or was replaced before: {omitted}");
  return hasOmitted
    ? t("it is replaced by what follows there: {games}; what else follows there is in the list already or was replaced before: {omitted}")
    : t("it is replaced by what follows there: {games}");
}
