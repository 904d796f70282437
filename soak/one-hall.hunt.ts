// Starts many halls at once on one home: exactly one must run. Then kills halls: none may block the next.
import { TestHome } from "../test/harness/hall.ts";
import { LaunchedHome, type UpLine } from "../test/harness/launched-home.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { spreadOf } from "../bench/spread.ts";
import { weakHall, type Weakness } from "./weak-hall.ts";

export const hunt: Hunt = {
  name: "one-hall",
  what: "Many `up` at once on one home, and halls killed while they hold the lock: there is exactly one hall, at once.",
  size: 50,
  run,
};

const atOnce = 20;
/** Enough if the lock is released with its holder; a lock that has to time out takes longer. */
const readyWithinMs = 3000;

async function run({ size, say }: HuntOrder): Promise<void> {
  const home = new LaunchedHome();
  try {
    await hurry(home, { rounds: Math.floor(size / 10), say });
    await killHolders(home, { kills: size, say });
  } finally {
    await home.dispose();
  }
  await controls(say);
}

async function hurry(home: LaunchedHome, { rounds, say }: { rounds: number; say: HuntOrder["say"] }) {
  let wrong = 0;
  for (let round = 0; round < rounds; round += 1) {
    const lines = await Promise.all(Array.from({ length: atOnce }, () => home.up()));
    if (!isOneHall(home, lines)) wrong += 1;
    if (round < rounds - 1) await home.run("down");
  }
  say({
    name: `rounds of ${atOnce} \`up\` at once that did not end with one hall named by all`,
    value: wrong,
    unit: "rounds",
    target: "0",
    ok: wrong === 0,
    detail: { rounds },
  });
}

function isOneHall(home: LaunchedHome, lines: readonly UpLine[]): boolean {
  const halls = home.halls().map(({ pid }) => pid);
  return halls.length === 1 && lines.every(({ pid, url }) => pid === halls[0] && url === lines[0]?.url);
}

async function killHolders(home: LaunchedHome, { kills, say }: { kills: number; say: HuntOrder["say"] }) {
  const took: number[] = [];
  let wrong = 0;
  let { pid } = await home.up();
  for (let i = 0; i < kills; i += 1) {
    process.kill(pid, "SIGKILL");
    const began = performance.now();
    const next = await home.up();
    took.push(performance.now() - began);
    if (next.pid === pid || !isOneHall(home, [next])) wrong += 1;
    pid = next.pid;
  }
  const spread = spreadOf(took);
  say({
    name: "killed lock holders after which the next `up` did not make exactly one new hall",
    value: wrong,
    unit: "of the kills",
    target: "0",
    ok: wrong === 0,
    detail: { kills },
  });
  say({
    name: "from SIGKILL of the lock's holder to the end of the next `up`, slowest",
    value: spread.max,
    unit: "ms",
    target: `< ${readyWithinMs}`,
    ok: spread.max < readyWithinMs,
    detail: { ...spread },
  });
}

async function controls(say: HuntOrder["say"]): Promise<void> {
  const real = await openMany({});
  say({
    name: "halls that open, of five started directly at once",
    value: real,
    unit: "halls",
    target: "1",
    ok: real === 1,
  });
  const unlocked = await openMany(weakened("no-lock"));
  say({
    name: "the same without the lock",
    value: unlocked,
    unit: "halls",
    target: "> 1",
    ok: unlocked > 1,
    control: true,
  });
  const stuck = await openAfterKill(weakened("lock-file"));
  say({
    name: "halls that open after a kill where the lock is a file that exists",
    value: stuck,
    unit: "halls",
    target: "0",
    ok: stuck === 0,
    control: true,
  });
}

type Program = { program?: string; env?: Record<string, string> };

function weakened(weakness: Weakness): Program {
  return { program: weakHall, env: { SOAK_WEAKNESS: weakness } };
}

async function openMany(program: Program): Promise<number> {
  const home = new TestHome();
  try {
    return await opened(Array.from({ length: 5 }, () => home.open(program)));
  } finally {
    await home.dispose();
  }
}

async function openAfterKill(program: Program): Promise<number> {
  const home = new TestHome();
  try {
    await (await home.open(program)).kill("SIGKILL");
    return await opened([home.open(program)]);
  } finally {
    await home.dispose();
  }
}

async function opened(opening: readonly Promise<unknown>[]): Promise<number> {
  return (await Promise.allSettled(opening)).filter(({ status }) => status === "fulfilled").length;
}
