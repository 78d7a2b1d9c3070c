// Certificates as texts, for tests.

/** The text of a certificate of these lines, with its last one: the FNV-1a hash with 64 bits, by the definition. */
export function withEnd(lines) {
  const body = lines.map((line) => `${line}\n`).join("");
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(body)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `${body}end ${lines.length} ${hash.toString(16).padStart(16, "0")}\n`;
}
