// What is acknowledged is on the disk: read off the system calls of a real create.
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { findExecutable, runBriefly } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { plainEnvironment } from "../../../src/host/program.ts";
import { tempDir } from "../../harness/temp.ts";

const program = (root: string) => `
  import { openSomeLedger, newRequest } from ${JSON.stringify(new URL("../../harness/ledger/some-ledger.ts", import.meta.url).pathname)};
  import { homeLayout } from ${JSON.stringify(new URL("../../../src/contract/home/home-layout.ts", import.meta.url).pathname)};
  import { writeSync } from "node:fs";
  const ledger = await openSomeLedger(homeLayout(${JSON.stringify(root)}));
  await ledger.create(newRequest());
  writeSync(1, "ACKNOWLEDGED\\n");
  await ledger.close();
`;

const strace = findExecutable("strace", process.env["PATH"] ?? "");

test.skipIf(strace === undefined)(
  "the ledger, its directory and commissions/ are synced before a create is acknowledged (needs strace)",
  async () => {
    const root = tempDir();
    mkdirSync(`${root}/commissions`);
    mkdirSync(`${root}/trash`);
    const trace = `${tempDir()}/trace`;
    const args = [
      "-f",
      "-y",
      "-e",
      "trace=fsync,fdatasync,write",
      "-o",
      trace,
      process.execPath,
      "-e",
      program(root),
    ];
    const run = await runBriefly(
      { file: strace ?? "", args, cwd: process.cwd(), env: plainEnvironment() },
      { clock: systemClock, limitMs: 25_000 },
    );
    expect(run.stdout).toBe("ACKNOWLEDGED\n");
    const calls = readFileSync(trace, "utf8").split("\n");
    const acknowledged = calls.findIndex((line) => line.includes("ACKNOWLEDGED"));
    const synced = (what: RegExp) =>
      calls.findIndex((line) => /f(data)?sync\(/.test(line) && what.test(line));
    const written = calls.findIndex((line) => line.includes("events.jsonl") && line.includes("write("));
    const id = "[0-9a-f-]{36}";
    const ledger = calls.findLastIndex(
      (line, index) => index < acknowledged && /fdatasync\(/.test(line) && /events\.jsonl/.test(line),
    );
    expect(written).toBeGreaterThan(-1);
    expect(ledger).toBeGreaterThan(written);
    for (const directory of [new RegExp(`commissions/${id}>`), /commissions>/]) {
      expect(synced(directory)).toBeGreaterThan(-1);
      expect(synced(directory)).toBeLessThan(acknowledged);
    }
  },
  30_000,
);
