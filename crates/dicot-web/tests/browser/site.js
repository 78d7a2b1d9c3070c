// A server and a browser for the tests of a file, and pages that are watched.
//
// DICOT is the program (by default the one that `cargo build --release` makes), CHROMIUM the browser (by default that
// of the system). With SCREENSHOTS, a folder, pictures of the pages are kept there.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

export const DICOT = process.env.DICOT ?? fileURLToPath(new URL("../../../../target/release/dicot", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const { SCREENSHOTS } = process.env;

/** Far longer than anything takes, in milliseconds. */
export const PATIENCE = 60_000;

/** What a phone is like. */
export const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/** A server and a browser for all tests of the file that calls this. */
export function site() {
  const all = { origin: null, browser: null };
  let server = null;
  before(async () => {
    server = spawn(DICOT, ["serve", "--listen", "127.0.0.1:0", "--log", "warn"]);
    all.origin = await listening(server);
    all.browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: [
        // A page of our own server needs no sandbox, which root cannot have.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    });
  });
  after(async () => {
    await all.browser?.close();
    server?.kill();
  });
  return {
    get origin() {
      return all.origin;
    },
    get browser() {
      return all.browser;
    },
    /**
     * Opens pages in a new profile of the browser, does something with them, and looks that nothing went wrong but
     * what is `expected`: the browser reports every answer with the status of an error.
     */
    async watched(act, { expected = null, ...options } = {}) {
      const context = await all.browser.newContext({ baseURL: all.origin, ...options });
      context.setDefaultTimeout(PATIENCE);
      const problems = [];
      context.on("page", (page) => watch(page, all.origin, problems));
      try {
        await act(await context.newPage(), context);
        assert.deepEqual(problems.filter((problem) => !expected?.test(problem)), []);
      } finally {
        await context.close();
      }
    },
  };
}

/** Where a server listens that was just started. */
function listening(server) {
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (text) => {
      said += text;
      const found = /listening at (http:\/\/\S+)/.exec(said);
      if (found) resolve(found[1]);
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`${DICOT} ended with ${code}: ${said}`)));
  });
}

/** Notes what must not happen on a page: errors, breaches of the policy (which are errors too), requests elsewhere. */
function watch(page, origin, problems) {
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.stack ?? error}`));
  page.on("crash", () => problems.push("the page crashed"));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob):/.test(url)) problems.push(`request: ${url}`);
  });
}

/** Keeps a picture, if pictures are wanted. */
export async function picture(page, name) {
  if (!SCREENSHOTS) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

let axe = null;
/** What is wrong with a page for those who cannot see it well, or have no mouse. */
export async function violations(page) {
  axe ??= await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(axe);
  const { passes, violations } = await page.evaluate(() => globalThis.axe.run());
  assert.ok(passes.length > 0, "axe-core has looked at nothing");
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`) }));
}

/** Waits until something holds, which is asked again and again. */
export async function until(what, holds) {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    if (Date.now() > end) assert.fail(`waited too long for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Numbers that look random, the same ones each time. */
export function dice(seed) {
  let state = seed;
  return (bound) => {
    // Numerical Recipes' generator: good enough to choose moves.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** The one in the middle. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
