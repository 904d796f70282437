// The workbenches of a throwaway home are ended before it is removed, whatever a worker left beside their journals.
import { afterEach, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { endAllWork, endLeftBenches } from "../../src/cli/hall/end-work.ts";
import { findUnfinished } from "../../src/cli/hall/stop-work.ts";
import type { Client, ListOptions } from "../../src/client/client.ts";
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

/** Answers as a hall does whose pages hold two commissions each. */
function pagedClient(count: number) {
  const all = Array.from({ length: count }, (_, at) => ({
    id: commissionId.parse(`0197f3a2-7c1b-7abc-8def-${String(at).padStart(12, "0")}`),
    status: "pending",
  }));
  const list = async ({ cursor, status }: ListOptions = {}) => {
    const from = all.findIndex(({ id }) => id === cursor) + 1;
    const commissions = all.filter((each) => status === undefined || each.status === status);
    const page = cursor === undefined ? commissions.slice(0, 2) : commissions.slice(from, from + 2);
    const isLast = page.at(-1) === commissions.at(-1);
    return { commissions: page, nextCursor: isLast ? null : (page.at(-1)?.id ?? null) };
  };
  const cancel = async (cancelled: string) => {
    for (const each of all) if (each.id === cancelled) each.status = "cancelled";
  };
  return { all, client: { list, cancel } as unknown as Client };
}

test("all work is cancelled, however many pages it fills", async () => {
  const { all, client } = pagedClient(5);
  await endAllWork({ clock: systemClock }, client);
  expect(all.map(({ status }) => status)).toEqual(all.map(() => "cancelled"));
});

test("all unfinished work of a hall that stops is found, however many pages it fills", async () => {
  const { all, client } = pagedClient(5);
  const found = await findUnfinished({ clock: systemClock }, client);
  expect(found?.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
});
