// Runs workbenches inside this process: with the real protocol, git and checks, but a scripted session. Each
// one can be killed by itself, and continues when the hall that started it is killed.
import type { BenchRef } from "../src/contract/commission/bench-ref.ts";
import { createHash } from "node:crypto";
import type { Bench } from "../src/workbench/bench/bench.ts";
import { runBench } from "../src/workbench/bench/run-bench.ts";
import { defaultConfig } from "../src/contract/home/config.ts";
import { commissionLayout } from "../src/contract/home/home-layout.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import type { DispatchDeps } from "../src/hall/dispatch/deps.ts";
import { systemClock, sleep } from "../src/host/clock.ts";
import { systemLocks } from "../src/host/processes/locks.ts";
import { createBenchTrees } from "../src/workbench/work/bench-trees.ts";
import { carryOut } from "../src/workbench/work/carry-out.ts";
import { wireWorkbench } from "../src/workbench/main.ts";
import type { Played } from "../src/workbench/work/acceptance-checks.ts";
import { probe } from "../test/workbench/sandbox/usable.ts";
import { doWork, mend, script, writeIn } from "./landing-work.ts";
import { type BenchAtWork, count, type LandingWorld, searchPath } from "./landing-world.ts";
import { beginLife, type Life, never } from "./life.ts";

/** Wired only once, because it listens for signals of this process. */
let wired: ReturnType<typeof wireWorkbench> | null = null;

/**
 * Creates the part of a hall that starts and stops workbenches. It knows those of another hall only by their
 * locks.
 */
export function createScriptedEngine(world: LandingWorld, hall: Life): DispatchDeps["engine"] {
  const own = new Map<CommissionId, BenchAtWork>();
  const ownOf = ({ id, bench }: BenchRef) => {
    const found = own.get(id);
    return found?.bench === bench ? found : undefined;
  };
  const lockOf = (id: CommissionId) => commissionLayout(world.home, id).benchLock;
  return {
    start: async (ref) => void (hall.isOver() ? await never() : own.set(ref.id, startBench(world, ref))),
    presence: (ref) => {
      if (ownOf(ref)?.isOver) return "gone";
      if (systemLocks.isHeld(lockOf(ref.id))) return "alive";
      return ownOf(ref) ? "starting" : "unknown";
    },
    ended: (ref) => ownOf(ref)?.ended ?? never(),
    exitCode: () => null,
    lastWords: ({ bench }) => ({ exit: null, said: "", file: `bench-${bench}.out` }),
    signal: (ref, how, known) => {
      const bench = world.benches.get(ref.id);
      if (hall.isOver() || bench?.bench !== ref.bench || bench.isOver) return false;
      if (!ownOf(ref) && known === null) return false;
      if (how === "stop") bench.stop.abort();
      else void bench.life.kill();
      return true;
    },
    forget: (ref) => void (ownOf(ref)?.isOver && own.delete(ref.id)),
    isHeld: (id) => systemLocks.isHeld(lockOf(id)),
    withoutBench: async (id, task) => {
      const lock = hall.locks.tryLock(lockOf(id));
      return lock && task().finally(() => lock.release());
    },
  };
}

/** Starts a workbench, which ends by itself or when it is killed. */
function startBench(world: LandingWorld, ref: BenchRef): BenchAtWork {
  const life = beginLife();
  const killed = new Promise<void>((resolve) => life.signal.addEventListener("abort", () => resolve()));
  const bench: BenchAtWork = {
    bench: ref.bench,
    life,
    stop: new AbortController(),
    isOver: false,
    ended: Promise.resolve(),
  };
  world.benches.set(ref.id, bench);
  const run = runAt(world, bench, ref.id).catch(() => undefined); // a program that crashes has ended, too
  bench.ended = Promise.race([run, killed.then(() => life.kill())]).then(() => void (bench.isOver = true));
  return bench;
}

async function runAt(world: LandingWorld, { bench, life, stop }: BenchAtWork, id: CommissionId) {
  wired ??= wireWorkbench(world.home.root, defaultConfig);
  const { home, config } = world;
  const deps = {
    ...wired,
    home,
    config,
    disk: life.disk,
    locks: life.locks,
    trees: createBenchTrees({
      home,
      disk: life.disk,
      clock: systemClock,
      searchPath,
      projects: () => config.projects,
    }),
    stopping: AbortSignal.any([life.signal, stop.signal]),
    nudge: (told: CommissionId) => (life.isOver() ? undefined : world.nudge.send(told)),
    print: () => undefined,
  };
  const makeReady = async () => (opened: Bench) => {
    const { record } = opened.commission;
    if (record.landing !== null) count(world, "benches that check a merge");
    return carryOut(deps, opened, {
      probe,
      limits: record.limits ?? defaultConfig.limits,
      placed: () => undefined,
      session: () => playScript(world, opened, deps.stopping),
    });
  };
  await runBench({ ...deps, makeReady }, { id, bench });
}

/** Plays the worker's script. If the work was sent back, it is still in the worktree and may be repaired. */
async function playScript(world: LandingWorld, bench: Bench, signal: AbortSignal): Promise<Played> {
  const { request, returns, readOnly } = bench.commission.record;
  const asked = script.parse(JSON.parse(request.task));
  const { work } = bench.layout;
  const own = request.id.slice(-12);
  await bench.record({
    type: "session.started",
    sessionId: `session of ${own}`,
    model: "none",
    tools: [],
    sandbox: probe.level,
    permissionMode: "dontAsk",
  });
  await sleep(systemClock, asked.takesMs, signal);
  if (signal.aborted) return { end: { how: "stopped" }, unplayed: null };
  if (returns === 0) doWork(work, asked, own);
  else if (asked.mends) mend(work, asked, own);
  if (returns > 0) count(world, asked.mends ? "returns that are mended" : "returns that are not mended");
  if (asked.does !== "nothing") leaveMark(world, bench, readOnly ? `.lore/${own}.txt` : `made/${own}`);
  return { end: { how: "normal", finalText: "Done." }, unplayed: null };
}

/** Writes a file that is unique to this workbench. The audit must find the latest one of each commission. */
function leaveMark({ marks }: LandingWorld, { id, bench, layout }: Bench, path: string): void {
  const text = `Made by ${id} at bench ${bench}.\n`;
  writeIn(layout.work, path, text);
  marks.set(id, blobOf(text));
}

/** Returns git's object id of a file with this text. */
export function blobOf(text: string): string {
  return createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex");
}
