// Runs the long tests of soak/, each at the smallest size that still shows something. Every control has to
// find its planted defect.
import { expect, test } from "bun:test";
import type { Figure } from "../bench/figure.ts";
import { isWithoutSandbox } from "../test/workbench/sandbox/usable.ts";
import { hunt as answerEnds } from "./answer-ends.hunt.ts";
import { hunt as bitFlips } from "./bit-flips.hunt.ts";
import { strace } from "./call-stops.ts";
import { hunt as destinations } from "./destinations.hunt.ts";
import { hunt as diskFaults } from "./disk-faults.hunt.ts";
import { hunt as fileCalls } from "./file-calls.hunt.ts";
import { hunt as fullWorktree } from "./full-worktree.hunt.ts";
import { hunt as gatewayMemory } from "./gateway-memory.hunt.ts";
import { hunt as hallKills } from "./hall-kills.hunt.ts";
import type { Hunt } from "./hunt.ts";
import { hunt as linkSwaps } from "./link-swaps.hunt.ts";
import { noLoopDisk } from "./loop-disk.ts";
import { hunt as membersFuzz } from "./members-fuzz.hunt.ts";
import { hunt as membersKills } from "./members-kills.hunt.ts";
import { hunt as memoryKills } from "./memory-kills.hunt.ts";
import { hunt as mergeChecks } from "./merge-checks.hunt.ts";
import { hunt as oneHall } from "./one-hall.hunt.ts";
import { hunt as powerCuts } from "./power-cuts.hunt.ts";
import { hunt as projectHistories } from "./project-histories.hunt.ts";
import { hunt as spareKills } from "./spare-kills.hunt.ts";
import { hunt as slots } from "./slots.hunt.ts";
import { hunt as syncHistories } from "./sync-histories.hunt.ts";
import { hunt as workerFaults } from "./worker-faults.hunt.ts";

type Small = { hunt: Hunt; size: number };

async function run({ hunt, size }: Small): Promise<Omit<Figure, "suite">[]> {
  const figures: Omit<Figure, "suite">[] = [];
  await hunt.run({ size, seed: 1, say: (figure) => void figures.push(figure) });
  return figures;
}

async function holds(small: Small): Promise<void> {
  const figures = await run(small);
  expect(figures.filter(({ ok }) => ok !== true)).toEqual([]);
  expect(figures.some(({ control }) => control === true)).toBe(true);
}

const limitMs = 120_000;

test.each([
  { hunt: oneHall, size: 1 },
  { hunt: answerEnds, size: 60 },
  { hunt: hallKills, size: 2 },
  { hunt: slots, size: 4 },
  { hunt: memoryKills, size: 3 },
  { hunt: bitFlips, size: 12 },
  { hunt: membersFuzz, size: 1500 },
  { hunt: membersKills, size: 4 },
  { hunt: projectHistories, size: 4 },
  { hunt: fullWorktree, size: 20_000 },
  { hunt: mergeChecks, size: 2 },
  { hunt: syncHistories, size: 6 },
  { hunt: destinations, size: 200 },
])("$hunt.name: $hunt.what", holds, limitMs);

test.skipIf(isWithoutSandbox).each([
  { hunt: gatewayMemory, size: 10 },
  { hunt: spareKills, size: 6 },
])("$hunt.name: $hunt.what (needs bubblewrap)", holds, limitMs);

const noDisk = process.platform === "linux" ? noLoopDisk() : "it needs Linux";
test.skipIf(noDisk !== null).each([
  { hunt: powerCuts, size: 2 },
  { hunt: diskFaults, size: 1 },
])("$hunt.name: $hunt.what (needs root, and a loop device)", holds, limitMs);

test.skipIf(process.platform !== "linux").each([{ hunt: linkSwaps, size: 200 }])(
  "$hunt.name: $hunt.what (needs Linux)",
  holds,
  limitMs,
);

test.skipIf(strace === undefined).each([{ hunt: fileCalls, size: 0.02 }])(
  "$hunt.name: $hunt.what (needs strace)",
  holds,
  limitMs,
);

const isRoot = process.platform === "linux" && process.getuid?.() === 0;
test.skipIf(!isRoot).each([{ hunt: workerFaults, size: 2 }])(
  "$hunt.name: $hunt.what (needs root)",
  holds,
  limitMs,
);
