// What can be done with a position and its value: why it has that value, its options as a tree, a game from here, copies and pictures.

import { CALCULATOR, ROOT, call, messageOf } from "../api.js";
import { button, byId, element } from "../dom.js";
import { copy, savePicture } from "../files.js";
import { asSentence } from "../glossary.js";
import { account } from "../simplified.js";
import { valueNode } from "../values.js";
import { hasValue, isCut } from "./results.js";
import { toHash } from "./state.js";

/** The most options of a value that a branch of the tree lists. */
const MAX_OPTIONS = 60;

export class Actions {
  /** `page` is the explorer; `said(text)` gets short messages. */
  constructor(page, said) {
    this.page = page;
    this.said = said;
    const on = (id, action, event = "click") => byId(id).addEventListener(event, action);
    on("why", () => this.why(page.question, (move) => page.nameOf(move)));
    on("unfold", () => this.unfold(this.value));
    on("copy-as", () => {
      const { value: kind } = byId("copy-as");
      byId("copy-as").value = "";
      this.copyAs(kind);
    }, "change");
    on("png", () => this.savePictures());
  }

  get value() {
    return this.page.evaluation.known?.value;
  }

  /** Enables what can be done now. */
  show() {
    const { evaluation: { known }, board, ruleset } = this.page;
    const valued = known !== null && hasValue(known);
    byId("why").disabled = !valued || known.kind === "loopy" || ruleset.rank === "nothing";
    byId("unfold").disabled = !valued || isCut(known) || typeof known.value !== "string";
    byId("copy-as").disabled = !valued || typeof known.value !== "string";
    byId("png").disabled = board === null;
    const link = byId("play-from-here");
    const game = ruleset.matches ?? ruleset.name;
    const bot = ruleset.bots?.at(-1);
    link.hidden = bot === undefined;
    const own = ruleset.text ? `&text=${encodeURIComponent(ruleset.text)}` : "";
    link.href = `${ROOT}play/#rules=${game}${own}&start=${encodeURIComponent(this.page.position)}&left=human&right=${bot}.500`;
  }

  /** Shows why a position has its value: `position` and its rules as in requests. */
  why(position, nameOf = (move) => move) {
    this.open("Why this is the value", () => reasons(position, nameOf));
  }

  /** Shows a value as a tree of its options. */
  unfold(value) {
    this.open("The options of the value, and theirs", async () => [this.branch(value, true)]);
  }

  /** Shows a dialog, with contents that may take some time. */
  async open(title, contents) {
    const host = byId("about-value-content");
    byId("about-value-title").textContent = title;
    host.replaceChildren(element("p", "muted", "…"));
    byId("about-value").showModal();
    try {
      host.replaceChildren(...(await contents()));
    } catch (error) {
      host.replaceChildren(element("p", "bad", asSentence(messageOf(error))));
    }
  }

  /** A value that opens to its options, which are asked for then. */
  branch(value, isOpen = false) {
    const node = element("details", "branch", element("summary", "", valueNode(value)));
    const fill = async () => {
      if (node.childElementCount > 1) return;
      const list = element("div", "branch-options", element("p", "muted", "…"));
      node.append(list);
      try {
        const sides = await Promise.all(["Left", "Right"].map(async (side) => {
          const { result } = await call("game", { expression: `(${value}).${side}Options` }, { store: CALCULATOR });
          return [side, [result].flat()];
        }));
        list.replaceChildren(...sides.map(([side, options]) => element("section", "", element("h3", "small muted", side), ...this.options(options))));
      } catch (error) {
        list.replaceChildren(element("p", "bad", asSentence(messageOf(error))));
      }
    };
    node.addEventListener("toggle", () => node.open && fill());
    node.open = isOpen;
    return node;
  }

  options(values) {
    if (values.length === 0) return [element("p", "muted small", "none")];
    const shown = values.slice(0, MAX_OPTIONS).map((value) => this.branch(String(value)));
    return values.length > MAX_OPTIONS ? [...shown, element("p", "muted small", `and ${values.length - MAX_OPTIONS} more`)] : shown;
  }

  async copyAs(kind) {
    const texts = {
      text: () => this.value,
      latex: async () => (await call("game", { expression: `(${this.value}).Latex` }, { store: CALCULATOR })).result,
      embed: () => `<iframe src="${new URL(toHash(this.page.state), location.href).href.replaceAll("&", "&amp;")}" width="900" height="700" title="A position of ${this.page.ruleset.title}"></iframe>`,
    };
    try {
      const text = await texts[kind]?.();
      if (text !== undefined) this.said((await copy(text)) ? "copied" : text);
    } catch (error) {
      this.said(messageOf(error));
    }
  }

  /** The board as a picture of points. */
  async savePictures() {
    const { page } = this;
    try {
      await savePicture("board.png", page.surface.file(page.board, page.position, page.evaluation.known));
    } catch (error) {
      this.said(error.message);
    }
  }
}

/** The moves with what they leave, and how the options are simplified. */
async function reasons({ position, ...rules }, nameOf) {
  const answer = await call("explain", { game: position, ...rules });
  const sides = Object.entries(answer.moves ?? {}).map(([side, moves]) => {
    const items = moves.map(({ move, value }) => element("li", "", element("span", "mono", nameOf(move)), " leaves ", value === null ? "a long value" : valueNode(value)));
    return element("section", "", element("h3", "", side === "left" ? "Left’s moves" : "Right’s moves"), element("ul", "", ...(items.length > 0 ? items : [element("li", "muted", "none")])));
  });
  return [element("div", "sides", ...sides), element("h3", "", "What is left out"), ...account(answer)];
}
