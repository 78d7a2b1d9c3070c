// Runs before the page is painted: says that there are scripts, whether the link has a state, so that the page does not show its first
// one, and whether the welcome text was dismissed, so that nothing jumps. A first visit begins with three games.

document.documentElement.dataset.scripts = "";
if (location.hash.length > 1) document.documentElement.dataset.linked = "";
try {
  const { page } = document.currentScript.dataset;
  const isFirst = localStorage.getItem("dicot-visited") === null;
  // Where this cannot be kept, the explorer is shown.
  localStorage.setItem("dicot-visited", "yes");
  if (isFirst && page === "explore" && location.hash.length <= 1) location.replace(`welcome/${location.search}`);
  if (localStorage.getItem(`dicot-welcome-${page}`) !== null) document.documentElement.dataset.welcomed = "";
} catch {
  // Without storage the welcome text is shown.
}
