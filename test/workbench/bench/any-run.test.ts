// The protocol of a workbench knows nothing of commissions. Here it carries out a sitting, which has a fact of its own.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { Stamp } from "../../../src/contract/commission/events.ts";
import { courseFacts, type CourseFact } from "../../../src/contract/course/course-facts.ts";
import { type BenchLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { systemLocks } from "../../../src/host/processes/locks.ts";
import { type Course, newCourse } from "../../../src/rules/course/course.ts";
import { isOfCourse, learnCourse } from "../../../src/rules/course/learn-course.ts";
import { startJournal } from "../../../src/store/ledger/journal.ts";
import type { BenchKind, BenchTypes, FactOf } from "../../../src/workbench/bench/bench-kind.ts";
import { runUnderLock, type WorkOf } from "../../../src/workbench/bench/run-under-lock.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { tempDir } from "../../harness/temp.ts";

const line = z.object({ v: z.literal([1, 2]), seq: z.int(), at: z.string() });
const said = z.object({ type: z.literal("words.said"), text: z.string() });
const body = z.discriminatedUnion("type", [...courseFacts, said]);
const event = line.extend({ type: z.enum(["sitting.begun", "sitting.left"]), bench: z.int() });

interface SittingRecord extends Course {
  said: readonly string[];
}

interface SittingRun extends BenchTypes {
  id: string;
  layout: BenchLayout;
  event: z.infer<typeof event>;
  state: { record: SittingRecord; isLeft: boolean };
  record: SittingRecord;
  ownFact: z.infer<typeof said>;
}

const fact: z.ZodType<FactOf<SittingRun>> = z.intersection(body, line);

function learn(record: SittingRecord, each: Parameters<BenchKind<SittingRun>["learn"]>[1]): SittingRecord {
  return isOfCourse(each)
    ? learnCourse(record, each)
    : { ...record, said: each.type === "words.said" ? [...record.said, each.text] : record.said };
}

const sittingRun: BenchKind<SittingRun> = {
  noun: "sitting",
  places: {
    option: "--sitting",
    layoutOf: ({ root }, id) => {
      const directory = `${root}/sittings/${id}`;
      return {
        directory,
        events: `${directory}/events.jsonl`,
        blobs: `${directory}/blobs`,
        meta: `${directory}/meta.json`,
        benchLock: `${directory}/bench.lock`,
        journal: (bench) => `${directory}/bench-${bench}.jsonl`,
        output: (bench) => `${directory}/bench-${bench}.out`,
      };
    },
  },
  workLayoutOf: (home, id) => sittingRun.places.layoutOf(home, id),
  event,
  fact,
  factBody: body,
  fold: (events) => {
    const last = [...events].at(-1);
    const course = newCourse({ isRehearsed: false, tainted: false });
    return last === undefined
      ? null
      : { record: { ...course, bench: last.bench, said: [] }, isLeft: last.type === "sitting.left" };
  },
  take: (state, each) => ({ ...state, record: learn(state.record, each) }),
  recordOf: ({ record }) => record,
  learn,
  isTainting: () => false,
  isWanted: ({ record, isLeft }, bench) => !isLeft && record.bench === bench,
  isCalledOff: () => false,
};

async function begun(bench: number) {
  const place = homeLayout(tempDir());
  const layout = sittingRun.places.layoutOf(place, "first");
  mkdirSync(layout.directory, { recursive: true });
  const clock = createManualClock();
  const ledger = startJournal<Omit<SittingRun["event"], keyof Stamp>, SittingRun["event"]>(
    { disk: systemDisk, clock },
    { path: layout.events, blobs: layout.blobs, schema: event },
  );
  await ledger.append([{ type: "sitting.begun", bench }]);
  const printed: string[] = [];
  const sit = (at: number, work: WorkOf<SittingRun>) =>
    runUnderLock(
      {
        kind: sittingRun,
        home: place,
        clock,
        disk: systemDisk,
        locks: systemLocks,
        self: { pid: 1, startTime: "1", bootId: "b" },
        version: "0",
        nudge: () => undefined,
        print: (words) => void printed.push(words),
        makeReady: async () => work,
      },
      { id: "first", bench: at },
    );
  return { layout, ledger, printed, sit };
}

test("a sitting has a bench of its own, goes on with its facts, and says how it ended", async () => {
  const { layout, sit } = await begun(2);
  expect(
    await sit(2, async (bench) => {
      await bench.record({ type: "words.said", text: "One." });
      return null;
    }),
  ).toBe(0);
  let known: readonly string[] = [];
  await sit(2, async (bench) => {
    await bench.record({ type: "words.said", text: "Two." });
    known = bench.known().said;
    return { how: "normal", finalText: "Two." };
  });
  expect(known).toEqual(["One.", "Two."]);
  const lines = readFileSync(layout.journal(2), "utf8").trim().split("\n");
  expect(lines.map((each) => (JSON.parse(each) as CourseFact).type as string)).toEqual([
    "bench.started",
    "words.said",
    "bench.started",
    "words.said",
    "session.ended",
  ]);
});

test("nothing is done at a bench that the hall does not wait for, now or any more", async () => {
  const { layout, ledger, printed, sit } = await begun(2);
  const never: WorkOf<SittingRun> = () => Promise.reject(new Error("it was carried out"));
  await sit(1, never);
  await ledger.append([{ type: "sitting.left", bench: 2 }]);
  await sit(2, never);
  expect(existsSync(layout.journal(2))).toBe(false);
  expect(printed).toEqual([
    "The hall no longer waits for this workbench.",
    "The hall no longer waits for this workbench.",
  ]);
});

test("a fact that this kind does not have is not written", async () => {
  const { layout, sit } = await begun(1);
  await sit(1, async (bench) => {
    const other: unknown = { type: "question.logged", callKey: "q", question: "Which?" };
    await bench.record(other as CourseFact);
    return { how: "normal", finalText: "" };
  });
  expect(readFileSync(layout.journal(1), "utf8")).not.toContain(`"type":"question.logged"`);
  expect(readFileSync(layout.journal(1), "utf8")).toContain("does not fit its shape");
});
