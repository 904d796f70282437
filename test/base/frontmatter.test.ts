// Frontmatter is told apart by its bytes, kept by its bytes, and read with care.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseDocument } from "yaml";
import {
  type Authorship,
  frontmatterLength,
  frontmatterTitle,
  writtenDocument,
} from "../../src/base/text/frontmatter.ts";

const by: Authorship = { name: "plan", date: "2026-11-15", worker: "scholar", commission: "0197" };
const bom = "\ufeff";

const lengths: readonly [text: string, head: string][] = [
  ["---\na: 1\n---\nbody", "---\na: 1\n---\n"],
  ["---\n---\nbody", "---\n---\n"],
  ["---\na: 1\n---", "---\na: 1\n---"],
  ["--- \t\r\na: 1\r\n---\t\r\nbody", "--- \t\r\na: 1\r\n---\t\r\n"],
  [`${bom}---\na: 1\n---\nbody`, `${bom}---\na: 1\n---\n`],
  ["---\na: |\n  --- x\n ---\n---\nb", "---\na: |\n  --- x\n ---\n---\n"],
  ["---\na: 1\n---\n---\nb", "---\na: 1\n---\n"],
  ["", ""],
  ["# Title", ""],
  ["---\nnever closed", ""],
  ["----\na: 1\n----\n", ""],
  ["\n---\na: 1\n---\n", ""],
  ["--- a: 1\n---\n", ""],
];
test.each(lengths)("of %j the frontmatter is %j", (text, head) => {
  expect(frontmatterLength(Buffer.from(text))).toBe(Buffer.byteLength(head));
});

describe("what is written", () => {
  const eol = fc.constantFrom("\n", "\r\n");
  const odd = fc.oneof(
    fc.constantFrom(
      "title: 'a'",
      "# words",
      "b:   [ 1,2 ]",
      'c: "\\u00e9"',
      "",
      "  - x",
      "a: &x 1",
      "\t",
      "é: ü",
    ),
    fc.string({ maxLength: 20 }).map((line) => line.replace(/[\r\n]/g, "").replace(/^---/, "-- ")),
  );
  const head = fc
    .record({
      mark: fc.constantFrom("", bom),
      lines: fc.array(odd, { maxLength: 6 }),
      end: eol,
      raw: fc.uint8Array({ maxLength: 9 }),
    })
    .map(({ mark, lines, end, raw }) => {
      const bytes = Buffer.from(raw).map((byte) => (byte === 0x0a ? 0x20 : byte)); // any bytes, UTF-8 or not
      const text = (part: string) => Buffer.from(part);
      return Buffer.concat([
        text(`${mark}---${end}${[...lines, "# "].join(end)}`),
        bytes,
        text(`${end}---${end}`),
      ]);
    });
  const body = fc
    .string({ unit: "grapheme", maxLength: 200 })
    .filter((text) => frontmatterLength(Buffer.from(text)) === 0);

  test("without frontmatter leaves the one that is there byte for byte, and a second time changes nothing", () => {
    fc.assert(
      fc.property(head, fc.uint8Array({ maxLength: 100 }), body, (kept, old, content) => {
        const before = Buffer.concat([kept, old]);
        const written = writtenDocument({ before, content, by });
        expect(written).toEqual(Buffer.concat([kept, Buffer.from(content)]));
        expect(writtenDocument({ before: written, content, by })).toEqual(written);
      }),
      { numRuns: 300 },
    );
  });

  test("with frontmatter is the file as it was given", () => {
    fc.assert(
      fc.property(body, eol, fc.option(head), (rest, end, before) => {
        const content = `---${end}title: x${end}---${end}${rest}`;
        expect(writtenDocument({ before, content, by })).toEqual(Buffer.from(content));
      }),
      { numRuns: 100 },
    );
  });

  test("as new gets a frontmatter that can be read, whatever its heading is, and keeps it", () => {
    fc.assert(
      fc.property(body, fc.string({ unit: "binary", maxLength: 30 }), (rest, title) => {
        const content = `# ${title}\n${rest}`;
        const written = writtenDocument({ before: null, content, by });
        const length = frontmatterLength(written);
        expect(written.subarray(length).toString()).toBe(`\n${Buffer.from(content).toString()}`);
        const inner = written.subarray(4, length - 4).toString();
        expect(parseDocument(inner).errors).toEqual([]);
        const again = writtenDocument({ before: written, content, by });
        expect(again.subarray(0, length)).toEqual(written.subarray(0, length));
      }),
      { numRuns: 300 },
    );
  });

  test("below a last line without an end gets one, of the kind the file has", () => {
    const put = (before: string) =>
      writtenDocument({ before: Buffer.from(before), content: "x", by }).toString();
    expect(put("---\r\na: 1\r\n---")).toBe("---\r\na: 1\r\n---\r\nx");
    expect(put("---\na: 1\n---")).toBe("---\na: 1\n---\nx");
    expect(put("no frontmatter")).toBe("x");
  });
});

const titles: readonly [content: string, title: string][] = [
  ["words\n## The plan ##\n", "The plan"],
  ["#hash\n   # Real", "Real"],
  ["no heading", "plan"],
  [`# ${"x".repeat(5000)}`, "x".repeat(198)],
  [`# a${" #".repeat(200_000)}`, "a"],
];
test.each(titles)("a new document is called by its first heading, or by its file", (content, title) => {
  const written = writtenDocument({ before: null, content, by });
  expect(frontmatterTitle(written)?.startsWith(title)).toBe(true);
});

const hostile: readonly [name: string, head: string][] = [
  ["aliases of aliases", `a: &a [x]\n${"b: &b [*a,*a,*a,*a,*a,*a,*a,*a]\n".repeat(2000)}title: *a`],
  ["an alias of nothing", "title: *a"],
  ["deep brackets", `title: ${"[".repeat(450)}`],
  ["deep braces", `title: ${"{a: ".repeat(120)}`],
  ["deep dashes", `title: ${"- ".repeat(230)}`],
  ["a long line", `title: ${"[".repeat(200_000)}`],
  ["a long line of quotes", `title: ${"'\"".repeat(10_000)}`],
  ["many keys", `${Array.from({ length: 3000 }, (_, at) => `k${at}: 1`).join("\n")}\ntitle: [`],
  ["many almost closing lines", `${"--- x\n".repeat(50_000)}title: {`],
  ["not a map", "- title: x"],
  ["a title that is no text", "title: {a: b}"],
  ["a title on the next line", "title:\n  x"],
];
test.each(hostile)("no title is looked for longer than it takes to read a line: %s", (_name, head) => {
  const document = Buffer.from(`---\n${head}\n---\n`);
  const began = performance.now();
  for (let file = 0; file < 20; file += 1) expect(frontmatterTitle(document)).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(1000);
});

test("a title is found in quotes, after a byte order mark and among other keys", () => {
  expect(frontmatterTitle(Buffer.from(`${bom}---\r\nz: 1\r\ntitle: "A \\"b\\"" # c\r\n---\r\n`))).toBe(
    'A "b"',
  );
});
