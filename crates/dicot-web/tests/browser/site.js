// A server and a browser for the tests of a file, and pages that are watched.
//
// With SITE, a folder that crates/dicot-wasm/site has made, the pages are those of a site without a server, under a path of
// some host. Otherwise DICOT is the program (by default the one that `cargo build --release` makes). CHROMIUM is the browser (by default
// that of the system), or FIREFOX. With SCREENSHOTS, a folder, pictures of the pages are kept there.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { chromium, firefox } from "playwright-core";

export const DICOT = process.env.DICOT ?? fileURLToPath(new URL("../../../../target/release/dicot", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const { FIREFOX, SITE } = process.env;
const { SCREENSHOTS } = process.env;

/** Why tests that take long are left out without a server: for what they test the pages have the same scripts. */
export const SAME = SITE && "tested with a server, by the same scripts";

/** Far longer than anything takes, in milliseconds. */
export const PATIENCE = 60_000;

/** What a phone is like. */
export const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/** Makes a visit one of somebody who was here before. */
function visited() {
  try {
    localStorage.setItem("dicot-visited", "yes");
  } catch {
    // An empty page has no storage.
  }
}

/** A server and a browser for all tests of the file that calls this. */
export function site() {
  const all = { root: null, browser: null };
  let server = null;
  before(async () => {
    if (SITE) {
      server = await host(SITE);
      all.root = `http://127.0.0.1:${server.address().port}${PATH}`;
    } else {
      server = spawn(DICOT, ["serve", "--listen", "127.0.0.1:0", "--log", "warn"]);
      all.root = `${await listening(server)}/`;
    }
    // This channel is the system's Firefox. Version 153 does not know a command that playwright-core 1.65 sends, and 1.64 does not.
    all.browser = FIREFOX ? await firefox.launch({ channel: "moz-firefox", executablePath: FIREFOX }) : await chromium.launch({
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
    server?.kill?.();
    server?.closeAllConnections?.();
    server?.close?.();
  });
  return {
    /** The address of the first page. */
    get root() {
      return all.root;
    },
    get browser() {
      return all.browser;
    },
    /** Asks without a page. The answer may be an error. */
    async ask(name, body) {
      if (SITE) return askPackage(name, body);
      const headers = { "Content-Type": "application/json" };
      const request = body && { method: "POST", headers, body: JSON.stringify(body) };
      return (await fetch(new URL(`api/${name}`, all.root), request)).json();
    },
    /**
     * Opens pages in a new profile of the browser, does something with them, and looks that nothing went wrong but
     * what is `expected`: the browser reports every answer with the status of an error.
     */
    async watched(act, { expected = null, isFirst = false, ...options } = {}) {
      if (FIREFOX) delete options.isMobile; // playwright-core has it for Chromium only
      const context = await all.browser.newContext({ baseURL: all.root, ...options });
      context.setDefaultTimeout(PATIENCE);
      if (!isFirst) await context.addInitScript(visited);
      const problems = [];
      context.on("page", (page) => watch(page, all.root, problems));
      const page = await context.newPage();
      try {
        await act(page, context);
        assert.deepEqual(problems.filter((problem) => !expected?.test(problem)), []);
      } catch (error) {
        // What fails on another machine is seen here alone.
        const alerts = await page.getByRole("alert").or(page.getByRole("status")).allInnerTexts().catch(() => []);
        error.message += ["", page.url(), ...alerts, ...problems].join("\n  ");
        throw error;
      } finally {
        await context.close();
      }
    },
  };
}

/** The path of the site on its host. */
const PATH = "/some/path/";

const KINDS = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm" };

/** A host of static files, such as `python3 -m http.server`. */
async function host(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    const name = pathname.startsWith(PATH) ? pathname.slice(PATH.length) : null;
    const file = name === "" || name?.endsWith("/") ? `${name}index.html` : name;
    try {
      const contents = await readFile(join(folder, file));
      response.writeHead(200, { "Content-Type": KINDS[file.split(".").at(-1)] ?? "application/octet-stream" }).end(contents);
    } catch (error) {
      // A folder without the slash at its end.
      if (error.code === "EISDIR") response.writeHead(301, { Location: `${pathname}/` }).end();
      else response.writeHead(404).end("not found");
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

let dicot = null;
/** The answer of the site's own WebAssembly module. */
async function askPackage(name, body) {
  if (!dicot) {
    const { Dicot } = await import(pathToFileURL(join(resolve(SITE), "assets/wasm/index.js")));
    dicot = await Dicot.load();
  }
  return JSON.parse(dicot.reply(name, JSON.stringify(body ?? {})).body);
}

/** Where a server listens that was just started. */
function listening(server) {
  return new Promise((done, reject) => {
    let said = "";
    const hear = (text) => {
      said += text;
      const found = /listening at (http:\/\/\S+)/.exec(said);
      if (found) done(found[1]);
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`${DICOT} ended with ${code}: ${said}`)));
  });
}

/** Notes what must not happen on a page: errors, breaches of the policy (which are errors too), requests elsewhere. */
function watch(page, root, problems) {
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.stack ?? error}`));
  page.on("crash", () => problems.push("the page crashed"));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(root) && !/^(?:data|blob):/.test(url)) problems.push(`request: ${url}`);
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

/** Swipes over the middle of an element with a finger, up by some pixels. */
export async function swipe(element, up) {
  const page = element.page();
  await element.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await element.boundingBox();
  const cdp = await page.context().newCDPSession(page);
  const touch = (type, moved) => cdp.send("Input.dispatchTouchEvent", {
    type, touchPoints: type === "touchEnd" ? [] : [{ x: x + width / 2, y: y + height / 2 - moved }],
  });
  await touch("touchStart", 0);
  for (let step = 1; step <= 10; step++) await touch("touchMove", (up * step) / 10);
  // A finger that rests at the end does not fling the page.
  await page.waitForTimeout(200);
  await touch("touchMove", up);
  await touch("touchEnd");
}

/** Draws a line with a pen between the middles of two elements. */
export async function draw(from, to) {
  const page = from.page();
  await from.scrollIntoViewIfNeeded();
  const cdp = await page.context().newCDPSession(page);
  const [start, end] = await Promise.all([from, to].map((element) => element.boundingBox()));
  const pen = (type, part) => cdp.send("Input.dispatchMouseEvent", {
    type, button: "left", buttons: 1, clickCount: 1, pointerType: "pen",
    x: start.x + start.width / 2 + part * (end.x + end.width / 2 - start.x - start.width / 2),
    y: start.y + start.height / 2 + part * (end.y + end.height / 2 - start.y - start.height / 2),
  });
  await pen("mousePressed", 0);
  for (let step = 1; step <= 10; step++) await pen("mouseMoved", step / 10);
  await pen("mouseReleased", 1);
}

/** The one in the middle. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
