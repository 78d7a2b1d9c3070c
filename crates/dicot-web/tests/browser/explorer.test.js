// The explorer: positions are drawn, read, walked down, shared and kept.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";

import { PHONE, SAME, SITE, draw, picture, site, swipe, until } from "./site.js";

const here = site();

/** Why a test that intercepts requests does not run on a site without a server. */
const WORKER = SITE && "requests to a worker cannot be intercepted";

/** A cell of the board, by its name. */
const cell = (page, name) => page.getByRole("gridcell", { name: new RegExp(`^${name},`) });

/** What is read aloud for the value of the position, such as "up plus star". */
const value = (page) => page.getByRole("region", { name: "Value", exact: true }).getByRole("math").first();

async function valueIs(page, spoken) {
  await until(`the value ${spoken}`, async () => {
    const shown = value(page);
    return (await shown.count()) === 1 && (await shown.getAttribute("aria-label")) === spoken;
  });
}

const position = (page) => page.getByRole("textbox", { name: "Position" });

/** What the server says of a position, as the page would read it aloud: from a page that shows just that. */
async function spokenValue(text) {
  let spoken;
  await here.watched(async (page) => {
    await page.goto(`./#rules=clobber&position=${text}`);
    await until("a value", async () => (await value(page).count()) === 1);
    spoken = await value(page).getAttribute("aria-label");
  });
  return spoken;
}

/** Empties the board, of so many columns and rows. */
async function board(page, width, height) {
  await page.getByRole("spinbutton", { name: "Width of the board" }).fill(String(width));
  await page.getByRole("spinbutton", { name: "Width of the board" }).press("Enter");
  await page.getByRole("spinbutton", { name: "Height of the board" }).fill(String(height));
  await page.getByRole("spinbutton", { name: "Height of the board" }).press("Enter");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await until("an empty board", async () => (await position(page).inputValue()) === Array(height).fill(".".repeat(width)).join("/"));
}

async function brush(page, name) {
  await page.getByRole("button", { name: `Paint: ${name}`, exact: true }).click();
}

test("a position is drawn, and its value read", () => here.watched(async (page) => {
  await page.goto("./");
  await board(page, 3, 2);
  await brush(page, "Left");
  for (const name of ["a2", "c2", "b1"]) await cell(page, name).click();
  await brush(page, "Right");
  for (const name of ["b2", "a1"]) await cell(page, name).click();
  assert.equal(await position(page).inputValue(), "xox/ox.");
  await valueIs(page, await spokenValue("xox/ox."));
  const outcome = page.getByRole("region", { name: "Value", exact: true });
  await until("the outcome", async () => (await outcome.textContent()).includes("the first player wins"));
  await picture(page, "explorer");
}));

/** The elements whose first contents the page has before its scripts run. */
const FIRST = ["board", "brushes", "readout", "value", "symbols", "facts", "components", "left-moves", "right-moves"];

test("the page comes with what its scripts make of the first position; if not, the file is written anew", { skip: SAME }, () => here.watched(async (page) => {
  await page.goto("./");
  await page.getByRole("option", { name: "Nim", exact: true }).waitFor({ state: "attached" });
  // The security policy allows no styles in attributes.
  const contents = (await page.evaluate((ids) => ids.map((id) => `${id} ${document.getElementById(id).innerHTML}\n`).join(""), FIRST)).replaceAll(/ style="[^"]*"/g, "");
  const file = new URL("../../../dicot-pages/pages/first_contents.txt", import.meta.url);
  const before = await readFile(file, "utf8");
  if (contents !== before) await writeFile(file, contents);
  assert.ok(before === contents, `${file} is written anew: look at it and commit it`);
  // Before the scripts run, a link to another position shows nothing of the first one.
  await page.route(/\/js\//, () => {});
  await page.goto("about:blank");
  await page.goto("./#rules=nim&position=3", { waitUntil: "commit" });
  await page.locator("#value").waitFor({ state: "attached" });
  assert.equal(await page.getByRole("math").first().isVisible(), false);
  await page.goto("about:blank");
  await page.goto("./", { waitUntil: "commit" });
  await page.getByText("The first player wins", { exact: true }).waitFor();
}));

test("dragging paints, undo takes it back, and the other tools change the board", () => here.watched(async (page) => {
  await page.goto("./");
  await board(page, 3, 2);
  await brush(page, "Left");
  const [from, to] = [await cell(page, "a2").boundingBox(), await cell(page, "c2").boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  assert.equal(await position(page).inputValue(), "xxx/...");
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await position(page).inputValue(), ".../...");
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByRole("button", { name: "Mirror top and bottom" }).click();
  assert.equal(await position(page).inputValue(), ".../xxx");
  await page.getByRole("button", { name: "Exchange the colours" }).click();
  assert.equal(await position(page).inputValue(), ".../ooo");
  await page.getByRole("button", { name: /^Transpose/ }).click();
  assert.equal(await position(page).inputValue(), ".o/.o/.o");
}));

test("moves are walked down, and breadcrumbs and the back button come back", () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=xox/ox.");
  await valueIs(page, await spokenValue("xox/ox."));
  const left = page.getByRole("region", { name: "Left" });
  await until("the moves", async () => (await left.getByRole("button").count()) > 0);
  // Hovering a move shows the value that it leads to.
  const move = left.getByRole("button", { name: /^c2-b2/ });
  await move.hover();
  await move.click();
  const root = await spokenValue("xox/ox.");
  const next = await spokenValue("xx./ox.");
  await valueIs(page, next);
  const path = page.getByRole("navigation", { name: "Moves played" });
  await path.getByRole("button", { name: "Start" }).click();
  await valueIs(page, root);
  await page.goBack();
  await valueIs(page, next);
  await page.goBack();
  await valueIs(page, root);
}));

test("a reload and a link hold the whole state", () => here.watched(async (page, context) => {
  await page.goto("./#rules=clobber&position=xox/ox.");
  const left = page.getByRole("region", { name: "Left" });
  await left.getByRole("button", { name: /^c2-b2/ }).click();
  const calculator = page.getByRole("textbox", { name: "Expression" });
  await calculator.fill("g := {1|*} + ^");
  await page.getByRole("button", { name: "Evaluate" }).click();
  await until("the line", async () => (await page.getByRole("button", { name: "Edit g := {1|*} + ^" }).count()) === 1);
  const shown = await position(page).inputValue();
  const link = page.url();
  await page.reload();
  const same = async (page) => {
    await until("the position", async () => (await position(page).inputValue()) === shown);
    await page.getByRole("button", { name: "Edit g := {1|*} + ^" }).waitFor();
    await page.getByRole("navigation", { name: "Moves played" }).getByRole("button", { name: /c2-b2/ }).waitFor();
  };
  await same(page);
  const other = await context.newPage();
  await other.goto(link);
  await same(other);
}));

test("two tabs know nothing of each other", () => here.watched(async (one, context) => {
  const two = await context.newPage();
  await one.goto("./#rules=clobber&position=xo");
  await two.goto("./#rules=clobber&position=xxo");
  await valueIs(one, await spokenValue("xo"));
  await valueIs(two, await spokenValue("xxo"));
  const evaluate = async (page, line, value) => {
    await page.getByRole("textbox", { name: "Expression" }).fill(line);
    await page.getByRole("button", { name: "Evaluate" }).click();
    const answer = page.getByRole("region", { name: "Worksheet" }).getByRole("article").last();
    await until(`${line} = ${value}`, async () => (await answer.getByRole("math").first().textContent({ timeout: 500 }).catch(() => "")) === value);
  };
  await evaluate(one, "g := 3/4", "3/4");
  await evaluate(two, "g := 5/8", "5/8");
  await evaluate(one, "g + 1", "7/4");
  await evaluate(two, "g + 1", "13/8");
}));

test("with the keyboard alone", () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=.../ox.");
  await until("the rulesets", async () => (await page.getByRole("button", { name: "Paint: Left", exact: true }).count()) === 1);
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Skip to the board");
  await page.keyboard.press("Enter");
  assert.match(await focused(page), /^[a-c]\d, /);
  assert.equal(await position(page).inputValue(), ".../ox.");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("Home");
  for (const key of [..."oxo"]) {
    await page.keyboard.press(key);
    await page.keyboard.press("ArrowRight");
  }
  assert.equal(await position(page).inputValue(), "oxo/ox.");
  await valueIs(page, await spokenValue("oxo/ox."));
  // On to the moves of the list, of which one is made.
  await walkTo(page, /^[abc]\d-[abc]\d/);
  const name = (await focused(page)).slice(0, 5);
  await page.keyboard.press("Enter");
  await until("the move", async () => (await position(page).inputValue()) !== "oxo/ox.");
  assert.ok((await focused(page)).includes(name), "the focus is on the move's breadcrumb");
  await page.keyboard.press("Control+z");
  assert.equal(await position(page).inputValue(), "oxo/ox.");
}));

/** The name, or the text, of what has the focus. */
function focused(page) {
  return page.evaluate(() => {
    const node = document.activeElement;
    return node.getAttribute("aria-label") ?? node.textContent.trim().replace(/\s+/g, " ");
  });
}

/** Presses the tabulator key until something of that name has the focus. */
async function walkTo(page, name) {
  for (let step = 0; step < 80; step++) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the tabulator key never comes to ${name}`);
}

test("what is too large is refused at once, and solved instead", () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=xoxoxox/oxoxoxo/xoxoxox");
  const region = page.getByRole("region", { name: "Value", exact: true });
  await region.getByRole("button", { name: "Solve for the outcome instead" }).click();
  await until("the outcome", async () => /player wins|wins, whoever starts|Not found out/.test(await region.textContent()));
}, { expected: /status of 422/ }));

test("on a phone", () => here.watched(async (page) => {
  await page.goto("./");
  await page.getByRole("button", { name: "Paint: Right", exact: true }).tap();
  await cell(page, "c1").tap();
  await until("the stone", async () => (await position(page).inputValue()) === "xox/oxo");
  await valueIs(page, await spokenValue("xox/oxo"));
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= PHONE.viewport.width, `the page is ${width} wide`);
  await picture(page, "explorer-phone");
}, PHONE));

const scrolled = (page) => page.evaluate(() => scrollY);

test("swiping over a board scrolls; a tap and a pen draw", () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=xoxoxo/oxoxox/xoxoxo/oxoxox");
  await cell(page, "c3").waitFor();
  await cell(page, "c2").scrollIntoViewIfNeeded();
  const start = await scrolled(page);
  await swipe(cell(page, "c2"), 150);
  await until("the page scrolls", async () => (await scrolled(page)) > start + 50);
  assert.equal(await position(page).inputValue(), "xoxoxo/oxoxox/xoxoxo/oxoxox");
  await page.getByRole("button", { name: "Paint: empty", exact: true }).tap();
  await cell(page, "a4").tap();
  await until("the cell", async () => (await position(page).inputValue()) === ".oxoxo/oxoxox/xoxoxo/oxoxox");
  await draw(cell(page, "a3"), cell(page, "f3"));
  await until("the row", async () => (await position(page).inputValue()) === ".oxoxo/....../xoxoxo/oxoxox");
  await page.getByRole("button", { name: "Undo" }).tap();
  await until("a stroke is one step", async () => (await position(page).inputValue()) === ".oxoxo/oxoxox/xoxoxo/oxoxox");
}, PHONE));

for (const [kind, options, widths] of [["desk", {}, [24, 40]], ["phone", PHONE, [16, 20, 40]]]) {
  test(`all columns of a wide board can be reached: ${kind}`, () => here.watched(async (page) => {
    for (const width of widths) {
      await page.goto("about:blank");
      await page.goto(`./#rules=domineering&position=${".".repeat(width)}`);
      await cell(page, "a1").waitFor();
      await page.evaluate(() => document.getElementById("board").scrollTo(0, 0));
      const [host, first] = await Promise.all([page.locator("#board").boundingBox(), cell(page, "a1").boundingBox()]);
      assert.ok(first.x >= host.x, `of ${width} columns, the first is ${host.x - first.x} to the left of the board`);
      const right = await page.evaluate(() => {
        const board = document.getElementById("board");
        board.scrollTo(1e6, 0);
        return board.getBoundingClientRect().right - board.querySelector(".cell:last-child").getBoundingClientRect().right;
      });
      assert.ok(right >= 0, `of ${width} columns, the last is ${-right} to the right of the board`);
    }
  }, options));
}

const region = (page, name) => page.getByRole("region", { name, exact: true });

test("when the server does not answer, nothing of the position before stays", { skip: WORKER }, () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=xox/ox.");
  await valueIs(page, await spokenValue("xox/ox."));
  const readout = page.locator("#readout");
  assert.notEqual(await readout.textContent(), "");
  await page.route("**/api/value", (route) => route.abort());
  await position(page).fill("xxo/oxo");
  const card = region(page, "Value");
  await until("the reason", async () => (await card.textContent()).includes("is dicot serve still running?"));
  assert.doesNotMatch(await card.textContent(), /\?\./);
  assert.equal(await readout.textContent(), "");
  // Blank cards are not shown.
  for (const name of ["Thermograph", "Components", "Moves"]) assert.equal(await region(page, name).count(), 0, name);
  await page.unroute("**/api/value");
  await card.getByRole("button", { name: "Try again" }).click();
  await valueIs(page, await spokenValue("xxo/oxo"));
  await region(page, "Moves").waitFor();
}, { expected: /Failed to load resource/ }));

test("a thermograph of the calculator covers nothing", () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=xo&line=%7B4%7C%7B2%7C-4%7D%7D&line=%7B2%7C-1%7D%2B%5E*");
  const results = region(page, "Worksheet").getByRole("article");
  await until("two results", async () => (await results.getByRole("img").count()) === 2);
  for (const result of await results.all()) {
    const [box, picture] = [await result.boundingBox(), await result.getByRole("img").boundingBox()];
    assert.ok(picture.y + picture.height <= box.y + box.height, "the picture ends in its box");
    assert.ok(picture.width <= box.width && picture.height > 100);
  }
}));

/** The size of the type in a thermograph, in pixels of the page. */
function typeSize(picture) {
  return picture.evaluate(async (node) => {
    await node.decode();
    const svg = new DOMParser().parseFromString(decodeURIComponent(node.src.split(",").slice(1).join(",")), "image/svg+xml");
    const [, , width] = svg.documentElement.getAttribute("viewBox").split(" ").map(Number);
    return (12 * node.getBoundingClientRect().width) / width;
  });
}

for (const [kind, options] of [["desk", {}], ["phone", PHONE]]) {
  test(`the type of thermographs can be read: ${kind}`, () => here.watched(async (page) => {
    await page.goto("./#rules=domineering&position=.../...&line=%7B4%7C%7B2%7C-4%7D%7D");
    for (const name of ["Thermograph", "Worksheet"]) {
      const picture = region(page, name).getByRole("img");
      await picture.waitFor();
      const size = await typeSize(picture);
      assert.ok(size >= 10, `${name}: ${size} pixels`);
    }
    await page.getByRole("button", { name: "Enlarge" }).click();
    const large = page.getByRole("dialog", { name: "Thermograph" }).getByRole("img");
    await until("the usual picture with its title", async () => (await large.getAttribute("src")).includes("class%3D%22title%22"));
  }, options));
}

test("a long value shows its beginning and its length, and on demand all of it", () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=xoxoxoxoxoxoxoxoxoxo");
  const card = region(page, "Value");
  await until("the length", async () => (await card.textContent()).includes("(10,244 characters)"));
  assert.match(await card.getByRole("math").first().textContent(), /^±\{\{\{0/);
  // Nothing of it is cut off.
  const box = page.locator("#value");
  assert.ok(await box.evaluate((node) => node.scrollHeight <= node.clientHeight));
  assert.equal(await region(page, "Moves").getByText("a text of").count(), 0);
  await card.getByRole("button", { name: "With names for its parts" }).click();
  const dialog = page.getByRole("dialog", { name: "The whole value" });
  assert.match(await dialog.locator("pre").textContent(), /^a := \{.*;\nb := /);
  await dialog.getByRole("button", { name: "Close" }).click();
  // The server sends the plain text of one that is not so long.
  await page.getByRole("textbox", { name: "Expression" }).fill("(+-{0,^*}) + {1|*} + {2|-1} + {3|^*} + {5|^}");
  await page.getByRole("button", { name: "Evaluate" }).click();
  await region(page, "Worksheet").getByRole("button", { name: "With names for its parts" }).click();
  await until("the names", async () => (await dialog.locator("pre").textContent()).startsWith("a := "));
  await dialog.getByRole("button", { name: "Copy the plain text" }).waitFor();
}));

test("on a phone the line below the board says who wins", () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=xoxoxoxoxo");
  const outcome = page.locator("#readout").getByText("wins");
  await outcome.waitFor();
  // All at once, since the line is written again when the rulesets are known.
  const [line, words, value] = await page.evaluate(() => ["#readout", "#readout .readout-outcome", "#readout [role=math]"].map((one) => document.querySelector(one).getBoundingClientRect().toJSON()));
  assert.ok(words.y >= line.y && words.y + words.height <= line.y + line.height, "who wins is seen");
  assert.ok(value.y + value.height <= line.y + line.height + 1, "the value is one line");
}, PHONE));

test("a fact that is explained says what it means for the position", () => here.watched(async (page) => {
  const card = region(page, "Value");
  const says = async (fact, text) => {
    await card.getByRole("button", { name: fact, exact: true }).click();
    const note = card.getByRole("group", { name: "Explanation" });
    await until(`${fact}: ${text}`, async () => (await note.count()) === 1 && (await note.textContent()).includes(text));
    await page.keyboard.press("Escape");
  };
  const go = async (rules, text, shown) => {
    await page.goto("about:blank");
    await page.goto(`./#rules=${rules}&position=${text}`);
    await valueIs(page, shown);
  };
  await go("domineering", ".../...", "game 2 bar minus 1 over 2 end");
  await says("Outcome", "Here: the first player wins: the value is confused with 0.");
  await says("Temperature", "Here: 5/4: who moves first gains up to 5/4 over the mean, 3/4.");
  await says("Mean", "Here: 3/4: in many copies of it, each puts Left ahead by 3/4.");
  await says("Left stop", "Here: 2: the number that best play reaches first if Left starts.");
  await says("Right stop", "Here: −1/2: the number that best play reaches first if Right starts.");
  await says("Nim value", "Here: none, since the value is not a nimber.");
  await says("Kind", "of this kind.");
  // The same term, for the next position.
  await position(page).fill("./.");
  await valueIs(page, "1");
  await says("Temperature", "Here: −1: the value is a number, so nobody wants to move on it.");
  await go("clobber", "xox", "star");
  await says("Temperature", "Here: 0: the value is an infinitesimal, so moves on it decide only who moves last.");
  await says("Atomic weight", "Here: 0: less than one up, so the weight does not decide who wins.");
  await says("Nim value", "Here: 1: in every sum, a heap of that size in Nim can replace the position.");
  await says("Birthday", "Here: 1: play in the canonical form lasts at most that many moves.");
  await says("Followers", "Here: 2 different games can arise from the value, itself included.");
  await go("clobber", "oxxxx", "three ups");
  await says("Atomic weight", "Here: 3: Left wins, whoever starts.");
}));

test("Combo's positions and moves are explained, and the sides of loopy values", () => here.watched(async (page) => {
  await page.goto("./#rules=combo&position=b2,.,w1");
  await region(page, "Moves").getByRole("button", { name: /^a1-b1 ×2/ }).waitFor();
  // What letters mean is another answer than the moves, and may come after them.
  await until("the meaning of letters", async () => /cells by ,: b2 two stones of Left, w1 one of Right/.test(await page.locator("#no-board").textContent()));
  await region(page, "Moves").getByRole("button", { name: /^a1-b1 ×2/ }).click();
  await page.getByRole("navigation", { name: "Moves played" }).getByRole("button", { name: /a1-b1 ×2/ }).waitFor();
  const calculator = region(page, "Worksheet");
  await page.getByRole("textbox", { name: "Expression" }).fill("on & over");
  await page.getByRole("button", { name: "Evaluate" }).click();
  await calculator.getByRole("button", { name: "Symbols" }).click();
  await until("the sides", async () => /its onside, if that counts as a win of Left/.test(await calculator.textContent()));
  await page.goto("about:blank");
  await page.goto("./#rules=combo&position=b1,./.,w1");
  await page.getByText("There is none, since play without end may be a draw here.").waitFor();
}));

test("the calculator reads the signs that pages print, and draws a thermograph that is asked for", () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=xo");
  const results = region(page, "Worksheet").getByRole("article");
  const type = async (line) => {
    const before = await results.count();
    await page.getByRole("textbox", { name: "Expression" }).fill(line);
    await page.getByRole("textbox", { name: "Expression" }).press("Enter");
    await until(`a result of ${line}`, async () => (await results.count()) > before && (await results.last().locator(".expression-value, .thermograph").count()) > 0);
    return results.last();
  };
  const lines = { "⇑∗": "double up star", "{1∣∗}": "game 1 bar star end", "tiny₂": "tiny ( 2 )", "2+tiny₂": "2 tiny ( 2 )", "↑²": "up to the power 2",
    "½↑∗": "1 over 2 up star", "3·↑": "three ups", "−1": "minus 1", "±1": "plus or minus 1", "⋆2": "star 2" };
  for (const [line, spoken] of Object.entries(lines)) {
    assert.equal(await (await type(line)).getByRole("math").first().getAttribute("aria-label"), spoken, line);
  }
  const drawn = await type("Thermograph({2|-1})");
  assert.match(await drawn.getByRole("img").getAttribute("alt"), /temperature 3\/2/i);
  assert.ok(await drawn.getByRole("img").isVisible());
  const plot = await type("[0,1,3,2].ScatterPlot");
  assert.match(await plot.getByRole("img").getAttribute("alt"), /^The numbers 1 to 4 of a list; the greatest is 3/);
  assert.ok(await plot.getByRole("img").isVisible());
  const table = await type("[n,n*n] for n from 1 to 2");
  assert.equal(await table.locator("pre").last().textContent(), "1 | 1\n--+--\n2 | 4");
  assert.match(await (await type("6*5")).textContent(), /the product is `6 \* 5`/);
}));

test("a link with only a ruleset shows the position that its choice in the list shows", () => here.watched(async (page) => {
  const names = ["domineering", "hackenbush", "kayles", "toads-and-frogs", "fission", "combo", "clobber"];
  for (const name of names) {
    await page.goto("about:blank");
    await page.goto(`./#rules=${name}`);
    await until(`a value of ${name}`, async () => (await value(page).count()) === 1);
    const shown = await position(page).inputValue();
    await page.goto("about:blank");
    await page.goto("./#rules=turn-and-eatcake&position=3x4");
    await until("the list", async () => (await page.getByRole("combobox", { name: "Ruleset" }).getByRole("option").count()) > 9);
    await page.getByRole("combobox", { name: "Ruleset" }).selectOption(name);
    await until(`the position of ${name}`, async () => (await position(page).inputValue()) === shown);
    await page.waitForURL(/#rules=.*&position=/);
  }
}));

test("a link to a ruleset that does not exist says so", () => here.watched(async (page) => {
  await page.goto("./#rules=chess&position=xo");
  await until("the reason", async () => (await region(page, "Value").textContent()).includes('Unknown ruleset "chess"'));
}, { expected: /status of 422/ }));

test("tiny and miny are words, which every font has", () => here.watched(async (page) => {
  await page.goto("./#rules=domineering&position=..../....");
  await until("the value", async () => (await value(page).count()) === 1);
  assert.match(await value(page).getAttribute("aria-label"), /^miny/);
  assert.equal((await value(page).textContent()).trim(), "miny2");
  assert.doesNotMatch(await page.locator("body").textContent(), /[⧾⧿]/);
  // A number and its index would read as one without a plus.
  await page.goto("./#rules=domineering&position=..../..../%23%23%23%23/.%23%23%23/.%23%23%23");
  await until("the sum", async () => (await value(page).textContent()).trim() === "1+miny2");
}));

test("what does not apply is not shown", () => here.watched(async (page) => {
  await page.goto("./#rules=kayles&position=7%2B5%2B1");
  await valueIs(page, "star 7");
  for (const name of ["Draw", "Moves", "Clear"]) {
    assert.equal(await page.getByRole("button", { name, exact: true }).count(), 0, name);
  }
  assert.equal(await page.getByRole("spinbutton").count(), 0);
  await page.getByRole("combobox", { name: "Ruleset" }).selectOption({ label: "Toads and Frogs" });
  await page.getByRole("spinbutton", { name: "Width of the board" }).waitFor();
  assert.equal(await page.getByRole("spinbutton", { name: "Height of the board" }).count(), 0);
}));

test("moves are written the same way in all games", () => here.watched(async (page) => {
  await page.goto("./#rules=konane&position=xo.o.&mode=moves");
  const left = region(page, "Left");
  await left.getByRole("button", { name: /^a1-e1/ }).waitFor();
  await cell(page, "a1").waitFor();
  await left.getByRole("button", { name: /^a1-c1/ }).click();
  await page.getByRole("navigation", { name: "Moves played" }).getByRole("button", { name: /a1-c1/ }).waitFor();
  assert.equal(await page.getByText("[0:0]").count(), 0);
  // The link keeps the notation of the server.
  assert.match(decodeURIComponent(page.url()), /move=left;\[0:0\]:\[0:2\]/);
}));

test("the best play says who starts", { skip: WORKER }, () => here.watched(async (page) => {
  await page.route("**/api/value", (route) => route.fulfill({ status: 422, json: { error: "too large for a test", limit: "size" } }));
  await page.goto("./#rules=konane&position=xo.o.");
  const card = region(page, "Value");
  await card.getByRole("button", { name: "Solve for the outcome instead" }).click();
  await until("the best play", async () => /Best play if Left starts: a1-[ce]1/.test(await card.textContent()));
  await region(page, "Moves").waitFor();
}, { expected: /status of 422/ }));

test("why a value is what it is, its options as a tree, and a game from here", () => here.watched(async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("./");
  await until("the value", async () => (await value(page).count()) === 1);
  await page.getByRole("button", { name: "Why", exact: true }).click();
  const why = page.getByRole("dialog", { name: "Why this is the value" });
  await why.getByText("is dominated by").waitFor();
  assert.match(await why.textContent(), /a2-b2 leaves ⇑∗/);
  await why.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Unfold" }).click();
  const tree = page.getByRole("dialog", { name: "The options of the value, and theirs" });
  // {⇑*|*,↓}: the first option of Left is ⇑*, whose option for Left is 0.
  await tree.getByText("⇑∗", { exact: true }).last().click();
  await until("the options of an option", async () => (await tree.getByRole("heading", { name: "Left" }).count()) === 2);
  await picture(page, "explorer-unfold");
  await tree.getByRole("button", { name: "Close" }).click();
  const copied = async (kind, text) => {
    await page.getByRole("combobox", { name: "Copy as" }).selectOption(kind);
    await until(`${kind} in the clipboard`, async () => text.test(await page.evaluate(() => navigator.clipboard.readText())));
  };
  await copied("text", /^\{\^\^\*\|\*,v\}$/);
  await copied("LaTeX", /^\$\\\{.*\\mid.*\\\}\$$/);
  const tikz = page.getByRole("combobox", { name: "Copy as" }).getByRole("option", { name: "TikZ" });
  for (const [index, title] of ["Thermograph", "Board"].entries()) {
    await page.getByRole("combobox", { name: "Copy as" }).selectOption(await tikz.nth(index).getAttribute("value"));
    await until(title, async () => new RegExp(`^% A picture for LaTeX[^]*${title}[^]*tikzpicture`).test(await page.evaluate(() => navigator.clipboard.readText())));
  }
  await copied("embed code", /^<iframe src="http.*#rules=clobber&amp;position=xox\/ox\."/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "PNG" }).click()]);
  assert.equal((await readFile(await download.path())).subarray(1, 4).toString(), "PNG");
  await page.getByRole("link", { name: "Play from here" }).click();
  await until("the game", async () => /Your move/.test(await page.locator("#status").textContent()));
  await until("the board", async () => (await page.getByRole("gridcell").count()) === 6);
}));

test("moves of heaps, cakes and sums are pointed at", () => here.watched(async (page) => {
  const open = async (hash) => {
    await page.goto("about:blank");
    await page.goto(`./#${hash}`);
  };
  const positionIs = (text) => until(text, async () => (await position(page).inputValue()) === text);
  await open("rules=kayles&position=7");
  await valueIs(page, "star 2");
  await page.getByRole("button", { name: /^row 1, pin 4 of 7, can be played/ }).click();
  await page.getByRole("button", { name: /^row 1, pin 4 of 7, .*picked/ }).click();
  await positionIs("3+3");
  await valueIs(page, "0");
  await page.getByRole("button", { name: "Undo" }).click();
  await positionIs("7");
  await open("rules=cutcake&position=2x3");
  await page.getByRole("button", { name: /^cake 1, between rows 1 and 2, can be played/ }).press("Enter");
  await positionIs("1x3+1x3");
  await open("rules=sum");
  await page.getByRole("button", { name: /^part B, heap 2, stone 2 of 3, can be played/ }).click();
  await positionIs("hackenbush:n=4 0-1:b 0-3:g 1-2:r + nim:2+1 + clobber:xox/ox.");
  await picture(page, "explorer-sum");
}));
