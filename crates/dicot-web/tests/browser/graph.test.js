// Graphs in the explorer: drawn with the mouse, with keys and by touch, and played.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, SAME, draw, picture, site, swipe, until } from "./site.js";

const here = site();

const position = (page) => page.getByRole("textbox", { name: "Position" });
const tool = (page, name) => page.getByRole("button", { name, exact: true });
const vertex = (page, number) => page.getByRole("button", { name: new RegExp(`^vertex ${number},`) });
const edge = (page, ends) => page.getByRole("button", { name: new RegExp(`^edge ${ends}`) });

async function open(page, rules, text, more = "") {
  await page.goto(`./#rules=${rules}&position=${encodeURIComponent(text)}${more}`);
  await page.getByRole("group", { name: /^Graph of/ }).waitFor();
}

const positionIs = (page, text) => until(`the position ${text}`, async () => (await position(page).inputValue()) === text);

/** The middle of a vertex on the sheet. */
async function placeOf(page, number) {
  const sheet = await page.getByRole("group", { name: /^Graph of/ }).boundingBox();
  const [x, y] = await middle(vertex(page, number));
  return [Math.round(x - sheet.x), Math.round(y - sheet.y)];
}

/** The middle of an element, or a place beside it. */
async function middle(node, [across, down] = [0, 0]) {
  const { x, y, width, height } = await node.boundingBox();
  return [x + width / 2 + across, y + height / 2 + down];
}

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
}

test("Hackenbush is drawn with the mouse, and its value read", () => here.watched(async (page) => {
  await open(page, "hackenbush", "n=1");
  const ground = await middle(page.getByRole("button", { name: /^ground/ }));
  const [stem, twig] = [[ground[0], ground[1] - 110], [ground[0], ground[1] - 220]];
  await drag(page, ground, stem);
  await tool(page, "Draw: red edges").click();
  await drag(page, stem, twig);
  await positionIs(page, "n=3 0-1:b 1-2:r");
  const value = page.getByRole("region", { name: "Value", exact: true }).getByRole("math").first();
  await until("the value 1/2", async () => (await value.textContent()) === "1/2");
  // A parallel edge, a loop, and another colour.
  await tool(page, "Draw: green edges").click();
  await drag(page, twig, stem);
  await page.mouse.move(...twig);
  await page.mouse.down();
  await page.mouse.move(twig[0] + 80, twig[1], { steps: 3 });
  await page.mouse.move(...twig, { steps: 3 });
  await page.mouse.up();
  await positionIs(page, "n=3 0-1:b 1-2:r 1-2:g 2-2:g");
  await edge(page, "0-1").click();
  await positionIs(page, "n=3 0-1:g 1-2:r 1-2:g 2-2:g");
  await picture(page, "graph");
  // The link keeps where the vertices are.
  await tool(page, "Move vertices").click();
  await drag(page, twig, [twig[0] + 100, twig[1]]);
  const moved = await placeOf(page, 2);
  assert.ok(moved[0] > (await placeOf(page, 1))[0] + 80);
  await page.reload();
  await vertex(page, 2).waitFor();
  assert.deepEqual(await placeOf(page, 2), moved);
  await tool(page, "Arrange").click();
  assert.notDeepEqual(await placeOf(page, 2), moved);
  await tool(page, "Remove").click();
  await vertex(page, 1).click();
  await positionIs(page, "n=2 1-1:g");
  await edge(page, "1-1, green, not connected to the ground").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await positionIs(page, "n=3 0-1:g 1-2:r 1-2:g 2-2:g");
}, { viewport: { width: 1280, height: 1000 } }));

/** The name of what has the focus. */
const focused = (page) => page.evaluate(() => document.activeElement.getAttribute("aria-label"));

test("a graph is drawn with the keyboard alone", () => here.watched(async (page) => {
  await open(page, "snort", "n=2 0-1");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "vertex 0, joined to 1");
  for (const key of ["e", "n"]) await page.keyboard.press(key);
  assert.equal(await focused(page), "vertex 2, joined to 0");
  for (const key of ["l", "PageUp", "e", "PageDown", "e"]) await page.keyboard.press(key);
  await positionIs(page, "n=3 0-1 0-2 1-2 | 2:L");
  await page.keyboard.press("End");
  assert.equal(await focused(page), "edge 1-2");
  await page.keyboard.press("Delete");
  await positionIs(page, "n=3 0-1 0-2 | 2:L");
  for (const key of ["Home", "ArrowRight"]) await page.keyboard.press(key);
  assert.match(await focused(page), /^edge 0-1/);
  await page.keyboard.press("Control+z");
  await positionIs(page, "n=3 0-1 0-2 1-2 | 2:L");
}));

test("a graph is drawn by touch", () => here.watched(async (page) => {
  await open(page, "col", "path 3");
  await vertex(page, 0).tap();
  await vertex(page, 2).tap();
  await positionIs(page, "n=3 0-1 0-2 1-2");
  await page.touchscreen.tap(...await middle(vertex(page, 1), [0, 80]));
  await positionIs(page, "n=4 0-1 0-2 1-2");
  await tool(page, "Label: Left").tap();
  await vertex(page, 3).tap();
  await positionIs(page, "n=4 0-1 0-2 1-2 | 3:L");
  await until("the letters of both components", async () => (await page.locator("#graph .letter").allTextContents()).join("") === "AB");
  await picture(page, "graph-phone");
}, PHONE));

test("swiping over a graph scrolls; a pen draws, and a finger moves a vertex with its tool", () => here.watched(async (page) => {
  await open(page, "col", "path 3");
  const scrolled = () => page.evaluate(() => scrollY);
  await vertex(page, 1).scrollIntoViewIfNeeded();
  const start = await scrolled();
  await swipe(vertex(page, 1), 150);
  await until("the page scrolls", async () => (await scrolled()) > start + 50);
  await positionIs(page, "path 3");
  await draw(vertex(page, 0), vertex(page, 2));
  await positionIs(page, "n=3 0-1 0-2 1-2");
  await tool(page, "Move vertices").tap();
  const [before, there] = [await placeOf(page, 1), await scrolled()];
  await swipe(vertex(page, 1), 60);
  await until("the vertex at another place", async () => (await placeOf(page, 1)).join() !== before.join());
  assert.equal(await scrolled(), there);
}, PHONE));

test("a move is shown on the graph before it is played, and vertices stay where they are", () => here.watched(async (page) => {
  await open(page, "arc-kayles", "grid 3x4", "&mode=moves");
  await edge(page, "0-1, (?:can be played|wins)").waitFor();
  const before = await placeOf(page, 11);
  await page.getByRole("region", { name: "Left" }).getByRole("button", { name: /^5-6/ }).hover();
  await page.locator("#readout").getByText("Left 5-6 leaves").waitFor();
  await edge(page, "5-6").click();
  await positionIs(page, "n=12 0-1 0-4 1-2 2-3 3-7 4-8 7-11 8-9 9-10 10-11");
  assert.equal(await vertex(page, 5).count(), 0);
  assert.deepEqual(await placeOf(page, 11), before);
  await page.getByRole("navigation", { name: "Moves played" }).getByRole("button", { name: "Start" }).click();
  await positionIs(page, "grid 3x4");
}));

test("a graph that cannot be drawn is a text", () => here.watched(async (page) => {
  await open(page, "col", "path 3");
  await position(page).fill("path 70");
  await page.getByText("Only graphs of up to 64 vertices").waitFor();
  await position(page).fill("n=2 0-1");
  await page.getByRole("group", { name: "Graph of 2 vertices and 1 edges" }).waitFor();
}, { expected: /status of 422/ }));

test("the page says which of the scripts that few visits need cannot be loaded", { skip: SAME }, () => here.watched(async (page) => {
  const late = /\/(?:graphs|howto)\.[^/]*js$/;
  await page.route(late, (route) => route.abort());
  await page.goto("./");
  await tool(page, "How to play").click();
  await page.getByText("the script that shows rules cannot be loaded").waitFor();
  const rules = page.getByRole("combobox", { name: "Ruleset" });
  await rules.selectOption("col");
  await page.getByText("the script that draws graphs cannot be loaded").waitFor();
  await page.getByText("The graph is drawn once the script for it is loaded").waitFor();
  await page.unroute(late);
  await page.reload();
  await page.getByRole("group", { name: /^Graph of/ }).waitFor();
  await tool(page, "How to play").click();
  await page.getByRole("dialog", { name: "How to play Col" }).getByRole("figure").first().waitFor();
}, { expected: /ERR_FAILED|graphs|howto/ }));

test("a graph in the worksheet keeps the places of its vertices", () => here.watched(async (page) => {
  await open(page, "hackenbush", "n=3 0-1:b 1-2:r", "&places=300,440;140,300;420,120");
  const place = await placeOf(page, 2);
  await page.getByRole("button", { name: "Add to the worksheet" }).click();
  const board = page.getByRole("region", { name: "Worksheet" }).getByRole("button", { name: /^Draw A: Hackenbush/ });
  await page.getByRole("region", { name: "Worksheet" }).getByRole("math", { name: "1 over 2" }).waitFor();
  // Another board is drawn, and then this one again, also after a reload.
  await board.click();
  await page.getByRole("combobox", { name: "Ruleset" }).selectOption("nim");
  await page.getByRole("button", { name: /^heap 1, stone 1/ }).waitFor();
  await page.reload();
  await board.click();
  await vertex(page, 2).waitFor();
  assert.deepEqual(await placeOf(page, 2), place);
}));
