// Kills workbenches while their worker's shell runs a process in its own session: the whole tree dies at once, and
// the commission is resumed and completed each time.
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import type { LedgerEvent } from "../src/contract/commission/events.ts";
import { type CommissionId, packageName } from "../src/contract/home/ids.ts";
import { findExecutable } from "../src/host/processes/children.ts";
import { type HallChoice, TestHome, type TestHall, until, untilEnded } from "../test/harness/hall.ts";
import { script, submit } from "../test/harness/rehearsals.ts";
import { writeConfig } from "./config-file.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { left, type Member, sleepers, treeOf } from "./marked-tree.ts";

export const hunt: Hunt = {
  name: "workbench-kills",
  what: "SIGKILL of workbenches whose worker has a shell: its tree is gone within 2 s, and the work goes on.",
  size: 200,
  run,
};

const goneWithinMs = 2000;
/** As many times as the hall resumes a commission. */
const mostKills = 3;
const atOnce = 4;

interface Tally {
  kills: number;
  survivors: number;
  goneMs: number[];
  noticedMs: number[];
  completed: number;
  commissions: number;
  strange: string[];
}

async function run({ size, seed, say }: HuntOrder): Promise<void> {
  const tally = newTally();
  await inHall({}, async (hall, home) => {
    let planned = 0;
    const one = async () => {
      while (planned < size) {
        const kills = Math.min(1 + ((seed + tally.commissions) % mostKills), size - planned);
        planned += kills;
        tally.commissions += 1;
        await killAndComplete({ hall, home, tally, mark: `8${process.pid}.${planned}` }, kills);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  });
  tell(say, tally);
  await control(say);
}

function newTally(): Tally {
  return { kills: 0, survivors: 0, goneMs: [], noticedMs: [], completed: 0, commissions: 0, strange: [] };
}

function tell(say: HuntOrder["say"], tally: Tally): void {
  const { kills, survivors, goneMs, noticedMs, completed, commissions, strange } = tally;
  const most = (all: number[]) => Math.round(Math.max(0, ...all));
  const middle = (all: number[]) => Math.round(all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0);
  const detail = { kills, commissions };
  const ms = { unit: "ms", target: `<= ${goneWithinMs}` };
  say({
    name: "processes after 2 s",
    value: survivors,
    unit: "processes",
    target: "0",
    ok: survivors === 0,
    detail,
  });
  say({
    name: "tree gone, slowest",
    value: most(goneMs),
    ...ms,
    ok: most(goneMs) <= goneWithinMs,
    detail: { median: middle(goneMs) },
  });
  say({
    name: "loss noticed, slowest",
    value: most(noticedMs),
    ...ms,
    ok: most(noticedMs) <= goneWithinMs,
    detail: { median: middle(noticedMs) },
  });
  const missing = commissions - completed;
  say({
    name: "not resumed and completed",
    value: missing,
    unit: "commissions",
    target: "0",
    ok: missing === 0,
    detail: { commissions, strange: strange.join("; ") },
  });
}

async function inHall(
  { config, ...choice }: HallChoice & { config?: Parameters<typeof writeConfig>[1] },
  task: (hall: TestHall, home: TestHome) => Promise<void>,
): Promise<void> {
  const home = new TestHome();
  try {
    if (config) await writeConfig(home.root, config);
    const workers = new URL("../test/fixtures/workers", import.meta.url).pathname;
    await task(await home.open({ ...choice, args: ["--workers", workers] }), home);
  } finally {
    await home.dispose();
  }
}

interface Scene {
  hall: TestHall;
  home: TestHome;
  tally: Tally;
  /** A sleep duration that is unique to this commission. */
  mark: string;
}

async function commission({ hall, mark }: Pick<Scene, "hall" | "mark">): Promise<CommissionId> {
  const command = `test -e go || { setsid sleep ${mark} </dev/null >/dev/null 2>&1 & sleep ${mark}; }`;
  // An interrupted call is dropped and repeated, or kept as interrupted; then the next turn makes the same call.
  const calls = Array.from({ length: mostKills + 1 }, () => ({
    use: [{ tool: "Bash", input: { command } }],
  }));
  const rehearsal = script([...calls, submit(), { say: "Done." }]);
  const request = { worker: packageName.parse("busy"), task: `Sleep for ${mark}.`, rehearsal };
  return (await hall.client.create(request)).id;
}

async function killAndComplete(scene: Scene, kills: number): Promise<void> {
  const { hall, home, tally, mark } = scene;
  const id = await commission(scene);
  for (let n = 1; n <= kills; n += 1) {
    const bench = await atWork(scene, id, n);
    const tree = treeOf(bench, mark);
    // Written before the last kill, so that the shell of the next workbench returns at once.
    if (n === kills) writeFileSync(`${home.layout(id).work}/go`, "");
    const killedAt = Date.now();
    process.kill(bench, "SIGKILL");
    tally.kills += 1;
    tally.goneMs.push(await untilGone(tree, mark));
    tally.survivors += left(tree).length + sleepers(mark).length;
    await until("it is lost", () => ofType(home, id, "workbench.lost").length === n, 30_000);
    tally.noticedMs.push(Date.parse(ofType(home, id, "workbench.lost").at(-1)?.at ?? "") - killedAt);
  }
  const { status, resumes } = await untilEnded(hall.client, id, 120_000);
  const submissions = ofType(home, id, "result.submitted").length;
  const sessions = new Set(ofType(home, id, "session.started").map(({ sessionId }) => sessionId)).size;
  const isGood = status === "completed" && resumes === kills && submissions === 1 && sessions === 1;
  if (isGood) tally.completed += 1;
  else
    tally.strange.push(
      `${id}: ${status}, ${resumes}/${kills} resumes, ${submissions} results, ${sessions} sessions`,
    );
}

/** Returns the pid of the n-th workbench, once its worker's shell and the detached process both sleep. */
async function atWork({ home, mark }: Scene, id: CommissionId, n: number): Promise<number> {
  await until(
    "its shell is busy",
    () => sleepers(mark).length === 2 && ofType(home, id, "bench.started").length === n,
    90_000,
  );
  return ofType(home, id, "bench.started").at(-1)?.pid ?? 0;
}

async function untilGone(tree: readonly Member[], mark: string): Promise<number> {
  const begun = performance.now();
  while (left(tree).length + sleepers(mark).length > 0 && performance.now() - begun < goneWithinMs)
    await Bun.sleep(5);
  return performance.now() - begun;
}

function ofType<T extends LedgerEvent["type"]>(home: TestHome, id: CommissionId, type: T) {
  const lines = readFileSync(home.layout(id).events, "utf8").split("\n").slice(0, -1);
  const events = lines.map((line) => JSON.parse(line) as LedgerEvent);
  return events.filter((event): event is Extract<LedgerEvent, { type: T }> => event.type === type);
}

/**
 * Shows that processes survive a kill if bubblewrap runs without `--die-with-parent`. Uses no control groups,
 * because the next workbench would kill what is left in one.
 */
async function control(say: HuntOrder["say"]): Promise<void> {
  let survivors = 0;
  const place = new TestHome();
  const path = process.env["PATH"] ?? "";
  writeFileSync(`${place.root}/bwrap`, forgetful(findExecutable("bwrap", path) ?? "bwrap"));
  chmodSync(`${place.root}/bwrap`, 0o755);
  try {
    const config = { limits: { memoryMb: null, processes: null } };
    await inHall({ env: { PATH: `${place.root}:${path}` }, config }, async (hall, home) => {
      const scene = { hall, home, tally: newTally(), mark: `7${process.pid}.5` };
      const id = await commission(scene);
      const bench = await atWork(scene, id, 1);
      const tree = treeOf(bench, scene.mark);
      process.kill(bench, "SIGKILL");
      await untilGone(tree, scene.mark);
      const alive = left(tree);
      survivors = alive.length;
      await hall.client.cancel(id);
      for (const { pid } of left([...alive, ...sleepers(scene.mark)])) end(pid);
    });
  } finally {
    await place.dispose();
  }
  say({
    name: "processes after 2 s without --die-with-parent",
    value: survivors,
    unit: "processes",
    target: "> 0",
    ok: survivors > 0,
    control: true,
  });
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process died with an earlier one: the first process of a pid namespace takes all others with it.
  }
}

function forgetful(bwrap: string): string {
  return `#!/bin/bash\nkept=()\nfor each in "$@"; do [ "$each" = --die-with-parent ] || kept+=("$each"); done\nexec ${bwrap} "\${kept[@]}"\n`;
}
