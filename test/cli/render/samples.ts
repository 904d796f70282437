// Commissions and events to render.
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import type { EventBody, LedgerEvent } from "../../../src/contract/commission/events.ts";
import { memberName } from "../../../src/contract/member/member.ts";
import { commissionId, packageName } from "../../../src/contract/home/ids.ts";
import type { ToolboxEntry, WorkerEntry } from "../../../src/contract/package/roster.ts";
import { noRecord } from "../../../src/rules/show/worker-record.ts";

export const startedAt = Date.UTC(2026, 0, 1, 12);
export const sampleId = commissionId.parse("0197f3a2-7c1b-7abc-8def-0123456789ab");

export function at(seconds: number): string {
  return new Date(startedAt + seconds * 1000).toISOString();
}

export function event(seq: number, body: EventBody): LedgerEvent {
  return { v: 1, seq, at: at(seq), ...body };
}

export function detail(changes: Partial<CommissionDetail> = {}): CommissionDetail {
  return {
    id: sampleId,
    title: "Find the retries",
    worker: packageName.parse("researcher"),
    project: null,
    status: "in_progress",
    summary: "Reading",
    labels: [],
    createdBy: "person",
    chore: null,
    continues: null,
    continuedBy: null,
    attempt: 1,
    branch: null,
    landing: null,
    comments: null,
    afterEnd: null,
    sentBack: null,
    blockedBy: [],
    approve: null,
    rehearsed: false,
    trust: null,
    endedBy: null,
    error: null,
    anomaly: null,
    checked: null,
    cancelRequested: false,
    turns: 3,
    tokens: { input: 1200, output: 300, cacheRead: 11_000, cacheWrite: 0 },
    contextTokens: 12_200,
    cost: { usd: 0.0421, rehearsed: false },
    resumes: 0,
    resumesAt: null,
    openQuestions: 0,
    asks: null,
    latest: null,
    contextWindow: null,
    spent: [],
    asked: null,
    against: null,
    sandbox: "bubblewrap",
    waitsUntil: null,
    waitingFor: null,
    createdAt: at(0),
    startedAt: at(1),
    endedAt: null,
    task: "Find out how often it retries.",
    config: {},
    memberConfig: null,
    questions: [],
    decisions: [],
    after: [],
    tree: null,
    setup: null,
    checks: [],
    attachments: [],
    keepWorktree: false,
    limits: null,
    refusals: { cancel: null, redispatch: null, remove: { refusal: null, toTrash: false } },
    runningTool: null,
    memberJob: null,
    problems: [],
    choreOutcome: null,
    model: "some-model",
    modelChoice: null,
    lastLoss: null,
    bench: 1,
    directory: "/home/someone/.guild-hall/commissions/x",
    disk: null,
    ...changes,
  };
}

/** A worker and a toolbox with `text` in every place that their author can write to. */
export function rosterSaying(text: string): { worker: WorkerEntry; toolbox: ToolboxEntry } {
  const found = { name: text, title: text, description: text, directory: text, problems: [text] };
  const rights = { kind: "package", files: "read", checkout: "full", source: "added" } as const;
  const limits = { maxTurns: 1, maxBudgetUsd: 1, validated: false };
  const named = { tools: [text], toolboxes: [text], model: text };
  return {
    worker: { ...found, ...rights, ...named, limits, record: noRecord },
    toolbox: { ...found, source: "linked", tools: [text] },
  };
}

/** Every event a worker's words can come in, with `text` in each place. */
export function eventsSaying(text: string): LedgerEvent[] {
  const fact = { bench: 1, benchSeq: 1, at: at(1) };
  const bodies: EventBody[] = [
    { type: "commission.blocked", waitingFor: [text] },
    { type: "workbench.lost", bench: 1, began: true, message: text },
    { type: "commission.paused", until: at(9), message: text },
    { type: "cancel.requested", by: "person", reason: text },
    { type: "finish.applied", artifacts: [], problems: [text] },
    { type: "note.said", number: 1, text, by: "person" },
    { type: "commission.failed", endedBy: "api", reason: "api", message: text },
    { type: "commission.cancelled", endedBy: "cancel", reason: text },
    { ...fact, type: "member.dispatched", member: memberName.parse("scout"), jobId: text },
    {
      type: "session.started",
      sessionId: "s",
      model: text,
      tools: [text],
      sandbox: "process",
      permissionMode: "x",
      ...fact,
    },
    { type: "model.failed", kind: "main", status: 500, message: text, retried: true, ...fact },
    { type: "session.said", text, ...fact },
    {
      type: "tool.called",
      callId: "1",
      tool: `Read${text}`,
      input: JSON.stringify({ file_path: text }),
      ...fact,
    },
    { type: "tool.called", callId: "2", tool: "mcp__x__y", input: text, ...fact },
    { type: "tool.returned", callId: "1", isError: true, output: text, ...fact },
    { type: "progress.reported", callKey: "k", summary: text, ...fact },
    { type: "decision.recorded", callKey: "k", question: text, decision: text, reasoning: text, ...fact },
    { type: "question.logged", callKey: "k", question: text, ...fact },
    { type: "result.submitted", callKey: "k", summary: text, output: text, artifacts: [], ...fact },
    { type: "session.ended", end: { how: "died", message: text }, ...fact },
  ];
  return bodies.map((body, index) => event(index + 1, body));
}
