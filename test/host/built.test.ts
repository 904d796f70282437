// A bundle runs only if it was built by this Bun from exactly these sources.
import { beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtNote, programFile, sourcesNow } from "../../src/host/built.ts";
import { tempDir } from "../harness/temp.ts";

let root: string;

const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const longAgo = (path: string) => utimesSync(join(root, path), 1000, 1000);
const note = (bun: string) =>
  put(`dist/${builtNote}`, JSON.stringify({ bun, sources: sourcesNow(root).hash }));

beforeEach(() => {
  root = tempDir();
  put("src/hall/main.ts", "one");
  put("src/base/text.ts", "two");
  for (const path of ["src/hall/main.ts", "src/base/text.ts"]) longAgo(path);
  put("dist/hall/main.js", "built");
  note(Bun.version);
});

const sources = () => join(root, "src/hall/main.ts");

test("the bundle runs if nothing has changed since it was built", () => {
  expect(programFile(root, "hall")).toBe(join(root, "dist/hall/main.js"));
});

test("files unpacked by npm, which all have the same old time, count as unchanged", () => {
  longAgo(`dist/${builtNote}`);
  expect(programFile(root, "hall")).toBe(join(root, "dist/hall/main.js"));
});

describe("the sources run", () => {
  test.each<[string, () => void]>([
    ["if one of them was written later, with the same size", () => put("src/base/text.ts", "owt")],
    [
      "if one has another size, with an old time",
      () => (put("src/base/text.ts", "three"), longAgo("src/base/text.ts")),
    ],
    ["if one was added", () => (put("src/base/new.ts", ""), longAgo("src/base/new.ts"))],
    ["if one was removed", () => rmSync(join(root, "src/base/text.ts"))],
    ["if the packages were changed later", () => put("node_modules/.package-lock.json", "{}")],
    ["if another Bun built it", () => note("1.0.0")],
    ["if the note is broken", () => put(`dist/${builtNote}`, "{")],
    ["if nothing was built", () => rmSync(join(root, "dist"), { recursive: true })],
    ["if only the note is left", () => rmSync(join(root, "dist/hall/main.js"))],
  ])("%s", (_, change) => {
    longAgo(`dist/${builtNote}`);
    utimesSync(join(root, "dist", builtNote), 2000, 2000);
    change();
    expect(programFile(root, "hall")).toBe(sources());
  });
});
