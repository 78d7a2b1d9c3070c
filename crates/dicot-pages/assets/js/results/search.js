// All cases of all claims as one table, which is searched, filtered and sorted.

import { button, byId, element, link } from "../dom.js";

/** The maximum number of lines. */
const MAX_LINES = 200;

export class Search {
  /**
   * `cases` are `{claim, title, data, status}`; `tools` are the functions of the page that draw: `answerOf(data)`, `text(values)`,
   * `number(value, digits)` and `table(caption, heads, lines)` with `line(name, ...cells)` and `cell(contents)`.
   */
  constructor(cases, tools) {
    Object.assign(this, { cases, tools });
    /** The column by which lines are sorted, and whether downwards. */
    this.by = null;
    this.down = false;
    for (const id of ["search", "answers", "known"]) byId(id).addEventListener("input", () => this.show());
    this.columns = [
      ["case", ({ data }) => data.name],
      ["result", ({ title }) => title],
      ["answer", ({ data }) => tools.text(data.answer ?? ["open"])],
      ["CPU seconds", ({ data }) => data.cpu_seconds ?? -1],
    ];
    this.show();
  }

  /** The cases that are wanted. */
  get found() {
    const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const [answer, known] = [byId("answers").value, byId("known").value];
    return this.cases.filter(({ title, data, status }) => {
      const text = `${title} ${data.name} ${data.command}`.toLowerCase();
      return words.every((word) => text.includes(word))
        && (!answer || data.answer?.[0] === answer)
        && (!known || (known === "certificate" ? data.certificate : status === known));
    });
  }

  show() {
    const { by, columns, down, tools } = this;
    const isAsked = ["search", "answers", "known"].some((id) => byId(id).value);
    byId("found").hidden = !isAsked;
    if (!isAsked) return;
    const { found } = this;
    if (by !== null) {
      const [, valueOf] = columns[by];
      const compare = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true }));
      found.sort((a, b) => (down ? -1 : 1) * compare(valueOf(a), valueOf(b)));
    }
    const heads = columns.map(([name], index) => button(`${name}${by === index ? (down ? " ↓" : " ↑") : ""}`, () => {
      this.down = by === index && !down;
      this.by = index;
      this.show();
      byId("found").querySelectorAll("th button")[index].focus();
    }, "button-quiet in-line"));
    const lines = found.slice(0, MAX_LINES).map(({ claim, title, data }) => tools.line(
      data.name, tools.cell(link(`#${claim}`, title)), tools.cell(tools.answerOf(data)), tools.cell(tools.number(data.cpu_seconds, 2)),
    ));
    const said = found.length > MAX_LINES ? `The first ${MAX_LINES} of ${found.length.toLocaleString("en")} cases` : `${found.length} ${found.length === 1 ? "case" : "cases"}`;
    byId("found").replaceChildren(found.length > 0 ? tools.table(said, heads, lines) : element("p", "", "No cases are found."));
    if (by !== null) byId("found").querySelectorAll("th")[by]?.setAttribute("aria-sort", down ? "descending" : "ascending");
  }
}
