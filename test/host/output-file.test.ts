// What a child printed is cut down to size while it prints on, and a disk that fails ends nobody. The child runs with our
// rights, and may put something else in the place of its files.
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { boundOutput, openOutput, readHeadOf, readTailOf } from "../../src/host/processes/output-file.ts";
import { tempDir } from "../harness/temp.ts";

test("the end of what was printed is kept", () => {
  const path = `${tempDir()}/out`;
  writeFileSync(path, "first line\nlast line\n");
  boundOutput(path, { maxBytes: 10, keepBytes: 12 });
  expect(readFileSync(path, "utf8")).toBe("(21 bytes were printed; this is the end of them)\nlast line\n");
});

test("a child that prints on appends to what was kept", () => {
  const path = `${tempDir()}/out`;
  const child = openOutput(path);
  writeSync(child.descriptor, `${"first line\n".repeat(20)}last line\n`);
  boundOutput(path, { maxBytes: 100, keepBytes: 12 });
  writeSync(child.descriptor, "later line\n");
  child.close();
  expect(readFileSync(path, "utf8")).toEndWith("this is the end of them)\nlast line\nlater line\n");
});

test("the end of what was printed stays if the disk takes no more while it is cut", () => {
  const path = `${tempDir()}/out`;
  writeFileSync(path, `${"first line\n".repeat(2000)}last line\n`);
  const module = new URL("../../src/host/processes/output-file.ts", import.meta.url).pathname;
  const program = `
    import { boundOutput } from ${JSON.stringify(module)};
    boundOutput(${JSON.stringify(path)}, { maxBytes: 10_000, keepBytes: 5_000 });
  `;
  // A limit on the size of written files stands in for a full disk: writes beyond the first KiB fail.
  const limited = `trap "" XFSZ; ulimit -f 1; exec "$@"`;
  const run = spawnSync("bash", ["-c", limited, "bash", process.execPath, "-e", program], {
    encoding: "utf8",
  });
  expect([run.status, run.stderr]).toEqual([0, ""]);
  expect(readFileSync(path, "utf8")).toEndWith("first line\nlast line\n");
  boundOutput(path, { maxBytes: 10_000, keepBytes: 5_000 }); // the control: with room it is cut
  expect(readFileSync(path, "utf8").length).toBeLessThan(6000);
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
