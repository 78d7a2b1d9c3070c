// Scripts that few chapters need.

/** Loads what draws graphs, if something in these elements names a ruleset of graphs. Without it, graphs are texts. */
export async function loadGraphs(roots, rulesets) {
  const names = rulesets.filter(({ graph }) => graph).map(({ name }) => name);
  const named = "[data-rules], [data-sum]";
  const nodes = roots.flatMap((root) => [...(root.matches(named) ? [root] : []), ...root.querySelectorAll(named)]);
  const isGraph = ({ dataset: { rules, sum, position } }) => names.some((name) => rules === name || `${sum} ${position}`.includes(`${name}:`));
  if (!nodes.some(isGraph)) return;
  try {
    const { addGraphs } = await import("./graphs.js");
    addGraphs();
  } catch (error) {
    // The script cannot be loaded.
    if (!(error instanceof TypeError)) throw error;
  }
}
