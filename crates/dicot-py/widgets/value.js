// A value whose options unfold: a tree, whose items ask for their options when they are opened.

import { ApiError, call } from "../api.js";
import { element } from "../dom.js";
import { valueOf } from "../explore/results.js";

const PLAYERS = { left: "Left", right: "Right" };

export class ValueView {
  /** The trait that it shows. */
  trait = "_root";

  constructor(model, root) {
    this.model = model;
    this.tree = element("ul", "tree");
    this.tree.setAttribute("role", "tree");
    this.tree.setAttribute("aria-label", "A value and its options");
    this.tree.addEventListener("click", (event) => this.clicked(event));
    this.tree.addEventListener("keydown", (event) => this.pressed(event));
    root.append(element("div", "widget card", this.tree));
    this.changed();
  }

  changed() {
    /** The path of each item from the root: players and the indices of their options. */
    this.paths = new WeakMap();
    const first = this.item(this.model.get("_root"), []);
    this.tree.replaceChildren(first);
    first.tabIndex = 0;
  }

  item(game, path) {
    const node = element("li", "tree-item");
    node.setAttribute("role", "treeitem");
    node.tabIndex = -1;
    // Without it, the name of an item would contain its options.
    const line = element("span", "tree-line", element("span", "tree-mark"));
    const side = path.at(-1)?.[0];
    if (side) {
      const dot = element("span", `dot dot-${side}`);
      dot.setAttribute("aria-hidden", "true");
      line.append(dot);
    }
    const value = valueOf(game);
    line.append(value);
    node.setAttribute("aria-label", `${side ? `${PLAYERS[side]}'s option: ` : ""}${value.getAttribute("aria-label")}`);
    node.append(line);
    if (!game.is_zero) node.setAttribute("aria-expanded", "false");
    this.paths.set(node, path);
    return node;
  }

  clicked(event) {
    const node = event.target.closest(".tree-line")?.parentElement;
    if (!node) return;
    this.focus(node);
    this.unfold(node, node.getAttribute("aria-expanded") === "false");
  }

  /** The keys of trees. Source: WAI-ARIA Authoring Practices, Tree View Pattern. */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = event.target.closest(".tree-item");
    const shown = [...this.tree.querySelectorAll(".tree-item")].filter((item) => !item.closest("[hidden]"));
    const index = shown.indexOf(node);
    const state = node.getAttribute("aria-expanded");
    const parent = node.parentElement.closest(".tree-item");
    const actions = {
      ArrowDown: () => this.focus(shown[index + 1]),
      ArrowUp: () => this.focus(shown[index - 1]),
      Home: () => this.focus(shown[0]),
      End: () => this.focus(shown.at(-1)),
      ArrowRight: () => (state === "true" ? this.focus(node.querySelector(".tree-item")) : this.unfold(node, true)),
      ArrowLeft: () => (state === "true" ? this.unfold(node, false) : this.focus(parent)),
      Enter: () => this.unfold(node, state === "false"),
      " ": () => this.unfold(node, state === "false"),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  focus(node) {
    if (!node) return;
    for (const item of this.tree.querySelectorAll("[tabindex='0']")) item.tabIndex = -1;
    node.tabIndex = 0;
    node.focus();
  }

  async unfold(node, open) {
    if (!node.hasAttribute("aria-expanded")) return;
    node.setAttribute("aria-expanded", String(open));
    if (node.children.length === 1) {
      const group = element("ul", "");
      group.setAttribute("role", "group");
      node.append(group);
      group.append(...(await this.options(this.paths.get(node))));
    }
    node.lastElementChild.hidden = node.getAttribute("aria-expanded") === "false";
  }

  async options(path) {
    try {
      const both = await call("options", { path });
      return Object.keys(PLAYERS).flatMap((side) => {
        const { options, more } = both[side];
        const items = options.map((game, index) => this.item(game, [...path, [side, index]]));
        return more ? [...items, note(`and ${more} more options of ${PLAYERS[side]}`, "muted")] : items;
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return [note(error.message, "bad")];
    }
  }
}

function note(text, className) {
  const node = element("li", `small ${className}`, text);
  node.setAttribute("role", "none");
  return node;
}
