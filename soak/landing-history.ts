// Plays one random history of a project: commissions that are checked and merged, commits by a person,
// cancels and kills. At the end every commission must have ended.
import { existsSync, rmSync } from "node:fs";
import { type CommissionId, packageName } from "../src/contract/home/ids.ts";
import { sleep, systemClock } from "../src/host/clock.ts";
import type { Commission } from "../src/rules/commission/state.ts";
import { commitOn } from "../test/git/project.ts";
import { commitFiles, gitIn } from "../test/harness/git/repositories.ts";
import { type Audited, audit, passesAt } from "./landing-audit.ts";
import { type LandingHall, openLandingHall } from "./landing-hall.ts";
import { check, doWork, drawScript, ownCheck } from "./landing-work.ts";
import { count, integration, type LandingWorld, openLandingWorld, project } from "./landing-world.ts";
import { fastClock } from "./life.ts";
import type { Lots } from "./lots.ts";

export interface HistoryOrder {
  template: string;
  root: string;
  lots: Lots;
  unchecked: boolean;
}

export interface Played extends Audited {
  counts: Readonly<Record<string, number>>;
}

interface Play {
  world: LandingWorld;
  lots: Lots;
  hall: LandingHall;
  /** How many commissions are still to be created. */
  toCome: number;
}

/** Runs eight times as fast as real time, which shortens the hall's waits. */
const hallClock = fastClock(8);

export async function playLandings(order: HistoryOrder): Promise<Played> {
  const { lots } = order;
  const slots = 1 + lots.below(4);
  const world = await openLandingWorld({ ...order, slots, checks: [check], clock: hallClock });
  const play: Play = { world, lots, hall: await openLandingHall(world), toCome: 3 + lots.below(6) };
  try {
    for (const begin of [accept, accept]) await begin(play); // two that start from the same base
    while (play.toCome > 0 || lots.below(4) > 0) await actOnce(play);
    const stuck = await settle(play);
    const audited = audit(world, await everyOne(play));
    return { ...audited, wrong: [...stuck, ...audited.wrong], counts: world.counts };
  } catch (error) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { failing: [], wrong: [told], counts: world.counts };
  } finally {
    await play.hall.stop();
    for (const { life } of world.benches.values()) await life.kill();
  }
}

type Act = (play: Play) => Promise<void> | void;

const acts: readonly Act[] = [accept, accept, accept, rest, rest, personCommits, sync, moveByHand];
const rare: readonly Act[] = [
  cancel,
  breakBase,
  mendBase,
  changeSlots,
  killHall,
  killHall,
  killBench,
  killBench,
];

async function actOnce(play: Play): Promise<void> {
  const { lots } = play;
  const act = lots.pick(lots.below(3) === 0 ? rare : acts) ?? rest;
  await act(play);
  await sleep(systemClock, lots.below(mostMs));
}

/** The longest random delay: about as long as a workbench runs. */
const mostMs = 160;

async function accept(play: Play): Promise<void> {
  const { lots, hall, world } = play;
  if (play.toCome === 0) return;
  play.toCome -= 1;
  const isLore = lots.below(10) === 0;
  const asked = drawScript(lots, isLore ? "lore" : undefined);
  const accepted = await hall.conductor.accept(
    {
      worker: packageName.parse(isLore ? "researcher" : "implementer"),
      task: JSON.stringify(asked),
      project,
      ...(lots.below(6) === 0 && { checks: [{ command: ownCheck, timeoutSeconds: 60 }] }),
      ...(lots.below(8) === 0 && { onRed: true }),
    },
    null,
  );
  if (!accepted.ok) throw new Error(accepted.problem.message);
  count(world, "commissions");
}

/** Waits, often long enough for some commissions to end. */
async function rest({ lots }: Play): Promise<void> {
  await sleep(systemClock, lots.below(600));
}

function personCommits({ world, lots }: Play): void {
  const asked = drawScript(lots, lots.pick(["define", "use", "add", "note"]));
  doWork(world.checkout, asked, `person-${lots.below(1_000_000)}`);
  commitFiles(world.checkout, { "person.txt": `${lots.below(1_000_000)}\n` });
  count(world, "commits of the person");
}

async function sync({ hall, world }: Play): Promise<void> {
  await hall.sync();
  count(world, "syncs");
}

const red = "uses/person-red";

/** Breaks the person's own branch, and syncs it to the integration branch. */
async function breakBase(play: Play): Promise<void> {
  const { checkout } = play.world;
  if (existsSync(`${checkout}/${red}`)) return;
  commitFiles(checkout, { [red]: "nowhere\n" });
  count(play.world, "red commits");
  await sync(play);
}

async function mendBase(play: Play): Promise<void> {
  const { checkout } = play.world;
  if (!existsSync(`${checkout}/${red}`)) return;
  rmSync(`${checkout}/${red}`);
  gitIn(checkout, "commit", "-qam", "Mend");
  await sync(play);
}

/** Commits to the integration branch as the person, unless it moves meanwhile. */
function moveByHand({ world, lots }: Play): void {
  const own = `hand-${lots.below(1_000_000)}`;
  const files: Record<string, string>[] = [
    { [`made/${own}`]: "By hand.\n" },
    { [`sums/${own}`]: `${1 + lots.below(5)}\n` },
    { [`defs/${own}`]: `${lots.pick(["red", "green", "blue"])}\n` },
    { "notes.txt": `Noted by ${own}.\n` },
  ];
  commitByHand(world, lots.pick(files) ?? {});
}

export function commitByHand(world: LandingWorld, files: Readonly<Record<string, string | null>>): boolean {
  const { checkout } = world;
  const tip = gitIn(checkout, "rev-parse", integration);
  const commit = commitOn(checkout, tip, files);
  try {
    gitIn(checkout, "update-ref", `refs/heads/${integration}`, commit, tip);
  } catch {
    return false;
  }
  count(world, "commits by hand");
  return true;
}

async function cancel({ hall, world, lots }: Play): Promise<void> {
  const id = lots.pick(hall.ledger.live().map(({ record }) => record.request.id));
  if (id === undefined) return;
  await hall.conductor.cancel(id, null);
  count(world, "cancels");
}

function changeSlots({ world, lots }: Play): void {
  world.config.slots = 1 + lots.below(4);
}

/** Kills the hall at a random moment. Its workbenches continue. */
async function killHall(play: Play): Promise<void> {
  const { hall, lots, world } = play;
  await sleep(systemClock, lots.below(mostMs));
  await hall.life.kill();
  count(world, "kills of the hall");
  if (lots.below(3) === 0) await sleep(systemClock, lots.below(mostMs));
  play.hall = await openLandingHall(world);
}

async function killBench({ world, lots }: Play): Promise<void> {
  await sleep(systemClock, lots.below(mostMs));
  const atWork = [...world.benches.values()].filter(({ isOver }) => !isOver);
  const bench = lots.pick(atWork);
  if (bench === undefined) return;
  await bench.life.kill();
  count(world, "kills of a bench");
}

/** How long to wait without any change. */
const patienceMs = 60_000;
const lookMs = 100;

/**
 * Waits for all commissions to end, and repairs a failing branch as a person would. Returns the ones still
 * open.
 */
async function settle(play: Play): Promise<string[]> {
  const { ledger } = play.hall;
  let changedAt = systemClock.monotonic();
  const unsubscribe = ledger.subscribe(() => (changedAt = systemClock.monotonic()));
  while (ledger.live().length > 0 && systemClock.monotonic() - changedAt < patienceMs) {
    const isHeldUp = ledger.live().some(({ status }) => status === "blocked");
    if (isHeldUp && repair(play.world)) await play.hall.sync();
    await sleep(systemClock, lookMs);
  }
  unsubscribe();
  const stuck = ledger.live().map((commission) => `stuck: ${describe(commission)}`);
  return stuck.length === 0 ? [] : [...stuck, ...play.world.faults.slice(-3)];
}

/** Returns true if the branch failed a check and was repaired. */
function repair(world: LandingWorld): boolean {
  if ([check, ownCheck].every((command) => passesAt(world, integration, command))) return false;
  const { checkout } = world;
  if (existsSync(`${checkout}/${red}`)) {
    rmSync(`${checkout}/${red}`);
    gitIn(checkout, "commit", "-qam", "Mend");
  }
  const names = (directory: string) =>
    gitIn(checkout, "ls-tree", "--name-only", integration, `${directory}/`).split("\n");
  const changes: Record<string, string | null> = { limit: "1000\n" };
  for (const path of names("uses")) changes[path] = "alpha\n";
  for (const path of names("defs")) changes[path] = path === "defs/alpha" ? "alpha\n" : `${path.slice(5)}\n`;
  return commitByHand(world, changes);
}

function describe({ status, record }: Commission): string {
  const { request, end, plan, landing } = record;
  const waits = { end: end?.how, isPlanned: plan !== null, tried: landing?.tried, redTip: landing?.redTip };
  return `${request.id} ${status} ${JSON.stringify(waits)}`;
}

async function everyOne({ hall }: Play): Promise<Commission[]> {
  const ids: CommissionId[] = [...hall.ledger.summaries()].map(({ id }) => id);
  const found = await Promise.all(ids.map((id) => hall.ledger.find(id)));
  return found.filter((one) => one !== undefined);
}
