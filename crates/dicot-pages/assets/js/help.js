// The help page: collects the explanations of the other pages.

import { byId, element } from "./dom.js";
import { explanation, withCode } from "./explain.js";
import { loadAllRulesets } from "./explore/rulesets.js";
import { SIDE_BY_SIDE, SYMBOLS, TERMS, capital, explained, operations, sentence } from "./glossary.js";
import { howToPlay } from "./howto.js";
import { copyValuesAsText } from "./values.js";

/** Lists terms with their sentences and sources. */
async function showTerms(host, terms) {
  const rows = terms.map(async (term) => {
    const content = explanation(await explained(term));
    // The row already has the name as its title.
    content.firstElementChild.remove();
    return element("div", "", element("dt", "", term.name ?? term.sign), element("dd", "", content));
  });
  host.replaceChildren(...(await Promise.all(rows)));
}

async function showOperations() {
  const rows = (await operations()).map(({ usage, aliases, summary, source, example, result }) => {
    const also = aliases.length ? ` Also ${aliases.map((name) => `\`${name}\``).join(", ")}.` : "";
    const content = element(
      "dd", "",
      element("p", "", ...withCode(sentence(summary) + also)),
      element("p", "", element("code", "", example), " is ", element("code", "", result)),
      element("p", "small muted", `Source: ${source}`),
    );
    return element("div", "", element("dt", "", element("code", "", usage)), content);
  });
  byId("operation-list").replaceChildren(...rows);
}

/** Lists the rules of all games, each under its name. */
async function showGames() {
  const games = (await loadAllRulesets()).map((ruleset) => {
    const title = element("h3", "", ruleset.title);
    title.id = `game-${ruleset.name}`;
    const written = element("p", "small muted", "Positions: ", ...withCode(ruleset.notation), ". In links and commands the game is ", element("code", "", ruleset.name), ".");
    return element("div", "help-game", title, ...howToPlay(ruleset, capital), written);
  });
  byId("game-list").replaceChildren(...games);
}

/** Scrolls to the section that the address names, which was empty when the page was opened. */
function goToAnchor() {
  const target = location.hash && byId(location.hash.slice(1));
  if (target) target.scrollIntoView();
}

copyValuesAsText();
try {
  await Promise.all([
    showTerms(byId("fact-list"), Object.values(TERMS)),
    showTerms(byId("symbol-list"), [...SYMBOLS, SIDE_BY_SIDE]),
    showOperations(),
    showGames(),
  ]);
} catch (error) {
  byId("operations-note").textContent = capital(error.message);
}
document.querySelector(".fills").classList.remove("fills");
goToAnchor();
