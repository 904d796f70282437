import { describe, expect, test } from "bun:test";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { commissionLayout } from "../../../src/contract/home/home-layout.ts";
import { commissionMeta } from "../../../src/contract/commission/meta.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { parseQuestions } from "../../../src/rules/show/questions-file.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import { commissionKind } from "../../../src/store/ledger/kinds/commission.ts";
import { openLedger } from "../../../src/store/ledger/ledger.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { until } from "../../harness/hall.ts";
import { newRequest, openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";

const at = "2026-11-15T10:00:00.000Z";
const dispatch: Command = { do: "dispatch", sandbox: "process", limits: { maxTurns: 1, maxBudgetUsd: 1 } };
const policy = { maxResumes: 0, maxFalseStarts: 2, maxReturns: 1, canPause: false, backOffMs: [0] };
const toTheEnd: Command[] = [
  dispatch,
  {
    do: "take-fact",
    bench: 1,
    benchSeq: 1,
    at,
    fact: { type: "question.logged", callKey: "q", question: "one\n\n> two\n## Question 9" },
  },
  {
    do: "take-fact",
    bench: 1,
    benchSeq: 2,
    at,
    fact: { type: "result.submitted", callKey: "k", summary: "s", output: "# Result", artifacts: [] },
  },
  {
    do: "take-fact",
    bench: 1,
    benchSeq: 3,
    at,
    fact: { type: "session.ended", end: { how: "normal", finalText: "" } },
  },
  { do: "conclude", policy, now: 0 },
  { do: "record-applied", artifacts: [], problems: [] },
  { do: "settle" },
];

describe("a ledger", () => {
  test("has the first line of a commission on the disk before it says so", async () => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const request = newRequest();
    const created = await ledger.create(request);
    const lines = readFileSync(commissionLayout(home, request.id).events, "utf8").trim().split("\n");
    expect(created).toMatchObject({ ok: true, commission: { status: "pending" } });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { v: 2, seq: 1, type: "commission.created", request },
    ]);
    await ledger.close();
  });

  test("shows an ended commission in files, and opens again from them without folding", async () => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const request = newRequest({ idempotencyKey: "key-1" });
    await ledger.create(request);
    await ledger.execute(request.id, toTheEnd);
    const layout = commissionLayout(home, request.id);
    expect(readFileSync(layout.result, "utf8")).toBe("# Result");
    expect(readFileSync(layout.task, "utf8")).toBe(request.task);
    expect(parseQuestions(readFileSync(layout.questions, "utf8"))).toEqual(["one\n\n> two\n## Question 9"]);
    expect(commissionMeta.parse(JSON.parse(readFileSync(layout.meta, "utf8")))).toMatchObject({
      seq: 9,
      commission: { status: "completed" },
    });
    await ledger.close();

    const again = await openSomeLedger(home);
    expect([...again.summaries()]).toMatchObject([{ id: request.id, status: "completed", openQuestions: 1 }]);
    expect(again.findByKey("key-1")).toBe(request.id);
    expect(await again.find(request.id)).toMatchObject({
      status: "completed",
      record: { submission: { output: "# Result" } },
    });
    expect(again.live()).toEqual([]);
  });

  test("makes the derived files anew when they are lost or false", async () => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const request = newRequest();
    await ledger.create(request);
    await ledger.execute(request.id, toTheEnd);
    await ledger.close();
    const layout = commissionLayout(home, request.id);
    rmSync(layout.result);
    const meta = JSON.parse(readFileSync(layout.meta, "utf8"));
    writeFileSync(
      layout.meta,
      JSON.stringify({
        ...meta,
        ledger: { ...meta.ledger, lastLineSha256: "0".repeat(64) },
        commission: { ...meta.commission, status: "failed" },
      }),
    );

    const again = await openSomeLedger(home);
    expect([...again.summaries()]).toMatchObject([{ status: "completed" }]);
    await again.close();
    expect(readFileSync(layout.result, "utf8")).toBe("# Result");
    expect(JSON.parse(readFileSync(layout.meta, "utf8")).commission.status).toBe("completed");
  });

  test("cuts a torn tail, and goes on after the last whole line", async () => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const request = newRequest();
    await ledger.create(request);
    await ledger.close();
    const { events } = commissionLayout(home, request.id);
    appendFileSync(events, '{"v":1,"seq":2,"type":"commission.compl');

    const again = await openSomeLedger(home);
    await again.execute(request.id, [dispatch]);
    const lines = readFileSync(events, "utf8").split("\n");
    expect(lines.slice(0, 3).map((line) => JSON.parse(line).type)).toEqual([
      "commission.created",
      "commission.dispatched",
      "workbench.starting",
    ]);
    expect(lines[3]).toBe("");
    await again.close();
  });

  test("sets a damaged ledger aside, names it, and goes on with the others", async () => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const [good, bad] = [newRequest(), newRequest()];
    await ledger.create(good);
    await ledger.create(bad);
    await ledger.close();
    const { events } = commissionLayout(home, bad.id);
    const damaged = `{"v":1,"seq":7,"broken`.concat("\n", readFileSync(events, "utf8"));
    writeFileSync(events, damaged);

    for (let opening = 0; opening < 2; opening += 1) {
      const again = await openSomeLedger(home);
      expect([...again.summaries()].map((summary) => summary.id)).toEqual([good.id]);
      expect(again.problems.join()).toContain(bad.id);
      await again.close();
    }
    expect(readFileSync(`${events}.damaged`, "utf8")).toBe(damaged);
  });

  test("clears away a commission whose first line never became whole", async () => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const request = newRequest();
    await ledger.create(request);
    await ledger.close();
    const layout = commissionLayout(home, request.id);
    writeFileSync(layout.events, readFileSync(layout.events, "utf8").slice(0, 40));
    rmSync(layout.meta, { force: true });

    const again = await openSomeLedger(home);
    expect([...again.summaries()]).toEqual([]);
    expect(existsSync(layout.directory)).toBe(false);
    expect(existsSync(`${home.trash}/${request.id}.unborn`)).toBe(true);
  });

  test("keeps a line over 64 kB in a blob, and gives it back whole", async () => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const request = newRequest({ task: "é".repeat(100_000) });
    await ledger.create(request);
    await ledger.close();
    expect(readFileSync(commissionLayout(home, request.id).events, "utf8").length).toBeLessThan(500);
    const again = await openSomeLedger(home);
    expect((await again.find(request.id))?.record.request.task).toBe(request.task);
    await again.close();
  });

  test("writes nothing when one command of several is refused", async () => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const request = newRequest();
    await ledger.create(request);
    expect(await ledger.execute(request.id, [dispatch, { do: "settle" }])).toMatchObject({ ok: false });
    expect(await ledger.events(request.id)).toHaveLength(1);
    await ledger.close();
  });

  test("loses none of many changes made at once, and numbers them densely", async () => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const request = newRequest();
    await ledger.create(request);
    await ledger.execute(request.id, [dispatch]);
    const record = (i: number): Command => ({
      do: "take-fact",
      bench: 1,
      benchSeq: i + 1,
      at,
      fact: { type: "decision.recorded", callKey: `k${i}`, question: `q${i}`, decision: "d", reasoning: "r" },
    });
    await Promise.all(Array.from({ length: 50 }, (_, i) => ledger.execute(request.id, [record(i)])));
    const events = (await ledger.events(request.id)) ?? [];
    expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 53 }, (_, i) => i + 1));
    expect((await ledger.find(request.id))?.record.decisions).toHaveLength(50);
    await ledger.close();
    const layout = commissionLayout(home, request.id);
    expect(JSON.parse(readFileSync(layout.decisions, "utf8"))).toHaveLength(50);
  });

  test("tells its listeners of every change, after it is on the disk", async () => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const request = newRequest();
    const heard: string[] = [];
    ledger.subscribe(({ event, summary }) => {
      const onDisk = readFileSync(commissionLayout(home, request.id).events, "utf8");
      expect(onDisk).toContain(`"seq":${event.seq},`);
      heard.push(`${event.type} ${summary.status}`);
    });
    await ledger.create(request);
    await ledger.execute(request.id, [{ do: "cancel", by: "person", reason: "no" }]);
    expect(heard).toEqual([
      "commission.created pending",
      "finish.planned pending",
      "cancel.requested pending",
    ]);
    await ledger.close();
  });

  test("removes an ended commission for good or into the trash, and no other", async () => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const [gone, kept, running] = [newRequest({ idempotencyKey: "k" }), newRequest(), newRequest()];
    for (const request of [gone, kept, running]) await ledger.create(request);
    await ledger.execute(gone.id, toTheEnd);
    await ledger.execute(kept.id, toTheEnd);
    expect(await ledger.remove(running.id, "for-good")).toMatchObject({
      ok: false,
      problem: { code: "wrong_state" },
    });
    expect(await ledger.remove(gone.id, "for-good")).toEqual({ ok: true, movedTo: null });
    expect(await ledger.remove(kept.id, "to-trash")).toEqual({
      ok: true,
      movedTo: `${home.trash}/${kept.id}`,
    });
    expect(existsSync(commissionLayout(home, gone.id).directory)).toBe(false);
    expect(existsSync(`${home.trash}/${kept.id}/events.jsonl`)).toBe(true);
    expect(ledger.findByKey("k")).toBeUndefined();
    expect([...ledger.summaries()].map((summary) => summary.id)).toEqual([running.id]);
    await ledger.close();
  });

  test("refuses a command that waited for a delete, and takes the missing files for no damage", async () => {
    const home = someHome();
    const ledger = await openSomeLedger(home);
    const request = newRequest();
    await ledger.create(request);
    await ledger.execute(request.id, toTheEnd);
    const removed = ledger.remove(request.id, "for-good");
    const asked = ledger.execute(request.id, [{ do: "mark-seen", seen: true, by: "person" }]);
    expect(await removed).toEqual({ ok: true, movedTo: null });
    expect(await asked).toMatchObject({ ok: false, problem: { code: "not_found" } });
    expect(ledger.problems).toEqual([]);
    await ledger.close();
  });

  test("makes an undone move to the trash durable after a while, though nothing else is written", async () => {
    const home = someHome();
    const clock = createManualClock();
    const synced: string[] = [];
    let isFailing = false;
    const disk: Disk = {
      ...systemDisk,
      move: async () => {
        isFailing = true;
        throw Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
      },
      secureNames: async (path) => {
        synced.push(path);
        if (isFailing) throw new Error("still failing");
        await systemDisk.secureNames(path);
      },
    };
    const failed = (_what: string, error: unknown) => expect(error).toBeUndefined();
    const ledger = await openLedger(
      {
        disk,
        clock,
        home,
        bestEffortFailed: failed,
        noticed: () => undefined,
      },
      commissionKind,
    );
    const request = newRequest();
    await ledger.create(request);
    await ledger.execute(request.id, toTheEnd);
    synced.length = 0;
    await expect(ledger.remove(request.id, "to-trash")).rejects.toThrow("EIO");
    clock.advance(5000);
    expect(synced).toEqual([home.commissions]);
    await until("the failed retry has set its timer again", () => clock.pending() === 1);
    isFailing = false;
    clock.advance(5000);
    expect(synced).toEqual([home.commissions, home.commissions]);
    expect(ledger.summary(request.id)).toBeDefined();
    await ledger.close();
  });
});
