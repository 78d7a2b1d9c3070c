// Worksheets as files in the calculator: opened, evaluated, gone on with, saved.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { site, until, violations } from "./site.js";

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
  const calculator = page.getByRole("region", { name: "Calculator" });
  const save = calculator.getByRole("button", { name: "Save" });
  assert.ok(await save.isDisabled());
  const file = { name: "sheet.dicot", mimeType: "text/plain", buffer: Buffer.from(SHEET) };
  await page.getByLabel("File with a worksheet").setInputFiles(file);
  await calculator.getByText("expected `|`, `,` or `}`").waitFor();
  await until("a text", async () => (await calculator.getByText("A *hot* game.").count()) === 1);
  await calculator.getByRole("textbox", { name: "Expression" }).fill("g.Mean > 0");
  await calculator.getByRole("button", { name: "Evaluate" }).click();
  await calculator.getByRole("button", { name: "Edit g.Mean > 0" }).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  assert.equal(download.suggestedFilename(), "worksheet.dicot");
  assert.equal(await readFile(await download.path(), "utf8"), SAVED);
  assert.deepEqual(await violations(page), []);
}, { expected: REFUSED }));
