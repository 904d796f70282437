// A home with work of today in it, written by the real ledger and the real rules: one of each kind that home shows.
import { afterAll, beforeAll } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { type TestHall, TestHome } from "../../harness/hall.ts";
import { quick } from "../../harness/rehearsals.ts";
import { newRequest, openSomeLedger } from "../../harness/ledger/some-ledger.ts";

const question = "Should a key survive the deletion of its job? I assume that it does not.";
const normal: SessionEnd = { how: "normal", finalText: "Handed in." };

const kinds = {
  asks: { title: "Idempotency keys on create", facts: [{ type: "question.logged", callKey: "q", question }] },
  /** Waits for ever: there is no model. What comes after it is taken on, and never begun. */
  waits: { title: "Choose a queue", isNew: true },
  refuted: { title: "Retry failed webhooks", exitCode: 1, rehearsal: quick, isAfter: "waits" },
  failed: { title: "Archive last month", end: { how: "turns", limit: 150 } },
  verified: { title: "Terminal filter for worker text", exitCode: 0 },
} satisfies Record<string, Story>;

export interface Story {
  title: string;
  facts?: readonly FactBody[];
  /** Of its one check. */
  exitCode?: number;
  end?: SessionEnd;
  rehearsal?: string;
  isAfter?: string;
  isNew?: boolean;
  /** It handed nothing in: its last words are its result. */
  isSilent?: boolean;
}

export interface StoredHome {
  home: TestHome;
  ids: Record<keyof typeof kinds, CommissionId>;
}

/** `also`: work beside one of each kind. */
export async function storeHome(also: Record<string, Story> = {}): Promise<StoredHome> {
  const home = new TestHome();
  const layout = homeLayout(home.root);
  for (const path of [layout.run, layout.logs, layout.commissions, layout.trash]) mkdirSync(path);
  writeFileSync(layout.version, "1\n");
  const ledger = await openSomeLedger(layout);
  const ids: Record<string, CommissionId> = {};
  for (const [kind, story] of Object.entries<Story>({ ...kinds, ...also })) {
    const { title, rehearsal = null, isAfter = "" } = story;
    const before = ids[isAfter];
    const request = newRequest({ title, rehearsal, after: before === undefined ? [] : [before] });
    for (const done of [await ledger.create(request), await ledger.execute(request.id, commandsOf(story))])
      if (!done.ok) throw new Error(done.problem.message);
    ids[kind] = request.id;
  }
  await ledger.close();
  return { home, ids };
}

export interface OpenedHome {
  stored: StoredHome;
  hall: TestHall;
}

/** Opened before the first test of a file and gone after its last. */
export function useStoredHome(opened: (at: OpenedHome) => unknown): void {
  let home: TestHome | undefined;
  beforeAll(async () => {
    const stored = await storeHome();
    ({ home } = stored);
    await opened({ stored, hall: await home.open() });
  });
  afterAll(() => home?.dispose());
}

function commandsOf(story: Story): Command[] {
  if (story.isNew) return [];
  const at = new Date().toISOString();
  const policy = { maxResumes: 0, maxFalseStarts: 3, maxReturns: 0, canPause: false, backOffMs: [1000] };
  const check = { command: "npm test", timeoutSeconds: 60, from: "project" } as const;
  return [
    {
      do: "dispatch",
      sandbox: "bubblewrap",
      limits: { maxTurns: 150, maxBudgetUsd: 5 },
      checks: story.exitCode === undefined ? [] : [check],
    },
    ...factsOf(story).map((fact, i) => ({ do: "take-fact" as const, bench: 1, benchSeq: i + 1, at, fact })),
    { do: "conclude", policy, now: Date.now() },
    { do: "record-applied", artifacts: [], problems: [] },
    { do: "settle" },
  ];
}

function factsOf({ facts = [], exitCode, end = normal, isSilent = false }: Story): FactBody[] {
  return [
    { type: "bench.started", pid: 4000, startTime: "1", bootId: "b", version: "0.1.0" },
    {
      type: "session.started",
      sessionId: "s",
      model: "claude-opus-5-5",
      tools: [],
      sandbox: "bubblewrap",
      permissionMode: "bypassPermissions",
    },
    ...facts,
    ...(end === normal && !isSilent ? [submitted] : []),
    ...(exitCode === undefined ? [] : checkFacts(exitCode)),
    { type: "session.ended", end },
  ];
}

const submitted: FactBody = {
  type: "result.submitted",
  callKey: "r",
  summary: "Done as asked.",
  output: "# Done",
  artifacts: [],
};

function checkFacts(exitCode: number): FactBody[] {
  const run = { command: "npm test", exitCode, timedOut: false, output: "", cut: false, ms: 3100 };
  return [
    { type: "work.finished", end: normal, snapshot: null },
    { type: "check.ran", from: "project", run },
  ];
}
