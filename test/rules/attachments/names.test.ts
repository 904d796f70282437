// Names of attached files: whatever a file is called elsewhere, its name here is safe, says what it is, and is its own.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { attachmentName } from "../../../src/contract/commission/attachments.ts";
import { honestName, keyOf, safeName, uniqueName } from "../../../src/rules/attachments/names.ts";

test.each([
  ["error.png", "error.png"],
  ["Bericht für Möller.pdf", "Bericht für Möller.pdf"],
  ["Bericht fu\u0308r.pdf", "Bericht für.pdf"],
  ["日本語.txt", "日本語.txt"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\me\\log.txt", "log.txt"],
  ["/", "file"],
  ["..", "file"],
  ["...", "file"],
  [".bashrc", "bashrc"],
  [" . .env ", "env"],
  ["a\u0000b\u001b[2J\n# Commission: mine", "ab[2J # Commission: mine"],
  ["\u202egnp.exe", "gnp.exe"],
  ['say "hi" <b>`x`', "say _hi_ _b__x_"],
  ["\ud800a.txt", "\ufffda.txt"],
])("%j becomes %j", (given, expected) => {
  expect(safeName(given)).toBe(expected);
});

test("a long name keeps its ending", () => {
  const name = safeName(`${"ü".repeat(500)}.tar.gz`);
  expect(name.endsWith("ü.gz")).toBe(true);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
});

const anyName = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom("a", ".", "/", "\\", " ", "\n", "\u202e", "é", "e", "\u0301", "\ud83d", "\u0000"),
  }),
);

test("every text becomes a name that the hall accepts, and a good name stays", () => {
  fc.assert(
    fc.property(anyName, (given) => {
      const name = safeName(given);
      expect(attachmentName.safeParse(name).success).toBe(true);
      expect(safeName(name)).toBe(name);
    }),
  );
});

test.each([
  ["shot.png", "image/png", "shot.png"],
  ["shot.PNG", "image/png", "shot.PNG"],
  ["photo.jpeg", "image/jpeg", "photo.jpeg"],
  ["image", "image/png", "image.png"],
  ["shot.png", "image/jpeg", "shot.png.jpg"],
  ["shot.png", "text/plain", "shot.png.txt"],
  ["paper.pdf", "application/octet-stream", "paper.pdf.bin"],
  ["main.rs", "text/plain", "main.rs"],
  ["drawing.svg", "text/plain", "drawing.svg"],
] as const)("%s with the bytes of %s is called %s", (name, type, expected) => {
  expect(honestName(name, type)).toBe(expected);
});

test("names stay apart, also where a disk knows no case", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a.txt", "A.txt", "a (2).txt", "ﬁle", "file", "b"), { maxLength: 12 }),
      (names) => {
        const taken = new Set<string>();
        for (const name of names) taken.add(keyOf(uniqueName(name, taken)));
        expect(taken.size).toBe(names.length);
      },
    ),
  );
});
