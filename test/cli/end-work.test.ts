// The workbenches of a throwaway home are ended before it is removed, whatever a worker left beside their journals.
import { afterEach, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { endLeftBenches } from "../../src/cli/hall/end-work.ts";
import type { FactBody } from "../../src/contract/commission/facts.ts";
import { commissionLayout, homeLayout } from "../../src/contract/home/home-layout.ts";
import { commissionId } from "../../src/contract/home/ids.ts";
import { systemClock } from "../../src/host/clock.ts";
import { systemProcesses } from "../../src/host/processes/processes.ts";
import { removeTempDirs, tempDir } from "../harness/temp.ts";

afterEach(removeTempDirs);

test("a workbench is ended also if its worker left links in a circle", async () => {
  const home = tempDir();
  const id = commissionId.parse("0197f3a2-7c1b-7abc-8def-0123456789ab");
  const { journal, work } = commissionLayout(homeLayout(home), id);
  mkdirSync(work, { recursive: true });
  for (const name of ["a", "b"]) symlinkSync(".", `${work}/${name}`);
  const bench = Bun.spawn(["sleep", "600"], { detached: true });
  const identity = systemProcesses.identify(bench.pid);
  if (identity === undefined) throw new Error("The process is not there.");
  const body: FactBody = { type: "bench.started", ...identity, version: "0.0.0" };
  const line = { v: 2, seq: 1, at: "2026-11-15T10:00:00.000Z", ...body };
  writeFileSync(journal(1), `${JSON.stringify(line)}\n`);
  await endLeftBenches({ processes: systemProcesses, clock: systemClock }, home);
  await bench.exited;
  expect(bench.signalCode).toMatch(/^SIG(TERM|KILL)$/);
});
