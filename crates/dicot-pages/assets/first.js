// Runs before the page is painted: says that there are scripts, and whether the welcome text was dismissed, so that nothing jumps.

document.documentElement.dataset.scripts = "";
try {
  const { page } = document.currentScript.dataset;
  if (localStorage.getItem(`dicot-welcome-${page}`) !== null) document.documentElement.dataset.welcomed = "";
} catch {
  // Without storage the welcome text is shown.
}
