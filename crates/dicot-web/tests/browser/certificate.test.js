// Certificates in the explorer: opened, from a file or by a link, and played to the end, whatever the loser tries.

import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

import { readCertificate } from "../../../dicot-pages/assets/js/explore/certificate.js";
import { Strategy } from "../../../dicot-pages/assets/js/explore/strategy.js";
import { withEnd } from "../../../dicot-pages/tests/scripts/certificates.js";
import { PHONE, SAME, dice, picture, site, until, violations } from "./site.js";

const here = site();
const KEPT = fileURLToPath(new URL("../../../../results/certificates/", import.meta.url));

/** Certificates of small boards, as texts: `dicot solve --certificate FILE`, then `gzip -dc FILE`. */
const SMALL = new URL("../data/certificates/", import.meta.url);

const bytesOf = (name) => readFile(join(KEPT, `${name}.cert`));
const textOf = async (name) => gunzipSync(await bytesOf(name)).toString();

/** The moves of Clobber by the rules: a stone onto one of the other colour beside it. */
function movesOf(text, side) {
  const rows = text.split("/").map((row) => [...row]);
  const [own, other] = side === "left" ? ["x", "o"] : ["o", "x"];
  const positions = [];
  for (const [r, row] of rows.entries()) {
    for (const [c, stone] of row.entries()) {
      if (stone !== own) continue;
      for (const [y, x] of [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]]) {
        if (rows[y]?.[x] !== other) continue;
        const after = rows.map((line) => [...line]);
        [after[r][c], after[y][x]] = [".", own];
        positions.push(after.map((line) => line.join("")).join("/"));
      }
    }
  }
  return positions;
}

/** Asks the server or the module, as a page does. */
async function ask(name, body) {
  const answer = await here.ask(name, body);
  if (answer.error) throw new Error(answer.error);
  return answer;
}

/** Plays games against the strategy, with random moves of the loser; returns how often it answered for which reason. */
async function play(name, games, random) {
  const strategy = await Strategy.load(await readCertificate(new Blob([await bytesOf(name)])), ask);
  const [{ position: root }] = strategy.certificate.parts;
  const reasons = new Map();
  for (const [first, winner] of strategy.certificate.claims) {
    const loser = winner === "left" ? "right" : "left";
    for (let game = 0; game < games; game++) {
      let [position, parts] = [root, first === winner ? null : await strategy.start(root, first, winner)];
      assert.ok(first === winner || parts, `${name} proves the start`);
      for (let next = first === winner ? root : null; ; next = null) {
        if (next === null) {
          const tried = movesOf(position, loser);
          if (tried.length === 0) break;
          next = tried[random(tried.length)];
        }
        const answer = await strategy.answer(parts, next, (await ask("moves", { rules: "clobber", position: next, side: winner })).moves[winner], winner);
        assert.ok(answer, `${name}: no answer in ${next}`);
        assert.ok(movesOf(next, winner).includes(answer.position), `${name}: ${answer.move} in ${next}`);
        ({ position, parts } = answer);
        reasons.set(answer.reason.kind, (reasons.get(answer.reason.kind) ?? 0) + 1);
      }
    }
  }
  return reasons;
}

test("the winner of every kept certificate wins against random moves", { skip: SAME }, async (context) => {
  const all = new Map();
  for (const file of await readdir(KEPT)) {
    for (const [kind, count] of await play(file.replace(".cert", ""), 4, dice(7))) all.set(kind, (all.get(kind) ?? 0) + count);
  }
  context.diagnostic(`answers: ${[...all].map(([kind, count]) => `${kind} ${count}`).join(", ")}`);
  for (const kind of ["fact", "mirror", "value"]) assert.ok(all.get(kind) > 0, kind);
});

/** Tries every move of the loser in every position that the strategy comes to; returns the number of these positions. */
async function tryAll(file) {
  const strategy = await Strategy.load(await readCertificate(new Blob([await readFile(new URL(file, SMALL))])), ask);
  const [{ rules, position: root }] = strategy.certificate.parts;
  const listed = async (position, side) => (await ask("moves", { rules, position, side })).moves[side];
  const seen = new Set();
  for (const [first, winner] of strategy.certificate.claims) {
    const left = [];
    const reply = async (parts, next) => {
      const answer = await strategy.answer(parts, next, await listed(next, winner), winner);
      assert.ok(answer, `${file}: no answer in ${next}`);
      left.push(answer);
    };
    if (first === winner) await reply(null, root);
    else left.push({ position: root, parts: await strategy.start(root, first, winner) });
    while (left.length > 0) {
      const { position, parts } = left.pop();
      const key = JSON.stringify([winner, position, parts.map(({ key: part, group, term }) => [part, group, term])]);
      if (seen.has(key)) continue;
      seen.add(key);
      for (const { position: next } of await listed(position, winner === "left" ? "right" : "left")) await reply(parts, next);
    }
  }
  return seen.size;
}

test("the winner wins against all moves on small boards", { skip: SAME }, async (context) => {
  for (const file of await readdir(SMALL)) {
    const positions = await tryAll(file);
    context.diagnostic(`${file}: ${positions} positions`);
    assert.ok(positions > 20);
  }
});

/** Loads a text as a strategy. */
const loaded = async (lines) => Strategy.load(await readCertificate(new Blob([withEnd(lines)])), ask);

test("what the page does not play is said", async () => {
  const start = ["dicot certificate 1", "rules 0 clobber"];
  const refused = (lines, message) => assert.rejects(loaded([...start, ...lines]), { message });
  await refused(["claim L L"], /it is of a sum of several parts/);
  await refused(["part 0 xo", "part 0 xo", "claim L L"], /it is of a sum of several parts/);
  await refused(["part 0 xo"], "it claims nothing");
  await refused(["part 0 xo", "claim L L", "c 0 xo", "c 0 xo.xo"], "line 6: not a component but a sum of 2");
  await refused(["part 0 xo", "claim L L", "c 0 xo", "c 0 o/x"], "line 6: the same as component 1");
  await refused(["part 0 xo", "claim L L", "c 0 xo", "c 0 q"], /^line 6: .*q/);
});

const panel = (page) => page.getByRole("group", { name: "Instead of the value" });
const cell = (page, name) => page.getByRole("gridcell", { name: new RegExp(`^${name},`) });
const position = (page) => page.getByRole("textbox", { name: "Position" });
const isYours = (page) => until("the visitor's turn", async () => /It is your move|has won/.test(await panel(page).textContent()));
const steps = (page) => page.getByRole("navigation", { name: "Moves played" }).getByRole("listitem");

/** Opens a file with this text or these bytes. */
async function choose(page, contents) {
  const file = join(await mkdtemp(join(tmpdir(), "dicot-certificate-")), "file.cert");
  await writeFile(file, contents);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Play a certificate" }).click();
  await (await chooser).setFiles(file);
}

test("a certificate is opened from a file and played by clicks to the end", () => here.watched(async (page) => {
  await page.goto("./");
  await choose(page, await bytesOf("clobber-4x5"));
  await isYours(page);
  assert.match(await panel(page).textContent(), /Left wins if Left starts, whatever you try as Right/);
  assert.match(await panel(page).textContent(), /1,466 facts about 1,322 components/);
  assert.match(await panel(page).textContent(), new RegExp((await readCertificate(new Blob([await bytesOf("clobber-4x5")]))).hash));
  const right = page.getByRole("region", { name: "Right" });
  // The first move by the board, the others by the list.
  let played = 1;
  await until("the first answer", async () => (await steps(page).count()) === 2);
  const [first] = movesOf(await position(page).inputValue(), "right");
  const before = await position(page).inputValue();
  const changed = [...before].flatMap((letter, at) => (letter === first[at] ? [] : [[letter, at]]));
  const from = changed.find(([letter]) => letter === "o");
  const to = changed.find(([letter]) => letter === "x");
  for (const [, at] of [from, to]) await cell(page, `${"abcde"[at % 6]}${4 - Math.floor(at / 6)}`).click();
  await until("the answer", async () => (await steps(page).count()) === 4);
  for (; ; played++) {
    await isYours(page);
    if (/has won/.test(await panel(page).textContent())) break;
    assert.equal(await steps(page).count(), 2 * (played + 1));
    assert.match(await panel(page).textContent(), /Left answered .*(?:Line [\d,]+ of the certificate|cancel|exact value)/);
    assert.equal(await page.getByRole("region", { name: "Left" }).getByRole("listitem").count(), 0);
    await right.getByRole("button").first().click();
    await until("an answer", async () => (await steps(page).count()) === 2 * (played + 2) || /has won/.test(await panel(page).textContent()));
  }
  assert.match(await panel(page).textContent(), /You cannot move: Left has won/);
  assert.equal(movesOf(await position(page).inputValue(), "right").length, 0);
}));

test("undo goes back before the visitor's move, a step of the path too, and the other player starts", () => here.watched(async (page) => {
  await page.goto("./#certificate=clobber-4x5");
  await isYours(page);
  const opened = await position(page).inputValue();
  const right = page.getByRole("region", { name: "Right" });
  await right.getByRole("button").nth(3).click();
  await until("the answer", async () => (await steps(page).count()) === 4);
  await isYours(page);
  const answered = await position(page).inputValue();
  await page.getByRole("button", { name: "Undo" }).click();
  await isYours(page);
  assert.equal(await position(page).inputValue(), opened);
  await page.getByRole("button", { name: "Redo" }).click();
  await until("the answer", async () => (await position(page).inputValue()) === answered);
  // A link has the certificate and the moves.
  await page.reload();
  await isYours(page);
  assert.equal(await position(page).inputValue(), answered);
  await steps(page).nth(1).getByRole("button").click();
  await until("the opening", async () => (await position(page).inputValue()) === opened);
  await page.getByRole("button", { name: "Right starts" }).click();
  await until("the other winner", async () => /Right wins if Right starts/.test(await panel(page).textContent()));
  await isYours(page);
  await page.getByRole("button", { name: "Close the certificate" }).click();
  await until("no certificate", async () => !page.url().includes("certificate"));
  await until("the value", async () => (await panel(page).count()) === 0);
}));

test("the visitor plays by keys", () => here.watched(async (page) => {
  await page.goto("./#certificate=clobber-2x12");
  await isYours(page);
  assert.match(await panel(page).textContent(), /Right wins if Left starts, whatever you try as Left/);
  await cell(page, "a2").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await until("the answer", async () => (await steps(page).count()) === 3);
  await isYours(page);
  assert.match(await panel(page).textContent(), /Right answered/);
}));

test("drawing something else leaves the certificate, and a bad file is refused with its line", () => here.watched(async (page) => {
  await page.goto("./#certificate=clobber-4x5");
  await isYours(page);
  await page.getByRole("button", { name: "Draw" }).click();
  await cell(page, "a1").click();
  await until("no certificate", async () => !page.url().includes("certificate"));
  await choose(page, (await textOf("clobber-4x5")).replace("\nz 2 0 a\n", "\nz 2 0 b\n"));
  await panel(page).getByText("The certificate is not opened: line 6: expected a reason: ").waitFor();
  await page.getByRole("button", { name: "Show the value" }).click();
  await until("the value", async () => (await panel(page).getByText(/certificate/).count()) === 0);
}));

test("a file that is dropped is opened", () => here.watched(async (page) => {
  await page.goto("./");
  const text = await textOf("clobber-4x5");
  await page.evaluate((contents) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([contents], "a.cert"));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  }, text);
  await isYours(page);
}));

test("the results link to the certificates that are kept", () => here.watched(async (page) => {
  await page.goto("./results/");
  await page.getByRole("link", { name: "clobber-3x7.cert" }).click();
  await isYours(page);
  await picture(page, "certificate");
}));

for (const colorScheme of ["light", "dark"]) {
  for (const [kind, options] of [["desk", {}], ["phone", PHONE]]) {
    test(`a certificate, ${colorScheme}, ${kind}`, () => here.watched(async (page) => {
      await page.goto("./#certificate=clobber-2x12");
      await isYours(page);
      await page.getByRole("region", { name: "Left" }).getByRole("button").first().click();
      await until("the answer", async () => (await steps(page).count()) === 3);
      await isYours(page);
      await picture(page, `certificate-${colorScheme}-${kind}`);
      assert.deepEqual(await violations(page), []);
      const { width } = page.viewportSize();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width, "it is too wide");
    }, { colorScheme, ...options }));
  }
}
