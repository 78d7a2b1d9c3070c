// A line of the calculator with an example.

import { button, element, mathField, withRole } from "../dom.js";
import { Expressions } from "../explore/expressions.js";
import { t } from "../words.js";

/**
 * Fills `<div class="live-line">`. Its attributes: `data-line`, the expression that is evaluated at first; `data-facts`,
 * the names of the facts that are shown (`outcome`); `data-label`.
 */
export class LiveLine {
  constructor(host) {
    const { line, facts = "outcome", label = t("Calculator") } = host.dataset;
    this.line = line;
    withRole(host, "group", label);
    const input = mathField("mono grow", line, t("Expression"));
    const submit = element("button", "button-primary", t("Evaluate"));
    const cancel = button(t("Cancel"), () => {});
    cancel.hidden = true;
    const form = element("form", "row tight", input, submit, cancel);
    const results = element("div", "expression-results");
    const said = withRole(element("p", "visually-hidden"), "status");
    host.append(form, results, said);
    this.expressions = new Expressions(
      { form, input, cancel, results },
      { said: (text) => { said.textContent = text; }, changed() {} },
      { facts: facts.split(" ").filter(Boolean).map((name) => [name, "wide"]), thermograph: false },
    );
  }

  async run() {
    await this.expressions.restore([this.line]);
  }
}
