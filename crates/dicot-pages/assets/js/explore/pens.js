// The tools for graphs: pens for vertices and edges, labels, and what moves and removes them.

import { COLOURS, element as svgElement } from "../board.js";
import { button } from "../dom.js";
import { INKS, discOf } from "../pictures/sheet.js";
import { t } from "../words.js";

/** The tools that draw edges of a colour, and those that put a label on a vertex. */
const EDGES = { b: t("Draw: blue edges"), r: t("Draw: red edges"), g: t("Draw: green edges") };
const LABELS = { L: t("Label: Left"), R: t("Label: Right") };

export class Pens {
  /** `host` receives a button for each tool. */
  constructor(host) {
    this.host = host;
    /** The tool: the colour of new edges or `draw`, a label, `move` or `remove`. */
    this.letter = "draw";
    /** The colour of new edges. */
    this.colour = "g";
  }

  show({ graph: { coloured, labelled } }) {
    const onEdge = (tool, key) => [key, tool, t("{tool} (key {key} on an edge)", { tool, key })];
    const onVertex = (tool, letter) => [letter, tool, t("{tool} (key {key} on a vertex)", { tool, key: letter.toLowerCase() })];
    const plain = t("Draw: vertices and edges");
    const draw = coloured ? [..."brg"].map((letter) => onEdge(EDGES[letter], letter)) : [["draw", plain, plain]];
    const labels = labelled ? [..."LR"].map((letter) => onVertex(LABELS[letter], letter)) : [];
    const move = ["move", t("Move vertices"), t("Move vertices (shift and arrow keys)")];
    const tools = [...draw, ...labels, move, ["remove", t("Remove"), t("Remove (Delete)")]];
    if (!tools.some(([letter]) => letter === this.letter)) this.letter = tools[0][0];
    this.colour = coloured ? "b" : "g";
    this.host.replaceChildren(...tools.map(([letter, name, title]) => {
      const choose = button(iconOf(letter), () => this.choose(letter));
      choose.dataset.letter = letter;
      choose.setAttribute("aria-label", name);
      choose.title = title;
      return choose;
    }));
    this.choose(this.letter);
  }

  choose(letter) {
    this.letter = letter;
    if (letter in INKS) this.colour = letter;
    for (const choice of this.host.children) {
      choice.setAttribute("aria-pressed", String(choice.dataset.letter === letter));
    }
  }
}

const ICONS = {
  move: "M10 2v16M2 10h16M7.5 4.5 10 2l2.5 2.5M7.5 15.5 10 18l2.5-2.5M4.5 7.5 2 10l2.5 2.5M15.5 7.5 18 10l-2.5 2.5",
  remove: "M4 4l12 12M16 4 4 16",
};

function iconOf(letter) {
  const svg = svgElement("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" });
  const line = (d, stroke, width) => svgElement("path", { d, stroke, "stroke-width": width, fill: "none" });
  if (letter in ICONS) svg.append(line(ICONS[letter], "currentColor", 1.7));
  else {
    svg.append(svgElement("rect", { width: 20, height: 20, rx: 3, fill: COLOURS.cell }));
    if (letter === "L" || letter === "R") svg.append(discOf([10, 10], 7, letter));
    else svg.append(line("M4.5 15.5 15.5 4.5", INKS[letter] ?? INKS.plain, 3), discOf([4.5, 15.5], 3, ""), discOf([15.5, 4.5], 3, ""));
  }
  return svg;
}
