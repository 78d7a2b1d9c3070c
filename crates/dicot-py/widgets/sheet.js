// The styles of the pages inside a widget, in the theme of the notebook.

import { STYLES } from "./styles.js";

/** The attributes by which JupyterLab and VS Code say whether their theme is dark. */
const THEMES = ["data-jp-theme-light", "data-vscode-theme-kind"];

function isDark(preference) {
  const [jupyter, code] = THEMES.map((name) => document.body.getAttribute(name));
  if (jupyter !== null) return jupyter === "false";
  if (code !== null) return !/light/.test(code);
  return preference.matches;
}

/**
 * Adds a shadow tree with the styles to an element, so that neither they nor those of the notebook leave their place. The
 * styles follow the theme of the notebook until `signal` is aborted. Returns the root of the tree.
 */
export function styledRoot(host, signal) {
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES.replaceAll(":root", ":host").replace(/^html /m, ":host "));
  root.adoptedStyleSheets = [sheet];
  // The rules of the pages for dark mode apply if the theme is dark, whatever the browser prefers.
  const dark = [...sheet.cssRules].filter((rule) => rule.media?.mediaText.includes("prefers-color-scheme: dark"));
  const preference = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    const is = isDark(preference);
    host.style.colorScheme = is ? "dark" : "light";
    for (const rule of dark) rule.media.mediaText = is ? "all" : "not all";
  };
  follow();
  const watch = new MutationObserver(follow);
  watch.observe(document.body, { attributeFilter: THEMES });
  preference.addEventListener("change", follow, { signal });
  signal.addEventListener("abort", () => watch.disconnect());
  return root;
}
