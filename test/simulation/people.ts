// The people around the hall: they commission, with and without a key, cancel, delete and look; and where a hall dies
// before it has answered, they ask the next one.
import type { CommissionRequest } from "../../src/contract/commission/commission.ts";
import { type CommissionId, packageName } from "../../src/contract/home/ids.ts";
import { isDamage } from "../../src/store/ledger/line.ts";
import { isEnded } from "../../src/rules/commission/state.ts";
import { type Decision, decide, drawDecisions } from "./deciders.ts";
import type { Known } from "./known.ts";
import { type Answered, createAnswered } from "./promises/acknowledged.ts";
import { statusSeen } from "./promises/end-is-end.ts";
import { app } from "./repository.ts";
import { drawNotes, type Note, tell } from "./talk.ts";
import { breaks, type OpenHall, type World } from "./world.ts";

export type Wish =
  | { wants: "create"; task: string; key: string | null }
  | { wants: "cancel" | "delete" | "look"; id: CommissionId | null }
  | Decision
  | Note;

export interface People {
  /** What was asked of a hall that has not answered. */
  waiting: Set<Wish>;
  /** How many wishes are neither granted nor given up. */
  open: number;
}

export function createPeople(): People {
  return { waiting: new Set(), open: 0 };
}

/** Everything they will want, spread over the time of the storm. */
export function planWishes(world: World, people: People, duringMs: number): void {
  const { random } = world;
  const count = random.between(2, 8);
  for (let n = 0; n < count; n += 1) {
    const key = random.chance(0.5) ? `key-${n}` : null;
    const name = `${random.chance(0.3) ? "rehearsed" : "real"} task ${n}${drawGround(world)}`;
    const task = random.chance(0.06) ? `${name} ${"y".repeat(66_000)}` : name;
    wish(world, people, { wish: { wants: "create", task, key }, afterMs: random.next() * duringMs });
    if (key !== null && random.chance(0.5))
      wish(world, people, { wish: { wants: "create", task, key }, afterMs: random.next() * duringMs });
  }
  for (let n = random.between(0, 2 * count); n > 0; n -= 1) {
    const wants = random.pick(["cancel", "delete", "look"] as const);
    wish(world, people, { wish: { wants, id: null }, afterMs: random.next() * duringMs });
  }
}

/** The decisions of one person or two on finished work. They begin when work may have finished, and go on for longer. */
export function planDecisions(world: World, people: People, duringMs: number): void {
  for (const decision of drawDecisions(world))
    wish(world, people, { wish: decision, afterMs: (0.1 + world.deciders.next()) * duringMs });
}

/** Most are said while something is under way. */
export function planNotes(world: World, people: People, duringMs: number): void {
  for (const note of drawNotes(world)) {
    const afterMs = world.talkers.next() * duringMs;
    wish(world, people, { wish: note, afterMs });
    // A client that got no answer sends it again.
    if (world.talkers.chance(0.3)) wish(world, people, { wish: note, afterMs: afterMs + 2000 });
  }
}

/** A third of them work on the project, and some bring a check of their own. */
function drawGround({ random, deciders, reviews }: World): string {
  const project = random.chance(0.35) || (reviews && deciders.chance(0.7)) ? " of app" : "";
  const check = random.chance(0.2) ? ", checked" : "";
  const place =
    project === "" || !reviews ? "" : deciders.pick(["", "", ", in review", ", in review", ", on a branch"]);
  return `${project}${check}${project !== "" && random.chance(0.1) ? ", kept" : ""}${place}`;
}

function groundOf(task: string): Partial<CommissionRequest> {
  return {
    ...(task.includes(" of app") && { project: app }),
    ...(task.includes(", checked") && { checks: [{ command: "make lint" }] }),
    ...(task.includes(", kept") && { keepWorktree: true }),
    ...(task.includes(", in review") && { land: "review" }),
    ...(task.includes(", on a branch") && { land: "branch" }),
  };
}

interface Later {
  wish: Wish;
  afterMs: number;
}

export function wish(world: World, people: People, { wish, afterMs }: Later): void {
  people.open += 1;
  world.machine.scheduler.add({
    owner: world.people,
    afterMs,
    what: `want to ${wish.wants === "decide" ? wish.act : wish.wants}`,
    run: () => void ask(world, people, wish),
  });
}

/** The hall they asked is dead: whoever can ask again does. */
export function askAgain(world: World, people: People): void {
  for (const asked of people.waiting) {
    people.waiting.delete(asked);
    people.open -= 1;
    if (asked.wants === "create" && asked.key === null) continue; // nobody knows whether it was taken on
    wish(world, people, { wish: asked, afterMs: world.random.next() * 5000 });
  }
}

async function ask(world: World, people: People, asked: Wish): Promise<void> {
  const { hall } = world;
  people.open -= 1;
  if (!hall || hall.closing)
    return wish(world, people, { wish: asked, afterMs: world.random.between(200, 3000) });
  people.open += 1;
  people.waiting.add(asked);
  const { refusals } = world.machine;
  const again = await grant(world, hall, asked).catch((error: unknown) =>
    refused(world, { asked, error, refusals }),
  );
  if (!people.waiting.delete(asked)) return;
  people.open -= 1;
  if (again) wish(world, people, { wish: asked, afterMs: world.random.between(500, 5000) });
}

/** True when it is to be tried again. It may fail where a file is damaged or the disk fails, and a look not even then. */
function refused(
  world: World,
  { asked, error, refusals }: { asked: Wish; error: unknown; refusals: number },
): boolean {
  if (isDamage(error) && [...world.known.values()].some(({ harmed }) => harmed.has("ledger"))) return false;
  if (world.machine.refusals === refusals)
    breaks(world, "diskFull", `A wish to ${asked.wants} failed on a sound disk: ${String(error)}`);
  if (asked.wants === "look") breaks(world, "diskFull", `A look failed: ${String(error)}`);
  return true;
}

async function grant(world: World, hall: OpenHall, asked: Wish): Promise<boolean> {
  switch (asked.wants) {
    case "create":
      await create(world, hall, asked);
      return false;
    case "cancel":
      await cancel(world, hall, asked.id ?? oneOf(world, ({ ended }) => ended === null));
      return false;
    case "delete":
      await remove(world, hall, asked.id ?? oneOf(world, ({ ended }) => ended !== null));
      return false;
    case "look":
      await look(world, hall);
      return false;
    case "decide":
      return decide(world, hall, asked);
    case "tell":
      return tell(world, hall, asked);
  }
}

/** Most often one of those, now and then any. */
function oneOf({ known, random }: World, isLikely: (one: Known) => boolean): CommissionId | null {
  const all = [...known.values()];
  const likely = random.chance(0.8) ? all.filter(isLikely) : all;
  return likely.length === 0 ? null : random.pick(likely).id;
}

async function create(
  world: World,
  { conductor }: OpenHall,
  { task, key }: Pick<Answered, "task" | "key">,
): Promise<void> {
  const rehearsal = task.includes("rehearsed") ? { rehearsal: "version: 1" } : {};
  const request: CommissionRequest = {
    worker: packageName.parse("researcher"),
    task,
    ...rehearsal,
    ...groundOf(task),
  };
  const done = await conductor.accept(request, key);
  if (done.ok) createAnswered(world, { task, key, commission: done.commission });
  else breaks(world, "acknowledged", `A sound request was refused: ${done.problem.message}`);
}

async function cancel(world: World, { conductor }: OpenHall, id: CommissionId | null): Promise<void> {
  const known = id && world.known.get(id);
  if (!known) return;
  const done = await conductor.cancel(known.id, null);
  if (!done.ok) return;
  if (done.commission.record.cancel) known.cancelled = true;
  if (isEnded(done.commission)) statusSeen(world, known, done.commission.status);
}

async function remove(world: World, { conductor }: OpenHall, id: CommissionId | null): Promise<void> {
  const known = id && world.known.get(id);
  if (!known || known.ended === null || known.deletion === "done") return;
  known.deletion = "asked";
  const done = await conductor.remove(known.id, true);
  if (done.ok) known.deletion = "done";
}

/** Lists are answered from memory, and one commission from the disk: neither may fail because it is full. */
async function look(world: World, { ledger }: OpenHall): Promise<void> {
  for (const { id, status } of ledger.summaries()) {
    const known = world.known.get(id);
    if (known) statusSeen(world, known, status);
  }
  const id = oneOf(world, () => true);
  const known = id && world.known.get(id);
  if (!known || known.harmed.size > 0) return;
  const found = await ledger.find(known.id);
  if (!found && known.deletion === null && world.hall?.ledger === ledger)
    breaks(world, "diskFull", `${known.id} is not found.`);
}
