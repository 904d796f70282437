// Measures how much later a commission reaches the model than a bare program of the Agent SDK: without a spare
// workbench, with one, and in a project.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyHandoff } from "../src/contract/home/handoff.ts";
import type { HomeLayout } from "../src/contract/home/home-layout.ts";
import { runtimeFlags } from "../src/host/processes/handoff.ts";
import { plainEnvironment } from "../src/host/program.ts";
import { type BenchHall, disposeHome, makeHome, openBenchHall } from "./bench-hall.ts";
import type { Benchmark, Say } from "./benchmark.ts";
import { type Connection, connect, getText, postText } from "./connection.ts";
import { spreadOf } from "./spread.ts";
import { openUpstream, type Upstream } from "./upstream.ts";

const path = "/api/v1/commissions";
const order = { worker: "researcher", task: "Compare how three libraries retry requests." };

export const benchmark: Benchmark = {
  name: "dispatch",
  what: "from the HTTP request to the model's first request, against a bare query() from its spawn, in turns",
  run: async (say, size) => {
    const upstream = openUpstream();
    const halls: OpenHall[] = [];
    try {
      halls.push(await openOne(upstream, 0), await openOne(upstream, 1));
      const [cold, spare] = halls;
      if (!cold || !spare) throw new Error("the halls are not open");
      tell(say, await inTurns({ cold, spare, upstream, rounds: size(15, 0) }));
      await tellMemory(say, spare);
    } finally {
      for (const { home, hall, connection } of halls) {
        connection.close();
        await disposeHome(home, hall);
      }
      await upstream.stop();
    }
  },
};

interface OpenHall {
  home: HomeLayout;
  hall: BenchHall;
  connection: Connection;
}

async function openOne(upstream: Upstream, spares: number): Promise<OpenHall> {
  const home = makeHome();
  writeFileSync(home.config, `spares: ${spares}\n`);
  const credential = { kind: "api_key" as const, secret: "none" };
  const hall = await openBenchHall(home, {
    handoff: { ...emptyHandoff, credential, baseUrl: upstream.url },
  });
  return { home, hall, connection: await connect(hall) };
}

interface Times {
  cold: number[];
  spare: number[];
  bare: number[];
}

/** Drops the first of each if there are more, because its files are not in the page cache yet. */
async function inTurns(at: { cold: OpenHall; spare: OpenHall; upstream: Upstream; rounds: number }) {
  const { cold, spare, upstream } = at;
  const times: Times = { cold: [], spare: [], bare: [] };
  await commissionOne(spare, upstream); // the first has no spare
  for (let round = 0; round <= at.rounds; round += 1) {
    await untilReady(spare); // first, because making it would disturb the others
    times.cold.push(await commissionOne(cold, upstream));
    times.bare.push(await queryOnce(upstream));
    times.spare.push(await commissionOne(spare, upstream));
  }
  if (at.rounds === 0) return times;
  return { cold: times.cold.slice(1), spare: times.spare.slice(1), bare: times.bare.slice(1) };
}

function tell(say: Say, times: Times): void {
  const [cold, spare, bare] = [spreadOf(times.cold), spreadOf(times.spare), spreadOf(times.bare)];
  for (const [name, spread] of [
    ["dispatch to the first model request", cold],
    ["dispatch to the first model request, with a spare", spare],
    ["bare query() to its first model request", bare],
  ] as const)
    say({ name, value: spread.p50, unit: "ms", target: null, ok: null, detail: { ...spread } });
  for (const [name, { p50 }, most] of [
    ["dispatch against bare query(), medians", cold, 1.1],
    ["dispatch with a spare against bare query(), medians", spare, 0.35],
  ] as const) {
    const value = Math.round((p50 / bare.p50) * 100) / 100;
    say({ name, value, unit: "x", target: `<= ${most}`, ok: value <= most });
  }
}

/** How long a spare takes to be ready, with a margin: its `claude` starts within half a second. */
const settleMs = 2500;

async function untilReady({ home }: OpenHall): Promise<void> {
  while (findSpare(home) === null) await Bun.sleep(100);
  await Bun.sleep(settleMs);
}

/** Returns the directory of the spare that listens for its claude; `null` if there is none. */
function findSpare(home: HomeLayout): string | null {
  const names = readdirSync(home.run).filter((name) => /^spare-[\w-]+$/.test(name));
  return (
    names.map((name) => `${home.run}/${name}`).find((place) => existsSync(`${place}/gateway.sock`)) ?? null
  );
}

async function tellMemory(say: Say, at: OpenHall): Promise<void> {
  await untilReady(at);
  const place = findSpare(at.home);
  if (place === null) throw new Error("the spare has gone");
  const bytes = treeOf(place).reduce((sum, pid) => sum + proportionalKb(pid), 0);
  say({
    name: "memory of a spare",
    value: Math.round(bytes / 1024),
    unit: "MB",
    target: "<= 260",
    ok: bytes <= 260 * 1024,
  });
}

/** Returns the processes whose command line names this directory, and their descendants. */
function treeOf(place: string): number[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const found = new Set(all.filter((pid) => readOr(`/proc/${pid}/cmdline`).includes(place)));
  for (let grown = true; grown;) {
    const more = all.filter((pid) => !found.has(pid) && found.has(parentOf(pid)));
    for (const pid of more) found.add(pid);
    grown = more.length > 0;
  }
  return [...found];
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(readOr(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** Counts memory that processes share in equal parts. */
function proportionalKb(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readOr(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

function readOr(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Waits for its end, too, so that the next measurement has the machine to itself. */
async function commissionOne({ hall, connection }: OpenHall, upstream: Upstream): Promise<number> {
  const arrived = upstream.next();
  const begun = performance.now();
  const created = await connection.send(postText(hall, path, order));
  const { at } = await arrived;
  const { id } = JSON.parse(created.body) as { id: string };
  for (;;) {
    const { body } = await connection.send(getText(hall, `${path}/${id}`));
    const { endedAt, status } = JSON.parse(body) as { endedAt: string | null; status: string };
    if (endedAt !== null && status !== "completed") throw new Error(`the commission ended as ${status}`);
    if (endedAt !== null) return at - begun;
    await Bun.sleep(50);
  }
}

async function queryOnce(upstream: Upstream): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), "guild-hall-bench-bare-"));
  const program = new URL("bare-query.ts", import.meta.url).pathname;
  const arrived = upstream.next();
  const begun = performance.now();
  const child = Bun.spawn([process.execPath, ...runtimeFlags, program, upstream.url, directory], {
    env: plainEnvironment(),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { at } = await arrived;
  await child.exited;
  rmSync(directory, { recursive: true, force: true });
  return at - begun;
}
