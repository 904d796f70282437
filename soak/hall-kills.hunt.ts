// Kills the hall at random while clients and workers are active: nothing acknowledged is lost, no file is torn, no
// running commission is resumed or restarted, and the hall is ready again in time.
import type { CommissionId } from "../src/contract/home/ids.ts";
import { type HallChoice, TestHome, type TestHall, until, untilEnded } from "../test/harness/hall.ts";
import { progress, script, submit } from "../test/harness/rehearsals.ts";
import { auditHome } from "./audit.ts";
import { type Book, findLosses, openBook } from "./book.ts";
import { nothingStarts, writeConfig } from "./config-file.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { askAgain, callOff, runLoad } from "./load.ts";
import { createLots, type Lots } from "./lots.ts";
import { spreadOf } from "../bench/spread.ts";
import { weakHall } from "./weak-hall.ts";
import { withHome } from "./with-home.ts";

export const hunt: Hunt = {
  name: "hall-kills",
  what: "SIGKILL of the hall at random under load: nothing acknowledged is lost, nothing torn, ready in time.",
  size: 1000,
  run,
};

const killsPerHome = 50;
const readyWithinMs = 3000;

/** The totals over all homes. */
interface Tally {
  kills: number;
  acknowledged: number;
  losses: string[];
  torn: string[];
  strange: string[];
  readyMs: number[];
  /** Commissions that were at work through the kills. */
  atWork: number;
  charged: string[];
}

async function run({ size, seed, say }: HuntOrder): Promise<void> {
  const tally = newTally();
  try {
    for (let n = 0; tally.kills < size; n += 1) {
      const series = { tally, kills: Math.min(killsPerHome, size - tally.kills), seed: seed + n };
      await withHome((home) => huntInHome(home, series));
    }
  } finally {
    tell(tally, say); // even if the hunt itself throws: what it saw until then counts
  }
  await control({ seed, say });
}

function newTally(): Tally {
  return {
    kills: 0,
    acknowledged: 0,
    losses: [],
    torn: [],
    strange: [],
    readyMs: [],
    atWork: 0,
    charged: [],
  };
}

interface Series {
  tally: Tally;
  kills: number;
  seed: number;
}

async function huntInHome(home: TestHome, { tally, kills, seed }: Series): Promise<void> {
  const round: Round = { home, tally, book: openBook(), lots: createLots(seed), choice: {} };
  // A short hunt uses a single worker, because each is a real session.
  await writeConfig(home.root, { slots: kills < killsPerHome ? 1 : 5, admission: { startsPerSecond: 50 } });
  let hall = await home.open();
  const atWork = await fillSlots(hall, kills);
  for (let n = 0; n < kills; n += 1) hall = await killOnce(round, hall, `${seed}-${n}`);
  await callOff(hall.client, atWork);
  for (const id of atWork) await checkWork(round, hall, id);
  await hall.kill("SIGTERM");
  const { commissions, torn } = await auditHome(home.root, { after: "stop" });
  tally.losses.push(...findLosses(round.book, commissions));
  tally.torn.push(...torn);
  tally.acknowledged += round.book.created.size + round.book.cancelled.size + round.book.deleted.size;
  tally.strange.push(...round.book.strange);
}

interface Round {
  home: TestHome;
  tally: Tally;
  book: Book;
  lots: Lots;
  choice: HallChoice;
}

/** Fills all slots with commissions that outlast the kills, so that everything else has to wait. */
async function fillSlots(hall: TestHall, kills: number): Promise<CommissionId[]> {
  const { slots } = await hall.client.status();
  const steps = Array.from({ length: 2 + kills }, (_, n) => ({ ...progress(`Step ${n}.`), delayMs: 1200 }));
  const slow = script([...steps, submit(), { say: "Done." }]);
  const request = { worker: "researcher", task: "Take your time.", rehearsal: slow };
  const made = await Promise.all(Array.from({ length: slots.total }, () => hall.client.create(request)));
  const isAtWork = async (id: CommissionId) => (await hall.client.detail(id)).summary !== null;
  await until(
    "every slot has a worker at work",
    async () => (await Promise.all(made.map(({ id }) => isAtWork(id)))).every(Boolean),
    60_000,
  );
  return made.map(({ id }) => id);
}

const longestLifeMs = 500;

async function killOnce(round: Round, hall: TestHall, name: string): Promise<TestHall> {
  const { home, tally, book, lots } = round;
  const load = runLoad({ client: hall.client, book, lots, name }, new AbortController().signal);
  await Bun.sleep(lots.below(longestLifeMs));
  await hall.kill("SIGKILL");
  await load;
  tally.kills += 1;
  const { commissions, torn } = await auditHome(home.root, { after: "kill" });
  tally.losses.push(...findLosses(book, commissions));
  tally.torn.push(...torn);
  if (lots.below(4) === 0) await killWhileStarting(round);
  const began = performance.now();
  const next = await home.open(round.choice);
  tally.readyMs.push(performance.now() - began);
  await checkList(round, next);
  await askAgain({ client: next.client, book });
  return next;
}

/** Kills a hall while it starts, after a random delay. */
async function killWhileStarting({ home, lots, choice }: Round): Promise<void> {
  const patience = lots.below(400);
  const started = (pid: number) => void setTimeout(() => killIfThere(pid), patience);
  const hall = await home.open({ ...choice, started }).catch(() => null);
  await hall?.kill("SIGKILL");
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Checks over HTTP that the hall shows what it acknowledged. */
async function checkList({ book, tally }: Round, { client }: TestHall): Promise<void> {
  const shown = new Map<CommissionId, boolean>();
  for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
    const page = await client.list({ limit: 1000, ...(cursor === null ? {} : { cursor }) });
    for (const { id, cancelRequested } of page.commissions) shown.set(id, cancelRequested);
    cursor = page.nextCursor;
  }
  for (const id of book.created.keys()) {
    const mayBeGone = book.deleted.has(id) || book.unsureDeletes.has(id);
    if (!shown.has(id) && !mayBeGone) tally.losses.push(`${id} is not in the list`);
    if (shown.get(id) === false && book.cancelled.has(id))
      tally.losses.push(`${id} is listed as uncancelled`);
  }
}

async function checkWork({ tally }: Round, { client }: TestHall, id: CommissionId): Promise<void> {
  tally.atWork += 1;
  const { status, anomaly, resumes, bench } = await untilEnded(client, id, 300_000);
  if (status === "completed" && anomaly === null && resumes === 0 && bench === 1) return;
  tally.charged.push(
    `${id}: ${status}, ${anomaly ?? "no anomaly"}, ${resumes} resumes, ${bench} workbenches`,
  );
}

function tell(tally: Tally, say: HuntOrder["say"]): void {
  const { kills, acknowledged, losses, torn, strange, readyMs, atWork, charged } = tally;
  const none = (name: string, found: string[], detail: Record<string, number | string>) =>
    say({
      name,
      value: found.length,
      unit: "",
      target: "0",
      ok: found.length === 0,
      detail: { kills, ...detail, ...(found[0] === undefined ? {} : { first: found[0] }) },
    });
  none("acknowledged creates, cancels and deletes lost", losses, { acknowledged });
  none("torn files", torn, {});
  none("answers other than the expected", strange, {});
  none("commissions at work through the kills that did not complete in one workbench, uncharged", charged, {
    atWork,
  });
  const spread = spreadOf(readyMs);
  say({
    name: "hall ready again after a kill, slowest",
    value: spread.max,
    unit: "ms",
    target: `< ${readyWithinMs}`,
    ok: spread.max < readyWithinMs,
    detail: { ...spread },
  });
}

const controlKills = 10;

/** Shows that a hall which answers before it writes is caught. */
async function control({ seed, say }: Pick<HuntOrder, "seed" | "say">): Promise<void> {
  const tally = newTally();
  const choice = { program: weakHall, env: { SOAK_WEAKNESS: "early-answer" } };
  await withHome(async (home) => {
    await writeConfig(home.root, nothingStarts);
    const round: Round = { home, tally, book: openBook(), lots: createLots(seed), choice };
    let hall = await home.open(choice);
    while (tally.losses.length === 0 && tally.kills < controlKills)
      hall = await killOnce(round, hall, `control-${tally.kills}`);
    await hall.kill("SIGKILL");
  });
  say({
    name: "acknowledged and lost by a hall that answers before it writes",
    value: tally.losses.length,
    unit: "",
    target: "> 0",
    ok: tally.losses.length > 0,
    control: true,
    detail: { kills: tally.kills },
  });
}
