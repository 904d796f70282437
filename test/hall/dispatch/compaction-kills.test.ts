// A hall that is killed again and again while it applies what a chore handed in: each lives for one step more than the
// one before, until one is through. At no moment is a fact in no place, and the end is what it would have been.
import { afterEach, beforeEach, expect } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type HomeLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import { type CommissionId, packageName } from "../../../src/contract/home/ids.ts";
import { memoryScope } from "../../../src/contract/memory/memory.ts";
import { planCompaction } from "../../../src/rules/memory/compaction.ts";
import { installed } from "../../../src/host/program.ts";
import { type TestHall, TestHome, until } from "../../harness/hall.ts";
import { newRequest, openSomeLedger } from "../../harness/ledger/some-ledger.ts";
import { byWorker, keyOf, someMemory } from "../../store/memory/support.ts";
import { longTest } from "../../harness/long.ts";

let home: TestHome;
let layout: HomeLayout;
beforeEach(() => {
  home = new TestHome();
  layout = homeLayout(home.root);
});
afterEach(() => home.dispose());

const scope = memoryScope.parse("worker:scholar");
const facts = ["first", "second", "third"];
const summary = "All three, in short.";
const words = (fact: string) => `${fact} `.repeat(30);

/** A chore whose session has ended with a result, as a hall that died then leaves it. */
async function prepare({ version, run, logs, commissions, trash }: HomeLayout) {
  for (const path of [run, logs, commissions, trash]) mkdirSync(path, { recursive: true });
  writeFileSync(version, "2\n");
  const { store } = someMemory(home.root);
  for (const fact of facts) await store.write({ scope, key: keyOf(fact), content: words(fact), ...byWorker });
  const thresholds = { capTokens: 0, compactAtTokens: 0 };
  const chore = planCompaction({ scope, entries: await store.list(scope), thresholds });
  const request = newRequest({ worker: packageName.parse("archivist"), createdBy: "hall", chore });
  const ledger = await openSomeLedger(layout);
  await ledger.create(request);
  const fact = (benchSeq: number, body: object) =>
    ({ do: "take-fact", bench: 1, benchSeq, at: new Date().toISOString(), fact: body }) as never;
  await ledger.execute(request.id, [
    { do: "dispatch", sandbox: "none", limits: { maxTurns: 5, maxBudgetUsd: 0.5 } },
    fact(1, { type: "bench.started", pid: 1, startTime: "1", bootId: "gone", version: "1" }),
    fact(2, { type: "result.submitted", callKey: "k", summary: "s", output: summary, artifacts: [] }),
    fact(3, { type: "session.ended", end: { how: "normal", finalText: "Done." } }),
  ]);
  await ledger.close();
  return request.id;
}

/** In an entry, in the trash or in a text of the history. */
function placesOf(text: string): string[] {
  const { memory, trash } = layout;
  return [memory, trash]
    .flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile() && file.name.endsWith(".md"))
    .map((file) => `${file.parentPath}/${file.name}`)
    .filter((path) => readFileSync(path, "utf8").includes(text));
}

longTest(
  "a chore that is applied by halls that die one step later each ends as if none had died",
  async () => {
    const id = await prepare(layout);
    const entry = (fact: string) => existsSync(`${layout.memory}/workers/scholar/${fact}.md`);
    let deaths = 0;
    for (;;) {
      const env = { DIES_AT: String(deaths + 1) };
      const hall = await home
        .open({ program: installed("test/harness/dying-hall.ts"), env })
        .catch(() => null);
      const isThrough = hall !== null && (await endsBefore(hall, id));
      for (const fact of facts) {
        expect({ deaths, fact, places: placesOf(words(fact)).length > 0 }).toMatchObject({ places: true });
        if (!entry(fact)) expect(placesOf(summary)).not.toEqual([]);
      }
      if (isThrough) {
        const { choreOutcome, status } = await hall.client.detail(id);
        expect({ status, choreOutcome }).toMatchObject({
          status: "completed",
          choreOutcome: { condensed: facts, stayed: [] },
        });
        break;
      }
      deaths += 1;
      expect(deaths).toBeLessThan(60);
    }
    const { store } = someMemory(home.root);
    const left = await store.list(scope);
    expect(left.map(({ key, version }) => [key as string, version])).toEqual([["compacted", 1]]);
    expect((await store.find(scope, keyOf("compacted")))?.content.split(summary)).toHaveLength(2);
    for (const fact of facts)
      expect(placesOf(words(fact)).some((path) => path.startsWith(layout.trash))).toBe(true);
    console.log(`a chore was applied through ${deaths} deaths of the hall`);
    expect(deaths).toBeGreaterThan(5);
  },
  60_000,
);

/** False: the hall died first. */
async function endsBefore(hall: TestHall, id: CommissionId): Promise<boolean> {
  let isDead = false;
  void hall.ended.then(() => (isDead = true));
  const hasEnded = async () => (await hall.client.detail(id).catch(() => null))?.endedAt ?? null;
  await until("the chore ends, or the hall", async () => isDead || (await hasEnded()) !== null);
  return (await hasEnded()) !== null;
}
