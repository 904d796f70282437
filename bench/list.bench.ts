// Measures the first page of a list, and whether its time grows with what is stored.
import { disposeHome, makeHome, openBenchHall } from "./bench-hall.ts";
import type { Benchmark } from "./benchmark.ts";
import { connect, getText } from "./connection.ts";
import { spreadOf } from "./spread.ts";
import { fillHome } from "./stored-home.ts";

const sizes = [
  { stored: 1000, target: 5 },
  { stored: 10_000, target: 10 },
];

export const benchmark: Benchmark = {
  name: "list",
  what: "the first 100 of a list over HTTP, one connection, of 1,000 and of 10,000 commissions",
  run: async (say, size) => {
    for (const { stored, target } of size(sizes, [{ stored: 120, target: 5 }])) {
      const { p50, ...rest } = await measure(stored, size(300, 2));
      const of = stored.toLocaleString("en");
      say({
        name: `list p50, first 100 of ${of}`,
        value: p50,
        unit: "ms",
        target: `<= ${target}`,
        ok: p50 <= target,
        detail: rest,
      });
    }
  },
};

async function measure(stored: number, rounds: number) {
  const home = makeHome();
  await fillHome(home, { ended: stored - 20, pending: 20, events: 20 });
  const hall = await openBenchHall(home);
  try {
    const connection = await connect(hall);
    const request = getText(hall, "/api/v1/commissions?limit=100");
    const times: number[] = [];
    let bytes = 0;
    for (let i = 0; i < rounds; i += 1) {
      const answer = await connection.send(request);
      const { commissions } = JSON.parse(answer.body) as { commissions: unknown[] };
      if (commissions.length !== 100) throw new Error(`${commissions.length} were listed`);
      times.push(answer.ms);
      bytes = answer.bytes;
    }
    connection.close();
    return { ...spreadOf(times), bytes };
  } finally {
    await disposeHome(home, hall);
  }
}
