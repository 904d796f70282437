// Kills the hall and a guild member at random while the member carries out commissions. Each commission must
// have one job, one result and every fact once, must not be resumed, and nothing may be left running.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hasCode } from "../src/client/problem.ts";
import { emptyHandoff } from "../src/contract/home/handoff.ts";
import { homeLayout, memberLayout } from "../src/contract/home/home-layout.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import { memberName } from "../src/contract/member/member.ts";
import { type Commission, isEnded } from "../src/rules/commission/state.ts";
import { type TestHall, TestHome, until } from "../test/harness/hall.ts";
import { auditHome } from "./audit.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { type JobFiles, readJobs, whatIsWrong } from "./job-audit.ts";
import { createLots, type Lots } from "./lots.ts";
import { withHome } from "./with-home.ts";

export const hunt: Hunt = {
  name: "members-kills",
  what: "SIGKILL of the hall and of a guild member at random while the member works: one job and one result each, each fact once, no charge.",
  size: 300,
  run,
};

const killsPerHome = 25;
const quick = memberName.parse("quick");
const handoff = {
  ...emptyHandoff,
  credential: { kind: "api_key" as const, secret: "nobody-asks-a-model" },
  baseUrl: "http://127.0.0.1:9",
};

interface Tally {
  kills: number;
  commissions: number;
  completed: number;
  wrong: string[];
  noticed: number;
}

async function run({ size, seed, say }: HuntOrder): Promise<void> {
  const tally: Tally = { kills: 0, commissions: 0, completed: 0, wrong: [], noticed: 0 };
  for (let n = 0; tally.kills < size; n += 1) {
    const kills = Math.min(killsPerHome, size - tally.kills);
    await withHome((home) => huntInHome({ home, tally, kills, lots: createLots(seed + n) }));
  }
  const { kills, commissions, completed, wrong, noticed } = tally;
  say({
    name: "guild members' commissions lost, done twice, charged or told wrongly",
    value: wrong.length,
    unit: "commissions",
    target: "0",
    ok: wrong.length === 0 && completed > 0,
    detail: { kills, commissions, completed, wrong: wrong.slice(0, 5).join("; ") },
  });
  say({
    name: "with a job more than there was: commissions that are noticed",
    value: noticed,
    unit: "commissions",
    target: "> 0",
    ok: noticed > 0,
    control: true,
  });
}

interface Hunting {
  home: TestHome;
  tally: Tally;
  kills: number;
  lots: Lots;
}

async function huntInHome(hunting: Hunting): Promise<void> {
  const { home, tally, kills, lots } = hunting;
  putMember(home);
  const created = new Set<CommissionId>();
  const cancelled = new Set<CommissionId>();
  let hall = await home.open({ handoff });
  for (let n = 0; n < kills; n += 1) {
    await act(hall, { lots, created, cancelled });
    await Bun.sleep(lots.below(1200));
    if (lots.below(3) === 0) killMember(home);
    else {
      await hall.kill("SIGKILL");
      hall = await home.open({ handoff });
    }
    tally.kills += 1;
  }
  // A member that does not start is given up after five attempts of half a minute, and the waits between them.
  await until("all are over", async () => (await unended(hall)) === 0, 240_000);
  await until(
    "no job is at work",
    () => readJobs(directoryOf(home)).every(({ status }) => status !== "running"),
    90_000,
  );
  await hall.client.stop({ stopWork: false });
  await hall.ended;
  await judge(hunting, { created, cancelled });
}

interface Asked {
  created: Set<CommissionId>;
  cancelled: Set<CommissionId>;
}

/**
 * Creates and cancels commissions. A request that a dying hall did not answer may or may not have taken
 * effect.
 */
async function act(
  { client }: TestHall,
  { lots, created, cancelled }: Asked & { lots: Lots },
): Promise<void> {
  try {
    for (let n = lots.below(3); n >= 0; n -= 1) {
      const more = lots.below(2) === 0 ? "hand it in and be done" : "be done";
      const task = `${more} after ${lots.below(2500)} ms`;
      const { id } = await client.create({ worker: "member:quick", title: `Kill ${created.size}`, task });
      created.add(id);
    }
    const one = lots.pick([...created]);
    if (one === undefined || lots.below(3) > 0) return;
    const { status } = await client.cancel(one);
    if (status === "cancelled") cancelled.add(one);
  } catch (error) {
    if (!hasCode(error, "unreachable") && !hasCode(error, "wrong_state")) throw error;
  }
}

async function unended({ client }: TestHall): Promise<number> {
  const { commissions } = await client.list({ limit: 1000 });
  return commissions.filter(({ endedAt }) => endedAt === null).length;
}

async function judge({ home, tally }: Hunting, { created, cancelled }: Asked): Promise<void> {
  const { commissions, torn } = await auditHome(home.root, { after: "stop" });
  const jobs = readJobs(directoryOf(home));
  tally.wrong.push(...torn);
  for (const id of created) if (!commissions.has(id)) tally.wrong.push(`${id} is lost`);
  for (const id of cancelled)
    if (commissions.get(id)?.status !== "cancelled") tally.wrong.push(`${id} was cancelled, and is not`);
  const ended = [...commissions.values()].filter(isEnded);
  tally.commissions += commissions.size;
  tally.completed += ended.filter(({ status }) => status === "completed").length;
  tally.wrong.push(...ended.flatMap((each) => whatIsWrong(each, jobs)));
  tally.noticed += noticedWith(ended, jobs);
  const litter = litterIn(directoryOf(home));
  if (litter.length > 0) tally.wrong.push(`left behind: ${litter.slice(0, 3).join(", ")}`);
}

function noticedWith(ended: readonly Commission[], jobs: readonly JobFiles[]): number {
  return ended.flatMap((each) => whatIsWrong(each, [...jobs, ...jobs])).length;
}

function directoryOf({ root }: TestHome): string {
  return memberLayout(homeLayout(root), quick).directory;
}

function putMember(home: TestHome): void {
  const directory = directoryOf(home);
  const program = fileURLToPath(new URL("quick-member.ts", import.meta.url));
  mkdirSync(directory, { recursive: true });
  const manifest = {
    name: quick,
    displayName: "Quick",
    description: "Is done soon.",
    version: "1.0.0",
    transport: "http",
    capabilities: ["worker"],
    mcp: { command: "bun", args: ["run", program, "--port", "${PORT}"] },
  };
  writeFileSync(`${directory}/guild-member.json`, JSON.stringify(manifest));
}

function killMember(home: TestHome): void {
  const { record } = memberLayout(homeLayout(home.root), quick);
  if (!existsSync(record)) return;
  const { pid } = JSON.parse(readFileSync(record, "utf8")) as { pid: number };
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

function litterIn(directory: string): string[] {
  return readdirSync(`${directory}/jobs`, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(^|\/)\.[^/]*$/.test(name),
  );
}
