// A home as release 0.1.0 left it, written by that release: this one lists it, follows it and goes on with it. And a home
// of a release to come: what this one cannot read it leaves alone.
import { afterEach, describe, expect, test } from "bun:test";
import { appendFileSync, cpSync, existsSync, readFileSync, statSync } from "node:fs";
import { type Fact, fact } from "../../../src/contract/commission/facts.ts";
import { commissionLayout, type HomeLayout } from "../../../src/contract/home/home-layout.ts";
import { type CommissionId, commissionId } from "../../../src/contract/home/ids.ts";
import { openDeferredItems } from "../../../src/hall/needs/deferred-file.ts";
import type { DispatchDeps } from "../../../src/hall/dispatch/deps.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { createJournalTail } from "../../../src/store/ledger/journal-tail.ts";
import { resumeMessage } from "../../../src/rules/prompt/resume-message.ts";
import { closeConductors, settled, setUpConductor } from "../../harness/conductor.ts";
import { newRequest, openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";
import { globalScope, keyOf, someMemory } from "../memory/support.ts";

afterEach(closeConductors);

const completed = commissionId.parse("01a1df3c-3bba-7061-bf6a-6a382c2d0bed");
const failed = commissionId.parse("01a1df3c-5e15-76e1-af21-14dd0fc0e4d4");
const cancelled = commissionId.parse("01a1df3c-7dc1-76fa-85fd-62a7526ef4a9");
/** Its hall was killed, and its workbench wrote on for a while. */
const atWork = commissionId.parse("01a1df3c-822b-705e-b631-c4420a55539f");

function oldHome(): HomeLayout {
  const home = someHome();
  cpSync(`${import.meta.dirname}/../../fixtures/home-v1`, home.root, { recursive: true });
  return home;
}

function journalsOf(home: HomeLayout): DispatchDeps["journals"] {
  return {
    tail: ({ id, bench }, afterSeq) => {
      const { journal, blobs } = commissionLayout(home, id);
      return createJournalTail<Fact>(
        { disk: systemDisk },
        { path: journal(bench), blobs, schema: fact, afterSeq },
      );
    },
  };
}

const policy = { maxResumes: 3, maxFalseStarts: 3, maxReturns: 1, canPause: false, backOffMs: [1000] };

function setUp(home: HomeLayout) {
  return setUpConductor({ policy, journals: journalsOf(home) }, home);
}

describe("a home of the release before", () => {
  test("is listed as it was, and nothing in it that has ended is written again", async () => {
    const home = oldHome();
    const files = [completed, failed, cancelled].flatMap((id) => {
      const { events, meta } = commissionLayout(home, id);
      return [events, meta];
    });
    const before = files.map((path) => readFileSync(path, "utf8"));
    const ledger = await openSomeLedger(home);
    expect(ledger.problems).toEqual([]);
    expect([...ledger.summaries()].map(({ id, status, resumesAt }) => [id, status, resumesAt])).toEqual([
      [completed, "completed", null],
      [failed, "failed", null],
      [cancelled, "cancelled", null],
      [atWork, "in_progress", null],
    ]);
    expect((await ledger.find(completed))?.record).toMatchObject({
      decisions: [{ question: "Which?" }],
      submission: { summary: "It does." },
    });
    expect([...ledger.summaries()].map(({ project }) => project)).toEqual([null, null, null, null]);
    expect(ledger.findByKey("key-1")).toBe(completed);
    await ledger.close();
    expect(files.map((path) => readFileSync(path, "utf8"))).toEqual(before);
  });

  test("has its running work followed to the end of its old journal, and gone on with", async () => {
    const home = oldHome();
    const { open, bench, ledger, statusOf, clock } = await setUp(home);
    open().recover();
    await settled(async () => (await statusOf(atWork)) === "pending" && clock.pending() > 0);
    const { record } = (await ledger.find(atWork)) ?? {};
    expect(record).toMatchObject({
      turns: 2,
      resumes: 1,
      cutOff: [{ tool: expect.stringContaining("progress") }],
    });
    expect(record && resumeMessage(record, { fresh: false })).toContain("> Which? → This.");
    clock.advance(1000);
    await settled(() => bench.started.length === 1);
    expect(bench.started).toEqual([{ id: atWork, bench: 2 }]);
  });

  test("has a workbench of that release, still at work, taken over with all it says", async () => {
    const home = oldHome();
    const { open, bench, statusOf, tell, ledger } = await setUp(home);
    const ref = { id: atWork, bench: 1 };
    bench.live(ref);
    open().recover();
    await settled(async () => (await ledger.find(atWork))?.record.turns === 2);
    const late = '"at":"2026-11-15T13:00:00.000Z"';
    const end = '"type":"session.ended","end":{"how":"normal","finalText":"Done."}';
    appendFileSync(commissionLayout(home, atWork).journal(1), `{"v":1,"seq":12,${late},${end}}\n`);
    bench.die(ref);
    tell(atWork);
    await settled(async () => (await statusOf(atWork)) === "completed");
  });
});

describe("a home of format 2", () => {
  const done = commissionId.parse("01a1e5ec-3fcc-71bd-ab3c-a9699d56b2e7");
  const refused = commissionId.parse("01a1e5ec-5afc-728a-97d6-0f32e49a41a9");

  test("opens with everything in it: ledgers, memory and what was put off, and nothing of it is written", async () => {
    const home = someHome();
    cpSync(`${import.meta.dirname}/../../fixtures/home-v2`, home.root, { recursive: true });
    const files = [done, refused].flatMap((id) => Object.values(commissionLayout(home, id)).filter(isFile));
    const before = files.map((path) => readFileSync(path, "utf8"));
    const ledger = await openSomeLedger(home);
    expect([...ledger.summaries()].map(({ id, status }) => [id, status])).toEqual([
      [done, "completed"],
      [refused, "failed"],
    ]);
    for (const id of [done, refused]) {
      await ledger.inspect(id);
      expect((await ledger.events(id))?.length).toBeGreaterThan(5);
    }
    expect(await ledger.find(done)).toMatchObject({ record: { submission: { output: "# Answer" } } });
    expect(ledger.problems).toEqual([]);
    await ledger.close();
    expect(files.map((path) => readFileSync(path, "utf8"))).toEqual(before);
    const { store, warnings } = someMemory(home.root);
    expect(await store.find(globalScope, keyOf("notes"))).toMatchObject({
      content: "Keys live for a day.\n",
      entry: { version: 1 },
    });
    expect(warnings).toEqual([]);
    const deferred = await openDeferredItems(systemDisk, home);
    expect(deferred.problems).toEqual([]);
    expect(Object.keys(deferred.current())).toEqual([`failed:${refused}`]);
  });

  function isFile(path: unknown): path is string {
    return typeof path === "string" && existsSync(path) && statSync(path).isFile();
  }
});

describe("a line of a newer format", () => {
  const newer = (seq: number) =>
    `{"v":3,"seq":${seq},"at":"2030-01-01T00:00:00.000Z","type":"something.new"}\n`;

  async function someCommission(): Promise<{ home: HomeLayout; id: CommissionId }> {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const request = newRequest();
    await ledger.create(request);
    await ledger.close();
    return { home, id: request.id };
  }

  test("in a ledger is named, and the ledger is left alone", async () => {
    const { home, id } = await someCommission();
    const { events } = commissionLayout(home, id);
    appendFileSync(events, newer(2));
    const before = readFileSync(events, "utf8");
    const ledger = await openSomeLedger(home);
    expect([...ledger.summaries()]).toEqual([]);
    expect(ledger.problems).toEqual([
      expect.stringMatching(/cannot be read and was left alone\. Line 2 .* has format 3, and this release/),
    ]);
    expect(readFileSync(events, "utf8")).toBe(before);
    expect(existsSync(`${events}.damaged`)).toBe(false);
    await ledger.close();
  });

  test("in a workbench's journal is not passed over: its loss names it", async () => {
    const home = oldHome();
    appendFileSync(commissionLayout(home, atWork).journal(1), newer(12));
    const { open, ledger, statusOf, clock } = await setUp(home);
    open().recover();
    await settled(async () => (await statusOf(atWork)) === "pending" && clock.pending() > 0);
    const { record } = (await ledger.find(atWork)) ?? {};
    expect(record).toMatchObject({ turns: 2, loss: { message: expect.stringContaining("has format 3") } });
  });
});
