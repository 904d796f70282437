// Measures reading a ledger of 20,000 lines page by page, as the web page does when a person opens a commission.
import { disposeHome, makeHome, openBenchHall } from "./bench-hall.ts";
import type { Benchmark } from "./benchmark.ts";
import { connect, getText, type Connection, type Target } from "./connection.ts";
import { spreadOf } from "./spread.ts";
import { fillHome, type Stored } from "./stored-home.ts";

const targetMs = 500;
const kinds: readonly (readonly [name: string, limit: number, stored: Omit<Stored, "events">])[] = [
  ["ended, 20 pages of 1,000", 1000, { ended: 1, pending: 0 }],
  ["not ended, 20 pages of 1,000", 1000, { ended: 0, pending: 0, cutOff: 1 }],
  ["ended, 4 pages of 5,000", 5000, { ended: 1, pending: 0 }],
];

export const benchmark: Benchmark = {
  name: "events",
  what: "all 20,000 lines of a ledger over HTTP, one connection, page by page",
  run: async (say, size) => {
    for (const [name, limit, stored] of kinds) {
      const reading = { limit, lines: size(20_000, 40), rounds: size(10, 1) };
      const { first, p50, ...rest } = await measure(reading, stored);
      say({ name: `a ledger, ${name}: the first time`, ...figure(first) });
      say({ name: `a ledger, ${name}: p50`, ...figure(p50), detail: rest });
    }
  },
};

const figure = (value: number) => ({ value, unit: "ms", target: `<= ${targetMs}`, ok: value <= targetMs });

interface Paging {
  limit: number;
  lines: number;
  rounds: number;
}

async function measure(paging: Paging, stored: Omit<Stored, "events">) {
  const home = makeHome();
  await fillHome(home, { ...stored, events: paging.lines });
  const hall = await openBenchHall(home);
  try {
    const connection = await connect(hall);
    const listed = await connection.send(getText(hall, "/api/v1/commissions"));
    const [only] = (JSON.parse(listed.body) as { commissions: { id: string }[] }).commissions;
    const reading = { ...paging, connection, hall, id: only?.id ?? "" };
    const times: number[] = [];
    for (let i = 0; i < paging.rounds; i += 1) times.push(await readAll(reading));
    connection.close();
    return { first: times[0] ?? 0, ...spreadOf(times) };
  } finally {
    await disposeHome(home, hall);
  }
}

interface Reading extends Paging {
  connection: Connection;
  hall: Target;
  id: string;
}

async function readAll({ connection, hall, id, limit, lines }: Reading): Promise<number> {
  const begun = performance.now();
  for (let after = 0; after < lines;) {
    const path = `/api/v1/commissions/${id}/events?after=${after}&limit=${limit}`;
    const answer = await connection.send(getText(hall, path));
    const { events, nextAfter } = JSON.parse(answer.body) as { events: unknown[]; nextAfter: number };
    if (events.length === 0) throw new Error(`there is nothing after ${after}`);
    after = nextAfter;
  }
  return performance.now() - begun;
}
