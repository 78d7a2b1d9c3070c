// The course: its boards, its games against the bot, and its exercises. That its texts and answers are right is tested
// without a browser, in tests/it/learn.rs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { PHONE, SAME, picture, site, until, violations } from "./site.js";

const here = site();

const group = (page, name) => page.getByRole("group", { name, exact: true });
const cell = (place, name) => place.getByRole("gridcell", { name: new RegExp(`^${name},`) });
const exercise = (page, number) => page.getByRole("region", { name: `Exercise ${number}`, exact: true });
const status = (place) => place.getByRole("status").first();

const item = (place, name) => place.getByRole("button", { name: new RegExp(`^${name},`) });
const says = (place, pattern) => until(String(pattern), async () => pattern.test(await place.locator(".exercise-status").textContent()));
const check = (place) => place.getByRole("button", { name: "Check" }).click();

/** An exercise: its attributes and its question. */
const asked = (id, attributes, question = "<p>A question.</p>") => `<section class="exercise" id="${id}" ${attributes}>${question}
  <details><summary>Hint</summary><p>A hint.</p></details><details><summary>Solution</summary><p>A solution.</p></details></section>`;

/** The service worker of a site would answer with the texts of the course. */
const FIXTURES = { serviceWorkers: "block" };

/** Opens a chapter with another text, since those of the course change. */
async function chapter(page, text, name = "games") {
  await page.route(`**/learn/${name}/`, async (route) => {
    const response = await route.fetch().catch(() => null);
    const whole = await response?.text().catch(() => null);
    // The test is over.
    if (!whole) return;
    const body = whole.replace(/(<h1 id="start">[^<]*<\/h1>)[^]*(<nav class="chapter-nav")/, (_, before, after) => before + text + after);
    await route.fulfill({ response, body });
  });
  await page.goto(`./learn/${name}/`);
}

/** The text of a file that a click saves, and its name. */
async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return [download.suggestedFilename(), await readFile(await download.path(), "utf8")];
}

/** Moves a stone by two clicks. */
async function move(place, from, to) {
  await cell(place, from).click();
  await cell(place, to).click();
}

test("the contents lead through all chapters", () => here.watched(async (page) => {
  await page.goto("./learn/");
  const titles = await page.getByRole("main").locator(".chapters a").allTextContents();
  assert.ok(titles.length >= 8);
  await page.getByText(new RegExp(`It has ${titles.length} chapters with \\d+ exercises`)).waitFor();
  await page.getByRole("link", { name: titles[0] }).click();
  for (const [index, title] of titles.entries()) {
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    const current = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Learn" });
    assert.equal(await current.getAttribute("aria-current"), "true");
    // Every part has been filled when all exercises have their titles.
    await until("the exercises", async () => (await page.locator(".exercise:not(:has(> h3))").count()) === 0);
    await page.waitForLoadState("networkidle");
    const next = page.getByRole("navigation", { name: "Chapters" }).getByRole("link", { name: /^Next:/ });
    assert.match(await next.textContent(), new RegExp(titles[index + 1] ?? "Contents"));
    await next.click();
  }
  await page.getByRole("heading", { level: 1, name: /^Learn/ }).waitFor();
}));

test("players take turns on a board, with the mouse and with keys", () => here.watched(async (page) => {
  await chapter(page, '<div class="live-board" data-position="xox/oxo" data-first="left" data-facts="" data-label="Turns"></div>');
  const board = group(page, "Turns");
  await until("Left's turn", async () => /Left is to move/.test(await status(board).textContent()));
  await move(board, "a2", "b2");
  await until("Right's turn", async () => /Left played a2-b2.*Right is to move/.test(await status(board).textContent()));
  // A black stone cannot move now; the second click picks up the white one, and Escape puts it back.
  await move(board, "c2", "c1");
  assert.match(await status(board).textContent(), /Right is to move/);
  await cell(board, "c1").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await until("Left's turn", async () => /Right played c1-c2.*Left is to move/.test(await status(board).textContent()));
  await board.getByRole("button", { name: "Undo" }).click();
  await until("Right's turn again", async () => /Right is to move/.test(await status(board).textContent()));
  await board.getByRole("button", { name: "Start again" }).click();
  await until("the start", async () => /^Left is to move/.test(await status(board).textContent()));
}, FIXTURES));

test("graphs and heaps are boards too", () => here.watched(async (page) => {
  await chapter(page, `
    <div class="live-board" data-rules="hackenbush" data-position="n=4 0-1:b 1-2:r 0-3:r" data-first="left" data-moves data-label="Hackenbush"></div>
    <div class="live-board" data-rules="nim" data-position="2+1" data-label="Nim"></div>
    <div class="live-board" data-rules="snort" data-position="n=3 0-1 1-2" data-label="Snort"></div>
    <p><span class="still-board" data-rules="hackenbush" data-position="n=2 0-1:g"></span>
      <span class="still-board" data-rules="nim" data-position="3+2"></span></p>`);
  const graph = group(page, "Hackenbush");
  await item(graph, "edge 0-1").waitFor();
  await page.waitForLoadState("networkidle");
  assert.deepEqual(await violations(page), []);
  await item(graph, "edge 0-1").click();
  await until("Right's turn", async () => /Left played 0-1\. Right is to move/.test(await status(graph).textContent()));
  assert.equal(await item(graph, "edge 1-2").count(), 0);
  await item(graph, "edge 0-3").focus();
  await page.keyboard.press("Enter");
  await until("the end", async () => /Left cannot move, so Right wins/.test(await status(graph).textContent()));
  await graph.getByRole("button", { name: "Undo" }).click();
  await item(graph, "edge 0-3").waitFor();
  // In Nim it does not matter who moves, and in Snort it does.
  const nim = group(page, "Nim");
  await item(nim, "heap 1, stone 2 of 2").click();
  await until("a move", async () => /The last move was 2>1/.test(await status(nim).textContent()));
  assert.equal(await nim.getByRole("group", { name: "Who moves" }).count(), 0);
  const snort = group(page, "Snort");
  await snort.getByRole("button", { name: "Right", exact: true }).click();
  await item(snort, "vertex 1").click();
  await until("a move", async () => /Right played 1/.test(await status(snort).textContent()));
  assert.equal(await snort.getByRole("img").count() + await page.locator(".still-board svg[role=img]").count(), 2);
}, FIXTURES));

test("a graph is drawn, and heaps are typed", () => here.watched(async (page) => {
  await chapter(page, `
    <div class="live-board" data-rules="hackenbush" data-position="n=2 0-1:b" data-draw data-facts="value" data-label="Draw a graph"></div>
    <div class="live-board" data-rules="nim" data-position="2+1" data-draw data-facts="value" data-label="Type heaps"></div>
    ${asked("half", 'data-kind="draw" data-rules="hackenbush" data-position="n=2 0-1:b" data-keep data-true="G &gt; 0 and G &lt; 1"')}`);
  const value = (place) => place.getByRole("definition").first();
  const graph = group(page, "Draw a graph");
  await until("1", async () => (await value(graph).textContent()) === "1");
  await graph.getByRole("button", { name: "Draw: red edges" }).click();
  await item(graph, "vertex 1").focus();
  await page.keyboard.press("e");
  await page.keyboard.press("n");
  await until("1/2", async () => (await value(graph).textContent()) === "1/2");
  const heaps = group(page, "Type heaps");
  await heaps.getByRole("textbox").fill("3+3");
  await until("0", async () => (await value(heaps).textContent()) === "0");
  const drawing = exercise(page, 1);
  await check(drawing);
  await says(drawing, /^Not yet: its value is 1\./);
  await drawing.getByRole("button", { name: "Clear" }).click();
  await check(drawing);
  await says(drawing, /keep the edges/);
  await page.reload();
  await drawing.getByRole("button", { name: "Draw: red edges" }).click();
  await item(drawing, "vertex 1").focus();
  await page.keyboard.press("e");
  await page.keyboard.press("n");
  await check(drawing);
  await says(drawing, /^Correct: its value is 1\/2/);
}, FIXTURES));

test("facts follow a drawing", () => here.watched(async (page) => {
  await chapter(page, '<div class="live-board" data-position="xxo" data-draw data-label="A board to draw on"></div>');
  const board = group(page, "A board to draw on");
  const fact = board.getByRole("definition").first();
  await until("the outcome", async () => /Left wins/.test(await fact.textContent()));
  await board.getByRole("button", { name: "Clear" }).click();
  await until("the empty board", async () => /the second player wins/.test(await fact.textContent()));
}, FIXTURES));

test("the bot wins what it can, and no more", () => here.watched(async (page) => {
  await chapter(page, '<div class="live-sum" data-sum="clobber:xxo + clobber:xo" data-label="A sum of two rows"></div>');
  const sum = group(page, "A sum of two rows");
  const said = status(sum);
  await until("the turn", async () => /Your move/.test(await said.textContent()));
  // Up and star: the first player wins by taking the star.
  await sum.getByRole("checkbox", { name: "Show values" }).check();
  await until("the values", async () => (await sum.getByRole("math").count()) === 2);
  const second = sum.getByRole("grid", { name: "Part B" });
  await move(second, "a1", "b1");
  await until("the bot's move", async () => /The bot played c1-b1 in part A/.test(await said.textContent()));
  await move(sum.getByRole("grid", { name: "Part A" }), "a1", "b1");
  await until("the end", async () => /you win/.test(await said.textContent()));
  await sum.getByRole("button", { name: "New game: the bot starts" }).click();
  await until("the bot's first move", async () => /The bot played .* Your move/.test(await said.textContent()));
  await move(second, "a1", "b1");
  await until("the end", async () => /the bot wins|Your move/.test(await said.textContent()));
}, FIXTURES));

test("Nim is played with heaps", () => here.watched(async (page) => {
  await chapter(page, '<div class="live-sum" data-sum="* + *2 + *3" data-first="right" data-label="Nim"></div>');
  const nim = group(page, "Nim");
  await until("the bot's move", async () => /The bot moved part . to .* Your move/.test(await status(nim).textContent()));
  await nim.getByRole("button", { name: /^leave/ }).first().click();
  await until("the bot's answer", async () => /Your move|wins|win\./.test(await status(nim).textContent()));
}, FIXTURES));

test("a thermograph follows the sliders, and a tax", () => here.watched(async (page) => {
  await chapter(page, `
    <div class="live-thermograph" data-game="{a|b}" data-a="3" data-b="-1" data-label="The thermograph of a switch"></div>
    <div class="live-thermograph" data-game="{4||1|-2}" data-tax data-label="A game and its cooled versions"></div>`);
  const graph = group(page, "The thermograph of a switch");
  await graph.getByRole("img").waitFor();
  const before = await graph.getByRole("img").getAttribute("alt");
  await graph.getByRole("slider").first().fill("16");
  await until("another picture", async () => (await graph.getByRole("img").getAttribute("alt")) !== before);
  const cooled = group(page, "A game and its cooled versions");
  await cooled.getByRole("slider").fill("4");
  await until("the cooled game", async () => /Cooled by 1: /.test(await cooled.textContent()));
  await cooled.getByRole("textbox").fill("{1|");
  await until("the error", async () => /offset/.test(await cooled.getByRole("status").last().textContent()));
}, { ...FIXTURES, expected: /status of 4/ }));

test("a game is simplified step by step", () => here.watched(async (page) => {
  await chapter(page, '<div class="live-explain" data-game="{0,*,^|*2,0}" data-label="A game of your own"></div>');
  const game = group(page, "A game of your own");
  await game.getByRole("textbox").fill("{0,^|*}");
  await game.getByRole("button", { name: "Explain" }).click();
  await until("the steps", async () => /dominated by ↑.*canonical form/.test(await game.getByRole("status").textContent()));
}, FIXTURES));

const FIRST = [
  asked("stuck", 'data-kind="choice"', `<p>A choice.</p><ul class="choices"><li data-true="[clobber:xx/o.] == 0">one</li>
    <li data-true="[clobber:xx.oo] == 0">two</li></ul>`),
  asked("star", 'data-kind="value" data-of="clobber:xox"'),
  asked("first-win", 'data-kind="move" data-sum="clobber:xoxo" data-side="left"'),
  asked("row", 'data-kind="outcome" data-of="clobber:xoo"'),
  asked("zero", 'data-kind="draw" data-position="xo.../...../....." data-answer="^*"'),
];

test("every kind of exercise is checked", () => here.watched(async (page) => {
  await chapter(page, FIRST.join(""));
  // A choice: one wrong, then the right one.
  const choice = exercise(page, 1);
  await check(choice);
  await says(choice, /Choose an answer/);
  await choice.getByRole("radio").first().check();
  await check(choice);
  await says(choice, /Not yet/);
  await choice.getByRole("radio").nth(1).check();
  await check(choice);
  await says(choice, /Correct/);
  // A value, in any notation.
  const value = exercise(page, 2);
  for (const [text, verdict] of [["1", /too great/], ["{0|", /offset/], ["{0|0}", /Correct/]]) {
    await value.getByRole("textbox").fill(text);
    await value.getByRole("textbox").press("Enter");
    await says(value, verdict);
  }
  // A move: the wrong one, then the right one.
  const moves = exercise(page, 3);
  await move(moves, "c1", "d1");
  await says(moves, /c1-d1 loses: the answer is b1-a1/);
  await moves.getByRole("button", { name: "Start again" }).click();
  await until("the start", async () => (await moves.getByRole("gridcell", { name: /^c1, Left stone/ }).count()) === 1);
  await move(moves, "c1", "b1");
  await says(moves, /Correct/);
  await moves.getByText("Solution", { exact: true }).click();
  await moves.getByText("A solution.").waitFor();
  // An outcome.
  const outcome = exercise(page, 4);
  await outcome.getByRole("radio", { name: /^Right wins/ }).check();
  await check(outcome);
  await says(outcome, /Correct/);
  // A drawing.
  const drawing = exercise(page, 5);
  await check(drawing);
  await says(drawing, /its value is/);
  // The board has xo at the top left; xxo and xo are wanted.
  for (const [name, key] of [["b3", "x"], ["c3", "o"], ["a1", "x"], ["b1", "o"]]) {
    await cell(drawing, name).focus();
    await page.keyboard.press(key);
  }
  await check(drawing);
  await says(drawing, /Correct/);
  await page.reload();
  await exercise(page, 5).getByText("✓ solved").waitFor();
}, { ...FIXTURES, expected: /status of 4/ }));

test("a game that fulfils a condition is built", () => here.watched(async (page) => {
  await chapter(page, asked("warm", 'data-kind="build" data-true="G &gt; 0 and G.Temperature == 1" data-solution="{3|1}" data-wrong="{1|-1}"'));
  const build = exercise(page, 1);
  for (const [text, verdict] of [
    ["", /^Type a game first/], ["{1|", /offset/], ["1 == 1", /^That is not a game/], ["{1|-1}", /^Not yet: its value is ±1\./],
    ["{3,2|1}", /^Correct: its value is \{3\|1\}/],
  ]) {
    await build.getByRole("textbox").fill(text);
    await check(build);
    await says(build, verdict);
  }
}, { ...FIXTURES, expected: /status of 4/ }));

test("misère play has outcomes and winning moves of its own", () => here.watched(async (page) => {
  await chapter(page, asked("who", 'data-kind="outcome" data-misere data-of="nim:1+1"')
    + asked("move", 'data-kind="move" data-misere data-sum="nim:1+1 + nim:2" data-side="left"')
    + asked("last", 'data-kind="move" data-misere data-sum="hackenbush:n=3 0-1:b 1-2:b" data-side="left"'));
  const who = exercise(page, 1);
  // The second player wins in normal play.
  for (const [name, verdict] of [[/^The second player/, /Not yet/], [/^The first player/, /Correct/]]) {
    await who.getByRole("radio", { name }).check();
    await check(who);
    await says(who, verdict);
  }
  const moves = exercise(page, 2);
  const heaps = (letter) => moves.getByRole("group", { name: `Part ${letter}` });
  await item(heaps("B"), "heap 1, stone 1 of 2").click();
  await says(moves, /^2>0 loses: the answer is 1>0 in part A/);
  await moves.getByRole("button", { name: "Start again" }).click();
  await item(heaps("B"), "heap 1, stone 2 of 2").click();
  await says(moves, /^Correct: 2>1 wins/);
  const last = exercise(page, 3);
  await item(last, "edge 0-1").click();
  await says(last, /^0-1 loses: Right cannot move, and wins/);
}, FIXTURES));

/** A visit with some exercises of the course solved. */
const withSolved = (page, solved) => page.addInitScript((text) => {
  if (localStorage.getItem("dicot-learn") === null) localStorage.setItem("dicot-learn", text);
}, JSON.stringify(solved));

/** The exercises of each chapter, as the table of contents names them. */
const contents = (page) => page.locator("[data-chapter]").evaluateAll((items) => items.map(({ dataset }) => [dataset.chapter, dataset.exercises.split(" ").filter(Boolean)]));

test("progress is shown, exported, imported and forgotten", () => here.watched(async (page) => {
  await page.goto("./learn/");
  const [[chapterName, ids], [other, [otherId]]] = await contents(page);
  await withSolved(page, { [chapterName]: [...ids, "gone"] });
  await page.reload();
  await page.getByText(`✓ ${ids.length} of ${ids.length} exercises solved`).waitFor();
  const [name, text] = await saved(page, () => page.getByRole("button", { name: "Export" }).click());
  assert.equal(name, "dicot-progress.json");
  const file = JSON.parse(text);
  assert.deepEqual([file.version, file.chapters], [1, { [chapterName]: ids }]);
  assert.match(file.date, /^\d{4}-\d\d-\d\dT/);
  await page.getByRole("button", { name: "Forget my progress" }).click();
  assert.equal(await page.getByText("exercises solved").count(), 0);
  // What is solved here stays.
  const give = async (contents) => page.getByLabel("File with progress").setInputFiles({ name: "mine.json", mimeType: "application/json", buffer: Buffer.from(contents) });
  const note = page.locator("#progress-note");
  const noted = (pattern) => until(String(pattern), async () => pattern.test(await note.textContent()));
  await give(JSON.stringify({ version: 1, chapters: { [other]: [otherId] } }));
  await noted(/^mine\.json has 1 solved exercise of this course, 1 of them new here\.$/);
  await give(text.replace(`"${chapterName}"`, `"${other}": ["${otherId}"], "no-chapter": ["x"], "${chapterName}"`));
  await noted(new RegExp(`has ${ids.length + 1} solved exercises of this course, ${ids.length} of them new here\\. The course does not have no-chapter\\.x\\.`));
  await page.getByText(`✓ ${ids.length} of ${ids.length} exercises solved`).waitFor();
  // A damaged file changes nothing, and the sentence says where it is damaged.
  for (const [damaged, where] of [
    ['{\n  "version": 1,\n  "chapters": {"a": [}\n}', /^mine\.json was not imported: line 3, column 22: this is not JSON\.$/],
    ['{"version": 1,', /line 1, column 15/],
    ["[]", /not imported: expected an object, found \[\]/],
    ['{"version": 2}', /version: expected 1, found 2/],
    ['{"version": 1}', /chapters: expected an object, found nothing/],
    ['{"version": 1, "chapters": {"ups": "all"}}', /chapters, ups: expected a list of exercises, found "all"/],
    ['{"version": 1, "chapters": {"ups": ["a", 5]}}', /chapters, ups, item 2: expected the name of an exercise, found 5/],
  ]) {
    await give(damaged);
    await noted(where);
  }
  await page.reload();
  await page.getByText(`✓ ${ids.length} of ${ids.length} exercises solved`).waitFor();
}));

/** The link to a sheet. */
const sheet = (title, note, exercises) => `./learn/sheet/#${title ? `title=${encodeURIComponent(title)}&` : ""}${note ? `note=${encodeURIComponent(note)}&` : ""}exercises=${exercises.join(",")}`;

/** Makes the chapter that sheets are made of. */
async function withChapter(page) {
  await chapter(page, FIRST.join("") + asked("edge", 'data-kind="move" data-sum="hackenbush:n=4 0-1:b 0-2:b 2-3:r" data-side="left"'));
}

test("a sheet shows the exercises of its link, and counts", () => here.watched(async (page) => {
  await withChapter(page);
  const title = "Week 3 <b>& more</b>";
  await page.goto(sheet(title, "Hand in\nby Friday <script>", ["games.first-win", "games.star", "no.such", "games.edge", "games.star", "games.gone"]));
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
  await page.getByText("Hand in by Friday <script>").waitFor();
  assert.equal(await page.title(), `dicot: ${title}`);
  await page.getByText("The link names what is not an exercise of the course: no.such, games.gone.").waitFor();
  await page.getByText("0 of 3 solved", { exact: true }).waitFor();
  assert.deepEqual(await page.locator(".exercise h3").allTextContents(), ["Exercise 1", "Exercise 2", "Exercise 3"]);
  await move(exercise(page, 1), "c1", "b1");
  await says(exercise(page, 1), /Correct/);
  // What is solved is unfolded, and other solutions are not.
  await exercise(page, 1).getByText("A solution.").waitFor();
  assert.equal(await exercise(page, 2).getByText("A solution.").isVisible(), false);
  await page.getByText("1 of 3 solved", { exact: true }).waitFor();
  await item(exercise(page, 3), "edge 0-1").waitFor();
  assert.deepEqual(await violations(page), []);
  await picture(page, "sheet");
  // The link to the text keeps the sheet.
  await page.getByRole("link", { name: /^Skip to/ }).focus();
  await page.keyboard.press("Enter");
  assert.match(page.url(), /exercises=/);
  // It counts in the chapter too.
  const link = exercise(page, 1).getByRole("link");
  await link.click();
  await exercise(page, 3).getByText("✓ solved").waitFor();
}, FIXTURES));

test("a sheet is handed in as a file", () => here.watched(async (page) => {
  await withChapter(page);
  await withSolved(page, { games: ["star"] });
  await page.goto(sheet("Week 3", "", ["games.stuck", "games.star"]));
  await page.getByText("1 of 2 solved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByText("Type your name first.").waitFor();
  await page.getByLabel("Your name").fill("Ada Łovelace");
  const [name, text] = await saved(page, () => page.getByRole("button", { name: "Export" }).click());
  assert.equal(name, "dicot-week-3-ada-łovelace.json");
  const { date, ...file } = JSON.parse(text);
  assert.match(date, /^\d{4}-/);
  assert.deepEqual(file, { version: 1, title: "Week 3", name: "Ada Łovelace", solved: ["games.star"], open: ["games.stuck"] });
  await page.getByText(/^Saved as .*: 1 of 2 solved\.$/).waitFor();
}, FIXTURES));

test("a sheet is chosen, and its link copied and opened", () => here.watched(async (page) => {
  await withChapter(page);
  await page.goto("./learn/");
  await page.getByRole("link", { name: "Make a sheet of exercises" }).click();
  await page.getByText("Choose at least one exercise.").waitFor();
  const games = page.locator(".sheet-chapters [data-chapter=games]");
  await games.locator("summary").click();
  await games.getByText("6 exercises").waitFor();
  await games.getByText("A choice.").waitFor();
  // Boards are shown, as they are at first.
  await games.getByRole("img", { name: "Hackenbush: n=4 0-1:b 0-2:b 2-3:r" }).waitFor();
  await games.getByRole("checkbox", { name: /^Exercise 2/ }).check();
  await page.getByText("1 exercise in the order of the course.").waitFor();
  await games.getByRole("button", { name: "Choose all" }).click();
  await games.getByText("6 of 6 chosen").waitFor();
  await games.getByRole("checkbox", { name: /^Exercise 1/ }).uncheck();
  await page.getByLabel("Title").fill("Übung 1, 100%");
  await page.getByLabel("Instructions").fill("Until Friday & not later.");
  assert.deepEqual(await violations(page), []);
  await picture(page, "sheet-form");
  const link = await page.getByLabel("Link", { exact: true }).inputValue();
  assert.match(link, /#title=%C3%9Cbung.*&exercises=games\.star,games\.first-win,games\.row,games\.zero,games\.edge$/);
  assert.equal(await page.getByRole("link", { name: "Open the sheet" }).getAttribute("href"), link);
  await page.getByRole("button", { name: "Copy the link" }).click();
  await page.getByText("Copied.", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Open the sheet" }).click();
  await page.getByRole("heading", { level: 1, name: "Übung 1, 100%" }).waitFor();
  await page.getByText("0 of 5 solved", { exact: true }).waitFor();
  await page.getByText("Until Friday & not later.").waitFor();
  await page.getByRole("link", { name: "Make a sheet of your own" }).click();
  await page.getByText("Choose at least one exercise.").waitFor();
}, { ...FIXTURES, permissions: ["clipboard-write"] }));

test("a sheet is printed without buttons, and a proof unfolded", () => here.watched(async (page) => {
  await withChapter(page);
  await page.goto(sheet("Paper", "", ["games.stuck", "games.star"]));
  await exercise(page, 1).getByRole("radio").first().waitFor();
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("main button:visible, main summary:visible").count(), 0);
  assert.ok(await exercise(page, 1).getByRole("radio").first().isVisible());
  assert.ok(await exercise(page, 2).getByRole("textbox").isVisible());
  await picture(page, "sheet-printed");
  await page.unroute("**/learn/games/");
  await chapter(page, '<details class="proof"><summary>Proof: a theorem</summary><p>The last line.</p></details>');
  await page.emulateMedia({ media: "screen" });
  await page.getByText("Proof: a theorem").waitFor();
  assert.equal(await page.getByText("The last line.").isVisible(), false);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.getByText("The last line.").isVisible());
}, FIXTURES));

test("sheets fit on a phone", () => here.watched(async (page) => {
  await withChapter(page);
  for (const path of ["./learn/sheet/", sheet("A very long title that does not fit into a line", "", ["games.stuck", "games.edge", "games.zero"])]) {
    await page.goto(path);
    await page.locator(".exercise h3, .sheet-chapters summary").first().waitFor();
    await page.waitForLoadState("networkidle");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path);
  }
}, PHONE));

/** The operations that give the facts of exercises. */
const OPERATIONS = { mean: "Mean", temperature: "Temperature", left_stop: "LeftStop", atomic_weight: "AtomicWeight" };

test("the question of an exercise is not its answer, and the value is", { skip: SAME }, () => here.watched(async (page) => {
  await page.goto("./learn/");
  const chapters = await page.locator(".chapters a").evaluateAll((links) => links.map(({ href }) => href));
  let count = 0;
  for (const chapter of chapters) {
    await page.goto(chapter);
    await until("the exercises", async () => (await page.locator(".exercise:not(:has(> h3))").count()) === 0);
    for (const place of await page.locator(".exercise[data-kind=value]").all()) {
      const { of, fact } = await place.evaluate(({ dataset }) => ({ ...dataset }));
      if (of.includes(":")) continue;
      const operation = fact ? `.${OPERATIONS[fact]}` : "";
      const question = operation ? `(${of})${operation}` : of;
      const types = async (text, verdict) => {
        await place.getByRole("textbox").fill(text);
        await place.getByRole("button", { name: "Check" }).click();
        await until(`${text}: ${verdict}`, async () => verdict.test(await place.locator(".exercise-status").textContent()));
      };
      const { value, result } = await here.ask("game", { expression: question });
      // Some are asked for in words, and `of` is the answer.
      if ((value ?? result) !== question) await types(question, /^That is right, but not worked out/);
      await types(value ?? result, /^Correct/);
      count += 1;
    }
  }
  assert.ok(count > 10, `${count} exercises`);
}));

test("signs of books are read in exercises, and a cleared board is not a drawing", () => here.watched(async (page) => {
  await chapter(page, asked("split", 'data-kind="value" data-of="clobber:xxxo.xoo"')
    + asked("cancel", 'data-kind="draw" data-position="xxo../...../....." data-keep data-answer="0"'));
  const value = exercise(page, 1);
  await value.getByRole("textbox").fill("↑∗");
  await value.getByRole("button", { name: "Check" }).click();
  await until("the verdict", async () => /^Correct/.test(await value.locator(".exercise-status").textContent()));
  const drawing = exercise(page, 2);
  await drawing.getByRole("button", { name: "Clear" }).click();
  await drawing.getByRole("button", { name: "Check" }).click();
  await until("the verdict", async () => /keep the stones/.test(await drawing.locator(".exercise-status").textContent()));
}, FIXTURES));

test("a chapter in another language has the same exercises, and progress is that of the course", () => here.watched(async (page) => {
  await page.goto("./learn/numbers/");
  await page.getByRole("link", { name: "Deutsch" }).click();
  await page.getByRole("heading", { level: 1, name: "Zahlen" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  const first = page.getByRole("region", { name: "Aufgabe 1", exact: true });
  await first.getByRole("textbox").fill("3");
  await first.getByRole("button", { name: "Prüfen" }).click();
  await first.getByText("Richtig.").waitFor();
  // Links lead to pages in the same language.
  await page.getByRole("link", { name: "Lernen" }).first().click();
  await page.getByText("1 von 10 Aufgaben gelöst").waitFor();
  await page.getByRole("link", { name: "Français" }).click();
  await page.getByText("1 sur 10 exercices résolus").waitFor();
  await page.goto("./fr/learn/sheet/#exercises=numbers.column");
  await page.getByRole("region", { name: "Exercice 1", exact: true }).getByText("✓").waitFor();
}));
