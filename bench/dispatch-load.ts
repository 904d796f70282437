// Measures how many commissions a hall with five slots carries out, and what processor time each takes, against bare
// queries of which five run at once.
import type { Say } from "./benchmark.ts";
import { closeHall, create, openHall, startQuery, untilEnded } from "./dispatch-ways.ts";
import { openProcessorGroup, type ProcessorGroup } from "./processor-group.ts";
import { spreadOf } from "./spread.ts";
import type { Upstream } from "./upstream.ts";

const slots = 5;

export interface LoadOrder {
  upstream: Upstream;
  /** How many sessions a round has. */
  works: number;
  rounds: number;
}

interface Round {
  aMinute: number;
  /** `null` if it cannot be counted. */
  processorMs: number | null;
}

export async function measureLoad(say: Say, order: LoadOrder): Promise<void> {
  const own = openProcessorGroup("hall");
  const bareGroup = openProcessorGroup("bare");
  const config = { slots, admission: { startsPerSecond: 100 } };
  const hall = await openHall(order.upstream, { config, ...(own && { under: own.under }) });
  try {
    const ours: Round[] = [];
    const bare: Round[] = [];
    for (let round = 0; round < order.rounds; round += 1) {
      ours.push(await timed(own, order.works, () => commissionMany(hall, order.works)));
      bare.push(await timed(bareGroup, order.works, () => queryMany(order, bareGroup?.under ?? [])));
    }
    tell(say, { ours, bare });
  } finally {
    await closeHall(hall);
    await own?.close();
    await bareGroup?.close();
  }
}

async function timed(group: ProcessorGroup | null, works: number, run: () => Promise<void>): Promise<Round> {
  const [begun, used] = [performance.now(), group?.usedMs() ?? 0];
  await run();
  const aMinute = (works / (performance.now() - begun)) * 60_000;
  return { aMinute, processorMs: group === null ? null : (group.usedMs() - used) / works };
}

async function commissionMany(hall: Parameters<typeof create>[0], works: number): Promise<void> {
  const ids: string[] = [];
  for (let at = 0; at < works; at += 1) ids.push(await create(hall));
  for (const id of ids) await untilEnded(hall, id);
}

async function queryMany({ upstream, works }: LoadOrder, under: readonly string[]): Promise<void> {
  let left = works;
  const oneAfterAnother = async () => {
    while (left-- > 0) await startQuery(upstream, under);
  };
  await Promise.all(Array.from({ length: slots }, oneAfterAnother));
}

function tell(say: Say, { ours, bare }: { ours: readonly Round[]; bare: readonly Round[] }): void {
  const [mine, theirs] = [ours, bare].map((rounds) => spreadOf(rounds.map(({ aMinute }) => aMinute)));
  if (mine === undefined || theirs === undefined) return;
  for (const [name, spread] of [
    ["commissions a minute, five slots", mine],
    ["bare queries a minute, five at once", theirs],
  ] as const)
    say({ name, value: Math.round(spread.p50), unit: "", target: null, ok: null, detail: { ...spread } });
  const value = Math.round((mine.p50 / theirs.p50) * 100) / 100;
  say({
    name: "throughput at five slots against bare queries",
    value,
    unit: "x",
    target: ">= 0.85",
    ok: value >= 0.85,
  });
  tellProcessor(say, { name: "processor time of a commission, five slots", rounds: ours, most: 1050 });
  tellProcessor(say, { name: "processor time of a bare query, five at once", rounds: bare, most: null });
}

function tellProcessor(
  say: Say,
  { name, rounds, most }: { name: string; rounds: readonly Round[]; most: number | null },
): void {
  const times = rounds.flatMap(({ processorMs }) => processorMs ?? []);
  if (times.length === 0) return;
  const spread = spreadOf(times);
  const value = Math.round(spread.p50);
  const target = most === null ? null : `<= ${most}`;
  say({ name, value, unit: "ms", target, ok: most === null ? null : value <= most, detail: { ...spread } });
}
