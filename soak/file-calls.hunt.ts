// Kills the hall after each single system call that changes a file, in every step of a commission's life. A fresh
// hall must find the commission in its state before or after the step, and carry it to its end.
import { ClientProblem, hasCode } from "../src/client/problem.ts";
import type { HallChoice, TestHall, TestHome } from "../test/harness/hall.ts";
import { until } from "../test/harness/hall.ts";
import { auditHome } from "./audit.ts";
import { type CallStops, stopAtCalls, strace } from "./call-stops.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { cancel, createAndStart, openFinish, type Scene, type Transition } from "./transitions.ts";
import { weakHall } from "./weak-hall.ts";
import { withHome } from "./with-home.ts";

export const hunt: Hunt = {
  name: "file-calls",
  what: "SIGKILL of the hall after every call that changes a file, in create, start, finish and cancel: before or after.",
  size: 1,
  run,
};

/** Size 1 tries every call; a smaller size tries that share of them, evenly spread. */
async function run({ size, say }: HuntOrder): Promise<void> {
  const name = "calls of create, start, finish and cancel after which a kill leaves neither before nor after";
  if (strace === undefined)
    return say({ name, value: 0, unit: "", target: "0", ok: null, detail: { skipped: "no strace" } });
  const finish = await openFinish();
  try {
    for (const transition of [createAndStart, finish.transition, cancel])
      await sweep(transition, { step: Math.round(1 / size), say });
  } finally {
    finish.close();
  }
  await control(say);
}

interface Sweep {
  step: number;
  say: HuntOrder["say"];
}

async function sweep(transition: Transition, { step, say }: Sweep): Promise<void> {
  const wrong: string[] = [];
  let kills = 0;
  // Two threads that stop at once count as one call, so a run may have one call less than another.
  const missesAtEnd = step === 1 ? 2 : 1;
  for (let at = Math.ceil(step / 2), misses = 0; misses < missesAtEnd; at += step) {
    const outcome = await withHome((home) => killAt({ transition, home, at, choice: {} }));
    wrong.push(...outcome.wrong.map((sentence) => `after call ${at}, ${outcome.call}: ${sentence}`));
    if (outcome.isKilled) kills += 1;
    misses = outcome.isKilled ? 0 : misses + 1;
  }
  say({
    name: `calls of ${transition.name} after which a kill leaves neither before nor after`,
    value: wrong.length,
    unit: "",
    target: "0",
    ok: wrong.length === 0 && kills > 0,
    detail: { kills, ...(wrong[0] === undefined ? {} : { first: wrong[0] }) },
  });
}

interface Kill {
  transition: Transition;
  home: TestHome;
  at: number;
  choice: HallChoice;
}

interface Outcome {
  wrong: string[];
  /** False if there were fewer calls. */
  isKilled: boolean;
  call: string;
}

async function killAt({ transition, home, at, choice }: Kill): Promise<Outcome> {
  const scene = await transition.prepare(home);
  const hall = await home.open(choice);
  await until(`it is ready to ${transition.name}`, () => transition.isReady(scene, hall));
  const stops = await stopAtCalls({ pid: hall.record.pid, root: home.root, killAfter: at });
  const told = await actUntilKilled({ transition, scene, hall, stops });
  await hall.kill("SIGKILL");
  await stops.release();
  const { torn } = await auditHome(home.root, { after: "kill" });
  const next = await openSoon(home, choice);
  const wrong = await transition.check(scene, next, told).catch(refusalIn);
  const { problems } = await next.client.status();
  const damage = problems.filter((problem) => !problem.includes("never accepted"));
  await next.kill("SIGTERM");
  const settled = await auditHome(home.root, { after: "stop" });
  const call = (stops.calls()[at - 1] ?? "").replaceAll(home.root, "").slice(0, 100);
  return { wrong: [...torn, ...wrong, ...damage, ...settled.torn], isKilled: stops.isKilled(), call };
}

/**
 * Returns a refusal as a failure: a hall that cannot show the commission has neither state. Rethrows other
 * errors.
 */
function refusalIn(error: unknown): string[] {
  if (error instanceof ClientProblem) return [error.message];
  throw error;
}

/** Retries, because a child of the killed hall between fork and exec holds the lock a moment longer. */
async function openSoon(home: TestHome, choice: HallChoice): Promise<TestHall> {
  let hall: TestHall | null = null;
  await until("the lock is free", async () => {
    hall = await home.open(choice).catch((error: Error) => {
      if (!error.message.includes("taken")) throw error;
      return null;
    });
    return hall !== null;
  });
  if (!hall) throw new Error("No hall was opened.");
  return hall;
}

interface Act {
  transition: Transition;
  scene: Scene;
  hall: TestHall;
  stops: CallStops;
}

/** True if the hall acknowledged the change. Also waits for what the hall does afterwards. */
async function actUntilKilled({ transition, scene, hall, stops }: Act): Promise<boolean> {
  const told = await Promise.race([transition.act(scene, hall).catch(unlessDead), dead(stops)]);
  if (!stops.isKilled()) await quiet(stops);
  return told;
}

function unlessDead(error: unknown): boolean {
  if (hasCode(error, "unreachable")) return false;
  throw error;
}

async function dead(stops: CallStops): Promise<boolean> {
  await until("it is killed", () => stops.isKilled(), 120_000);
  return false;
}

const quietMs = 700;

async function quiet(stops: CallStops): Promise<void> {
  for (let before = -1; before !== stops.count() && !stops.isKilled();) {
    before = stops.count();
    await Bun.sleep(quietMs);
  }
}

const controlKills = 12;

/** Shows that a hall which answers before it writes is caught at the first calls after its answer. */
async function control(say: HuntOrder["say"]): Promise<void> {
  const choice = { program: weakHall, env: { SOAK_WEAKNESS: "early-answer" } };
  const wrong: string[] = [];
  let kills = 0;
  for (; wrong.length === 0 && kills < controlKills; kills += 1) {
    const outcome = await withHome((home) => killAt({ transition: cancel, home, at: kills + 1, choice }));
    wrong.push(...outcome.wrong);
  }
  say({
    name: "found wrong of a hall that answers before it writes",
    value: wrong.length,
    unit: "",
    target: "> 0",
    ok: wrong.length > 0,
    control: true,
    detail: { kills, first: wrong[0] ?? "none" },
  });
}
