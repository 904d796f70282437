// The files a commission left are listed and read as they are: nothing outside its artifacts, and no link followed.
import { beforeEach, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { maxArtifactBytes } from "../../../src/contract/commission/artifacts.ts";
import { listArtifacts, readArtifact } from "../../../src/workbench/workdir/show-artifacts.ts";
import { writeFiles } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";

let directory: string;
const whole = { from: 0, maxBytes: maxArtifactBytes };
const read = (path: string, part: { from?: number; maxBytes?: number } = {}) =>
  readArtifact({ directory }, { ...whole, ...part, path });

beforeEach(() => {
  directory = `${tempDir()}/commission`;
  mkdirSync(`${directory}/artifacts`, { recursive: true });
  writeFiles(directory, { "meta.json": "secret of the hall", "artifacts/report.md": "# Done\n" });
});

test("files are listed with their sizes, sorted, also those in directories", async () => {
  writeFiles(directory, { "artifacts/b/c.txt": "abc", "artifacts/a.json": "{}" });
  expect(await listArtifacts({ directory })).toEqual({
    artifacts: [
      { path: "a.json", bytes: 2, kind: "text" },
      { path: "b/c.txt", bytes: 3, kind: "text" },
      { path: "report.md", bytes: 7, kind: "markdown" },
    ],
    total: 3,
  });
});

test("where there are none, none are listed", async () => {
  expect(await listArtifacts({ directory: tempDir() })).toEqual({ artifacts: [], total: 0 });
});

test("very many are counted and listed up to a bound", async () => {
  for (let at = 0; at < 1100; at += 1) writeFileSync(`${directory}/artifacts/${at}`, "");
  const { artifacts, total } = await listArtifacts({ directory });
  expect([artifacts.length, total]).toEqual([1000, 1101]);
});

const outside: readonly [string, (root: string) => void, string][] = [
  ["a link to a file", (root) => symlinkSync("../meta.json", `${root}/artifacts/x`), "x"],
  ["a link to a file inside", (root) => symlinkSync("report.md", `${root}/artifacts/x`), "x"],
  ["a link to a directory", (root) => symlinkSync("..", `${root}/artifacts/up`), "up/meta.json"],
  ["a way up", () => undefined, "../meta.json"],
  ["a way up in the middle", (root) => mkdirSync(`${root}/artifacts/d`), "d/../../meta.json"],
  ["an absolute path", () => undefined, "/etc/hostname"],
  ["a directory", (root) => mkdirSync(`${root}/artifacts/d`), "d"],
  ["a pipe", (root) => void Bun.spawnSync(["mkfifo", `${root}/artifacts/p`]), "p"],
  ["nothing", () => undefined, "none"],
];

test.each(outside)("%s is neither listed nor read", async (_name, plant, path) => {
  plant(directory);
  expect((await read(path)).ok).toBe(false);
  const { artifacts } = await listArtifacts({ directory });
  expect(artifacts.map((entry) => entry.path)).toEqual(["report.md"]);
});

test("artifacts that are themselves a link lead nowhere", async () => {
  const other = tempDir();
  writeFiles(other, { "x.txt": "elsewhere" });
  const linked = tempDir();
  symlinkSync(other, `${linked}/artifacts`);
  expect(await listArtifacts({ directory: linked })).toEqual({ artifacts: [], total: 0 });
  expect((await readArtifact({ directory: linked }, { ...whole, path: "x.txt" })).ok).toBe(false);
});

test("text comes as text and everything else in base64, from a given byte on", async () => {
  writeFileSync(`${directory}/artifacts/t.txt`, "\ufeffgr\u00fc\u00dfe\n");
  writeFileSync(`${directory}/artifacts/b.bin`, Buffer.from([0, 1, 2, 3]));
  expect(await read("t.txt")).toMatchObject({
    ok: true,
    content: {
      path: "t.txt",
      bytes: 11,
      kind: "text",
      encoding: "utf8",
      content: "\ufeffgr\u00fc\u00dfe\n",
      cut: false,
    },
  });
  expect(await read("b.bin", { from: 1, maxBytes: 2 })).toMatchObject({
    content: { bytes: 4, kind: "binary", encoding: "base64", content: "AQI=", cut: true },
  });
  expect(await read("b.bin", { from: 99 })).toMatchObject({ content: { content: "", cut: false } });
});

test("a text that is read in pieces is whole, whatever the pieces cut", async () => {
  const text = "a\u00fc\u{1F600}\u20AC".repeat(50);
  writeFileSync(`${directory}/artifacts/t.txt`, text);
  for (const maxBytes of [1, 2, 3, 5, 7]) expect(await inPieces("t.txt", maxBytes)).toBe(text);
});

async function inPieces(path: string, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  for (let from = 0; ;) {
    const piece = await read(path, { from, maxBytes });
    if (!piece.ok) throw new Error(piece.reason);
    const { content, encoding, cut } = piece.content;
    parts.push(Buffer.from(content, encoding));
    if (!cut) return Buffer.concat(parts).toString("utf8");
    from += parts.at(-1)?.length ?? 0;
  }
}

test("of a very large file only what is asked for is read", async () => {
  writeFileSync(`${directory}/artifacts/large`, "");
  truncateSync(`${directory}/artifacts/large`, 5 * 1024 ** 3);
  const found = await read("large", { from: 4 * 1024 ** 3, maxBytes: 3 });
  expect(found).toMatchObject({ content: { bytes: 5 * 1024 ** 3, content: "AAAA", cut: true } });
});
