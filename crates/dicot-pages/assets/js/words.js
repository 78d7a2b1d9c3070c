// Texts in the language of the page. A page in another language has the translations of all texts that its scripts pass to `t`.

/** The translations by their texts; none on a page in English, or without a page. */
const WORDS = JSON.parse(globalThis.document?.querySelector?.("script#words")?.textContent ?? "{}");

/** The translation of a text, or else the text, in which `{name}` is replaced by `values.name`. */
export function t(text, values = {}) {
  return (WORDS[text] ?? text).replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A text of `t` as a list of texts and nodes: `{name}` becomes `nodes.name`, a node or a list of them. */
export function withNodes(text, nodes) {
  return text.split(/\{(\w+)\}/).flatMap((part, index) => (index % 2 === 1 ? nodes[part] ?? `{${part}}` : part)).filter((part) => part !== "");
}
