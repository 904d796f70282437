// Runs many commissions over a few slots and cancels some at random: never more run than there are slots, all
// end, and none is started twice.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { hasCode } from "../src/client/problem.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import { installed } from "../src/host/program.ts";
import { runtimeFlags } from "../src/host/processes/handoff.ts";
import { type TestHall, type TestHome, until } from "../test/harness/hall.ts";
import { quick } from "../test/harness/rehearsals.ts";
import { type Sampled, startSampler } from "./bench-sampler.ts";
import { writeConfig } from "./config-file.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { createLots, type Lots } from "./lots.ts";
import { withHome } from "./with-home.ts";

export const hunt: Hunt = {
  name: "slots",
  what: "Many real rehearsed commissions over five slots, some cancelled at random: never more than five at work.",
  size: 200,
  run,
};

async function run({ size, seed, say }: HuntOrder): Promise<void> {
  await withHome(async (home) => {
    // Started as fast as possible, so that only the slots limit them.
    const slots = size < 20 ? 2 : 5;
    await writeConfig(home.root, { slots, admission: { startsPerSecond: 50 } });
    const hall = await home.open();
    const sampler = startSampler(home.root);
    const made = await makeMany(hall, size);
    const cancelled = await cancelSome(hall, made, createLots(seed));
    await untilAllEnded(hall);
    tell({ home, slots, sampled: sampler.stop(), cancelled, say });
    await tellEnds(hall, { size, say });
    await control({ home, hall, id: made[0], say });
  });
}

async function makeMany({ client }: TestHall, size: number): Promise<CommissionId[]> {
  const request = { worker: "researcher", task: "Find out.", rehearsal: quick };
  const made: CommissionId[] = [];
  for (let n = 0; n < size; n += 1) made.push((await client.create(request, `slots-${n}`)).id);
  return made;
}

const mostPauseMs = 1500;

/** Cancels about a quarter while the others run: every other time one that is at work, otherwise any. */
async function cancelSome({ client }: TestHall, made: readonly CommissionId[], lots: Lots): Promise<number> {
  let cancelled = 0;
  for (let n = 0; n < Math.floor(made.length / 4); n += 1) {
    await Bun.sleep(lots.below(mostPauseMs));
    const { commissions } = await client.list({ limit: 1000 });
    const standing = commissions.filter(({ endedAt }) => endedAt === null);
    const atWork = standing.filter(({ startedAt }) => startedAt !== null);
    const id = lots.pick(n % 2 === 0 && atWork.length > 0 ? atWork : standing)?.id;
    if (id === undefined) break;
    await client.cancel(id).then(
      () => (cancelled += 1),
      (error: unknown) => {
        if (!hasCode(error, "wrong_state")) throw error; // it ended at this very moment
      },
    );
  }
  return cancelled;
}

async function untilAllEnded({ client }: TestHall): Promise<void> {
  const standing = async () =>
    (await client.list({ limit: 1000 })).commissions.filter(({ endedAt }) => endedAt === null).length;
  while ((await standing()) > 0) await Bun.sleep(200);
}

interface Telling {
  home: TestHome;
  slots: number;
  sampled: Sampled;
  cancelled: number;
  say: HuntOrder["say"];
}

function tell({ home, slots, sampled, cancelled, say }: Telling): void {
  const { samples, mostProcesses, mostLocks, processes } = sampled;
  const most = Math.max(mostProcesses, mostLocks);
  say({
    name: "workbenches at work at once, sampled from outside, most",
    value: most,
    unit: "",
    target: `<= ${slots}`,
    ok: most <= slots && samples > 0,
    detail: { samples, mostProcesses, mostLocks, cancelled },
  });
  const twice = [
    ...[...processes].filter(([, pids]) => pids.size > 1).map(([name]) => name),
    ...home.ids().filter((id) => isStartedTwice(home, id)),
  ];
  say({
    name: "commissions started twice",
    value: twice.length,
    unit: "",
    target: "0",
    ok: twice.length === 0,
    detail: { workbenches: processes.size, ...(twice[0] === undefined ? {} : { first: twice[0] }) },
  });
}

/** Returns true if the ledger has two starts of one workbench, or the commission has several sessions. */
function isStartedTwice(home: TestHome, id: CommissionId): boolean {
  const layout = home.layout(id);
  const starts = [
    ...readFileSync(layout.events, "utf8").matchAll(/"type":"workbench.starting","bench":(\d+)/g),
  ].map((match) => match[1]);
  const sessions = readdirSync(layout.directory).filter((name) => name.startsWith("transcript-")).length;
  return new Set(starts).size !== starts.length || sessions > 1;
}

async function tellEnds({ client }: TestHall, { size, say }: Pick<HuntOrder, "size" | "say">): Promise<void> {
  const { commissions } = await client.list({ limit: 1000 });
  const ended = (status: string) => commissions.filter((one) => one.status === status).length;
  const failed = ended("failed");
  const [completed, cancelled] = [ended("completed"), ended("cancelled")];
  const first = commissions.find((one) => one.error !== null)?.error?.message;
  say({
    name: "commissions that ended completed or cancelled",
    value: completed + cancelled,
    unit: "",
    target: String(size),
    ok: completed + cancelled === size,
    detail: { completed, cancelled, failed, ...(first === undefined ? {} : { first }) },
  });
}

interface Control {
  home: TestHome;
  hall: TestHall;
  id: CommissionId | undefined;
  say: HuntOrder["say"];
}

/** Shows that the sampler sees a workbench that the hall did not start. Such a workbench exits by itself. */
async function control({ home, hall, id, say }: Control): Promise<void> {
  const sampler = startSampler(home.root);
  const main = installed("src/workbench/main.ts");
  const args = [...runtimeFlags, main, "--home", home.root, "--commission", id ?? "", "--bench", "1"];
  const stranger = spawn(process.execPath, args, { stdio: "ignore" });
  const { slots } = await hall.client.status();
  await until("the strange workbench has left", () => stranger.exitCode !== null, 30_000);
  const { mostProcesses } = sampler.stop();
  say({
    name: "workbenches that the sampler sees beyond those the hall counts, when one is started by hand",
    value: mostProcesses - slots.used,
    unit: "",
    target: "1",
    ok: mostProcesses - slots.used === 1,
    control: true,
    detail: { exitCode: stranger.exitCode ?? -1 },
  });
}
