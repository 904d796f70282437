// Measures how much later a commission reaches the model than a bare program of the Agent SDK: without a spare
// workbench, with one, in a project, and with five at once.
import type { Benchmark, Say } from "./benchmark.ts";
import { measureLoad } from "./dispatch-load.ts";
import {
  closeHall,
  commissionOne,
  type OpenHall,
  openHall,
  openProjectHall,
  queryOnce,
} from "./dispatch-ways.ts";
import { findSpare, memoryOf, untilSpare } from "./spare-use.ts";
import { spreadOf } from "./spread.ts";
import { openUpstream, type Upstream } from "./upstream.ts";

export const benchmark: Benchmark = {
  name: "dispatch",
  what: "from the HTTP request to the model's first request, against a bare query() from its spawn, in turns",
  run: async (say, size) => {
    const upstream = openUpstream();
    const halls: OpenHall[] = [];
    try {
      for (const spares of [0, 1]) halls.push(await openHall(upstream, { config: { spares } }));
      halls.push(await openProjectHall(upstream));
      const [cold, spare, project] = halls;
      if (!cold || !spare || !project) throw new Error("the halls are not open");
      tell(say, await inTurns({ cold, spare, project, upstream, rounds: size(15, 0) }));
      const place = await untilSpare(spare.home, () => commissionOne(spare, upstream));
      await tellSpare(say, { home: spare.home, place, idleMs: size(longestIdleMs, 0) });
      await measureLoad(say, { upstream, works: size(20, 2), rounds: size(3, 1) });
    } finally {
      for (const hall of halls) await closeHall(hall);
      await upstream.stop();
    }
  },
};

interface Times {
  cold: number[];
  spare: number[];
  project: number[];
  bare: number[];
}

interface Turns {
  cold: OpenHall;
  spare: OpenHall;
  project: OpenHall;
  upstream: Upstream;
  rounds: number;
}

/** Drops the first of each if there are more, because its files are not in the page cache yet. */
async function inTurns({ cold, spare, project, upstream, rounds }: Turns): Promise<Times> {
  const times: Times = { cold: [], spare: [], project: [], bare: [] };
  // Two sessions that begin alike, so that the spare can send the next one's beginning ahead.
  const work = () => commissionOne(spare, upstream);
  await work();
  await untilSpare(spare.home, work);
  await work();
  for (let round = 0; round <= rounds; round += 1) {
    await untilSpare(spare.home, work); // first, because making it would disturb the others
    times.cold.push(await commissionOne(cold, upstream));
    times.bare.push(await queryOnce(upstream));
    times.project.push(await commissionOne(project, upstream));
    times.spare.push(await commissionOne(spare, upstream));
  }
  if (rounds === 0) return times;
  return {
    cold: times.cold.slice(1),
    spare: times.spare.slice(1),
    project: times.project.slice(1),
    bare: times.bare.slice(1),
  };
}

function tell(say: Say, times: Times): void {
  const [cold, spare, bare] = [spreadOf(times.cold), spreadOf(times.spare), spreadOf(times.bare)];
  const project = spreadOf(times.project);
  for (const [name, spread] of [
    ["dispatch to the first model request", cold],
    ["dispatch to the first model request, with a spare", spare],
    ["dispatch to the first model request, in a project with a set-up of 0.3 s", project],
    ["bare query() to its first model request", bare],
  ] as const)
    say({ name, value: spread.p50, unit: "ms", target: null, ok: null, detail: { ...spread } });
  for (const [name, { p50 }, most] of [
    ["dispatch against bare query(), medians", cold, 1.1],
    ["dispatch with a spare against bare query(), medians", spare, 0.28],
  ] as const) {
    const value = Math.round((p50 / bare.p50) * 100) / 100;
    say({ name, value, unit: "x", target: `<= ${most}`, ok: value <= most });
  }
  const value = Math.round((project.p50 / bare.p50) * 100) / 100;
  say({
    name: "dispatch in a project against bare query(), medians",
    value,
    unit: "x",
    target: null,
    ok: null,
  });
}

const longestIdleMs = 5 * 60_000;
const marginMs = 10_000;

interface Waiting extends Pick<OpenHall, "home"> {
  /** The directory of the spare. */
  place: string;
  /** How long the hall keeps a spare; 0 to wait for nothing. */
  idleMs: number;
}

/** Waits until the hall has ended its spare, if it is given the time for that. */
async function tellSpare(say: Say, { home, place, idleMs }: Waiting): Promise<void> {
  const begun = performance.now();
  const value = memoryOf(place);
  say({ name: "memory of a spare", value, unit: "MB", target: "<= 260", ok: value <= 260 });
  if (idleMs === 0) return;
  while (findSpare(home) !== null && performance.now() - begun < idleMs + marginMs) await Bun.sleep(500);
  const seconds = Math.round((performance.now() - begun) / 1000);
  say({
    name: "a spare without work ends after",
    value: seconds,
    unit: "s",
    target: "<= 310",
    ok: findSpare(home) === null && seconds <= 310,
  });
}
