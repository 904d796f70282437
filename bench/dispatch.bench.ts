// Measures how much later a commission reaches the model than a bare program of the Agent SDK.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyHandoff } from "../src/contract/home/handoff.ts";
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
    const home = makeHome();
    const credential = { kind: "api_key" as const, secret: "none" };
    const hall = await openBenchHall(home, {
      handoff: { ...emptyHandoff, credential, baseUrl: upstream.url },
    });
    try {
      const connection = await connect(hall);
      tell(say, await inTurns({ hall, connection, upstream, rounds: size(15, 0) }));
      connection.close();
    } finally {
      await disposeHome(home, hall);
      await upstream.stop();
    }
  },
};

interface Times {
  ours: number[];
  bare: number[];
}

/** Drops the first of each if there are more, because its files are not in the page cache yet. */
async function inTurns(at: Hall & { rounds: number }): Promise<Times> {
  const times: Times = { ours: [], bare: [] };
  for (let round = 0; round <= at.rounds; round += 1) {
    times.ours.push(await commissionOne(at));
    times.bare.push(await queryOnce(at.upstream));
  }
  if (at.rounds === 0) return times;
  return { ours: times.ours.slice(1), bare: times.bare.slice(1) };
}

function tell(say: Say, times: Times): void {
  const [ours, bare] = [spreadOf(times.ours), spreadOf(times.bare)];
  const ratio = Math.round((ours.p50 / bare.p50) * 100) / 100;
  for (const [name, spread] of [
    ["dispatch to the first model request", ours],
    ["bare query() to its first model request", bare],
  ] as const)
    say({ name, value: spread.p50, unit: "ms", target: null, ok: null, detail: { ...spread } });
  say({
    name: "dispatch against bare query(), medians",
    value: ratio,
    unit: "x",
    target: "<= 1.25",
    ok: ratio <= 1.25,
  });
}

interface Hall {
  hall: BenchHall;
  connection: Connection;
  upstream: Upstream;
}

/** Waits for its end, too, so that the next measurement has the machine to itself. */
async function commissionOne({ hall, connection, upstream }: Hall): Promise<number> {
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
