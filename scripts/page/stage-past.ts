// Stores past commissions as ledgers that the real rules wrote: few (`layPast`), as after weeks of use, or many
// (`layMany`), as after years.
import { writeFileSync } from "node:fs";
import { copyPattern, makeDirectories, makePattern, marker } from "../../bench/stored-pattern.ts";
import { ending, history, newRequest } from "../../bench/stored-home.ts";
import { homeLayout, type HomeLayout } from "../../src/contract/home/home-layout.ts";
import { commissionId, packageName, projectName } from "../../src/contract/home/ids.ts";
import { commandsOf, type Outcome, outcomes } from "./stage-past-work.ts";

const hourMs = 3_600_000;
const workers = ["implementer", "researcher", "reviewer", "writer"] as const;
const projects = ["lantern", "harbour", null] as const;
const labels = [["reliability"], ["research"], ["docs", "api"], ["security"], []];
const subjects = [
  "Terminal filter for worker text",
  "What users of four peers curse most",
  "Refuse a body above one megabyte",
  "“Write a worker” guide",
  "Replay dead letters in order",
  "Which databases forget a write",
  "Review the lease clock",
  "Name every setting in one table",
  "Time out a subscriber that only listens",
  "How others show progress",
  "Review the signature of an empty body",
  "Mend the links of the operations guide",
];

/** Stores `count` past commissions, one every seven hours, going back from yesterday. */
export async function layPast(home: string, count: number): Promise<void> {
  const place = prepare(home);
  for (let n = 0; n < count; n += 1) await store(place, { n, hoursAgo: 20 + n * 7, copies: 1, from: 0 });
}

/** Stores `count` commissions of forty kinds, and a last one with `events` lines. */
export async function layMany(home: string, { count, events }: { count: number; events: number }) {
  const place = prepare(home);
  const kinds = Math.min(40, count);
  for (let n = 0; n < kinds; n += 1) {
    const copies = Math.floor(count / kinds) + (n < count % kinds ? 1 : 0);
    await store(place, { n, hoursAgo: 1 + n * 12, copies, from: 1 + n * copies });
  }
  const request = { ...newRequest(), title: "Read every file of the archive", idempotencyKey: "archive" };
  copyPattern(place, await makePattern({ request, commands: [...history(events - 6), ...ending] }), {
    count: 1,
  });
}

function prepare(home: string): HomeLayout {
  const place = homeLayout(home);
  makeDirectories(place);
  writeFileSync(place.version, "1\n");
  return place;
}

interface Kind {
  n: number;
  hoursAgo: number;
  copies: number;
  /** The number of the first copy; 0 if the title has no number. */
  from: number;
}

async function store(home: HomeLayout, { n, hoursAgo, copies, from }: Kind): Promise<void> {
  const begun = Date.now() - hoursAgo * hourMs;
  const lastsMs = (3 + ((n * 7) % 19)) * 60_000;
  const commands = commandsOf({ n, begun, lastsMs, outcome: outcomeOf({ n, from }) });
  const request = requestOf({ n, begun, numbered: from > 0 });
  const during = { from: begun, to: begun + lastsMs };
  const pattern = await makePattern({ request, commands, during });
  copyPattern(home, pattern, { count: copies, from, newId: () => Bun.randomUUIDv7("hex", begun) });
}

/**
 * Returns the outcome of a commission. With `layPast` (`from` is 0) nothing failed, so that no old commission needs a
 * person.
 */
function outcomeOf({ n, from }: Pick<Kind, "n" | "from">): Outcome {
  const outcome = pick(outcomes, n * 3 + Math.floor(n / 4));
  return from === 0 && outcome === "failed" ? "verified" : outcome;
}

function requestOf({ n, begun, numbered }: { n: number; begun: number; numbered: boolean }) {
  const project = pick(projects, Math.floor(n / 4));
  const title = pick(subjects, n);
  return {
    ...newRequest(),
    id: commissionId.parse(Bun.randomUUIDv7("hex", begun)),
    worker: packageName.parse(pick(workers, n)),
    project: project === null ? null : projectName.parse(project),
    title: numbered ? `${title} #${marker}` : title,
    labels: pick(labels, n),
    idempotencyKey: `past-${n}-#${marker}`,
  };
}

function pick<T>(from: readonly T[], n: number): T {
  return from[n % from.length] as T;
}
