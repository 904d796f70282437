// A session that made more than it may in its last moment: however it ended, that is how it ended.
import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { commissionLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { diskMeter } from "../../../src/host/files/disk-use.ts";
import { holdToLimits } from "../../../src/workbench/work/hold-to-limits.ts";
import { commissionAfter, inProgress, someId } from "../../harness/ledger/histories.ts";
import { tempDir } from "../../harness/temp.ts";

const deps = { clock: systemClock, disk: systemDisk, diskUse: diskMeter };
const enclosure = {
  memory: () => null,
  pids: () => [],
  still: <T>(task: () => Promise<T>) => task(),
};

/** It writes so many megabytes, and ends at once. */
async function held(
  end: SessionEnd,
  megabytes: number,
  standing: SessionEnd | null = null,
): Promise<SessionEnd["how"]> {
  const layout = commissionLayout(homeLayout(tempDir()), someId);
  mkdirSync(layout.work, { recursive: true });
  const bench = { layout, commission: commissionAfter(inProgress), elapsedMs: () => 0 };
  const writing = async () => {
    writeFileSync(`${layout.work}/last`, Buffer.alloc(megabytes * 1024 * 1024, 1));
    return end;
  };
  const limits = { maxTurns: 1, maxBudgetUsd: 1, diskMb: 4 };
  const session = { stop: async () => undefined, standing: () => standing };
  return (await holdToLimits(deps, bench, { session, ended: writing(), limits, enclosure })).how;
}

const ends: SessionEnd[] = [
  { how: "normal", finalText: "done" },
  { how: "turns", limit: 1 },
  { how: "budget", limitUsd: 1 },
  { how: "api", status: 400, message: "no" },
  { how: "quota", resetAt: "2026-11-15T12:00:00.000Z", message: "used up" },
  { how: "died", message: "gone" },
];

test.each(ends)("one that ended by %j and took too much ended by that", async (end) => {
  expect(await held(end, 8)).toBe("disk");
  expect(await held(end, 1)).toBe(end.how); // the control
});

test("one that was stopped from outside is not measured: it goes on later", async () => {
  expect(await held({ how: "stopped" }, 8)).toBe("stopped");
});

const result: SessionEnd = { how: "normal", finalText: "done" };

test.each([...ends, { how: "stopped" } as const])(
  "one that has its result and had only to hear a note keeps the result if turns, budget or the API end it: %j",
  async (end) => {
    const kept = ["normal", "turns", "budget", "api"].includes(end.how);
    expect(await held(end, 1, result)).toBe(kept ? "normal" : end.how);
    expect(await held({ how: "turns", limit: 1 }, 8, result)).toBe("disk");
  },
);
