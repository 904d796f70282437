// The exit matrix of docs/internals/exits.md, row by row.
import { describe, expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { decide } from "../../../src/rules/commission/decide.ts";
import { describeEnding, type Ending } from "../../../src/rules/course/describe-ending.ts";
import { decideExit } from "../../../src/rules/commission/exit-matrix.ts";
import type { ExitPolicy } from "../../../src/rules/commission/exits.ts";
import { fold } from "../../../src/rules/commission/evolve.ts";
import type { Commission } from "../../../src/rules/commission/state.ts";
import { someChecks, withChecks } from "../../harness/ledger/checked.ts";
import {
  cancelRequested,
  commissionAfter,
  created,
  dispatched,
  ended,
  inProgress,
  stamp,
  submitted,
} from "../../harness/ledger/histories.ts";

const policy: ExitPolicy = {
  maxResumes: 3,
  maxFalseStarts: 2,
  maxReturns: 1,
  canPause: true,
  backOffMs: [1000, 5000],
};
const resetAt = "2026-11-15T12:00:00.000Z";

const endings: Record<Exclude<Ending["how"], "lost">, SessionEnd> = {
  normal: { how: "normal", finalText: "the answer" },
  turns: { how: "turns", limit: 150 },
  budget: { how: "budget", limitUsd: 5 },
  wall_clock: { how: "wall_clock", limitMs: 1000 },
  memory: { how: "memory", limitMb: 4096 },
  disk: { how: "disk", limitMb: 10_240 },
  files: { how: "files", limit: 250_000 },
  activation: { how: "activation", message: "no such worker" },
  setup: { how: "setup", message: "npm ci failed" },
  member: { how: "member", message: "the job failed" },
  api: { how: "api", status: 401, message: "bad key" },
  quota: { how: "quota", resetAt, message: "too many" },
  died: { how: "died", message: "killed" },
  garbled: { how: "garbled", message: "not JSON" },
  rehearsal: { how: "rehearsal", message: "turn 2 differs" },
  stopped: { how: "stopped" },
  checked: { how: "checked" },
  storage: { how: "storage", message: "no space left" },
};
const all: Ending[] = [...Object.values(endings), { how: "lost", began: true, message: "gone" }];

const withoutResult: Record<Ending["how"], object> = {
  normal: { next: "end", outcome: { status: "completed", source: "final_text", anomaly: null } },
  turns: { next: "end", outcome: { status: "failed", reason: "turns" } },
  budget: { next: "end", outcome: { status: "failed", reason: "budget" } },
  wall_clock: { next: "end", outcome: { status: "failed", reason: "wall_clock" } },
  memory: { next: "end", outcome: { status: "failed", reason: "memory" } },
  disk: { next: "end", outcome: { status: "failed", reason: "disk" } },
  files: { next: "end", outcome: { status: "failed", reason: "files" } },
  activation: { next: "end", outcome: { status: "failed", reason: "activation" } },
  setup: { next: "end", outcome: { status: "failed", reason: "setup" } },
  member: { next: "end", outcome: { status: "failed", reason: "member" } },
  api: { next: "end", outcome: { status: "failed", reason: "api" } },
  quota: { next: "pause", until: resetAt },
  died: { next: "resume", afterMs: 1000 },
  garbled: { next: "resume", afterMs: 1000 },
  lost: { next: "resume", afterMs: 1000 },
  stopped: { next: "resume", afterMs: 1000 },
  storage: { next: "resume", cause: "storage", afterMs: 5000 },
  rehearsal: { next: "end", outcome: { status: "failed", reason: "rehearsal" } },
  // Only a landing ends like this, and a landing has work that is done.
  checked: { next: "end", outcome: { status: "failed", reason: "no_result" } },
};

describe("without a submitted result", () => {
  for (const ending of all) {
    test(`a session that ended by ${ending.how}`, () => {
      expect(decideExit(commissionAfter(inProgress).record, ending, policy)).toMatchObject(
        withoutResult[ending.how],
      );
    });
  }

  test("a normal end with an empty text is a failure", () => {
    const exit = decideExit(commissionAfter(inProgress).record, { how: "normal", finalText: " \n" }, policy);
    expect(exit).toMatchObject({ outcome: { status: "failed", reason: "no_result" } });
  });

  test("the fourth death is a failure, and waits grow until then", () => {
    const record = commissionAfter(inProgress).record;
    const died = endings.died;
    expect([0, 1, 2, 3].map((resumes) => decideExit({ ...record, resumes }, died, policy))).toMatchObject([
      { next: "resume", afterMs: 1000 },
      { next: "resume", afterMs: 5000 },
      { next: "resume", afterMs: 5000 },
      { next: "end", outcome: { status: "failed", reason: "crashed" } },
    ]);
  });

  test("a workbench that never began is started anew without being charged, and given up after a few times", () => {
    const record = commissionAfter(dispatched).record;
    const lost: Ending = { how: "lost", began: false, message: "gone" };
    const none: ExitPolicy = { ...policy, maxResumes: 0 };
    expect([0, 1, 2].map((falseStarts) => decideExit({ ...record, falseStarts }, lost, none))).toMatchObject([
      { next: "resume", cause: "start", afterMs: 1000 },
      { next: "resume", cause: "start", afterMs: 5000 },
      { next: "end", outcome: { status: "failed", reason: "crashed" } },
    ]);
  });

  test.each([
    ["that the workbench told", ended(endings.storage)],
    [
      "that the hall saw",
      [...inProgress, { type: "workbench.lost", bench: 1, began: true, message: "gone", storage: true }],
    ],
    [
      "before it began",
      [...dispatched, { type: "workbench.lost", bench: 1, began: false, message: "no", storage: true }],
    ],
  ] as [string, EventBody[]][])("a disk that takes no record, %s, is never charged", (_whose, history) => {
    const after = playAgain(history, 5);
    expect(after).toMatchObject({
      status: "pending",
      record: { resumes: 0, falseStarts: 0, loss: { cause: "storage" } },
    });
  });

  test("a death and a loss are charged each time, also between full disks", () => {
    expect(playAgain(ended(endings.died), 3)).toMatchObject({ status: "pending", record: { resumes: 3 } });
    expect(playAgain(ended(endings.died), 4).record.plan?.outcome).toMatchObject({ reason: "crashed" });
    const old: EventBody = { type: "workbench.lost", bench: 1, began: true, message: "gone" };
    expect(playAgain([...inProgress, old], 4).record.plan?.outcome).toMatchObject({ reason: "crashed" });
  });

  test("where a pause is not possible a quota is a failure that names the reset", () => {
    const exit = decideExit(commissionAfter(inProgress).record, endings.quota, {
      ...policy,
      canPause: false,
    });
    expect(exit).toMatchObject({
      outcome: { status: "failed", reason: "quota", message: expect.stringContaining(resetAt) },
    });
  });
});

describe("with a submitted result", () => {
  for (const ending of all.filter((ending) => ending.how !== "rehearsal")) {
    test(`a session that ended by ${ending.how} is completed, and an odd end is shown`, () => {
      expect(decideExit(commissionAfter(submitted).record, ending, policy)).toEqual({
        next: "end",
        outcome: {
          status: "completed",
          endedBy: ending.how,
          source: "submission",
          trust: "claimed",
          anomaly: ending.how === "normal" ? null : describeEnding(ending),
        },
      });
    });
  }

  test.each([endings.disk, endings.files, endings.memory])(
    "work is merged unless there is too much of it: %j",
    (end) => {
      for (const checks of [[], someChecks]) {
        const { plan } = playAgain(withChecks(ended(end, submitted), checks), 1).record;
        if (end.how !== "memory")
          expect(plan).toMatchObject({
            outcome: { status: "completed", trust: checks.length === 0 ? "claimed" : "refuted" },
            tree: "keep",
          });
        else expect(plan?.tree).toBe(checks.length === 0 ? "merge" : undefined); // the control: checks come first
      }
    },
  );

  test("a rehearsal that differed from its script is a failure all the same", () => {
    const exit = decideExit(commissionAfter(submitted).record, endings.rehearsal, policy);
    expect(exit).toMatchObject({ outcome: { status: "failed", reason: "rehearsal" } });
  });
});

describe("once a person has cancelled", () => {
  for (const ending of all) {
    test(`a session that ended by ${ending.how} is cancelled`, () => {
      for (const history of [cancelRequested, [...submitted, ...cancelRequested.slice(-1)]]) {
        expect(decideExit(commissionAfter(history).record, ending, policy)).toEqual({
          next: "end",
          outcome: { status: "cancelled", endedBy: "cancel", reason: "enough" },
        });
      }
    });
  }
});

/** What the hall makes of the same ending of one workbench after another. */
function playAgain(history: EventBody[], times: number): Commission {
  const begin = created.length;
  let events = stamp(created);
  for (let bench = 1; bench <= times; bench += 1) {
    const again = history.slice(begin).map((body) => ("bench" in body ? { ...body, bench } : body));
    events = [...events, ...stamp(again)];
    const verdict = decide(fold(events), { do: "conclude", policy, now: 0 });
    if (!verdict.ok) throw new Error(verdict.problem.message);
    events = [...events, ...stamp(verdict.events)];
  }
  const commission = fold(events);
  if (!commission) throw new Error("there is none");
  return commission;
}

test("every ending has a sentence", () => {
  for (const ending of all) expect(describeEnding(ending).length).toBeGreaterThan(3);
});
