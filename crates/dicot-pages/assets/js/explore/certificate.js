// Certificates of who wins, as files: docs/guide/certificates.md describes the format. The page believes the facts of a
// certificate; `dicot certify` proves them.

/** The maximum length of a text, in bytes: browsers keep its facts in some ten times as much memory. */
const MAX_BYTES = 100_000_000;

/** What is wrong with a file, and in which line, if it is a line. */
export class CertificateError extends Error {
  constructor(reason, line = null) {
    super(line === null ? reason : `line ${line}: ${reason}`);
    this.name = "CertificateError";
  }
}

/** Reads a file (a `Blob`). Throws `CertificateError`. */
export async function readCertificate(file) {
  const stored = new Uint8Array(await file.arrayBuffer());
  const isGzip = stored[0] === 0x1f && stored[1] === 0x8b;
  const bytes = isGzip ? await inflated(stored) : stored;
  // Browsers offer hashes on pages that are loaded safely.
  const digest = await crypto.subtle?.digest("SHA-256", stored);
  const hash = digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { ...parse(bytes), hash: hash ?? null };
}

async function inflated(stored) {
  const chunks = [];
  let length = 0;
  try {
    const reader = new Blob([stored]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value);
      length += next.value.length;
      if (length > MAX_BYTES) break;
    }
  } catch {
    throw new CertificateError("the gzip data are damaged");
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

const PLAYERS = { L: "left", R: "right" };

/** Reads the text of a certificate. A fact is `{line, kind, list, value, reason}`. */
function parse(bytes) {
  if (bytes.length > MAX_BYTES) {
    throw new CertificateError(`its text has more than ${MAX_BYTES / 1e6} MB, the limit of this page; dicot certify checks it`);
  }
  const lines = new TextDecoder("latin1").decode(bytes).split("\n");
  const last = lines.pop();
  if (lines[0] !== "dicot certificate 1") throw new CertificateError("not a certificate: expected the line `dicot certificate 1`", 1);
  const made = { rulesets: [], parts: [], plus: [], claims: new Map(), components: [], values: [[[], []]], facts: [] };
  let [start, isWhole] = [0, false];
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    const wrong = (reason) => new CertificateError(reason, line);
    const take = (pattern, expected) => {
      const found = pattern.exec(text);
      if (!found) throw wrong(`expected ${expected}`);
      return found.slice(1);
    };
    const numbers = (list, known, what) => list.split(",").filter(Boolean).map((number) => {
      if (!(known.length > Math.abs(number))) throw wrong(`no ${what} ${number} above`);
      return Number(number);
    });
    const ruleset = (number) => {
      if (!(number in made.rulesets)) throw wrong(`no ruleset ${number} above`);
      return made.rulesets[number];
    };
    const kind = text.split(" ", 1)[0];
    if (isWhole) throw wrong("expected nothing after the line `end`");
    if (kind === "w" || kind === "z") {
      const [list, value, reason] = take(/^. (-?\d+(?:,-?\d+)*) (-?\d+) (.+)$/, "components, a value and a reason");
      const terms = numbers(list, { length: made.components.length + 1 }, "component");
      if (terms.includes(0)) throw wrong("no component 0 above");
      const pattern = kind === "w" ? /^(?:m \d+ .+|o \d+|p \d+)$/ : /^(?:a|p \d+)$/;
      if (!pattern.test(reason)) throw wrong("expected a reason: m I MOVE or o J of a w fact, a of a z fact, p DIGITS");
      if (reason[0] === "p" && reason.length !== terms.length + 3) throw wrong("expected a digit for each component and one for the value");
      made.facts.push({ line, kind, terms, value: numbers(value, made.values, "value")[0], reason });
    } else if (kind === "c" || kind === "part") {
      const [number, position] = take(/^\w+ (\d+) (.+)$/, "the number of a ruleset and a position");
      (kind === "c" ? made.components : made.parts).push({ line, rules: ruleset(number), position });
    } else if (kind === "v") {
      made.values.push(take(/^v ([-\d,]*)\|([-\d,]*)$/, "L,L,..|R,R,..").map((list) => numbers(list, made.values, "value")));
    } else if (kind === "rules") {
      const [number, name] = take(/^rules (\d+) (\S+)$/, "the number and the name of a ruleset");
      if (Number(number) !== made.rulesets.length) throw wrong(`expected the ruleset number ${made.rulesets.length}`);
      made.rulesets.push(name);
    } else if (kind === "plus") {
      made.plus.push(...numbers(...take(/^plus (-?\d+)$/, "a value"), made.values, "value"));
    } else if (kind === "claim") {
      const [first, winner] = take(/^claim ([LR]) ([LR])$/, "two players, L or R");
      if (made.claims.has(PLAYERS[first])) throw wrong("there is a claim about this player moving first already");
      made.claims.set(PLAYERS[first], PLAYERS[winner]);
    } else if (kind === "end") {
      const expected = `end ${index} ${fnv(bytes.subarray(0, start))}`;
      if (text !== expected) throw wrong(`the file was changed: expected \`${expected}\``);
      isWhole = true;
    } else if (line > 1) {
      throw wrong("expected rules, part, plus, claim, c, v, w, z or end");
    }
    start += text.length + 1;
  }
  if (!isWhole || last !== "") throw new CertificateError("the file ends without a line `end`", lines.length + 1);
  return made;
}

/** The FNV-1a hash in hexadecimal. Its 64 bits are two numbers of 32. */
function fnv(bytes) {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    // The prime is 2^40 + 0x1b3.
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + low * 256) >>> 0;
    low = product >>> 0;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, "0")).join("");
}
