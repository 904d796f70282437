// What a child printed is cut down to size while it prints on, and a disk that fails ends nobody. The child runs with our
// rights, and may put something else in the place of its files.
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { boundOutput, openOutput, readHeadOf, readTailOf } from "../../src/host/processes/output-file.ts";
import { tempDir } from "../harness/temp.ts";

test("the end of what was printed is kept", () => {
  const path = `${tempDir()}/out`;
  writeFileSync(path, "first line\nlast line\n");
  boundOutput(path, { maxBytes: 10, keepBytes: 12 });
  expect(readFileSync(path, "utf8")).toBe("(21 bytes were printed; this is the end of them)\nlast line\n");
});

test("what cannot be cut is left as it is, and nothing is thrown", () => {
  const path = `${tempDir()}/out`;
  mkdirSync(path);
  boundOutput(path, { maxBytes: 0, keepBytes: 0 });
  boundOutput(`${tempDir()}/missing`, { maxBytes: 0, keepBytes: 0 });
});

test("a pipe in the place of a log is neither read nor waited for", () => {
  const pipe = `${tempDir()}/child.err`;
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  expect(readHeadOf(pipe, 100)).toBe("");
  expect(readTailOf(pipe, 100)).toEqual({ text: "", cut: false });
  expect(() => openOutput(pipe)).toThrow("ENXIO");
});
