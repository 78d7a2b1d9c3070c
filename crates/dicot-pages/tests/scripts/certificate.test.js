// Reading certificates.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { readCertificate } from "../../assets/js/explore/certificate.js";
import { withEnd } from "./certificates.js";

const FILE = new URL("../../../../results/certificates/clobber-4x5.cert", import.meta.url);

test("a file is read as it is: its hash is that of the file, and every damage is found", async () => {
  const bytes = await readFile(FILE);
  const { hash, facts } = await readCertificate(new Blob([bytes]));
  assert.equal(hash, createHash("sha256").update(bytes).digest("hex"));
  const text = gunzipSync(bytes).toString();
  assert.equal(facts.length, text.match(/^[wz] /gm).length);
  assert.deepEqual((await readCertificate(new Blob([text]))).facts, facts);
  const lines = text.trimEnd().split("\n").slice(0, -1);
  assert.equal(withEnd(lines), text);
  const refused = async (changed, message) => assert.rejects(readCertificate(new Blob([changed])), { message });
  await refused(bytes.subarray(0, 9000), "the gzip data are damaged");
  for (const other of ["", "GIF89a", "GIF89a\n"]) await refused(other, "line 1: not a certificate: expected the line `dicot certificate 1`");
  await refused(text.replace("xo", "ox"), /^line 2808: the file was changed/);
  await refused(`${text}x\n`, /^line \d+: expected nothing after the line `end`$/);
  await refused(text.slice(0, -3), /^line \d+: the file/);
  const first = lines.slice(0, 2);
  for (const [line, message] of [
    ["what", "line 3: expected rules, part, plus, claim, c, v, w, z or end"],
    ["c 1 xo", "line 3: no ruleset 1 above"],
    ["c xo", "line 3: expected the number of a ruleset and a position"],
    ["w 1 0 m 0 a1-b1", "line 3: no component 1 above"],
    ["v 0|1", "line 3: no value 1 above"],
    ["w 1 0 b", "line 3: no component 1 above"],
    ["claim L", "line 3: expected two players, L or R"],
    ["rules 7 clobber", "line 3: expected the ruleset number 1"],
  ]) await refused(withEnd([...first, line]), message);
  await refused(withEnd([...first, "c 0 xo", "w 1 0 b"]), /^line 4: expected a reason/);
  await refused(withEnd([...first, "c 0 xo", "z 1 0 p 0"]), /^line 4: expected a digit/);
});

const read = (lines) => readCertificate(new Blob([withEnd(["dicot certificate 1", "rules 0 clobber", ...lines])]));

test("the lines of a certificate are its data", async () => {
  const { hash, ...data } = await read([
    "rules 1 domineering", "v 0|0", "v 1,-1|", "c 0 xo ox", "c 1 ../..", "w 1,-2 -2 m 1 a1-a2", "z -2 0 p 01", "part 1 ...", "plus -1", "claim R L", "claim L L",
  ]);
  assert.match(hash, /^[0-9a-f]{64}$/);
  assert.deepEqual(data, {
    rulesets: ["clobber", "domineering"],
    parts: [{ line: 10, rules: "domineering", position: "..." }],
    plus: [-1],
    claims: new Map([["right", "left"], ["left", "left"]]),
    components: [{ line: 6, rules: "clobber", position: "xo ox" }, { line: 7, rules: "domineering", position: "../.." }],
    values: [[[], []], [[0], [0]], [[1, -1], []]],
    facts: [
      { line: 8, kind: "w", terms: [1, -2], value: -2, reason: "m 1 a1-a2" },
      { line: 9, kind: "z", terms: [-2], value: 0, reason: "p 01" },
    ],
  });
});

test("a line that says something twice or of nothing is refused", async () => {
  const refused = (lines, message) => assert.rejects(read(lines), { name: "CertificateError", message });
  await refused(["claim L R", "claim L L"], "line 4: there is a claim about this player moving first already");
  await refused(["c 0 xo", "w 1,0 0 o 1"], "line 4: no component 0 above");
  await refused(["c 0 xo", "w 1 1 o 1"], "line 4: no value 1 above");
  await refused(["c 0 xo", "w 1 0 a"], /^line 4: expected a reason/);
  await refused(["c 0 xo", "z 1 0 m 0 a1-b1"], /^line 4: expected a reason/);
  await refused(["plus 3"], "line 3: no value 3 above");
  await refused([""], "line 3: expected rules, part, plus, claim, c, v, w, z or end");
});
