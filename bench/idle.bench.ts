// Checks that an idle hall does nothing.
import { readdirSync, statSync } from "node:fs";
import { emptyHandoff } from "../src/contract/home/handoff.ts";
import type { HomeLayout } from "../src/contract/home/home-layout.ts";
import { hanging } from "../test/harness/rehearsals.ts";
import { type BenchHall, disposeHome, makeHome, openBenchHall } from "./bench-hall.ts";
import type { Benchmark, Say } from "./benchmark.ts";
import { connect, type Connection, getText, postText } from "./connection.ts";
import { processorMs, writtenBytes } from "./process-use.ts";
import { fillHome } from "./stored-home.ts";
import { openUpstream } from "./upstream.ts";

const commissions = "/api/v1/commissions";
/** After this time the hall has finished the background work of its start. */
const settleMs = 5000;

export const benchmark: Benchmark = {
  name: "idle",
  what: "an idle minute: of an empty hall that could reach a model, and of one with 1,000 ended and 5 that wait",
  run: async (say, size) => {
    const minuteMs = size(60_000, 100);
    const upstream = openUpstream();
    const watched = await openHalls(upstream.url, size(1000, 2));
    try {
      await Bun.sleep(size(settleMs, 0));
      const before = watched.map(look);
      await Bun.sleep(minuteMs);
      const calls = upstream.asked.length;
      say({ name: "model calls in an idle minute", value: calls, unit: "", target: "0", ok: calls === 0 });
      for (const [i, one] of watched.entries())
        tell(say, { name: one.name, minuteMs, ...difference(before[i], look(one)) });
      await control(say, watched[0]);
    } finally {
      for (const { home, hall } of watched) await disposeHome(home, hall);
      await upstream.stop();
    }
  },
};

interface Watched {
  name: string;
  home: HomeLayout;
  hall: BenchHall;
}

async function openHalls(baseUrl: string, ended: number): Promise<Watched[]> {
  const credential = { kind: "api_key" as const, secret: "none" };
  const handoff = { ...emptyHandoff, baseUrl };
  const [empty, full] = [makeHome(), makeHome()];
  await fillHome(full, { ended, pending: 5, events: 50 });
  return [
    { name: "empty", home: empty, hall: await openBenchHall(empty, { handoff: { ...handoff, credential } }) },
    // This hall has no credential, so its waiting commissions do not start.
    { name: "1,000 ended", home: full, hall: await openBenchHall(full, { handoff }) },
  ];
}

interface Look {
  files: Map<string, string>;
  written: number;
  processor: number;
}

function look({ home, hall }: Watched): Look {
  const files = new Map<string, string>();
  for (const entry of readdirSync(home.root, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath}/${entry.name}`;
    const { size, mtimeMs, ctimeMs, ino } = statSync(path);
    files.set(path, `${ino} ${size} ${mtimeMs} ${ctimeMs}`);
  }
  return { files, written: writtenBytes(hall.pid), processor: processorMs(hall.pid) };
}

interface Difference {
  files: number;
  bytes: number;
  processorMs: number;
}

function difference(was: Look | undefined, is: Look): Difference {
  if (!was) throw new Error("nothing to compare with");
  const changed = [...is.files].filter(([path, state]) => was.files.get(path) !== state).length;
  const gone = [...was.files.keys()].filter((path) => !is.files.has(path)).length;
  const bytes = is.written - was.written;
  return { files: changed + gone, bytes, processorMs: is.processor - was.processor };
}

function tell(say: Say, told: Difference & { name: string; minuteMs: number }): void {
  const { name, minuteMs, files, bytes, processorMs: ms } = told;
  const share = Math.round((ms / minuteMs) * 1e5) / 1e3;
  say({
    name: `files written in an idle minute, ${name}`,
    value: files,
    unit: "",
    target: "0",
    ok: files + bytes === 0,
    detail: { bytes },
  });
  say({
    name: `processor in an idle minute, ${name}`,
    value: share,
    unit: "%",
    target: "< 0.5",
    ok: share < 0.5,
  });
}

/** Shows that the counters notice one commission. */
async function control(say: Say, watched: Watched | undefined): Promise<void> {
  if (!watched) return;
  const before = look(watched);
  const connection = await connect(watched.hall);
  const order = { worker: "researcher", task: "hi", rehearsal: hanging };
  const created = await connection.send(postText(watched.hall, commissions, order));
  const { files } = difference(before, look(watched));
  await cancel(watched.hall, { connection, id: (JSON.parse(created.body) as { id: string }).id });
  connection.close();
  say({
    name: "files written by one create",
    value: files,
    unit: "",
    target: "> 0",
    ok: files > 0,
    control: true,
  });
}

/**
 * Waits for the end: a hall that is stopped while it starts a workbench would leave the workbench running.
 */
async function cancel(
  hall: BenchHall,
  { connection, id }: { connection: Connection; id: string },
): Promise<void> {
  await connection.send(postText(hall, `${commissions}/${id}/cancel`, {}));
  for (;;) {
    const { body } = await connection.send(getText(hall, `${commissions}/${id}`));
    if ((JSON.parse(body) as { endedAt: string | null }).endedAt !== null) return;
    await Bun.sleep(20);
  }
}
