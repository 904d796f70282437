// What a child printed is cut down to size while it prints on, and a disk that fails ends nobody.
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { boundOutput } from "../../src/host/output-file.ts";
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
