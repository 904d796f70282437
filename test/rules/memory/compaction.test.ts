// What of a memory is condensed, and when: as tables, and as scopes that people, workers and chores write to at random.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { defaultConfig, hallConfig } from "../../../src/contract/home/config.ts";
import {
  compactionChore,
  type CompactionChore,
  type MemoryAuthor,
  type MemoryEntry,
  memoryKey,
  memoryScope,
} from "../../../src/contract/memory/memory.ts";
import {
  dueCompaction,
  type PastChore,
  planCompaction,
  type ScopeFacts,
  projectOf,
  thresholdsOf,
  tokensIn,
} from "../../../src/rules/memory/compaction.ts";
import { condensedBy } from "../../../src/rules/memory/chore-outcome.ts";
import { choreOf, person, workerOf } from "../../store/memory/support.ts";

const scope = memoryScope.parse("global");
const thresholds = { capTokens: 200, compactAtTokens: 1000 };
const worker = workerOf("1");

function entry(key: string, tokens: number, changes: Partial<MemoryEntry> = {}): MemoryEntry {
  const by: MemoryAuthor = key === "compacted" ? choreOf("9") : worker;
  const marks = { untrusted: false, rehearsed: false };
  return {
    scope,
    key: memoryKey.parse(key),
    version: 1,
    at: "",
    bytes: tokens * 4,
    tokens,
    by,
    ...marks,
    ...changes,
  };
}

/** Newest first. */
const facts = (entries: MemoryEntry[], changes: Partial<ScopeFacts> = {}): ScopeFacts => ({
  scope,
  entries,
  thresholds,
  isLive: false,
  last: null,
  ...changes,
});
const keysOf = (order: CompactionChore | null) => order?.entries.map(({ key }) => String(key)) ?? null;
const past = (order: CompactionChore | null, isFruitful: boolean): PastChore => {
  if (order === null) throw new Error("there was no order");
  return { order, isFruitful };
};

describe("which entries are condensed", () => {
  const rows: [string, MemoryEntry[], string[] | null, number | null][] = [
    ["all but the newest that fit into half of the cap, oldest first", [entry("d", 60), entry("c", 40), entry("b", 900), entry("a", 50)], ["a", "b"], null],
    ["the newest as well, where it alone is larger than that", [entry("b", 101), entry("a", 900)], ["a", "b"], null],
    ["not what is newer than one that does not fit", [entry("c", 90), entry("b", 950), entry("a", 5)], ["a", "b"], null],
    ["nothing of a small scope", [entry("a", 100)], null, null],
    ["nothing of an empty one", [], null, null],
    ["not the earlier summary while it is small, whatever its age", [entry("compacted", 100), entry("b", 60), entry("a", 900)], ["a"], 1],
    ["the earlier summary first, once it has grown", [entry("b", 60), entry("compacted", 101), entry("a", 900)], ["compacted", "a"], null],
    ["no more than a model takes", [entry("c", 1), ...["b4", "b3", "b2", "b1"].map((key) => entry(key, 8000))], ["b1", "b2", "b3"], null],
    ["the earlier summary too, once it takes half of what an entry holds", [entry("b", 60), entry("compacted", 90, { bytes: 32_769 }), entry("a", 900)], ["compacted", "a"], null],
    ["one at least, however large", [entry("a", 100_000)], ["a"], null],
  ]; // prettier-ignore
  test.each(rows)("%s", (_, entries, keys, keeps) => {
    const order = planCompaction(facts(entries));
    expect(keysOf(order)).toEqual(keys);
    expect(order?.keeps ?? null).toBe(keeps);
    if (order === null) return;
    expect(compactionChore.parse(JSON.parse(JSON.stringify(order)))).toEqual(order);
    expect(new Set([...order.entries, ...order.stays].map(({ key }) => key))).toEqual(
      new Set(entries.map(({ key }) => key)),
    );
  });

  test("a summary is marked as its least trusted source is, the earlier summary included", () => {
    const marked = { untrusted: true, rehearsed: true };
    const [old, kept] = [entry("a", 900), entry("compacted", 10)];
    expect(planCompaction(facts([entry("b", 90, marked), old, kept]))).toMatchObject({ untrusted: false });
    expect(planCompaction(facts([entry("b", 90), { ...old, ...marked }, kept]))).toMatchObject(marked);
    expect(planCompaction(facts([entry("b", 90), old, { ...kept, ...marked }]))).toMatchObject(marked);
  });
});

describe("when something is condensed by itself", () => {
  const large = [entry("c", 90), entry("b", 500), entry("a", 500)];
  const order = planCompaction(facts(large));

  test("beyond the threshold, and not at it", () => {
    expect(keysOf(dueCompaction(facts(large)))).toEqual(["a", "b"]);
    const at = facts(large, { thresholds: { ...thresholds, compactAtTokens: 1090 } });
    expect(dueCompaction(at)).toBeNull();
  });

  test("never while one of this scope is live", () => {
    expect(dueCompaction(facts(large, { isLive: true }))).toBeNull();
  });

  test("not again for what a chore came to nothing with, until somebody writes to the scope", () => {
    const last = past(order, false);
    expect(dueCompaction(facts(large, { last }))).toBeNull();
    expect(dueCompaction(facts(large.slice(0, 2).concat(entry("z", 600)), { last }))).not.toBeNull();
    const [c, b, a] = large as [MemoryEntry, MemoryEntry, MemoryEntry];
    expect(dueCompaction(facts([{ ...c, version: 2 }, b, a], { last }))).not.toBeNull();
    expect(
      dueCompaction(facts([b, a], { last, thresholds: { ...thresholds, compactAtTokens: 900 } })),
    ).toBeNull();
  });

  test("again at once after one that condensed something, as long as there is more", () => {
    expect(dueCompaction(facts(large, { last: past(order, true) }))).not.toBeNull();
  });

  test("never what only chores wrote: a summary that stays too long is not condensed for ever", () => {
    const summary = entry("compacted", 5000);
    expect(dueCompaction(facts([summary]))).toBeNull();
    expect(dueCompaction(facts([entry("c", 90), summary]))).toBeNull();
    expect(keysOf(planCompaction(facts([summary])))).toEqual(["compacted"]);
    expect(keysOf(dueCompaction(facts([{ ...summary, by: person }])))).toEqual(["compacted"]);
  });
});

test.each([
  ["global", 8000, 8000],
  ["worker:website", 8000, 8000],
  ["project:website", 8000, 500],
  ["project:tiny", 100, 8000],
  ["project:other", 8000, 8000],
  ["project:constructor", 8000, 8000],
])("the thresholds of %s", (name, capTokens, compactAtTokens) => {
  const config = hallConfig.parse({
    projects: { website: { memory: { compactAtTokens: 500 } }, tiny: { memory: { capTokens: 100 } } },
  });
  const project = projectOf(memoryScope.parse(name));
  expect(thresholdsOf(config, project)).toEqual({ capTokens, compactAtTokens });
  expect(thresholdsOf(defaultConfig, project)).toEqual({ capTokens: 8000, compactAtTokens: 8000 });
});

describe("what a chore that is over may change", () => {
  const order = planCompaction(facts([entry("a", 900)])) as CompactionChore;
  const completed = {
    status: "completed",
    endedBy: "normal",
    anomaly: null,
    source: "submission",
    trust: "claimed",
  } as const;
  const submission = (output: string | null) => ({ summary: "s", output, artifacts: [] });
  test.each([
    ["a result", completed, submission(" Short. "), "Short."],
    ["no text", completed, submission(null), null],
    ["blank text", completed, submission(" \n"), null],
    ["a text that is no shorter", completed, submission("x".repeat(3600)), null],
    ["last words only", { ...completed, source: "final_text" as const }, null, null],
    ["a failure", { status: "failed", endedBy: "api", reason: "api", message: "m" } as const, submission("Short."), null],
    ["a cancel", { status: "cancelled", endedBy: "cancel", reason: "r" } as const, submission("Short."), null],
  ])("with %s", (_, outcome, submitted, summary) => {
    const result = condensedBy(order, { outcome, submission: submitted });
    expect(result.ok ? result.summary : null).toBe(summary);
    if (!result.ok) expect(result.why).toEndWith(".");
  }); // prettier-ignore
});

/** A hall, played: writes, chores that come to something or nothing, and looks after each. */
const moves = fc.array(
  fc.oneof(
    fc.record({ write: fc.nat(7), tokens: fc.integer({ min: 1, max: 700 }) }),
    fc.record({ chore: fc.constantFrom("condenses" as const, "nothing" as const) }),
  ),
  { maxLength: 60 },
);

interface Hall {
  entries: MemoryEntry[];
  live: CompactionChore | null;
  last: PastChore | null;
  /** Writes of others than chores since the last chore was ordered. */
  writes: number;
}

function look(hall: Hall): CompactionChore | null {
  const { entries, live, last } = hall;
  return dueCompaction(facts(entries, { isLive: live !== null, last }));
}

function write(hall: Hall, written: MemoryEntry): void {
  const before = hall.entries.find(({ key }) => key === written.key);
  const others = hall.entries.filter((each) => each !== before);
  hall.entries = [{ ...written, version: (before?.version ?? 0) + 1 }, ...others];
}

function endChore(hall: Hall, condenses: boolean): void {
  const order = hall.live;
  if (order === null) return;
  hall.live = null;
  const isSame = (each: MemoryEntry) =>
    order.entries.some(({ key, version }) => key === each.key && version === each.version);
  const gone = condenses ? hall.entries.filter(isSame) : [];
  if (gone.length > 0) {
    hall.entries = hall.entries.filter((each) => !gone.includes(each));
    write(hall, entry("compacted", 20 + Math.floor(tokensIn(gone) / 4)));
  }
  hall.last = { order, isFruitful: gone.length > 0 };
}

test("over any course of writes and chores, none is live twice, none is for nothing, and the newest stay", () => {
  fc.assert(
    fc.property(moves, (course) => {
      const hall: Hall = { entries: [], live: null, last: null, writes: 0 };
      for (const move of course) {
        if ("write" in move) {
          write(hall, entry(`k${move.write}`, move.tokens));
          hall.writes += 1;
        } else endChore(hall, move.chore === "condenses");
        for (let looks = 0; looks < 3; looks += 1) {
          const order = look(hall);
          if (order === null) break;
          expect(hall.live).toBeNull();
          if (hall.last !== null && !hall.last.isFruitful) expect(hall.writes).toBeGreaterThan(0);
          const stays = hall.entries.filter(({ key }) => !order.entries.some((one) => one.key === key));
          const newest = hall.entries.find(({ key }) => key !== "compacted");
          if (newest && newest.tokens <= 100) expect(stays).toContain(newest);
          Object.assign(hall, { live: order, writes: 0 });
        }
      }
    }),
    { numRuns: 3000, seed: 23 },
  );
});

test("without anybody writing, chores come to an end, whether they succeed or not", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 40 }),
      fc.infiniteStream(fc.boolean()),
      (sizes, luck) => {
        const hall: Hall = { entries: [], live: null, last: null, writes: 0 };
        sizes.forEach((tokens, at) => write(hall, entry(`k${at}`, tokens)));
        let chores = 0;
        for (let order = look(hall); order !== null; order = look(hall)) {
          hall.live = order;
          endChore(hall, luck.next().value);
          chores += 1;
          expect(chores).toBeLessThanOrEqual(sizes.length + 1);
        }
      },
    ),
    { numRuns: 1000, seed: 23 },
  );
});
