// What scripts of the pages need of a page: it is imported before them. Elements have texts and attributes, and nothing is drawn;
// no test sends a request.

class Element {
  constructor(name) {
    this.name = name;
    this.dataset = {};
    this.attributes = {};
    this.nodes = [];
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  append(...nodes) {
    this.nodes.push(...nodes);
  }

  get textContent() {
    return this.nodes.map((node) => (typeof node === "string" ? node : node.textContent)).join("");
  }
}

globalThis.window = new EventTarget();
globalThis.document = { createElement: (name) => new Element(name), createTextNode: (textContent) => ({ textContent }) };
