// Files and lines that end with a hash of themselves: every single bit that is flipped is noticed, or changes nothing.
import { expect, test } from "bun:test";
import { formatHashed, parseHashed } from "../../src/base/data/hashed-json.ts";
import { formatHashedLine, parseHashedLine } from "../../src/base/data/hashed-line.ts";
import { flipped } from "../harness/ledger/flip.ts";

const value = {
  version: 1,
  tree: "a".repeat(40),
  run: { command: "npm test", exitCode: 1, output: "1 failed: ü\n", ms: 5 },
  spent: [{ usd: 0.25, whole: true }],
};

/** How many flips were noticed, changed nothing, or went unnoticed and changed something. */
function flipAll(
  text: string,
  read: (text: string) => unknown,
): { noticed: number; harmless: number; wrong: number } {
  const counted = { noticed: 0, harmless: 0, wrong: 0 };
  const bytes = Buffer.from(text);
  const sound = JSON.stringify(value);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const found = read(flipped(bytes, bit).toString("utf8"));
    if (found === undefined) counted.noticed += 1;
    else if (JSON.stringify(found) === sound) counted.harmless += 1;
    else counted.wrong += 1;
  }
  return counted;
}

const readHashed = (text: string) => {
  const read = parseHashed(text);
  return read.isSound ? read.value : undefined;
};

/** The fields that are read: a flip in the name of the hash alone leaves another one behind, which no schema knows. */
const known = (found: unknown) => {
  if (typeof found !== "object" || found === null) return found;
  const names = Object.keys(value);
  return Object.fromEntries(Object.entries(found).filter(([name]) => names.includes(name)));
};

test("a file that ends with its hash", () => {
  const { wrong, noticed } = flipAll(formatHashed(value), (text) => known(readHashed(text)));
  expect(wrong).toBe(0);
  expect(noticed).toBeGreaterThan(1000);
  expect(readHashed(formatHashed(value))).toEqual(value);
});

test("a line that ends with its hash", () => {
  const { wrong, noticed } = flipAll(formatHashedLine(value), (text) => known(parseHashedLine(text)));
  expect(wrong).toBe(0);
  expect(noticed).toBeGreaterThan(1000);
  expect(known(parseHashedLine(formatHashedLine(value)))).toEqual(value);
});

test("control: without one, many flips change what is read and are noticed by nobody; an exit code of 1 becomes 0", () => {
  const text = JSON.stringify(value);
  const parse = (changed: string) => known(readHashed(changed));
  expect(flipAll(text, parse).wrong).toBeGreaterThan(100);
  const bit = (text.indexOf('"exitCode":1') + '"exitCode":'.length) * 8;
  expect(parse(flipped(Buffer.from(text), bit).toString())).toMatchObject({ run: { exitCode: 0 } });
  expect(readHashed(text)).toEqual(value);
});
