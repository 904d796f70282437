// Every change of memory, cut off at each of its steps: by a kill, and by a power cut that leaves what was synced and any
// part of the rest. What was there is there or is what it became, nobody is taken for its author who is not, and the
// same order again ends where it should have ended.
import { expect, test } from "bun:test";
import { type Compaction, compactedKey, type MemoryEntry } from "../../../src/contract/memory/memory.ts";
import type { MemoryDeps } from "../../../src/store/memory/scope-log.ts";
import { createMemoryStore, type MemoryStore } from "../../../src/store/memory/memory-store.ts";
import { textAt } from "../../simulation/machine/file-tree.ts";
import { type Machine, powerCut } from "../../simulation/machine/machine.ts";
import { bootMachine, finish, kill, sitDown } from "./cut-machine.ts";
import { byWorker, choreOf, globalScope as scope, keyOf, person, workerOf } from "./support.ts";
import { firstOf } from "../../harness/long.ts";

const [a, b] = [keyOf("a"), keyOf("b")];
const written = (key: typeof a, content: string) => ({ scope, key, content, ...byWorker });

/** What can be told of a scope: each entry's words, and which changes each key has seen. */
async function tell(store: MemoryStore): Promise<string> {
  const { entries, read } = await store.look(scope);
  const words = await Promise.all(
    entries.map(async (entry) => `${entry.key}=${JSON.stringify(await read(entry.key))}`),
  );
  const changes: string[] = [];
  for (const key of [a, b, compactedKey])
    for (const { version, change } of await store.history(scope, key))
      changes.push(
        `${key}${version} ${change}: ${JSON.stringify(await store.findVersion(scope, key, version))}`,
      );
  return [...words.sort(), ...changes].join("\n");
}

const compaction: Compaction = {
  kind: "compaction",
  scope,
  entries: [
    { key: a, version: 1 },
    { key: b, version: 1 },
  ],
  keeps: 1,
};

const condense = { compaction, summary: "of a and b", by: choreOf("9"), untrusted: false, rehearsed: false };

interface Way {
  before(store: MemoryStore): Promise<unknown>;
  act(store: MemoryStore): Promise<unknown>;
}

async function threeEntries(store: MemoryStore): Promise<void> {
  for (const key of [a, b, compactedKey]) await store.write(written(key, `words of ${key}`));
}

const older = { ...byWorker, by: workerOf("7") };
const ways: Record<string, Way> = {
  "a first write": { before: async () => undefined, act: (store) => store.write(written(a, "one")) },
  "a write over an older entry": {
    before: (store) => store.write({ ...written(a, "one"), ...older }),
    act: (store) => store.write(written(a, "two")),
  },
  "a forgetting": {
    before: (store) => store.write(written(a, "one")),
    act: async (store) => (await store.find(scope, a)) && store.forget({ scope, key: a, ...byWorker }),
  },
  "a revert": {
    before: async (store) => {
      await store.write({ ...written(a, "one"), ...older });
      await store.write(written(a, "two"));
    },
    act: async (store) =>
      (await store.find(scope, a))?.content === "two" &&
      store.revert({ scope, key: a, version: 1, by: person }),
  },
  "a compaction": {
    before: threeEntries,
    act: (store) => store.compact(condense),
  },
  "a compaction of what was compacted": {
    before: threeEntries,
    act: (store) => {
      const entries = [...compaction.entries, { key: compactedKey, version: 1 }];
      return store.compact({ ...condense, compaction: { ...compaction, entries, keeps: null } });
    },
  },
};

/** The time of a compaction stands in its text, and differs from run to run. */
const timeless = (told: string) => told.replaceAll(/Condensed at [\d:.TZ-]+/g, "Condensed");

test.each(firstOf(Object.entries(ways), 5))(
  "%s is cut off at every step and nothing is lost",
  (_name, way) => {
    const whole = states(way);
    expect(whole.before).not.toBe(whole.after);
    const seen = new Set<string>();
    let cuts = 0;
    for (const strike of [kill, powerCut])
      for (let seed = 1; seed <= 2; seed += 1)
        for (let steps = 0, isAnswered = false; !isAnswered; steps += 1, cuts += 1) {
          const machine = bootMachine(seed);
          finish(machine, way.before(createMemoryStore(sitDown(machine))));
          isAnswered = false;
          void way.act(createMemoryStore(sitDown(machine))).then(() => (isAnswered = true));
          for (let n = 0; n < steps; n += 1) machine.scheduler.step();
          strike(machine);
          const found = timeless(finish(machine, tell(createMemoryStore(sitDown(machine)))));
          // What somebody was told after a kill is still so after a power cut.
          powerCut(machine);
          const next = createMemoryStore(sitDown(machine));
          expect(timeless(finish(machine, tell(next)))).toBe(found);
          seen.add(found);
          expect(whole.between.has(found) ? "known" : found).toBe("known");
          if (isAnswered) expect(found).toBe(whole.after);
          // The file itself, too, is what the store says.
          for (const entry of finish(machine, next.list(scope))) expectFile(machine, entry, found);
          finish(machine, way.act(next));
          expect(timeless(finish(machine, tell(next)))).toBe(whole.after);
        }
    expect(seen).toContain(whole.before);
    expect(seen).toContain(whole.after);
    expect(cuts).toBeGreaterThan(25);
  },
);

function expectFile(machine: Machine, { key }: MemoryEntry, found: string): void {
  const text = textAt(machine.tree, `/home/memory/global/${key}.md`);
  expect(found).toContain(timeless(`${key}=${JSON.stringify(text)}`));
}

/** As it is before and after; of a compaction also with the summary written and only some of the originals taken away. */
function states(way: Way): { before: string; after: string; between: Set<string> } {
  const machine = bootMachine(1);
  const store = createMemoryStore(sitDown(machine));
  finish(machine, way.before(store));
  const before = timeless(finish(machine, tell(store)));
  finish(machine, way.act(store));
  const after = timeless(finish(machine, tell(store)));
  const between = new Set([before, after, ...partly(before, after)]);
  return { before, after, between };
}

/** Every line of `before` and of `after` says something of one key: each key may be as before, once `compacted` is as after. */
function partly(before: string, after: string): string[] {
  const of = (told: string, key: string) =>
    told.split("\n").filter((line) => new RegExp(`^${key}[=\\d]`).test(line));
  const changed = [a, b].filter((key) => of(before, key).join() !== of(after, key).join());
  if (changed.length < 2) return [];
  return [[], [a], [b]].map((done) => {
    const lines = [
      ...[a, b].flatMap((key) => of((done as string[]).includes(key) ? after : before, key)),
      ...of(after, compactedKey),
    ];
    return [
      ...lines.filter((line) => /^\w+=/.test(line)).sort(),
      ...lines.filter((line) => !/^\w+=/.test(line)),
    ].join("\n");
  });
}

/** The order in which a plan of an earlier system did it: take away by name, then write. */
async function takeAwayFirst({ disk, home }: MemoryDeps): Promise<void> {
  for (const key of [a, b]) await disk.removeTree(`${home.memory}/global/${key}.md`);
  await disk.replace(`${home.memory}/global/compacted.md`, "words of compacted\n\nof a and b");
}

function takenAwayUpTo(steps: number): { isDone: boolean; isLost: boolean } {
  const machine = bootMachine(1);
  finish(machine, threeEntries(createMemoryStore(sitDown(machine))));
  let isDone = false;
  void takeAwayFirst(sitDown(machine)).then(() => (isDone = true));
  for (let n = 0; n < steps; n += 1) machine.scheduler.step();
  kill(machine);
  const { entries, read } = finish(machine, createMemoryStore(sitDown(machine)).look(scope));
  const all = entries.map(({ key }) => finish(machine, read(key))).join("\n");
  return { isDone, isLost: !all.includes("words of a") && !all.includes("of a and b") };
}

test("the control: an order that takes away before it writes loses entries", () => {
  let lost = 0;
  for (let steps = 0; ; steps += 1) {
    const { isDone, isLost } = takenAwayUpTo(steps);
    if (isLost) lost += 1;
    if (isDone) break;
  }
  expect(lost).toBeGreaterThan(0);
});
