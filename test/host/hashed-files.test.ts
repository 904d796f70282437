// Files by the hash of their bytes: kept once and whole or not at all, laid out as copies, and unused without a link.
import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { keepHashed, layOutHashed, lookAtStart, unusedHashed } from "../../src/host/files/hashed-files.ts";
import { tempDir } from "../harness/temp.ts";

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}
const sha256 = (text: string) => createHash("sha256").update(text);
const keep = (directory: string, chunks: AsyncIterable<Uint8Array>, expected: string | null = null) =>
  keepHashed({ directory, chunks, mostBytes: 10, expected });

test("a file is kept once under its hash, readable by its owner alone", async () => {
  const directory = tempDir();
  const hash = sha256("onetwo").digest("hex");
  expect(await keep(directory, pieces("one", "two"))).toMatchObject({ is: "kept", hash, bytes: 6 });
  expect(await keep(directory, pieces("onet", "wo"))).toMatchObject({ is: "kept", hash });
  expect(readdirSync(directory)).toEqual([hash]);
  expect(lstatSync(`${directory}/${hash}`).mode & 0o777).toBe(0o600);
  expect(await lookAtStart(`${directory}/${hash}`)).toEqual({ bytes: 6, start: Buffer.from("onetwo") });
  expect(await lookAtStart(`${directory}/0`)).toBeUndefined();
});

test("nothing is left of a file that is too large, is not what was signed, or breaks off", async () => {
  const directory = tempDir();
  const broken = async function* () {
    yield Buffer.from("one");
    throw new Error("the connection is gone");
  };
  const other = sha256("other").digest("base64url");
  expect(await keep(directory, pieces("12345", "678901"))).toEqual({ is: "too large" });
  expect(await keep(directory, pieces("one"), other)).toEqual({ is: "unlike" });
  expect(await keep(directory, broken())).toEqual({ is: "broken" });
  expect(readdirSync(directory)).toEqual([]);
  expect(await keep(directory, pieces("one"), sha256("one").digest("base64url"))).toMatchObject({
    is: "kept",
  });
});

test("a damaged file is whole again after the same upload, and earlier links stay as they are", async () => {
  const directory = tempDir();
  await keep(directory, pieces("whole"));
  const [name = ""] = readdirSync(directory);
  linkSync(`${directory}/${name}`, `${directory}/linked`);
  writeFileSync(`${directory}/${name}`, "spoilt");
  await keep(directory, pieces("whole"));
  expect(readFileSync(`${directory}/${name}`, "utf8")).toBe("whole");
  expect(readFileSync(`${directory}/linked`, "utf8")).toBe("spoilt");
});

test("a file is laid out as a copy of its own, and not if it is not what its hash says", async () => {
  const [directory, into] = [tempDir(), tempDir()];
  await keep(directory, pieces("bytes"));
  const [hash = ""] = readdirSync(directory);
  const from = `${directory}/${hash}`;
  expect(await layOutHashed({ from, into, name: "a.txt", hash })).toBe(true);
  expect(await layOutHashed({ from, into, name: "a.txt", hash })).toBe(true);
  expect(lstatSync(`${into}/a.txt`).ino).not.toBe(lstatSync(from).ino);
  expect(lstatSync(`${into}/a.txt`).mode & 0o777).toBe(0o444);
  writeFileSync(from, "spoilt");
  expect(await layOutHashed({ from, into, name: "b.txt", hash })).toBe(false);
  expect(readdirSync(into)).toEqual(["a.txt"]);
});

test("what stands in the place of a file is not written through", async () => {
  const [directory, into] = [tempDir(), tempDir()];
  await keep(directory, pieces("bytes"));
  const [hash = ""] = readdirSync(directory);
  writeFileSync(`${directory}/victim`, "mine");
  symlinkSync(`${directory}/victim`, `${into}/a.txt`);
  await layOutHashed({ from: `${directory}/${hash}`, into, name: "a.txt", hash });
  expect(readFileSync(`${directory}/victim`, "utf8")).toBe("mine");
});

test("only files without another link are unused; other names are left alone", async () => {
  const [directory, commission] = [tempDir(), tempDir()];
  await keep(directory, pieces("used"));
  await keep(directory, pieces("unused"));
  const [used, unused] = ["used", "unused"].map((text) => sha256(text).digest("hex"));
  linkSync(`${directory}/${used}`, `${commission}/${used}`);
  writeFileSync(`${directory}/.1234.draft`, "");
  mkdirSync(`${directory}/of-a-person`);
  expect((await unusedHashed(directory)).map(({ path }) => path)).toEqual([`${directory}/${unused}`]);
  expect(await unusedHashed(`${directory}/none`)).toEqual([]);
});
