// Builds commissions in every state by applying events one after another, as the ledger does.
import type { z } from "zod";
import { projectSettings, type ProjectSettings } from "../../../src/contract/home/config.ts";
import type { AcceptedRequest } from "../../../src/contract/commission/commission.ts";
import type { EventBody, LedgerEvent } from "../../../src/contract/commission/events.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { commissionId, packageName } from "../../../src/contract/home/ids.ts";
import { fold } from "../../../src/rules/commission/evolve.ts";
import type { Commission } from "../../../src/rules/commission/state.ts";

export const someId = commissionId.parse("0197f3a2-7c1b-7abc-8def-0123456789ab");

export const someRequest: AcceptedRequest = {
  id: someId,
  worker: packageName.parse("researcher"),
  title: "Research auth/OAuth flows",
  task: "Find out how OAuth is used here.",
  project: null,
  chore: null,
  labels: [],
  rehearsal: null,
  config: {},
  createdBy: "person",
  continues: null,
  attempt: 1,
  background: null,
  untrusted: false,
  startAt: null,
  after: [],
  checks: [],
  keepWorktree: false,
  onRed: false,
  land: null,
  idempotencyKey: null,
};

export const sentOnce: FactBody & { type: "model.sent" } = {
  type: "model.sent",
  request: 1,
  kind: "main",
  model: "m",
  tokens: { input: 1000, output: 32_000, cacheRead: 0, cacheWrite: 0 },
  inputUsd: 1,
  outputUsd: 32,
  priced: true,
};

export const answeredOnce: FactBody & { type: "model.answered" } = {
  type: "model.answered",
  kind: "main",
  model: "m",
  tokens: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
  costUsd: 0,
  budgetUsd: 0,
  whole: true,
  ms: 1,
};

export function stamp(bodies: readonly EventBody[]): LedgerEvent[] {
  return bodies.map((body, i) => ({
    v: 1,
    seq: i + 1,
    at: `2026-11-15T09:00:${String(i % 60).padStart(2, "0")}.000Z`,
    ...body,
  }));
}

export function factOf(benchSeq: number, fact: FactBody, bench = 1): EventBody {
  return { ...fact, bench, benchSeq, at: "2026-11-15T09:01:00.000Z" };
}

export const created: EventBody[] = [{ type: "commission.created", request: someRequest }];
export const blocked: EventBody[] = [...created, { type: "commission.blocked", waitingFor: ["another"] }];
export const dispatched: EventBody[] = [
  ...created,
  { type: "commission.dispatched", sandbox: "bubblewrap", limits: { maxTurns: 150, maxBudgetUsd: 5 } },
  { type: "workbench.starting", bench: 1 },
];
export const inProgress: EventBody[] = [
  ...dispatched,
  factOf(1, { type: "bench.started", pid: 10, startTime: "7", bootId: "b", version: "1" }),
  factOf(2, {
    type: "session.started",
    sessionId: "s",
    model: "m",
    tools: [],
    sandbox: "bubblewrap",
    permissionMode: "bypassPermissions",
  }),
];
export const submitted: EventBody[] = [
  ...inProgress,
  factOf(3, { type: "result.submitted", callKey: "k", summary: "sum", output: "out", artifacts: [] }),
];
export const paused: EventBody[] = [
  ...inProgress,
  { type: "commission.paused", until: "2026-11-15T12:00:00.000Z", message: "quota" },
];
export const cancelRequested: EventBody[] = [
  ...inProgress,
  { type: "cancel.requested", by: "person", reason: "enough" },
];

export function ended(end: SessionEnd, before: EventBody[] = inProgress): EventBody[] {
  return [...before, factOf(before.length, { type: "session.ended", end })];
}

const normal: SessionEnd = { how: "normal", finalText: "done" };
export const sessionOver: EventBody[] = ended(normal);
export const planned: EventBody[] = [
  ...sessionOver,
  {
    type: "finish.planned",
    plan: {
      outcome: {
        status: "completed",
        endedBy: "normal",
        anomaly: null,
        source: "final_text",
        trust: "claimed",
      },
      copy: [],
    },
  },
];
export const applied: EventBody[] = [...planned, { type: "finish.applied", artifacts: [], problems: [] }];
export const completed: EventBody[] = [
  ...applied,
  { type: "commission.completed", endedBy: "normal", anomaly: null, source: "final_text", trust: "claimed" },
];
export const failed: EventBody[] = [
  ...applied,
  { type: "commission.failed", endedBy: "api", reason: "api", message: "no" },
];
export const cancelled: EventBody[] = [
  ...applied,
  { type: "commission.cancelled", endedBy: "cancel", reason: "enough" },
];

export function commissionAfter(bodies: readonly EventBody[]): Commission {
  const commission = fold(stamp(bodies));
  if (!commission) throw new Error("these events make no commission");
  return commission;
}

/** A project's settings as parsed from config.yaml, with all defaults. */
export function someProject(given: z.input<typeof projectSettings> = {}): ProjectSettings {
  return projectSettings.parse(given);
}
