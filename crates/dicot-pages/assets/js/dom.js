// Helpers to create elements.

/** Creates an element with a class and contents. */
export function element(name, className, ...contents) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...contents);
  return node;
}

/** Creates a button with a text or other contents. */
export function button(contents, onClick, className = "") {
  const node = element("button", className, ...[contents].flat());
  node.type = "button";
  node.addEventListener("click", onClick);
  return node;
}
