// What is said to a commission after its end: its ledger goes on, and every start finds what was said.
import { expect, test } from "bun:test";
import { readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { commissionMeta } from "../../../src/contract/commission/meta.ts";
import { commissionLayout, type HomeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import type { Ledger } from "../../../src/store/ledger/ledger.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { parseAnswers } from "../../../src/rules/show/questions-file.ts";
import { until } from "../../harness/hall.ts";
import { newRequest, openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";

const at = "2026-11-15T10:00:00.000Z";
const facts = [
  { type: "bench.started", pid: 1, startTime: "1", bootId: "b", version: "1" },
  { type: "question.logged", callKey: "k", question: "Which one?" },
  { type: "session.ended", end: { how: "normal", finalText: "done" } },
] as const;
const toTheEnd: Command[] = [
  { do: "dispatch", sandbox: "process", limits: { maxTurns: 1, maxBudgetUsd: 1 } },
  ...facts.map((fact, i): Command => ({ do: "take-fact", bench: 1, benchSeq: i + 1, at, fact })),
  {
    do: "conclude",
    now: 0,
    policy: { maxResumes: 0, maxFalseStarts: 0, maxReturns: 0, canPause: false, backOffMs: [1] },
  },
  { do: "record-applied", artifacts: [], problems: [] },
  { do: "settle" },
];
const say = (answer: string): Command => ({ do: "answer", number: 1, answer, by: "person" });

async function endedOne(ledger: Ledger): Promise<CommissionId> {
  const request = newRequest();
  await ledger.create(request);
  const done = await ledger.execute(request.id, toTheEnd);
  if (!done.ok) throw new Error(done.problem.message);
  return request.id;
}

async function answersIn(ledger: Ledger, id: CommissionId): Promise<string[]> {
  return (await ledger.find(id))?.record.answers.map(({ answer }) => answer) ?? [];
}

/** As a start sees it: whether the short form vouches for the ledger, to the byte. */
function fits(home: HomeLayout, id: CommissionId): boolean {
  const { meta, events } = commissionLayout(home, id);
  const { ledger } = commissionMeta.parse(JSON.parse(readFileSync(meta, "utf8")));
  return ledger.bytes === statSync(events).size;
}

test("an answer after the end is in the ledger, in the files, and in every later hall", async () => {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const id = await endedOne(ledger);
  const layout = commissionLayout(home, id);
  const told: string[] = [];
  ledger.subscribe(({ event }) => told.push(event.type));
  for (const text of ["This one.", "This one.", "No: the other.\n\n> quoted"])
    expect(await ledger.execute(id, [say(text)])).toMatchObject({
      ok: true,
      commission: { status: "completed" },
    });
  expect(told).toEqual(["question.answered", "question.answered"]);
  const expected = ["This one.", "No: the other.\n\n> quoted"];
  expect(parseAnswers(readFileSync(layout.questions, "utf8"))).toEqual([expected]);
  expect(ledger.summary(id)).toMatchObject({ status: "completed", openQuestions: 0 });
  expect(ledger.live()).toEqual([]);
  expect(fits(home, id)).toBe(true);
  await ledger.close();
  const again = await openSomeLedger(home);
  expect(again.summary(id)).toMatchObject({ status: "completed", openQuestions: 0 });
  expect(await answersIn(again, id)).toEqual(expected);
  expect(await again.execute(id, [say("A third.")])).toMatchObject({ ok: true });
  expect(fits(home, id)).toBe(true);
  expect((await again.events(id))?.map(({ seq }) => seq)).toEqual(
    Array.from({ length: toTheEnd.length + 5 }, (_, i) => i + 1),
  );
  expect(again.problems).toEqual([]);
});

test("a start writes nothing for answers that are shown, however long", async () => {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const id = await endedOne(ledger);
  await ledger.execute(id, [say("x".repeat(20_000))]); // more than a start reads of the end of a ledger
  await ledger.close();
  const disk: Disk = { ...systemDisk, replace: () => Promise.reject(new Error("a write")) };
  const again = await openSomeLedger(home, disk);
  expect(again.summary(id)?.openQuestions).toBe(0);
  expect(await answersIn(again, id)).toEqual(["x".repeat(20_000)]);
});

test.each([
  ["a torn answer", (events: string) => truncateSync(events, statSync(events).size - 3), 0],
  [
    "half a line after an answer",
    (events: string) => writeFileSync(events, '{"v":1,"seq":99', { flag: "a" }),
    1,
  ],
])("%s is cut off at the next start, and the next answer is whole", async (_what, harm, kept) => {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const id = await endedOne(ledger);
  const { meta, events } = commissionLayout(home, id);
  const before = readFileSync(meta, "utf8");
  await ledger.execute(id, [say("First.")]);
  await ledger.close();
  // Its hall was killed before it had told anybody of the answer.
  if (kept === 0) writeFileSync(meta, before);
  harm(events);
  const again = await openSomeLedger(home);
  expect(again.problems).toEqual([]);
  expect(again.summary(id)).toMatchObject({ status: "completed", openQuestions: 1 - kept });
  expect(await answersIn(again, id)).toEqual(kept === 1 ? ["First."] : []);
  await again.execute(id, [say("Second.")]);
  expect(fits(home, id)).toBe(true);
  await again.close();
  const third = await openSomeLedger(home);
  expect((await answersIn(third, id)).at(-1)).toBe("Second.");
});

test("a hall that died after the line and before its files shows the answer at the next start", async () => {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const id = await endedOne(ledger);
  const { meta, questions } = commissionLayout(home, id);
  const before = [meta, questions].map((path) => readFileSync(path, "utf8"));
  await ledger.execute(id, [say("Yes.")]);
  await ledger.close();
  [meta, questions].forEach((path, i) => writeFileSync(path, before[i] ?? ""));
  const again = await openSomeLedger(home);
  expect(again.summary(id)?.openQuestions).toBe(0);
  expect(parseAnswers(readFileSync(questions, "utf8"))).toEqual([["Yes."]]);
  expect(fits(home, id)).toBe(true);
});

test("while the disk takes no files they wait, and no older state is written over a newer one", async () => {
  const home = someHome();
  let isFull = true;
  const disk: Disk = {
    ...systemDisk,
    replace: (path, text) =>
      isFull ? Promise.reject(new Error("no space left")) : systemDisk.replace(path, text),
  };
  const ledger = await openSomeLedger(home, disk);
  const id = await endedOne(ledger);
  await ledger.execute(id, [say("First.")]);
  await ledger.execute(id, [say("Second.")]);
  isFull = false;
  await ledger.create(newRequest());
  await until("its files are there", () => {
    try {
      return fits(home, id);
    } catch {
      return false;
    }
  });
  expect(parseAnswers(readFileSync(commissionLayout(home, id).questions, "utf8"))).toEqual([
    ["First.", "Second."],
  ]);
  await ledger.close();
});

test("an older state that is just being written does not come after a newer one", async () => {
  const home = someHome();
  let isFull = true;
  const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let held = false;
  const disk: Disk = {
    ...systemDisk,
    replace: async (path, text) => {
      if (isFull) throw new Error("no space left");
      if (!held && path.endsWith("meta.json")) {
        held = true;
        reached.resolve();
        await release.promise;
      }
      return systemDisk.replace(path, text);
    },
  };
  const ledger = await openSomeLedger(home, disk);
  const id = await endedOne(ledger); // its end could not be shown
  isFull = false;
  await ledger.create(newRequest());
  await reached.promise; // now it is being shown, and something is said meanwhile
  const answering = ledger.execute(id, [say("Meanwhile.")]);
  const { events } = commissionLayout(home, id);
  await until("its line is written", () => readFileSync(events, "utf8").includes("Meanwhile."));
  let isAnswered = false;
  void answering.then(() => (isAnswered = true));
  // Every chance to write its files now, which it must not take: the older state is on its way.
  for (let turn = 0; turn < 20; turn += 1) await systemDisk.replace(`${home.run}/turn`, String(turn));
  expect(isAnswered).toBe(false);
  release.resolve();
  await answering;
  await until("its files fit", () => fits(home, id));
  await ledger.close();
  expect(fits(home, id)).toBe(true);
});

test("an append that fails leaves nothing behind, and the answer may be given again", async () => {
  const home = someHome();
  let isFull = false;
  const disk: Disk = {
    ...systemDisk,
    append: async (order) => {
      await systemDisk.append(order);
      // Written, perhaps, but nobody knows: it is not acknowledged.
      if (isFull) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    },
  };
  const ledger = await openSomeLedger(home, disk);
  const id = await endedOne(ledger);
  isFull = true;
  await expect(ledger.execute(id, [say("Lost.")])).rejects.toThrow("no space left");
  expect(await answersIn(ledger, id)).toEqual([]);
  isFull = false;
  await ledger.execute(id, [say("Kept.")]);
  expect(await answersIn(ledger, id)).toEqual(["Kept."]);
  expect(fits(home, id)).toBe(true);
  const again = await openSomeLedger(home);
  expect(await answersIn(again, id)).toEqual(["Kept."]);
  expect(again.problems).toEqual([]);
});

test("a ledger that somebody else wrote to is not written to", async () => {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  const id = await endedOne(ledger);
  const { events } = commissionLayout(home, id);
  const seq = toTheEnd.length + 3;
  writeFileSync(events, `${JSON.stringify({ v: 1, seq, at, type: "commission.unblocked" })}\n`, {
    flag: "a",
  });
  await expect(ledger.execute(id, [say("Yes.")])).rejects.toMatchObject({ code: "damaged" });
});
