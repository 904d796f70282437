// One seed, from an empty home to the last check: a storm, then calm until everything rests, then a last power cut.
import { announceHall, openHall } from "./hall.ts";
import { createMachine, powerCut } from "./machine/machine.ts";
import { makeDirectory, syncDirectory } from "./machine/file-tree.ts";
import { endProcess, startProcess } from "./machine/processes.ts";
import { createRandom } from "./machine/random.ts";
import { createTrace } from "./machine/trace.ts";
import { createFakeRepository } from "../fakes/repository.ts";
import { createOnlooker, hallOpened, listenTo } from "./onlooker.ts";
import { askAgain, createPeople, type People, planDecisions, planNotes, planWishes, wish } from "./people.ts";
import { actsAtRest } from "./promises/acts-once.ts";
import { notesAtRest } from "./promises/notes-heard.ts";
import { everythingEnded, neverRests, unfinished } from "./promises/at-rest.ts";
import { branchesAtRest } from "./promises/merged-once.ts";
import { worksAtRest } from "./promises/nothing-deleted.ts";
import { projectionsAtRest } from "./promises/one-ledger.ts";
import { type AtWork, createAtWork } from "./promises/survives.ts";
import { planMoves } from "./repository.ts";
import { drawWeather, maybeStrike } from "./storm.ts";
import { asBuilt, type Wiring } from "./wiring.ts";
import { breaks, home, type Violation, type World } from "./world.ts";

export interface SeedReport {
  seed: number;
  steps: number;
  hash: string;
  violation: Violation | null;
  tail: string[];
}

export interface SeedOrder {
  seed: number;
  wiring?: Wiring;
  watch?: (line: string) => void;
}

interface Play {
  world: World;
  people: People;
  atWork: AtWork;
  steps: number;
}

const stormMs = 60_000;
const maxStormSteps = 6000;
const maxCalmSteps = 30_000;

export async function runSeed({ seed, wiring = asBuilt, watch }: SeedOrder): Promise<SeedReport> {
  const play = createPlay({ seed, wiring, ...(watch && { watch }) });
  const { world, people } = play;
  startHall(play, 0);
  planWishes(world, people, stormMs);
  planMoves(world, stormMs);
  planDecisions(world, people, stormMs);
  planNotes(world, people, stormMs);
  try {
    await storm(play);
    await calm(play);
    await lastCut(play);
  } catch (error) {
    breaks(world, "oneLedger", `What the hall wrote cannot be read: ${String(error)}`);
  }
  const { trace } = world.machine;
  return { seed, steps: play.steps, hash: trace.hash(), violation: world.violation, tail: trace.tail() };
}

function createPlay({ seed, wiring, watch }: SeedOrder & { wiring: Wiring }): Play {
  const random = createRandom(seed);
  const trace = createTrace(watch);
  const atWork = createAtWork();
  const people = createPeople();
  const onlooker = createOnlooker(() => world, atWork);
  const machine = createMachine({
    random: random.fork(),
    trace,
    onlooker: {
      ...onlooker,
      ended: (process, why) => {
        onlooker.ended(process, why);
        if (process === world.hallProcess) hallEnded(play);
      },
    },
  });
  const deciders = createRandom(seed ^ 0x5eed);
  const talkers = createRandom(seed ^ 0x7a1c);
  const world: World = {
    machine,
    random: random.fork(),
    deciders,
    reviews: deciders.chance(0.6),
    talkers,
    talks: talkers.chance(0.5),
    sessions: new Map(),
    goneSessions: [],
    wiring,
    home,
    repository: createFakeRepository(),
    theirs: [],
    slots: random.between(1, 3),
    known: new Map(),
    hall: null,
    hallProcess: null,
    halls: 0,
    people: { name: "people", alive: true },
    hanging: new Set(),
    storming: true,
    violation: null,
  };
  for (const path of [home.root, home.run, home.logs, home.commissions, home.trash])
    makeDirectory(machine.tree, path);
  for (const path of [machine.tree.root, ...machine.tree.root.seen.values()])
    if (path.kind === "directory") syncDirectory(machine.tree, path);
  const play: Play = { world, people, atWork, steps: 0 };
  return play;
}

function startHall(play: Play, afterMs: number): void {
  const { world } = play;
  world.machine.scheduler.add({
    owner: world.people,
    afterMs,
    what: "start the hall",
    run: () => {
      world.halls += 1;
      world.hallProcess = startProcess(world.machine, {
        name: `hall ${world.halls}`,
        bench: null,
        deaf: false,
      });
      void boot(play, world.hallProcess);
    },
  });
}

async function boot({ world, atWork }: Play, process: NonNullable<World["hallProcess"]>): Promise<void> {
  const { refusals } = world.machine;
  try {
    const hall = await openHall(world, process);
    hallOpened(world, hall);
    listenTo(world, atWork, hall.ledger);
    world.hall = hall;
    if (world.wiring.recovers) {
      hall.conductor.recover();
      hall.landings.recover();
    }
    await announceHall(world, hall);
  } catch (error) {
    if (world.machine.refusals === refusals)
      breaks(world, "damage", `The hall cannot open: ${String(error)}`);
    endProcess(world.machine, process, `exit 1: ${String(error)}`);
  }
}

function hallEnded(play: Play): void {
  const { world, people } = play;
  if (world.hallProcess) world.wiring.hallEnded(world.machine, world.hallProcess);
  world.hall = null;
  world.hallProcess = null;
  askAgain(world, people);
  startHall(play, world.random.pick([10, 500, 12_000]) * world.random.next());
}

async function storm(play: Play): Promise<void> {
  const { world, people } = play;
  const weather = drawWeather(world);
  while (play.steps < maxStormSteps && people.open > 0 && !world.violation) {
    if (!(await oneStep(play))) return;
    maybeStrike(world, weather);
  }
}

/** The long journal of a test is short, so this only lets the rest of the program have a turn. */
async function oneStep(play: Play): Promise<boolean> {
  play.steps += 1;
  if (play.steps % 512 === 0) await new Promise((resolve) => setImmediate(resolve));
  return play.world.machine.scheduler.step();
}

/** The disk is mended, nobody is struck any more, and what waits for a person is cancelled by one. */
async function calm(play: Play): Promise<void> {
  const { world } = play;
  world.storming = false;
  world.machine.fault = null;
  await untilRest(play);
  if (world.violation) return;
  lookAtRest(world);
}

function lookAtRest(world: World): void {
  everythingEnded(world);
  projectionsAtRest(world);
  worksAtRest(world);
  branchesAtRest(world);
  actsAtRest(world);
  notesAtRest(world);
}

async function untilRest(play: Play): Promise<void> {
  const { world } = play;
  const limit = play.steps + maxCalmSteps;
  while (!world.violation) {
    if (play.steps > limit) return neverRests(world);
    const isMoving = await oneStep(play);
    if (!isMoving || play.steps % 200 === 0) {
      const helped = help(play);
      if (!isMoving && !helped) return;
    }
  }
}

/** True when somebody was helped. */
function help(play: Play): boolean {
  const { world, people } = play;
  const hanging = [...world.hanging].filter(({ alive }) => alive);
  const waiting = unfinished(world).filter(({ id }) => hanging.some(({ bench }) => bench?.id === id));
  for (const { id, harmed } of waiting) {
    const live = world.hall?.ledger.live().find(({ record }) => record.request.id === id);
    if (live && !live.record.cancel) wish(world, people, { wish: { wants: "cancel", id }, afterMs: 1 });
    // Whose journal is damaged may never have said who it is, so the hall cannot end it. A person can.
    else if (harmed.has("journal"))
      for (const one of hanging) if (one.bench?.id === id) endProcess(world.machine, one, "struck");
  }
  return waiting.length > 0;
}

/** What rests is safe: after a power cut everything is as it was. */
async function lastCut(play: Play): Promise<void> {
  if (play.world.violation) return;
  powerCut(play.world.machine);
  await untilRest(play);
  if (play.world.violation) return;
  lookAtRest(play.world);
}
