// What can be done with a position and its value: why it has that value, its options as a tree, a game from here, copies and pictures.

import { ROOT, call, messageOf } from "../api.js";
import { byId, element } from "../dom.js";
import { savePicture } from "../files.js";
import { asSentence } from "../glossary.js";
import { account } from "../simplified.js";
import { valueNode } from "../values.js";
import { answerTo, asTikz, copied, embedCode, fillMenu, ofValue } from "./copies.js";
import { hasValue, isCut, showThermograph } from "./results.js";
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
    const thermograph = { TikZ: asTikz(() => `(${this.value}).Plot`) };
    const board = {
      TikZ: asTikz(() => `(${page.literal}).Diagram`),
      "embed code": () => copied(embedCode(new URL(toHash(page.state), location.href).href, `A position of ${page.ruleset.title}`)),
    };
    fillMenu(byId("copy-as"), { Value: ofValue(() => this.value), Thermograph: thermograph, Board: board }, said);
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
    const address = addressOfGame(ruleset, this.page.position);
    byId("play-from-here").hidden = address === null;
    byId("play-from-here").href = address ?? "";
  }

  /** Shows why a position has its value: `position` and its rules as in requests. */
  why(position, nameOf = (move) => move) {
    this.open("Why this is the value", () => reasons(position, nameOf));
  }

  /** Shows why a game has its canonical form: one in braces as it is written, and another one by the values of its options. */
  whyValue(expression, ask) {
    this.open("Why this is the value", async () => {
      // Names are those of the calculator's session, which `explain` does not know.
      if (/^\{[^A-Za-uw-z]*\}$/.test(expression)) return account(await call("explain", { game: expression }));
      const game = expression.startsWith("{") ? `'${expression}'` : `(${expression})`;
      return [element("p", "worksheet-text", String((await ask(`${game}.Explain`)).result))];
    });
  }

  /** Shows a value as a tree of its options. */
  unfold(value) {
    this.open("The options of the value, and theirs", async () => [this.branch(value, true)]);
  }

  /** Shows a picture in its own size. */
  enlarge(svg) {
    byId("large-title").textContent = "Picture";
    showThermograph(byId("large-picture"), svg);
    byId("large").showModal();
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
          const { result } = await answerTo(`(${value}).${side}Options`);
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

/** The address of a game from a position, against the strongest bot; null if there is none. */
export function addressOfGame({ bots, matches, name, text }, position) {
  if (!bots?.length) return null;
  const own = text ? `&text=${encodeURIComponent(text)}` : "";
  return `${ROOT}play/#rules=${matches ?? name}${own}&start=${encodeURIComponent(position)}&left=human&right=${bots.at(-1)}.500`;
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
