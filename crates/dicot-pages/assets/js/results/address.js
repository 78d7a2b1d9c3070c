// The addresses of the pages of positions, which `dicot pages` makes; a server leads from them to the worksheet.

/** The path of the page of a position, as an address: dicot_pages::address::path. */
export function pathOf(rules, position) {
  const name = position.replaceAll(/[-_~]|^\./g, "~$&").replaceAll("/", "-").replaceAll(" ", "_");
  return `p/${rules}/${encodeURIComponent(name)}/`;
}
