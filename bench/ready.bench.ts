// Measures how soon a hall is ready and how much memory it uses: empty, and with 10,000 commissions of 200 events.
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import type { HomeLayout } from "../src/contract/home/home-layout.ts";
import { installed, plainEnvironment } from "../src/host/program.ts";
import { makeHome, openBenchHall } from "./bench-hall.ts";
import type { Benchmark, Say, Size } from "./benchmark.ts";
import { connect, getText } from "./connection.ts";
import { residentMb } from "./process-use.ts";
import { spreadOf } from "./spread.ts";
import { fillHome } from "./stored-home.ts";

const stored = { ended: 9980, pending: 20, events: 200 };
const fewStored = { ended: 2, pending: 1, events: 20 };

export const benchmark: Benchmark = {
  name: "ready",
  what: "from the hall's spawn to its ready line, and its memory: empty, and with 10,000 commissions",
  run: async (say, size) => {
    await measure({ say, size, what: "empty", targets: { seconds: 0.25, mb: 120 } });
    const full = makeHome();
    await fillHome(full, size(stored, fewStored));
    await measure({ say, size, home: full, what: "10,000 commissions", targets: { seconds: 0.8, mb: 250 } });
  },
};

interface Measuring {
  say: Say;
  size: Size;
  home?: HomeLayout;
  what: string;
  targets: { seconds: number; mb: number };
}

async function measure({ say, size, home = makeHome(), what, targets }: Measuring): Promise<void> {
  try {
    const cold = size(true, false) ? await readyCold(home) : null; // slows down the whole machine
    const ready = spreadOf(await readyTimes(home, size(5, 1)));
    const seconds = inSeconds(ready.p50);
    say({
      name: `ready, ${what}`,
      value: seconds,
      unit: "s",
      target: `<= ${targets.seconds}`,
      ok: seconds <= targets.seconds,
      detail: { ...ready, files: "in the page cache" },
    });
    if (cold !== null)
      say({
        name: `ready, ${what}, nothing cached`,
        value: inSeconds(cold),
        unit: "s",
        target: null,
        ok: null,
      });
    const up = spreadOf(await upTimes(home, size(3, 1)));
    say({
      name: `guild-hall up, ${what}`,
      value: inSeconds(up.p50),
      unit: "s",
      target: null,
      ok: null,
      detail: { ...up },
    });
    const { begun, listed, idle } = await memory(home, size(5000, 0));
    const most = Math.max(begun, listed, idle);
    say({
      name: `memory, ${what}`,
      value: idle,
      unit: "MB",
      target: `<= ${targets.mb}`,
      ok: most <= targets.mb,
      detail: { ready: begun, listed, idle },
    });
  } finally {
    rmSync(home.root, { recursive: true, force: true });
  }
}

const inSeconds = (ms: number): number => Math.round(ms / 10) / 100;

/** Drops the page cache first, which needs root. `null` if that is not possible. */
async function readyCold(home: HomeLayout): Promise<number | null> {
  try {
    Bun.spawnSync(["sync"]);
    const control = openSync("/proc/sys/vm/drop_caches", "w");
    writeSync(control, "3\n");
    closeSync(control);
  } catch {
    return null;
  }
  return readyOnce(home);
}

async function readyTimes(home: HomeLayout, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i <= rounds; i += 1) times.push(await readyOnce(home));
  return times.slice(1);
}

async function readyOnce(home: HomeLayout): Promise<number> {
  const hall = await openBenchHall(home);
  await hall.stop();
  return hall.readyMs;
}

/** Measures what a person waits for: Node, the launcher, the command line and the hall. */
async function upTimes(home: HomeLayout, rounds: number): Promise<number[]> {
  const env = { ...plainEnvironment(), GUILD_HALL_HOME: home.root, GUILD_HALL_PORT: "0" };
  const command = (word: string) =>
    Bun.spawn(["node", installed("bin/guild-hall.js"), word], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
  const times: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const begun = performance.now();
    if ((await command("up").exited) !== 0) throw new Error("guild-hall up failed");
    times.push(performance.now() - begun);
    await command("down").exited;
  }
  return times;
}

async function memory(home: HomeLayout, quietMs: number) {
  const hall = await openBenchHall(home);
  const begun = residentMb(hall.pid);
  const connection = await connect(hall);
  for (let i = 0; i < 10; i += 1) await connection.send(getText(hall, "/api/v1/commissions?limit=100"));
  connection.close();
  const listed = residentMb(hall.pid);
  await Bun.sleep(quietMs);
  const idle = residentMb(hall.pid);
  await hall.stop();
  return { begun, listed, idle };
}
