// How a game is simplified, in sentences.

import { element } from "./dom.js";
import { valueNode } from "./values.js";

/** The steps as a list of sentences, and the result. */
export function account({ left, right, steps, value }) {
  const games = (list) => list.flatMap((game) => [", ", valueNode(game)]).slice(1);
  const start = element("p", "", "The options: Left’s are ", ...(left.length ? games(left) : ["none"]), "; Right’s are ",
    ...(right.length ? games(right) : ["none"]), ".");
  const list = element("ol", "", ...steps.map((step) => element("li", "", ...sentence(step, games))));
  const end = steps.length === 0 ? "Nothing is dominated or reversible. " : "Nothing else is dominated or reversible. ";
  return [start, ...(steps.length ? [list] : []), element("p", "", end, "The canonical form is ", valueNode(value), ".")];
}

function sentence({ player, option, reason, by, through, replaced_by: instead, omitted = [] }, games) {
  const who = player === "left" ? ["Left’s ", "Right"] : ["Right’s ", "Left"];
  const head = [who[0], valueNode(option)];
  if (reason === "dominated") return [...head, " is dominated by ", valueNode(by), ", which is at least as good for the same player: it is left out."];
  if (reason === "reversible") {
    const others = omitted.length ? ["; what else follows there is in the list already or was replaced before: ", ...games(omitted)] : [];
    let found = ["nothing follows there, so it is left out"];
    if (instead.length) found = ["it is replaced by what follows there: ", ...games(instead), ...others];
    else if (omitted.length) found = ["it is left out, since what follows there is in the list already or was replaced before: ", ...games(omitted)];
    return [...head, ` is reversible: ${who[1]} can answer with `, valueNode(through), ", which is at least as good for that player as the whole game; ", ...found, "."];
  }
  return [...head, " is there twice."];
}
