// One line of every kind that a ledger can hold, and what each adds to a timeline.
import { attachmentHash } from "../../src/contract/commission/attachments.ts";
import { type EventBody, factTypes, type LedgerEvent } from "../../src/contract/commission/events.ts";
import type { FactBody } from "../../src/contract/commission/facts.ts";
import { memberName } from "../../src/contract/member/member.ts";
import { memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";
import type { TimelineEntry } from "../../web/views/commission/timeline/timeline-entry.ts";
import { answeredOnce, factOf, sentOnce, someId, someRequest, stamp } from "../harness/ledger/histories.ts";

export type Line = EventBody | FactBody;

const limits = { maxTurns: 150, maxBudgetUsd: 5 };
const run = { command: "npm test", exitCode: 0, timedOut: false, output: "ok", cut: false, ms: 3100 };
const oid = "4f2c91d".padEnd(40, "0");
const attached = attachmentHash.parse("a".repeat(64));
const merged = { state: "merged", tip: oid, branch: null, commit: oid } as const;
const tree = { ...merged, conflicts: [], trashed: null, keptWorktree: false };
const remembered = { scope: memoryScope.parse("global"), key: memoryKey.parse("build"), version: 3 };
const member = memberName.parse("scout");
const by = "person";
const landed = { into: "claude/main", commit: oid, checks: [] };
const later = "2026-11-15T10:00:00.000Z";
export const callKey = `${someId}:c1`;

export const called = (callId = "c1", tool = "Read"): FactBody => ({
  type: "tool.called",
  callId,
  tool,
  input: '{"file_path":"a.ts"}',
});

export const returned = (callId = "c1", isError = false): FactBody => ({
  type: "tool.returned",
  callId,
  isError,
  output: "1\n2",
});

/** Facts come with the bench that said them; lines of the hall's own do not. */
export function ledgerOf(...lines: Line[]): LedgerEvent[] {
  return stamp(
    lines.map((line) =>
      factTypes.includes(line.type) && !("benchSeq" in line)
        ? factOf(1, line as FactBody)
        : (line as EventBody),
    ),
  );
}

export const before: Line[] = [
  { type: "commission.created", request: someRequest },
  { type: "commission.dispatched", sandbox: "bubblewrap", limits },
];

type Place = [line: Line, ...adds: TimelineEntry["kind"][]];

/** Behind each line what it adds to `before`; nothing where it is a part of another entry, or on purpose not told. */
export const places: readonly Place[] = [
  [{ type: "commission.created", request: someRequest }, "asked"],
  [{ type: "commission.blocked", waitingFor: ["another"] }, "note"],
  [{ type: "commission.unblocked" }, "note"],
  [{ type: "commission.dispatched", sandbox: "process", limits }, "ready"],
  [{ type: "workbench.starting", bench: 1 }],
  [{ type: "workbench.lost", bench: 1, began: true, message: "gone" }, "note"],
  [{ type: "commission.requeued", cause: "crash", notBefore: later }, "note"],
  [{ type: "commission.paused", until: later, message: "no quota" }, "note"],
  [{ type: "cancel.requested", by: "person", reason: "enough" }, "note"],
  [{ type: "stop.requested", by: "person" }, "note"],
  [
    {
      type: "finish.planned",
      plan: { outcome: { status: "cancelled", endedBy: "cancel", reason: "enough" }, copy: [] },
    },
  ],
  [{ type: "merge.planned", into: "claude/main", expected: oid, commit: oid, tip: oid }],
  [{ type: "finish.withdrawn", reason: "The branch has moved." }, "note"],
  [{ type: "finish.applied", artifacts: [], problems: ["a.md had vanished"], tree }, "note", "merge"],
  [{ type: "question.answered", number: 1, answer: "no", by: "person" }],
  [{ type: "note.said", number: 1, text: "Use v2.", by: "person" }, "note"],
  [
    {
      type: "commission.completed",
      endedBy: "normal",
      anomaly: null,
      source: "submission",
      trust: "verified",
    },
    "end",
  ],
  [{ type: "commission.failed", endedBy: "api", reason: "api", message: "500" }, "end"],
  [{ type: "commission.cancelled", endedBy: "cancel", reason: "enough" }, "end"],
  [{ type: "landing.requested", act: "accept", by }, "note"],
  [{ type: "landing.planned", act: "accept", ...landed, expected: oid }],
  [
    {
      type: "landing.stopped",
      act: "accept",
      cause: "checks",
      message: "red",
      conflicts: [],
      standing: [],
      checks: [],
    },
    "note",
  ],
  [{ type: "landing.accepted", by, ...landed }, "note"],
  [{ type: "landing.undone", by, ...landed }, "note"],
  [{ type: "landing.sent_back", by, as: someId, comments: 2 }, "note"],
  [{ type: "landing.returned", as: someId }, "note"],
  [{ type: "landing.rejected", by, reason: null }, "note"],
  [{ type: "landing.seen", by, seen: true }, "note"],
  [{ type: "bench.started", pid: 1, startTime: "1", bootId: "b", version: "0.1.0" }],
  [
    {
      type: "session.started",
      sessionId: "s",
      model: "m",
      tools: ["Read"],
      sandbox: "bubblewrap",
      permissionMode: "x",
    },
  ],
  [{ type: "session.resumed", sessionId: null, message: "go on", fresh: true }, "note"],
  [sentOnce],
  [answeredOnce],
  [{ type: "model.searching" }],
  [{ type: "model.failed", kind: "main", status: 529, message: "overloaded", retried: true }, "note"],
  [{ type: "session.said", text: "I will read." }, "worker"],
  [called(), "worker"],
  [returned()],
  [{ type: "progress.reported", callKey, summary: "Half of it." }, "progress"],
  [
    { type: "decision.recorded", callKey, question: "Where?", decision: "Here.", reasoning: "Near." },
    "decision",
  ],
  [{ type: "question.logged", callKey, question: "Why?" }, "question"],
  [{ type: "comment.answered", callKey, number: 1, outcome: "done", answer: "Renamed it." }, "note"],
  [{ type: "result.submitted", callKey, summary: "Done.", output: null, artifacts: [] }, "result"],
  [{ type: "words.given", uuid: "00000000-0000-4000-8000-000000000001", notes: [1], answers: [] }],
  [{ type: "note.heard", note: 1, turn: 2 }, "note"],
  [{ type: "answer.heard", answer: 1, turn: 2 }, "note"],
  [{ type: "member.dispatching", member, hallCommission: someId }],
  [{ type: "member.dispatched", member, jobId: "j1" }, "note"],
  [{ type: "memory.given", entries: [remembered], leftOut: 2, untrusted: true }],
  [
    {
      type: "instructions.given",
      branch: "main",
      commit: oid,
      files: [{ path: "AGENTS.md", oid, bytes: 12, told: 12 }],
      nested: [{ path: "web/AGENTS.md", oid, bytes: 3 }],
      skills: [{ name: "release", path: ".claude/skills/release", oid, files: 1, bytes: 9 }],
      leftOut: [{ path: "CLAUDE.md", why: "it is a link" }],
      more: 0,
    },
  ],
  [
    {
      type: "instructions.added",
      callId: "c1",
      files: [{ path: "web/AGENTS.md", oid, bytes: 3, told: 3 }],
      leftOut: [],
    },
    "note",
  ],
  [{ type: "paths.found", branch: "main", commit: oid, paths: [{ path: "a.ts", is: "file" }] }],
  [
    {
      type: "attachments.given",
      directory: "/gh/attachments",
      files: [{ name: "a.txt", hash: attached, bytes: 3, type: "text/plain", with: "task" }],
    },
  ],
  [{ type: "shell.opened", hosts: ["registry.example"] }],
  [
    {
      type: "shell.reached",
      callKey,
      hosts: [
        {
          host: "registry.example",
          port: 443,
          connections: 1,
          sentBytes: 2,
          receivedBytes: 3,
          refused: null,
        },
      ],
    },
    "note",
  ],
  [{ type: "memory.read", callKey, ...remembered, untrusted: false }, "note"],
  [{ type: "memory.written", callKey, ...remembered }, "note"],
  [{ type: "artifact.written", callKey, path: "a.md", bytes: 12 }, "note"],
  [{ type: "effect.begun", callKey, tool: "post", inputHash: "h" }, "note"],
  [{ type: "effect.ended", callKey, isError: false }],
  [
    {
      type: "page.fetched",
      callKey,
      url: "https://a.example/",
      finalUrl: null,
      status: 200,
      bytes: 5,
      ms: 2,
      refused: null,
    },
    "note",
  ],
  [{ type: "tree.made", ms: 84 }],
  [{ type: "setup.ran", run }, "run"],
  [{ type: "work.finished", end: { how: "normal", finalText: "" }, snapshot: null }],
  [{ type: "tree.carried", onto: oid }, "note"],
  [{ type: "history.read", marked: [oid] }, "note"],
  [{ type: "merge.tried", expected: oid, tree: oid }, "note"],
  [{ type: "check.ran", from: "project", run }, "run"],
  [{ type: "session.ended", end: { how: "turns", limit: 150 } }, "note"],
];

export function lineOf(type: Line["type"]): Line {
  const found = places.find(([line]) => line.type === type);
  if (!found) throw new Error(`no sample of ${type}`);
  return found[0];
}
