// What can be copied or saved of a value, a picture and a position, as menus.

import { CALCULATOR, call } from "../api.js";
import { element, optionGroup } from "../dom.js";
import { copy, save, savePicture } from "../files.js";

/** The answer of the calculator to an expression. */
export const answerTo = (expression) => call("game", { expression }, { store: CALCULATOR });

/** Copies a text; returns what to say of it. */
export const copied = async (text) => ((await copy(text)) ? "copied" : text);

/** The entries of a menu for a value, which `text()` returns. */
export function ofValue(text) {
  return {
    text: () => copied(text()),
    LaTeX: async () => copied((await answerTo(`(${text()}).Latex`)).result),
  };
}

/** The entry that copies a picture for LaTeX; `expression()` and `ask` are those of `ofPicture`. */
export function asTikz(expression, ask = answerTo) {
  return async () => copied((await ask(`${expression()}.Latex`)).result);
}

/** The entries for a picture, which is the answer of `ask` to `expression()`; `svg()` is its text. */
export function ofPicture(name, expression, { ask = answerTo, svg = async () => (await ask(expression())).picture_svg } = {}) {
  return {
    TikZ: asTikz(expression, ask),
    SVG: async () => save(`${name}.svg`, "image/svg+xml", await svg()),
    PNG: async () => savePicture(`${name}.png`, await svg()),
  };
}

/** The code that shows a page in others. */
export function embedCode(address, title) {
  const [source, name] = [address, title].map((text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;"));
  return `<iframe src="${source}" width="900" height="700" title="${name}"></iframe>`;
}

/** Fills a menu: `groups` are names, each with entries, which are functions and may return what to say. */
export function fillMenu(menu, groups, said) {
  const actions = [];
  for (const [title, entries] of Object.entries(groups)) {
    menu.append(optionGroup(title, Object.entries(entries).map(([name, action]) => new Option(name, actions.push(action) - 1))));
  }
  menu.addEventListener("change", async () => {
    const action = actions[menu.value];
    menu.value = "";
    try {
      said((await action()) ?? "saved");
    } catch (error) {
      said(error.message);
    }
  });
  // With the keys of a closed menu, an entry would be chosen on the way to another one.
  menu.addEventListener("keydown", (event) => {
    if (!/^(?:Arrow|Home|End|Page)/.test(event.key) || !menu.showPicker || (CSS.supports("selector(:open)") && menu.matches(":open"))) return;
    event.preventDefault();
    menu.showPicker();
  });
}

/** A menu for `what`, such as the name of a line. */
export function newMenu(what, groups, said) {
  const menu = element("select", "", new Option("Copy as…", ""));
  menu.setAttribute("aria-label", `Copy or save ${what}`);
  fillMenu(menu, groups, said);
  return menu;
}
