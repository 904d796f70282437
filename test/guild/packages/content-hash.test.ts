// One hash for all files of a package: it stays while they do, and changes with any of them.
import { expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { contentHash } from "../../../src/guild/install/content-hash.ts";
import { listCodeFiles, codeBounds } from "../../../src/guild/install/code-files.ts";
import { tempDir } from "../../harness/temp.ts";
import { layFiles, workerFiles } from "./support.ts";

const lay = () => layFiles(`${tempDir()}/scribe`, { ...workerFiles(), "lib/a.ts": "one", "lib/b.ts": "two" });

test("the same files have the same hash, wherever they lie and whatever is installed beside them", async () => {
  const [one, other] = [lay(), lay()];
  layFiles(other, { "node_modules/dep/index.js": "1", ".git/HEAD": "ref", "lib/node_modules/x": "1" });
  const hash = await contentHash(one);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await contentHash(other)).toBe(hash);
});

const changes: readonly [what: string, change: (directory: string) => void][] = [
  ["a byte", (directory) => writeFileSync(`${directory}/lib/a.ts`, "onf")],
  ["a name", (directory) => renameSync(`${directory}/lib/a.ts`, `${directory}/lib/c.ts`)],
  ["two contents changed over", (directory) => layFiles(directory, { "lib/a.ts": "two", "lib/b.ts": "one" })],
  [
    "a byte that moves to the file before",
    (directory) => layFiles(directory, { "lib/a.ts": "onet", "lib/b.ts": "wo" }),
  ],
  ["a new file", (directory) => writeFileSync(`${directory}/new.ts`, "")],
  ["a file less", (directory) => rmSync(`${directory}/lib/b.ts`)],
  [
    "a file that becomes a link",
    (directory) => {
      rmSync(`${directory}/lib/b.ts`);
      symlinkSync("a.ts", `${directory}/lib/b.ts`);
    },
  ],
];

test.each(changes)("%s changes it", async (_what, change) => {
  const directory = lay();
  const before = await contentHash(directory);
  change(directory);
  const after = await contentHash(directory);
  expect(after).toMatch(/^[0-9a-f]{64}$/);
  expect(after).not.toBe(before);
});

const refused: readonly [what: string, spoil: (directory: string) => void, reason: string][] = [
  ["a link to a file outside", (at) => symlinkSync("/etc/passwd", `${at}/l`), "leads out"],
  ["a link that goes up", (at) => symlinkSync("../..", `${at}/lib/l`), "leads out"],
  ["a link to nowhere", (at) => symlinkSync("nowhere", `${at}/l`), "leads out of the package, or nowhere"],
  [
    "a link that leads out through another",
    (at) => {
      mkdirSync(`${at}/d/e`, { recursive: true });
      symlinkSync("../..", `${at}/d/e/top`);
      symlinkSync("d/e/top/../outside", `${at}/l`);
      mkdirSync(`${at}/../outside`, { recursive: true });
    },
    "leads out",
  ],
  [
    "too many bytes",
    (at) => {
      writeFileSync(`${at}/huge`, "");
      truncateSync(`${at}/huge`, codeBounds.bytes + 1);
    },
    "larger than 64 MB",
  ],
  ["too deep a tree", (at) => mkdirSync(`${at}/${"d/".repeat(40)}`, { recursive: true }), "too deeply"],
];

test.each(refused)("%s is refused, and there is no hash of it", async (_what, spoil, reason) => {
  const directory = lay();
  spoil(directory);
  expect(await listCodeFiles(directory)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  expect(await contentHash(directory)).toBeNull();
});

test("a link that stays inside is kept as one", async () => {
  const directory = lay();
  symlinkSync("lib/a.ts", `${directory}/short.ts`);
  const found = await listCodeFiles(directory);
  expect(found.ok && found.files.find(({ path }) => path === "short.ts")?.link).toBe("lib/a.ts");
});
