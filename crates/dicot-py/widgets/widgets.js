// The widgets of notebooks, for anywidget: each has a `_kind`, and shows components of the pages in a shadow tree.

import { connect } from "./transport.js";
import { BoardView } from "./widgets/board.js";
import { MovesView } from "./widgets/moves.js";
import { styledRoot } from "./widgets/sheet.js";
import { ValueView } from "./widgets/value.js";

const VIEWS = { board: BoardView, moves: MovesView, value: ValueView };

/** Keys that notebooks have no commands for, or that leave a widget. */
const NOT_OURS = ["Escape", "Tab", "Shift"];

export function initialize({ model }) {
  connect(model);
}

export function render({ model, el }) {
  const end = new AbortController();
  const host = document.createElement("div");
  el.append(host);
  // Letters are commands of notebooks, such as x to cut a cell. JupyterLab reads this attribute before an event is
  // dispatched; other notebooks do not see the event.
  host.setAttribute("data-lm-suppress-shortcuts", "true");
  host.addEventListener("keydown", (event) => {
    const isCommand = event.ctrlKey || event.metaKey || event.altKey || NOT_OURS.includes(event.key);
    if (!isCommand) event.stopPropagation();
  });
  const view = new VIEWS[model.get("_kind")](model, styledRoot(host, end.signal));
  const [name, changed] = [`change:${view.trait}`, () => view.changed()];
  model.on(name, changed);
  return () => {
    model.off(name, changed);
    view.end?.();
    end.abort();
  };
}
