// Kills the hall, the spare or its waiting `claude` while the spare is made and while a commission claims it: every
// commission completes once, and no part of a spare is left.
import { readdirSync, readFileSync } from "node:fs";
import type { LedgerEvent } from "../src/contract/commission/events.ts";
import { homeLayout } from "../src/contract/home/home-layout.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import { type TestHall, TestHome, until, untilEnded } from "../test/harness/hall.ts";
import { quick } from "../test/harness/rehearsals.ts";
import { findSpare, type FoundSpare, pidsWith } from "../test/harness/spares.ts";
import { createRandom, type Random } from "../test/simulation/machine/random.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";

export const hunt: Hunt = {
  name: "spare-kills",
  what: "SIGKILL of hall, spare or claude while a spare is made or claimed: nothing is left, lost or done twice.",
  size: 300,
  run,
};

const victims = ["hall", "spare", "claude"] as const;
type Victim = (typeof victims)[number];

interface Scene {
  home: TestHome;
  hall: TestHall;
  random: Pick<Random, "below" | "chance">;
  tally: Tally;
}

interface Tally {
  kills: Record<Victim, number>;
  missed: number;
  commissions: number;
  strange: string[];
}

async function run({ size, seed, say }: HuntOrder): Promise<void> {
  const tally: Tally = { kills: { hall: 0, spare: 0, claude: 0 }, missed: 0, commissions: 0, strange: [] };
  const home = new TestHome();
  try {
    const scene: Scene = { home, hall: await open(home), random: createRandom(seed), tally };
    await carryOut(scene); // the hall knows now which work to expect
    const done = () => tally.kills.hall + tally.kills.spare + tally.kills.claude;
    while (done() < size) await killOnce(scene, victims[done() % victims.length] ?? "spare");
    await scene.hall.kill("SIGTERM");
    tell(say, tally, await leftOf(home));
    await control(say, home);
  } finally {
    await home.dispose();
  }
}

const calmHall = new URL("../test/harness/calm-hall.ts", import.meta.url).pathname;

function open(home: TestHome): Promise<TestHall> {
  return home.open({ keepsSpares: true, program: calmHall });
}

/** Kills at a random moment, in half of the cases while a commission claims the spare. Then one must complete. */
async function killOnce(scene: Scene, victim: Victim): Promise<void> {
  const { home, random } = scene;
  await until("there is a spare", () => findSpare(home.root) !== null, 60_000);
  const isClaimed = random.chance(0.5);
  // While the spare is made, or when it waits.
  await Bun.sleep(random.below(900));
  const pids: Pids = findSpare(home.root) ?? { spare: null, claude: null };
  const created = isClaimed ? scene.hall.client.create(order).then(idOf, () => null) : null;
  if (isClaimed) await Bun.sleep(random.below(150));
  await kill(scene, victim, pids);
  const id = await created; // `null` if the hall died before it answered
  await (id ? completes(scene, id) : carryOut(scene));
}

const idOf = ({ id }: { id: CommissionId }): CommissionId => id;

const order = { worker: "researcher", task: "Compare three libraries.", rehearsal: quick };

type Pids = Pick<FoundSpare, "spare" | "claude">;

async function kill(scene: Scene, victim: Victim, pids: Pids): Promise<void> {
  const { tally, home } = scene;
  if (victim === "hall") {
    await scene.hall.kill("SIGKILL");
    scene.hall = await open(home);
    tally.kills.hall += 1;
    await carryOut(scene);
    return;
  }
  const pid = pids[victim];
  if (pid === null || !end(pid)) tally.missed += 1;
  else tally.kills[victim] += 1;
}

/** Returns false if the process has ended already. */
function end(pid: number): boolean {
  try {
    process.kill(pid, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}

async function carryOut(scene: Scene): Promise<void> {
  const { id } = await scene.hall.client.create(order);
  await completes(scene, id);
}

async function completes({ hall, home, tally }: Scene, id: CommissionId): Promise<void> {
  tally.commissions += 1;
  const { status, resumes } = await untilEnded(hall.client, id, 120_000);
  const events = readFileSync(home.layout(id).events, "utf8").split("\n").slice(0, -1);
  const types = events.map((line) => (JSON.parse(line) as LedgerEvent).type);
  const count = (type: LedgerEvent["type"]) => types.filter((each) => each === type).length;
  const results = count("result.submitted");
  const isOnce = results === 1 && count("commission.completed") === 1;
  if (status !== "completed" || !isOnce)
    tally.strange.push(`${id}: ${status}, ${resumes} resumes, ${results} results`);
}

interface Left {
  processes: number;
  files: string[];
}

const goneWithinMs = 2000;

/** Returns what is left of this home's spares and workbenches two seconds after its hall has stopped. */
async function leftOf(home: TestHome): Promise<Left> {
  const begun = performance.now();
  while (pidsWith(home.root).length > 0 && performance.now() - begun < goneWithinMs) await Bun.sleep(20);
  const files = readdirSync(homeLayout(home.root).run).filter((name) => name.startsWith("spare-"));
  const early = home
    .ids()
    .flatMap((id) => readdirSync(home.layout(id).directory))
    .filter((name) => name === "early");
  return { processes: pidsWith(home.root).length, files: [...files, ...early] };
}

function tell(say: HuntOrder["say"], tally: Tally, left: Left): void {
  const { kills, commissions, missed, strange } = tally;
  const detail = { ...kills, missed, commissions };
  const none = { unit: "", target: "0" };
  say({ name: "processes left", value: left.processes, ...none, ok: left.processes === 0, detail });
  const files = left.files.length;
  say({
    name: "files left",
    value: files,
    ...none,
    ok: files === 0,
    detail: { files: left.files.join(", ") },
  });
  const wrong = strange.length;
  say({
    name: "commissions that did not complete once",
    value: wrong,
    ...none,
    ok: wrong === 0,
    detail: { ...detail, strange: strange.join("; ") },
  });
}

/** Shows that a killed spare whose hall is killed too leaves files, which only the next start removes. */
async function control(say: HuntOrder["say"], home: TestHome): Promise<void> {
  const hall = await open(home);
  const { id } = await hall.client.create(order);
  await untilEnded(hall.client, id);
  await until("a spare waits", () => typeof findSpare(home.root)?.claude === "number", 60_000);
  const spare = findSpare(home.root)?.spare ?? null;
  await hall.client.status(); // the hall is not busy, so that both end at once
  end(hall.pid);
  if (spare !== null) end(spare);
  await hall.ended;
  const { files } = await leftOf(home);
  say({
    name: "files left before the sweep of the next start",
    value: files.length,
    unit: "",
    target: "> 0",
    ok: files.length > 0,
    control: true,
  });
}
