// Measures how long a hall takes to merge many finished commissions of one project, which it checks and
// merges one after another. The baseline is the time of their checks alone, in sequence.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageName } from "../src/contract/home/ids.ts";
import { systemClock } from "../src/host/clock.ts";
import { commitByHand } from "../soak/landing-history.ts";
import { type LandingHall, openLandingHall } from "../soak/landing-hall.ts";
import { check, drawScript } from "../soak/landing-work.ts";
import {
  integration,
  type LandingWorld,
  makeTemplate,
  openLandingWorld,
  project,
} from "../soak/landing-world.ts";
import { createLots } from "../soak/lots.ts";
import { until } from "../test/harness/hall.ts";
import { gitIn } from "../test/harness/git/repositories.ts";
import { disposeHome, openBenchHall } from "./bench-hall.ts";
import type { Benchmark, Say } from "./benchmark.ts";
import { connect, getText } from "./connection.ts";

const most = 1.3;
const patienceMs = 600_000;

export const benchmark: Benchmark = {
  name: "landing",
  what: "20 finished works of one project with a check of 5 s, until all are merged, against 20 checks one after another",
  run: async (say, size) => {
    const root = mkdtempSync(join(tmpdir(), "gh-bench-landing-"));
    try {
      await measure(say, { root, works: size(20, 2), checkSeconds: size(5, 0.2) });
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

interface Measure {
  root: string;
  works: number;
  checkSeconds: number;
}

async function measure(say: Say, { root, works, checkSeconds }: Measure): Promise<void> {
  makeTemplate(`${root}/template`);
  const world = await openLandingWorld({
    template: `${root}/template`,
    root: `${root}/world`,
    lots: createLots(1),
    unchecked: false,
    slots: works,
    checks: [`sleep ${checkSeconds} && ${check}`],
    clock: systemClock,
  });
  await finishAll(world, works);
  const seconds = (await landAll(world)) / 1000;
  const merged = gitIn(world.checkout, "log", "--format=%H", "--grep=^Commission: ", integration).split("\n");
  if (merged.length !== works) throw new Error(`${merged.length} of ${works} were merged`);
  tell(say, { works, seconds, checkSeconds });
}

/** Starts all commissions at one commit and then moves the branch, so that each merge has to be checked. */
async function finishAll(world: LandingWorld, works: number): Promise<void> {
  const hall = await openLandingHall(world);
  try {
    for (let n = 0; n < works; n += 1) await accept(hall, world);
    await until("all to be at work", () => atWork(hall) === works, patienceMs);
    world.config.slots = 0; // so that none of them is merged yet
    commitByHand(world, { "made/by-hand": "By hand.\n" });
    await until("all to be done", () => landing(hall) === works, patienceMs);
  } finally {
    await hall.stop();
  }
}

async function accept({ conductor }: LandingHall, { lots }: LandingWorld): Promise<void> {
  const script = { ...drawScript(lots, "use"), name: "alpha" };
  const worker = packageName.parse("implementer");
  const accepted = await conductor.accept({ worker, task: JSON.stringify(script), project }, null);
  if (!accepted.ok) throw new Error(accepted.problem.message);
}

const atWork = ({ ledger }: LandingHall) =>
  ledger.live().filter(({ status }) => status === "in_progress").length;
const landing = ({ ledger }: LandingHall) =>
  ledger.live().filter(({ status, record }) => status === "pending" && record.landing !== null).length;

/** Measures a real hall with real workbenches, from its start until the last commission has ended. */
async function landAll(world: LandingWorld): Promise<number> {
  const { home, checkout } = world;
  const [own] = Object.values(world.config.projects);
  const projects = { [project]: { path: checkout, branch: "main", checks: own?.checks } };
  writeFileSync(home.config, JSON.stringify({ projects })); // JSON is YAML
  const begun = performance.now();
  const hall = await openBenchHall(home);
  try {
    const connection = await connect(hall);
    const left = async () => {
      const { body } = await connection.send(getText(hall, "/api/v1/commissions?limit=100"));
      const { commissions } = JSON.parse(body) as { commissions: { endedAt: string | null }[] };
      return commissions.filter(({ endedAt }) => endedAt === null).length;
    };
    await until("all to be merged", async () => (await left()) === 0, patienceMs);
    const ms = performance.now() - begun;
    connection.close();
    return ms;
  } finally {
    await disposeHome(home, hall);
  }
}

function tell(say: Say, { works, seconds, checkSeconds }: Omit<Measure, "root"> & { seconds: number }): void {
  const checksAlone = works * checkSeconds;
  const ratio = Math.round((seconds / checksAlone) * 100) / 100;
  say({
    name: "20 finished works, until all are merged",
    value: Math.round(seconds * 10) / 10,
    unit: "s",
    target: null,
    ok: null,
    detail: { works, checksAlone, aboveEach: Math.round(((seconds - checksAlone) / works) * 1000) / 1000 },
  });
  say({
    name: "20 finished works, against their checks alone, one after another",
    value: ratio,
    unit: "x",
    target: `<= ${most}`,
    ok: ratio <= most,
  });
}
