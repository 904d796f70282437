// A disk whose syncs fail for a while: read off the files and the system calls of a real program under a tracer.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { findExecutable, runBriefly } from "../../src/host/processes/children.ts";
import { systemClock } from "../../src/host/clock.ts";
import { plainEnvironment } from "../../src/host/program.ts";
import { tempDir } from "../harness/temp.ts";

const strace = findExecutable("strace", process.env["PATH"] ?? "");
const disk = new URL("../../src/host/files/disk.ts", import.meta.url).pathname;

/** Runs a few lines with `disk` and `root` at hand; `say` prints. What it printed, and its syncs in order. */
async function runTraced(root: string, lines: string, inject: readonly string[] = []) {
  const trace = `${root}/trace`;
  const program = `
    import { systemDisk as disk } from ${JSON.stringify(disk)};
    const root = ${JSON.stringify(root)};
    const say = (text) => process.stdout.write(text + "\\n");
    ${lines}`;
  const tracing = ["-f", "-y", "-o", trace, "-e", "trace=fsync,fdatasync", ...inject];
  const run = await runBriefly(
    {
      file: strace ?? "",
      args: [...tracing, process.execPath, "-e", program],
      cwd: root,
      env: plainEnvironment(),
    },
    { clock: systemClock, limitMs: 25_000 },
  );
  const calls = readFileSync(trace, "utf8").split("\n");
  const syncs = calls.flatMap((line) => /f(?:data)?sync\(\d+<([^>]*)>/.exec(line)?.[1] ?? []);
  return { said: run.stdout.trim().split("\n"), syncs };
}

test.skipIf(strace === undefined)(
  "what could not be moved durably is where it was (needs strace)",
  async () => {
    const root = tempDir();
    mkdirSync(`${root}/from`);
    mkdirSync(`${root}/to`);
    writeFileSync(`${root}/from/file`, "text");
    const move = `await disk.move(root + "/from/file", root + "/to/file").catch((error) => say(error.code));`;
    const { said } = await runTraced(root, move, ["-e", "inject=fsync:error=EIO"]);
    expect(said).toEqual(["EIO"]);
    expect(readFileSync(`${root}/from/file`, "utf8")).toBe("text");
    expect(existsSync(`${root}/to/file`)).toBe(false);
    // The control: without the fault it is moved.
    expect((await runTraced(root, move)).said).toEqual([""]);
    expect(readFileSync(`${root}/to/file`, "utf8")).toBe("text");
  },
  30_000,
);

test.skipIf(strace === undefined)(
  "a name that an earlier try took is made durable before anybody relies on it (needs strace)",
  async () => {
    const root = tempDir();
    mkdirSync(`${root}/blobs`);
    writeFileSync(`${root}/blobs/blob`, "left by a try whose sync failed");
    const { said, syncs } = await runTraced(
      root,
      `say(await disk.makeDirectory(root + "/blobs")); say(await disk.createNew(root + "/blobs/blob", "text"));`,
    );
    expect(said).toEqual(["false", "false"]);
    expect(syncs[0]).toBe(root);
    expect(syncs.at(-1)).toBe(`${root}/blobs`);
  },
  30_000,
);
