// Sending finished work back to be changed, on a real ledger: one follow-up, with the person's words, and one line on
// the old commission, also if the hall dies between the two.
import { afterEach, describe, expect, test } from "bun:test";
import { reviewComment } from "../../../src/contract/commission/review-comment.ts";
import { type CommissionId, commissionId } from "../../../src/contract/home/ids.ts";
import type { Conductor } from "../../../src/hall/dispatch/conductor.ts";
import type { SendBackOrder } from "../../../src/hall/dispatch/continued/send-back.ts";
import { newUuid } from "../../../src/host/ids.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { closeConductors, settled } from "../../harness/conductor.ts";
import {
  accept,
  commit,
  finishedWork,
  into,
  setUpIdle,
  stopped,
  tip,
  undo,
  words,
} from "../../harness/git/finished-work.ts";
import { app, type TreeStage } from "../../harness/git/tree-stage.ts";
import { carryOut } from "../../harness/ledger/ended-work.ts";

afterEach(closeConductors);

async function sent(conductor: Conductor, order: SendBackOrder, key: string | null = null) {
  const reply = await conductor.sendBack(order, key);
  if (!reply.ok) throw new Error(reply.problem.message);
  return reply.commission.record.request;
}

const linesOf = async ({ ledger }: Pick<TreeStage, "ledger">, id: CommissionId) =>
  ((await ledger.events(id)) ?? []).filter(({ type }) => type === "landing.sent_back");

describe("work that is sent back", () => {
  test("is continued by a new commission, which is given the note and the comments", async () => {
    const hall = await setUpIdle();
    const old = await finishedWork(hall, { title: "Name them", labels: ["one"], land: "review" });
    const next = await sent(hall.conductor, { id: old, ...words });
    expect(next).toMatchObject({
      title: "Name them",
      labels: ["one"],
      project: app,
      land: "review",
      continues: old,
      attempt: 2,
      createdBy: "person",
      startAt: tip,
      sentBack: words,
    });
    expect(next.background).toContain("sends it back to be changed");
    expect(next.background).toContain("| Shorter names, please.");
    expect(next.background).toContain(
      "### Comment 2, on line 2 of the file\n> src/a.ts\nwhich reads:\n> const a2 = 1;\n| Rename a2.",
    );
    expect(next.background).toContain("Call answer_comment for each");
    expect(await linesOf(hall, old)).toMatchObject([{ by: "person", as: next.id, comments: 2 }]);
    expect(hall.ledger.summary(old)).toMatchObject({ status: "completed", landing: { state: "sent_back" } });
    expect(hall.ledger.summary(next.id)).toMatchObject({ comments: { total: 2, answered: 0 } });
    expect(hall.conductor.continuationOf(old)).toBe(next.id);
  });

  test("with a note alone has no comments and no tools for them", async () => {
    const hall = await setUpIdle();
    const old = await finishedWork(hall);
    const next = await sent(hall.conductor, { id: old, note: "Shorter.", comments: [] });
    expect(next.background).toContain("| Shorter.");
    expect(next.background).not.toContain("answer_comment");
    expect(hall.ledger.summary(old)?.landing?.state).toBe("sent_back");
  });

  test.each<[string, string, Command[], string | null, string]>([
    ["on its branch", "ready", [], tip, "You begin with the files that it left."],
    ["merged", "merged", [], null, `is merged into ${into} as commit ${commit}`],
    ["accepted", "ready", accept, null, `is merged into ${into} as commit ${commit}`],
    ["in conflict when it was accepted", "ready", stopped, null, "# Carry the work over"],
  ])("%s begins where its work is", async (_what, state, commands, startAt, told) => {
    const hall = await setUpIdle();
    const old = await finishedWork(hall, {}, state);
    if (commands.length > 0) await hall.ledger.execute(old, commands);
    const next = await sent(hall.conductor, { id: old, ...words });
    expect(next.startAt).toBe(startAt);
    expect(next.background).toContain(told);
    expect(await linesOf(hall, old)).toHaveLength(1);
  });

  test("keeps narrowed tools, together with those that answer comments", async () => {
    const hall = await setUpIdle();
    const old = await finishedWork(hall, { config: { tools: ["Read"] } });
    const next = await sent(hall.conductor, { id: old, ...words });
    expect(next.config.tools).toEqual(["Read", "mcp__review__read_comments", "mcp__review__answer_comment"]);
    const other = await finishedWork(hall, { config: { tools: ["Read"] } });
    const narrowed = await sent(hall.conductor, { id: other, ...words, config: { tools: ["Grep"] } });
    expect(narrowed.config.tools).toEqual(["Grep"]);
    expect(narrowed.background).toContain("Say in your result what you did about each");
  });

  test("may have 500 comments of the largest size", async () => {
    const hall = await setUpIdle();
    const old = await finishedWork(hall);
    const largest = reviewComment.parse({
      path: "\u202ep\n|".repeat(900),
      line: 1,
      code: "`\"'<\u0000\u001b[2J|".repeat(150),
      text: "x\n> y".repeat(700),
    });
    const next = await sent(hall.conductor, {
      id: old,
      comments: Array.from({ length: 500 }, () => largest),
    });
    expect(next.background?.length).toBeLessThan(90_000);
    expect(next.background).toContain("to 500 have no room here");
    expect((await hall.ledger.find(next.id))?.record.request.sentBack?.comments[499]).toEqual(largest);
  });
});

describe("is refused", () => {
  const messageOf = async (conductor: Conductor, order: SendBackOrder) => {
    const reply = await conductor.sendBack(order, null);
    return reply.ok ? "accepted" : `${reply.problem.code}: ${reply.problem.message}`;
  };

  test("without a word, for work that is not there, and for a commission that is not there", async () => {
    const hall = await setUpIdle();
    const old = await finishedWork(hall);
    expect(await messageOf(hall.conductor, { id: old, comments: [] })).toBe(
      "bad_shape: Say what should change: there is neither a note nor a comment.",
    );
    const failed = await carryOut(hall.ledger, { end: { how: "died", message: "no" } });
    expect(await messageOf(hall.conductor, { id: failed, ...words })).toBe(
      "wrong_state: It is failed: it has no finished work.",
    );
    const alone = await carryOut(hall.ledger);
    expect(await messageOf(hall.conductor, { id: alone, ...words })).toBe(
      "wrong_state: It worked on no project's repository.",
    );
    const none = commissionId.parse(newUuid());
    expect(await messageOf(hall.conductor, { id: none, ...words })).toBe(
      `not_found: There is no commission ${none}.`,
    );
    expect(await linesOf(hall, old)).toEqual([]);
  });

  test("for work that a person has done something else with", async () => {
    const hall = await setUpIdle();
    const again = await finishedWork(hall);
    const redispatched = await hall.conductor.redispatch({ id: again }, null);
    expect(await messageOf(hall.conductor, { id: again, ...words })).toBe(
      `wrong_state: It was redispatched before, as ${redispatched.ok && redispatched.commission.record.request.id}.`,
    );
    const accepting = await finishedWork(hall);
    await hall.ledger.execute(accepting, accept.slice(0, 1));
    expect(await messageOf(hall.conductor, { id: accepting, ...words })).toBe(
      "wrong_state: It is being accepted.",
    );
    const undone = await finishedWork(hall, {}, "merged");
    await hall.ledger.execute(undone, undo);
    expect(await messageOf(hall.conductor, { id: undone, ...words })).toStartWith(
      "wrong_state: It was undone",
    );
  });
});

describe("of several acts at once one counts", () => {
  test("ten times sent back, and redispatched", async () => {
    const hall = await setUpIdle();
    const old = await finishedWork(hall);
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => hall.conductor.sendBack({ id: old, ...words }, null)),
      hall.conductor.redispatch({ id: old }, null),
    ]);
    const [first, ...others] = replies.map((reply) => (reply.ok ? "accepted" : reply.problem.message));
    expect(first).toBe("accepted");
    const next = hall.conductor.continuationOf(old) ?? "";
    const told = `It was sent back already: ${next.slice(0, 13)} continues it.`;
    expect(new Set(others.slice(0, 9))).toEqual(new Set([told]));
    expect(others.at(-1)).toBe(`It was redispatched before, as ${next}.`);
    expect([...hall.ledger.summaries()]).toHaveLength(2);
    expect(await linesOf(hall, old)).toHaveLength(1);
  });

  test("with a key the same reply comes again", async () => {
    const hall = await setUpIdle();
    const old = await finishedWork(hall);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => hall.conductor.sendBack({ id: old, ...words }, "one-key")),
    );
    expect(new Set(replies.map((reply) => reply.ok && reply.commission.record.request.id)).size).toBe(1);
    expect(await linesOf(hall, old)).toHaveLength(1);
  });

  test("accepted in turn: it finds that the work was sent back, or the other way round", async () => {
    const hall = await setUpIdle();
    const [one, two] = [await finishedWork(hall), await finishedWork(hall)];
    const ask = (id: CommissionId) =>
      hall.conductor.inTurn(id, () => hall.ledger.execute(id, accept.slice(0, 1)));
    const [back, refused] = await Promise.all([
      hall.conductor.sendBack({ id: one, ...words }, null),
      ask(one),
    ]);
    expect([back.ok, refused.ok]).toEqual([true, false]);
    const [accepted, late] = await Promise.all([
      ask(two),
      hall.conductor.sendBack({ id: two, ...words }, null),
    ]);
    expect(accepted.ok).toBe(true);
    expect(late).toMatchObject({ problem: { message: "It is being accepted." } });
  });
});

describe("killed between the new commission and the line on the old one", () => {
  async function killed(key: string | null = null) {
    const hall = await setUpIdle();
    const old = await finishedWork(hall);
    const { execute } = hall.deps.ledger;
    hall.deps.ledger.execute = (id, commands) =>
      commands[0]?.do === "send-back" ? Promise.reject(new Error("killed")) : execute(id, commands);
    expect(hall.conductor.sendBack({ id: old, ...words }, key)).rejects.toThrow("killed");
    await settled(() => hall.conductor.continuationOf(old) !== undefined);
    expect(await linesOf(hall, old)).toEqual([]);
    hall.deps.ledger.execute = execute;
    return { ...hall, old, next: hall.conductor.continuationOf(old) };
  }

  test("the next hall writes the line, once", async () => {
    const hall = await killed();
    for (let start = 0; start < 3; start += 1) {
      hall.open().recover();
      await settled(async () => (await linesOf(hall, hall.old)).length > 0);
    }
    expect(await linesOf(hall, hall.old)).toMatchObject([{ as: hall.next, comments: 2 }]);
  });

  test("an act that comes at once waits for it", async () => {
    const hall = await killed();
    const next = hall.open();
    next.recover();
    const accepting = await next.inTurn(hall.old, () => hall.ledger.execute(hall.old, accept.slice(0, 1)));
    expect(accepting).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining("sent back") },
    });
  });

  test("the same request with its key writes the line too", async () => {
    const hall = await killed("one-key");
    const again = await sent(hall.conductor, { id: hall.old, ...words }, "one-key");
    expect(again.id).toBe(hall.next as CommissionId);
    expect(await linesOf(hall, hall.old)).toHaveLength(1);
  });

  test("without a restart, the next act on the old one writes the line, and is told", async () => {
    const hall = await killed();
    const told = `It was sent back already: ${hall.next?.slice(0, 13)} continues it.`;
    expect(await hall.conductor.sendBack({ id: hall.old, ...words }, null)).toMatchObject({
      problem: { code: "wrong_state", message: told },
    });
    expect(await linesOf(hall, hall.old)).toHaveLength(1);
  });

  test("a start writes no such line for a redispatch", async () => {
    const hall = await setUpIdle();
    const old = await finishedWork(hall, { sentBack: words });
    await hall.conductor.redispatch({ id: old }, null);
    hall.open().recover();
    expect(
      await hall.conductor.inTurn(old, () => hall.ledger.execute(old, accept.slice(0, 1))),
    ).toMatchObject({
      ok: true,
    });
    expect(await linesOf(hall, old)).toEqual([]);
  });
});
