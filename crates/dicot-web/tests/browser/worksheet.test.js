// Worksheets as files in the calculator: opened, evaluated, gone on with, saved.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { PHONE, picture, site, until, violations } from "./site.js";

const here = site();

const SHEET = `// # Switches
//
// A *hot* game.
g := {2|-1}
//= an old value
f(n) := if n <= 1 then
  1
else n*f(n-1) end;
f(5)
{1|*`;

const SAVED = `// # Switches
//
// A *hot* game.

g := {2|-1}
//= {2|-1}

f(n) := if n <= 1 then
  1
else n*f(n-1) end;

f(5)
//= 120

{1|*
//! at offset 4: expected \`|\`, \`,\` or \`}\` but the text ends

g.Mean > 0
//= true
`;

/** The browser reports the answer with an error. */
const REFUSED = /status of 422/;

test("a worksheet is opened, goes on, and is saved", () => here.watched(async (page) => {
  await page.goto("./");
  const calculator = page.getByRole("region", { name: "Worksheet" });
  const save = calculator.getByRole("button", { name: "Save" });
  assert.ok(await save.isDisabled());
  const file = { name: "sheet.dicot", mimeType: "text/plain", buffer: Buffer.from(SHEET) };
  await page.getByLabel("File with a worksheet").setInputFiles(file);
  await calculator.getByText("expected `|`, `,` or `}`").waitFor();
  await until("a text", async () => (await calculator.getByText("A *hot* game.").count()) === 1);
  await calculator.getByRole("textbox", { name: "Expression" }).fill("g.Mean > 0");
  await calculator.getByRole("button", { name: "Evaluate" }).click();
  await until("the answer", async () => /true$/.test(await calculator.getByRole("article").last().innerText()));
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  assert.equal(download.suggestedFilename(), "worksheet.dicot");
  assert.equal(await readFile(await download.path(), "utf8"), SAVED);
  assert.deepEqual(await violations(page), []);
}, { expected: REFUSED }));

test("boards are values: they have names, and lines that use them change when they are drawn", () => here.watched(async (page) => {
  const sheet = page.getByRole("region", { name: "Worksheet" });
  const lines = sheet.getByRole("article");
  const says = (index, text) => until(`line ${index}: ${text}`, async () => text.test(await lines.nth(index).innerText()));
  const type = async (line) => {
    await sheet.getByRole("textbox", { name: "Expression" }).fill(line);
    await sheet.getByRole("textbox", { name: "Expression" }).press("Enter");
  };
  await page.goto("./#rules=clobber&position=xo.");
  await page.getByRole("button", { name: "Add to the worksheet" }).click();
  await says(0, /^A[^]*∗[^]*the first player wins/);
  // Another board is a copy first, which is drawn then.
  await page.getByRole("button", { name: "Add to the worksheet" }).click();
  await page.getByRole("combobox", { name: "Ruleset" }).selectOption("nim");
  await page.getByRole("textbox", { name: "Position" }).fill("2+1");
  await says(1, /^B[^]*∗3/);
  await type("A + B");
  await says(2, /∗2/);
  await type("A > B");
  await says(3, /false/);
  await type("solve(A + B + A + B)");
  await says(4, /P/);
  await sheet.getByRole("button", { name: /^Draw A: Clobber, xo\./ }).click();
  await page.getByRole("button", { name: "Paint: Right", exact: true }).click();
  await page.getByRole("gridcell", { name: /^c1,/ }).click();
  await says(0, /^A[^]*↓[^]*Right wins/);
  await says(2, /↓∗3/);
  // Lines explain their values too.
  await lines.nth(1).getByRole("button", { name: "Why" }).click();
  const why = page.getByRole("dialog", { name: "Why this is the value" });
  await why.getByText("Nothing is dominated or reversible").or(why.getByText("is there twice")).first().waitFor();
  assert.match(await why.innerText(), /2>1 leaves 0/);
  await why.getByRole("button", { name: "Close" }).click();
  await lines.nth(2).getByRole("button", { name: "Unfold" }).click();
  const tree = page.getByRole("dialog", { name: "The options of the value, and theirs" });
  await until("options", async () => (await tree.locator("summary").count()) > 1);
  await tree.getByRole("button", { name: "Close" }).click();
  assert.deepEqual(await violations(page), []);
  // The link has all of it, and so has the history of the browser.
  const link = page.url();
  await page.goBack();
  await sheet.getByRole("button", { name: /^Draw B: Nim, 2\+1/, pressed: true }).waitFor();
  await sheet.getByRole("button", { name: /^Draw A: Clobber, xoo/, pressed: false }).waitFor();
  assert.equal(await lines.count(), 5);
  const other = await page.context().newPage();
  await other.goto(link);
  await until("the lines of the link", async () => (await other.getByRole("region", { name: "Worksheet" }).getByRole("article").count()) === 5);
  await other.getByRole("button", { name: /^Draw A: Clobber, xoo/, pressed: true }).waitFor();
  // A link with lines that is pasted has its own.
  await other.evaluate(() => { location.hash = "rules=nim&position=7&line=g := 2&line=g + 1"; });
  const pasted = other.getByRole("region", { name: "Worksheet" }).getByRole("article");
  await until("the lines of another link", async () => (await pasted.count()) === 2 && /3/.test(await pasted.nth(1).innerText()));
}));

test("lines are written in their place, moved and removed, and texts have links and code", () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=xo&line=g := 1/2&line=g + 1&line=g + 2");
  const sheet = page.getByRole("region", { name: "Worksheet" });
  const lines = sheet.getByRole("article");
  const says = (index, text) => until(`line ${index}: ${text}`, async () => text.test(await lines.nth(index).innerText()));
  await says(2, /5\/2/);
  await sheet.getByRole("button", { name: "Edit g := 1/2" }).click();
  await sheet.getByRole("textbox", { name: "Line of the worksheet" }).fill("g := 2");
  await page.keyboard.press("Enter");
  await says(1, /^g \+ 1[^]*3/);
  await says(2, /^g \+ 2[^]*4/);
  await sheet.getByRole("button", { name: "Move up g + 2" }).click();
  await says(1, /^g \+ 2/);
  await sheet.getByRole("button", { name: "Remove g + 1" }).click();
  await until("two lines", async () => (await lines.count()) === 2);
  await sheet.getByRole("button", { name: "Add a text" }).click();
  await sheet.getByRole("textbox", { name: "Line of the worksheet" }).fill("// See `g` and https://example.org/a, that is all.");
  await page.keyboard.press("Enter");
  assert.equal(await lines.last().getByRole("link").getAttribute("href"), "https://example.org/a");
  assert.equal(await lines.last().getByRole("code").innerText(), "g");
  await until("the link", () => decodeURIComponent(page.url()).endsWith("line=g := 2&line=g + 2&line=// See `g` and https://example.org/a, that is all."));
}));

test("lines are compared, copied, saved, explained and played", () => here.watched(async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const lines = ["A := clobber(\"xox/ox.\")", "B := nim(\"2+1\")", "A + B", "g := {0,v|*}", "C := clobber(\"xoxoxox/oxoxoxo/xoxoxox\")"];
  await page.goto(`./#rules=clobber&position=xo&${lines.map((line) => `line=${encodeURIComponent(line)}`).join("&")}`);
  const sheet = page.getByRole("region", { name: "Worksheet" });
  const line = (index) => sheet.getByRole("article").nth(index);
  const says = (index, text) => until(`line ${index}: ${text}`, async () => text.test(await line(index).innerText()));
  await says(4, /^C[^]*Who wins\?/);
  // Copies and files.
  const choose = async (index, group, name) => {
    const option = line(index).locator(`optgroup[label="${group}"] option`).filter({ hasText: new RegExp(`^${name}$`) });
    await line(index).getByRole("combobox", { name: /^Copy or save / }).selectOption(await option.getAttribute("value"));
  };
  const copies = async (index, group, name, text) => {
    await choose(index, group, name);
    await until(`${group}, ${name}`, async () => text.test(await page.evaluate(() => navigator.clipboard.readText())));
  };
  await copies(0, "Value", "text", /^\{\^\^\*\|\*,v\}$/);
  await copies(0, "Value", "LaTeX", /^\$\\\{.*\\mid.*\\\}\$$/);
  await copies(0, "Thermograph", "TikZ", /^% .*Thermograph[^]*tikzpicture/);
  await copies(0, "Board", "TikZ", /^% .*Board[^]*tikzpicture/);
  await copies(0, "Board", "text", /^xox\/ox\.$/);
  await copies(0, "Board", "embed code", /^<iframe src="http.*#rules=clobber&amp;position=xox\/ox\."/);
  const saves = async (index, group, name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), choose(index, group, name)]);
    return [download.suggestedFilename(), await readFile(await download.path())];
  };
  const [name, svg] = await saves(1, "Board", "SVG");
  assert.equal(name, "board.svg");
  assert.match(svg.toString(), /<svg[^]*Nim: 2\+1/);
  assert.equal((await saves(0, "Board", "PNG"))[1].subarray(1, 4).toString(), "PNG");
  assert.match((await saves(2, "Thermograph", "SVG"))[1].toString(), /<svg[^]*temperature/);
  // What is not drawn says so.
  await choose(1, "Board", "TikZ");
  await page.getByText("positions of nim are not drawn").waitFor();
  // Misère play, and who wins what is too large for a value.
  await line(2).getByRole("button", { name: "Misère" }).click();
  await says(2, /misère: Right wins, whoever starts \(R\)/);
  await line(4).getByRole("button", { name: "Who wins?" }).click();
  await says(4, /player wins|wins, whoever starts/);
  // Why, of a game in braces and of a sum.
  const why = page.getByRole("dialog", { name: "Why this is the value" });
  await line(3).getByRole("button", { name: "Why" }).click();
  await why.getByText(/Left’s ↓ is dominated by 0/).waitFor();
  await why.getByRole("button", { name: "Close" }).click();
  await line(2).getByRole("button", { name: "Why" }).click();
  await why.getByText(/^G = /).waitFor();
  await why.getByRole("button", { name: "Close" }).click();
  // Thermographs over each other: of the games that have names.
  await sheet.getByRole("button", { name: /^Remove C := / }).click();
  await sheet.getByRole("button", { name: "Compare thermographs" }).click();
  await sheet.getByRole("button", { name: "Edit [A, B, g].Plot([\"A\", \"B\", \"g\"])" }).waitFor();
  await until("the picture", async () => (await line(4).getByRole("img", { name: /A: .*thermograph.*B: .*g: / }).count()) === 1);
  await copies(4, "Picture", "TikZ", /^% .*Thermographs[^]*tikzpicture/);
  assert.deepEqual(await violations(page), []);
  await picture(page, "worksheet");
  await line(1).getByRole("link", { name: "Play" }).click();
  await until("the game", async () => /Your move/.test(await page.locator("#status").textContent()));
  assert.match(page.url(), /rules=nim&start=2%2B1|rules=nim&start=2\+1/);
}, { expected: REFUSED }));

test("boards of rules of one's own are lines, with their rules", () => here.watched(async (page) => {
  await page.goto("./");
  await page.getByRole("button", { name: "Your own rules" }).click();
  await page.getByRole("textbox", { name: "Ruleset file" }).fill("game hop\nletter x left\nletter o right\nletter . empty\nleft east: x. -> .x\nright west: o. -> .o\nstart x..o\n");
  await page.getByRole("button", { name: "Use these rules" }).click();
  const sheet = page.getByRole("region", { name: "Worksheet" });
  const lines = sheet.getByRole("article");
  const says = (index, text, of = lines) => until(`line ${index}: ${text}`, async () => text.test(await of.nth(index).innerText()));
  await until("the start", async () => (await page.getByRole("textbox", { name: "Position" }).inputValue()) === "x..o");
  for (const _ of "AB") await page.getByRole("button", { name: "Add to the worksheet" }).click();
  await says(0, /^hop rules of one’s own/);
  await says(2, /^B/);
  assert.equal(await lines.count(), 3);
  await page.getByRole("textbox", { name: "Position" }).fill("x.");
  await says(2, /^B[^]*1[^]*Left wins/);
  await sheet.getByRole("textbox", { name: "Expression" }).fill("B + B");
  await sheet.getByRole("textbox", { name: "Expression" }).press("Enter");
  await says(3, /^B \+ B[^]*2/);
  await lines.nth(2).getByRole("button", { name: "Why" }).click();
  await page.getByRole("dialog").getByText(/a1-b1 leaves 0/).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  // A link has all of it, also after another board is drawn.
  await page.getByRole("combobox", { name: "Ruleset" }).selectOption("nim");
  await page.getByRole("textbox", { name: "Position" }).fill("5");
  await says(2, /^B[^]*∗5/);
  await sheet.getByRole("button", { name: /^Draw A: / }).click();
  await until("the other board", async () => (await page.getByRole("textbox", { name: "Position" }).inputValue()) === "x..o");
  const other = await page.context().newPage();
  await other.goto(page.url().replace(/#.*?&line=/, "#rules=clobber&position=xo&line="));
  const theirs = other.getByRole("region", { name: "Worksheet" }).getByRole("article");
  await says(1, /^A[^]*(?:wins)/, theirs);
  await other.getByRole("button", { name: /^Draw A: hop, x\.\.o/ }).click();
  await until("their board", async () => (await other.getByRole("textbox", { name: "Position" }).inputValue()) === "x..o");
}));

test("an answer is that of the lines above, whatever was there before", () => here.watched(async (page) => {
  const sheet = page.getByRole("region", { name: "Worksheet" });
  const line = (index) => sheet.getByRole("article").nth(index);
  const says = (index, text) => until(`line ${index}: ${text}`, async () => text.test(await line(index).innerText({ timeout: 1000 }).catch(() => "")));
  const open = async (lines, more = "") => {
    await page.goto("about:blank");
    await page.goto(`./#rules=clobber&position=xo&${lines.map((text) => `line=${encodeURIComponent(text)}`).join("&")}${more}`);
  };
  const edit = async (name, text) => {
    await sheet.getByRole("button", { name: `Edit ${name}`, exact: true }).click();
    await sheet.getByRole("textbox", { name: "Line of the worksheet" }).fill(text);
    await page.keyboard.press("Enter");
  };
  // A line that cannot be read, and a name that is defined again below.
  await open(["n := 1", "1 +", "n + 10", "n := 5", "n + 10"]);
  await says(4, /15/);
  await says(2, /11/);
  // A definition that can no longer be read, and two in a line.
  await open(["g := 3", "g + 1", "a := 1; b := 2", "a + b"]);
  await says(3, /a \+ b[^]*3/);
  await edit("g := 3", "g := 1 +");
  await says(1, /unknown name/);
  await edit("g := 1 +", "h := 7");
  await says(0, /7/);
  await says(1, /unknown name/);
  await sheet.getByRole("button", { name: "Remove a := 1; b := 2" }).click();
  await says(2, /unknown name/);
  await page.getByRole("button", { name: "Bring back" }).click();
  await says(3, /a \+ b[^]*3/);
  // A name that was that of a ruleset is that again.
  await open(["clobber := 3", "A := clobber(\"xo\")"]);
  await says(1, /expected/);
  await sheet.getByRole("button", { name: "Remove clobber := 3" }).click();
  await says(0, /^A[^]*the first player wins/);
  // What is asked of a line has its names.
  await open(["A := clobber(\"xox/ox.\")", "A + nim(\"1\")", "A := nim(\"9\")"]);
  await says(2, /^A[^]*∗9/);
  for (const index of [0, 1]) {
    await line(index).getByRole("button", { name: "Misère" }).click();
    await says(index, /misère: Right wins, whoever starts/);
  }
  // Undo goes back to the board of the line before, and a component is looked at without its line.
  await open(["A := clobber(\"xo.xox\")", "B := nim(\"4\")"], "&drawn=A&position=xo.xox");
  await says(1, /^B[^]*∗4/);
  await sheet.getByRole("button", { name: /^Draw A: Clobber, xo\.xox/, pressed: true }).click();
  await sheet.getByRole("button", { name: /^Draw A: Clobber, xo\.xox/, pressed: false }).click();
  await sheet.getByRole("button", { name: /^Draw B: Nim, 4/ }).click();
  const position = page.getByRole("textbox", { name: "Position" });
  await until("the heap", async () => (await position.inputValue()) === "4");
  await page.getByRole("button", { name: "Undo" }).click();
  await until("the board", async () => (await position.inputValue()) === "xo.xox");
  await sheet.getByRole("button", { name: /^Draw B: Nim, 4/, pressed: false }).waitFor();
  await sheet.getByRole("button", { name: /^Draw A: /, pressed: true }).waitFor();
  await page.getByRole("button", { name: "Look at xox alone" }).or(page.getByTitle("Look at xox alone")).first().click();
  await until("the component", async () => (await position.inputValue()) === "xox");
  await sheet.getByRole("button", { name: /^Draw A: Clobber, xo\.xox/, pressed: false }).waitFor();
  // A board that was removed and is back is drawn like any other, and so is one of two with the same name.
  await sheet.getByRole("button", { name: /^Remove A := / }).click();
  await page.getByRole("button", { name: "Bring back" }).click();
  await says(0, /^A[^]*wins/);
  await sheet.getByRole("button", { name: /^Draw A: / }).click();
  await position.fill("xxo");
  await says(0, /^A[^]*↑/);
  await open(["A := clobber(\"xo\")", "A := nim(\"2\")"]);
  await says(1, /∗2/);
  for (const [name, text] of [[/^Draw A: Nim, 2/, "2"], [/^Draw A: Clobber, xo/, "xo"]]) {
    await sheet.getByRole("button", { name }).click();
    await until(text, async () => (await position.inputValue()) === text);
    await sheet.getByRole("button", { name, pressed: true }).waitFor();
  }
  await position.fill("xxo");
  await says(0, /^A[^]*↑/);
  await says(1, /^A[^]*∗2/);
  // Keys open a menu, and copy nothing on the way.
  await line(0).getByRole("combobox", { name: /^Copy or save / }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  assert.doesNotMatch(await page.locator("#done").textContent(), /copied|saved/);
}, { expected: REFUSED }));

test("no line of a worksheet is lost, and none has the answer of another", () => here.watched(async (page) => {
  const sheet = page.getByRole("region", { name: "Worksheet" });
  const lines = sheet.getByRole("article");
  const says = (index, text) => until(`line ${index}: ${text}`, async () => text.test(await lines.nth(index).innerText()));
  const position = page.getByRole("textbox", { name: "Position" });
  // A new line does not end the evaluation of those before it.
  const slow = Array.from({ length: 4 }, (_, number) => `line=g${number} := clobber("xoxo/oxox/xox${"xo."[number % 3]}")`);
  await page.goto(`./#rules=clobber&position=xo&${slow.join("&")}`);
  await until("the lines", async () => (await lines.count()) === 4);
  await sheet.getByRole("textbox", { name: "Expression" }).fill("1+1");
  await sheet.getByRole("textbox", { name: "Expression" }).press("Enter");
  await says(4, /^1\+1[^]*2/);
  for (let index = 0; index < 4; index++) assert.match(await lines.nth(index).innerText(), /wins/);
  // A line that is written changes the board that is drawn.
  await page.goto("about:blank");
  await page.goto('./#rules=clobber&position=xo&line=A := clobber("xo")&line=B := nim("4")&line=A + B&drawn=A');
  await says(2, /∗5/);
  await sheet.getByRole("button", { name: /^Edit A := / }).click();
  await sheet.getByRole("textbox", { name: "Line of the worksheet" }).fill('A := clobber("xoo")');
  await page.keyboard.press("Enter");
  await until("the board", async () => (await position.inputValue()) === "xoo");
  await says(2, /↓∗4/);
  // A line that is being written is left alone while a board is drawn, and a board that is left at once has its value.
  await sheet.getByRole("button", { name: "Edit A + B" }).click();
  await sheet.getByRole("textbox", { name: "Line of the worksheet" }).fill("A + B + 7");
  await position.fill("xo");
  await sheet.getByRole("button", { name: /^Draw B: Nim, 4/ }).click();
  await says(0, /∗[^]*the first player wins/);
  await sheet.getByRole("textbox", { name: "Line of the worksheet" }).press("Enter");
  await says(2, /7∗5/);
  // A sum is no board of one ruleset: the line stays.
  await page.getByRole("combobox", { name: "Ruleset" }).selectOption("sum");
  await until("nothing drawn", async () => (await sheet.getByRole("button", { pressed: true }).count()) === 0);
  await sheet.getByRole("button", { name: /^Draw B: Nim, 4/ }).waitFor();
  // A name that is gone is no name.
  await sheet.getByRole("button", { name: /^Remove A := / }).click();
  await until("an error", async () => (await lines.nth(1).locator(".bad").count()) === 1);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= PHONE.viewport.width, `the page is ${width} wide`);
}, { ...PHONE, expected: /status of 422/ }));
