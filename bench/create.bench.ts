// Measures a durable create: alone, at a steady pace from 100 connections, and as fast as possible.
import { writeFileSync } from "node:fs";
import { emptyHandoff } from "../src/contract/home/handoff.ts";
import { progress, script } from "../test/harness/rehearsals.ts";
import { type BenchHall, disposeHome, makeHome, openBenchHall } from "./bench-hall.ts";
import type { Benchmark, Say } from "./benchmark.ts";
import { type Connection, connect, getText, postText, type Target } from "./connection.ts";
import { type Spread, spreadOf } from "./spread.ts";

const path = "/api/v1/commissions";
const perSecond = 300;

/** A task of a realistic length: about 600 characters. */
const order = {
  worker: "researcher",
  task: `Compare how three libraries retry requests.\n\n${"State what each does by default and what can be set. ".repeat(10)}`,
};

/** Reports once a second for longer than the benchmark lasts. */
const slow = script(Array.from({ length: 120 }, (_, i) => ({ ...progress(`Step ${i}.`), delayMs: 1000 })));

/**
 * No server listens at this address. The hall accepts work only if it has a model; waiting work never calls
 * it.
 */
const handoff = {
  ...emptyHandoff,
  credential: { kind: "api_key" as const, secret: "none" },
  baseUrl: "http://127.0.0.1:9",
};

export const benchmark: Benchmark = {
  name: "create",
  what: "a durable create over HTTP while 5 workers are at work: alone, and from 100 connections",
  run: async (say, size) => {
    const home = makeHome();
    const workers = size(5, 1);
    writeFileSync(home.config, `slots: ${workers}\n`); // what is created meanwhile must wait
    const hall = await openBenchHall(home, { handoff });
    const asked = { hall, connections: size(100, 2), loadMs: size(10_000, 100) };
    try {
      await startWorkers(hall, workers);
      tellAlone(say, await createAlone(hall, size({ warmUp: 50, counted: 400 }, { warmUp: 0, counted: 2 })));
      tellPaced(say, await withConnections(asked, (all) => createPaced(asked, all)));
      tellFast(say, await withConnections(asked, (all) => createFast(asked, all)));
      await expectAtWork(hall, workers);
    } finally {
      await disposeHome(home, hall);
    }
  },
};

function tellAlone(say: Say, { spread }: Load): void {
  say({
    name: "create p50, one connection",
    value: spread.p50,
    unit: "ms",
    target: "<= 5",
    ok: spread.p50 <= 5,
    detail: { ...spread },
  });
}

interface Asked {
  hall: Target;
  connections: number;
  loadMs: number;
}

function tellPaced(say: Say, { connections, spread, errors }: Load): void {
  const name = `${perSecond} creates a second from ${connections} connections`;
  const ok = spread.p99 < 100;
  say({ name: `p99 of ${name}`, value: spread.p99, unit: "ms", target: "< 100", ok, detail: { ...spread } });
  say({ name: `errors of ${name}`, value: errors, unit: "", target: "0", ok: errors === 0 });
}

function tellFast(say: Say, { connections, spread, errors, rate }: Load): void {
  say({
    name: `durable creates a second, ${connections} connections`,
    value: rate,
    unit: "/s",
    target: `>= ${perSecond}`,
    ok: rate >= perSecond && errors === 0,
    detail: { ...spread, errors },
  });
}

async function startWorkers(hall: BenchHall, workers: number): Promise<void> {
  const connection = await connect(hall);
  const request = postText(hall, path, { ...order, rehearsal: slow });
  for (let i = 0; i < workers; i += 1) await connection.send(request);
  while ((await countAtWork(hall, connection)) < workers) await Bun.sleep(100);
  connection.close();
}

/** Checks that the workers were at work until the end. */
async function expectAtWork(hall: BenchHall, workers: number): Promise<void> {
  const connection = await connect(hall);
  const count = await countAtWork(hall, connection);
  connection.close();
  if (count !== workers) throw new Error(`${count} workers were at work at the end, not ${workers}`);
}

async function countAtWork(hall: Target, connection: Connection): Promise<number> {
  const { body } = await connection.send(getText(hall, `${path}?status=in_progress`));
  return (JSON.parse(body) as { commissions: unknown[] }).commissions.length;
}

interface Load {
  connections: number;
  spread: Spread;
  errors: number;
  rate: number;
}

async function createAlone(
  hall: Target,
  { warmUp, counted }: { warmUp: number; counted: number },
): Promise<Load> {
  const connection = await connect(hall);
  const load = openLoad(hall);
  for (let i = 0; i < warmUp + counted; i += 1) await load.create(connection);
  connection.close();
  return load.close({ skip: warmUp, connections: 1 });
}

/** Sends on a fixed schedule per connection. The time of each answer counts from when its request was due. */
async function createPaced({ hall, loadMs }: Asked, all: readonly Connection[]): Promise<Load> {
  const everyMs = (1000 * all.length) / perSecond;
  const load = openLoad(hall);
  const begun = performance.now();
  await Promise.all(
    all.map(async (connection, i) => {
      for (let due = begun + (everyMs * i) / all.length; due < begun + loadMs; due += everyMs) {
        await Bun.sleep(Math.max(0, due - performance.now()));
        await load.create(connection, due);
      }
    }),
  );
  return load.close({ skip: 0, connections: all.length });
}

/** Sends the next request on each connection as soon as the last one is answered. */
async function createFast({ hall, loadMs }: Asked, all: readonly Connection[]): Promise<Load> {
  const load = openLoad(hall);
  const end = performance.now() + loadMs;
  await Promise.all(
    all.map(async (connection) => {
      while (performance.now() < end) await load.create(connection);
    }),
  );
  return load.close({ skip: 0, connections: all.length });
}

async function withConnections<T>(
  { hall, connections }: Asked,
  use: (all: Connection[]) => Promise<T>,
): Promise<T> {
  const all = await Promise.all(Array.from({ length: connections }, () => connect(hall)));
  try {
    return await use(all);
  } finally {
    for (const connection of all) connection.close();
  }
}

function openLoad(hall: Target) {
  const request = postText(hall, path, order);
  const begun = performance.now();
  const times: number[] = [];
  let errors = 0;
  return {
    create: async (connection: Connection, due = performance.now()) => {
      const { status } = await connection.send(request);
      times.push(performance.now() - due);
      if (status !== 201) errors += 1;
    },
    close: ({ skip, connections }: { skip: number; connections: number }): Load => {
      const rate = Math.round((times.length / (performance.now() - begun)) * 1000);
      return { connections, spread: spreadOf(times.slice(skip)), errors, rate };
    },
  };
}
