// Helpers to find and to create elements.

/** The element of the page with an identifier. */
export function byId(id) {
  return document.getElementById(id);
}

/** Lets screen readers read a text aloud. */
export function announce(text) {
  byId("announcer").textContent = text;
}

/** Creates an element with a class and contents. */
export function element(name, className, ...contents) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...contents);
  return node;
}

/** The colour of a player, which screen readers skip. */
export function dotOf(side) {
  return unread("span", `dot dot-${side}`);
}

/** Creates an element that screen readers skip. */
export function unread(name, className, ...contents) {
  const node = element(name, className, ...contents);
  node.setAttribute("aria-hidden", "true");
  return node;
}

/** Creates a link. */
export function link(href, ...contents) {
  const node = element("a", "", ...contents);
  node.href = href;
  return node;
}

/** An element with a role, and a name for screen readers if it has one; returns it. */
export function withRole(node, role, label) {
  node.setAttribute("role", role);
  if (label !== undefined) node.setAttribute("aria-label", label);
  return node;
}

/** Creates a field for a line of mathematics, with a name for screen readers if it has no other label. */
export function mathField(className, value, label) {
  const node = element("input", className);
  Object.assign(node, { type: "text", value, spellcheck: false, autocomplete: "off" });
  node.setAttribute("autocapitalize", "off");
  if (label) node.setAttribute("aria-label", label);
  return node;
}

/** Creates a group of the options of a list. */
export function optionGroup(label, options) {
  const node = element("optgroup", "", ...options);
  node.label = label;
  return node;
}

/** Creates a button with a text or other contents. */
export function button(contents, onClick, className = "") {
  const node = element("button", className, ...[contents].flat());
  node.type = "button";
  node.addEventListener("click", onClick);
  return node;
}
