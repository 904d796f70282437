// What strikes: the hall killed or ended at any step, workbenches killed, the power cut, the disk failing for a while,
// the wall clock set, and a file changed behind everybody's back.
import { commissionLayout } from "../../src/contract/home/home-layout.ts";
import type { Known } from "./known.ts";
import { find } from "./machine/file-tree.ts";
import { powerCut } from "./machine/machine.ts";
import { endProcess } from "./machine/processes.ts";
import { home, type World } from "./world.ts";

/** How likely each is at one step. */
export interface Weather {
  killHall: number;
  stopHall: number;
  stopWork: number;
  killBench: number;
  cutPower: number;
  failDisk: number;
  setClock: number;
  damage: number;
}

type Strike = keyof Weather;

/** Every seed has weather of its own: some calm, some with one kind of trouble only. */
export function drawWeather({ random }: World): Weather {
  const often: Weather = {
    killHall: 1 / 150,
    stopHall: 1 / 700,
    stopWork: 1 / 700,
    killBench: 1 / 150,
    cutPower: 1 / 400,
    failDisk: 1 / 300,
    setClock: 1 / 400,
    damage: 1 / 700,
  };
  const scale = random.pick([0.3, 1, 1, 2]);
  for (const strike of Object.keys(often) as Strike[])
    often[strike] = random.chance(0.6) ? often[strike] * scale : 0;
  return often;
}

/** Most likely just after something was changed that is not safe yet. */
export function maybeStrike(world: World, weather: Weather): void {
  const isRisky = /: (append|create|rename|cut|open|starts|git)/.test(world.machine.trace.latest());
  let lot = world.random.next() * (isRisky ? 0.5 : 1.5);
  for (const [strike, odds] of Object.entries(weather) as [Strike, number][]) {
    if (lot < odds) return strikes[strike](world);
    lot -= odds;
  }
}

const strikes: Readonly<Record<Strike, (world: World) => void>> = {
  killHall: ({ machine, hallProcess }) => {
    if (hallProcess) endProcess(machine, hallProcess, "killed");
  },
  stopHall: (world) => void stopHall(world, false),
  stopWork: (world) => void stopHall(world, true),
  killBench: ({ machine, random }) => {
    const benches = [...machine.processes.values()].filter(({ bench }) => bench !== null);
    if (benches.length > 0) endProcess(machine, random.pick(benches), "struck");
  },
  cutPower: ({ machine }) => powerCut(machine),
  failDisk: (world) => failDisk(world),
  setClock: ({ machine, random }) => {
    const ms = random.pick([-1, 1]) * random.pick([900, 60_000, 86_400_000]);
    machine.trace.say(`*** the wall clock jumps by ${ms} ms`);
    machine.scheduler.jump(ms);
  },
  damage: (world) => damage(world),
};

/** As `down` does: what is at work stays at work, unless it is to be stopped too. */
async function stopHall(world: World, withWork: boolean): Promise<void> {
  const { hall, machine } = world;
  if (!hall || hall.closing) return;
  machine.trace.say(`*** the hall is told to end${withWork ? ", and its work" : ""}`);
  hall.closing = true;
  if (withWork) await hall.conductor.stopWork().catch(() => undefined);
  await hall.landings.stop();
  await hall.conductor.stop();
  await hall.ledger.close();
  endProcess(machine, hall.process, "exit 0");
}

function failDisk(world: World): void {
  const { machine, random, people } = world;
  if (machine.fault !== null) return;
  machine.fault = random.pick(["ENOSPC", "EROFS", "EIO"] as const);
  machine.trace.say(`*** the disk fails: ${machine.fault}`);
  const run = () => void (machine.fault = null);
  machine.scheduler.add({ owner: people, afterMs: random.between(50, 8000), what: "mend the disk", run });
}

/** The hall dies, and while no hall looks one byte of one file is overwritten, wherever it is. */
function damage(world: World): void {
  const { machine, random, known, hallProcess } = world;
  const whole = [...known.values()].filter(({ harmed, deletion }) => harmed.size === 0 && deletion === null);
  if (whole.length === 0) return;
  if (hallProcess) endProcess(machine, hallProcess, "killed");
  const victim = random.pick(whole);
  const kind = random.pick(["ledger", "journal", "meta"] as const);
  const file = find(machine.tree, pathOf(victim, kind));
  if (file?.kind !== "file" || file.seen.length === 0) return;
  const bytes = Buffer.from(file.seen);
  // Not in a torn tail, which nobody would miss.
  const end = kind === "meta" ? bytes.length : bytes.lastIndexOf(0x0a);
  if (end <= 0) return;
  machine.trace.say(`*** the ${kind} of ${victim.id} is damaged`);
  victim.harmed.add(kind);
  bytes[random.between(0, end - 1)] = 0;
  Object.assign(file, { seen: bytes, safe: bytes, unsynced: [] });
}

function pathOf({ id }: Known, kind: "ledger" | "journal" | "meta"): string {
  const layout = commissionLayout(home, id);
  return { ledger: layout.events, journal: layout.journal(1), meta: layout.meta }[kind];
}
