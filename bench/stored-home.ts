// A home with many commissions in it. One of each kind is written by the real ledger and the real rules; the others
// are copies of it, each with an id, a number and a key of its own, all of the same length, so that meta.json fits.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AcceptedRequest } from "../src/contract/commission.ts";
import type { FactBody } from "../src/contract/facts.ts";
import { commissionLayout, type HomeLayout, homeLayout } from "../src/contract/home-layout.ts";
import { type CommissionId, commissionId, packageName } from "../src/contract/ids.ts";
import { systemClock } from "../src/host/clock.ts";
import { systemDisk } from "../src/host/disk.ts";
import { newUuid } from "../src/host/ids.ts";
import { openLedger } from "../src/ledger/ledger.ts";
import type { Command } from "../src/rules/commands.ts";

export interface Stored {
  ended: number;
  /** They wait: a hall without a model starts none of them. */
  pending: number;
  /** Lines in the ledger of each that has ended. */
  events: number;
}

export async function fillHome(home: HomeLayout, { ended, pending, events }: Stored): Promise<void> {
  makeDirectories(home);
  writeFileSync(home.version, "1\n");
  copy(home, await makePattern([...history(events - linesAround), ...ending]), ended);
  copy(home, await makePattern([]), pending);
}

function makeDirectories(home: HomeLayout): void {
  for (const path of [home.run, home.logs, home.commissions, home.trash])
    mkdirSync(path, { recursive: true, mode: 0o700 });
}

interface Pattern {
  id: CommissionId;
  files: ReadonlyMap<string, string>;
}

async function makePattern(commands: readonly Command[]): Promise<Pattern> {
  const home = homeLayout(mkdtempSync(join(tmpdir(), "guild-hall-bench-pattern-")));
  makeDirectories(home);
  const bestEffortFailed = (what: string, cause: unknown) => {
    throw new Error(what, { cause });
  };
  const ledger = await openLedger({ disk: systemDisk, clock: systemClock, home, bestEffortFailed });
  const request = newRequest();
  for (const done of [await ledger.create(request), await ledger.execute(request.id, commands)])
    if (!done.ok) throw new Error(done.problem.message);
  await ledger.close();
  const { directory } = commissionLayout(home, request.id);
  const files = new Map(
    readdirSync(directory).map((name) => [name, readFileSync(`${directory}/${name}`, "utf8")]),
  );
  rmSync(home.root, { recursive: true });
  return { id: request.id, files };
}

const marker = "00000";

function copy(home: HomeLayout, { id, files }: Pattern, count: number): void {
  for (let n = 1; n <= count; n += 1) {
    const own = newUuid();
    const number = String(n).padStart(marker.length, "0");
    const directory = `${home.commissions}/${own}`;
    mkdirSync(directory, { mode: 0o700 });
    for (const [name, text] of files) {
      const changed = text.replaceAll(id, own).replaceAll(`#${marker}`, `#${number}`);
      writeFileSync(`${directory}/${name}`, changed, { mode: 0o600 });
    }
  }
}

function newRequest(): AcceptedRequest {
  return {
    id: commissionId.parse(newUuid()),
    worker: packageName.parse("researcher"),
    title: `Compare the retry rules of library #${marker}`,
    task: `Compare how three libraries retry requests.\n\n${"State what each does by default and what can be set. ".repeat(10)}`,
    project: null,
    chore: null,
    labels: ["research"],
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
    idempotencyKey: `key-#${marker}`,
  };
}

/** Created, dispatched, starting, planned, applied, completed. */
const linesAround = 6;

/** One workbench's facts: started, a session that reads and speaks in turns, a result, and its end. */
function history(lines: number): Command[] {
  const facts: FactBody[] = [
    { type: "bench.started", pid: 4000, startTime: "123456", bootId: newUuid(), version: "0.1.0" },
    {
      type: "session.started",
      sessionId: newUuid(),
      model: "claude-opus-5-5",
      tools: ["Glob", "Grep", "Read", "WebSearch", "mcp__commission__submit_result"],
      sandbox: "bubblewrap",
      permissionMode: "bypassPermissions",
    },
  ];
  while (facts.length < lines - 2) facts.push(factAt(facts.length));
  facts.push({
    type: "result.submitted",
    callKey: "call-1",
    summary: "All three retry; only one waits as it is told to.",
    output: `# Retry rules\n\n${"The second library waits twice as long each time, up to a minute. ".repeat(20)}`,
    artifacts: [],
  });
  facts.push({ type: "session.ended", end: { how: "normal", finalText: "The result is submitted." } });
  const at = new Date().toISOString();
  return [
    { do: "dispatch", sandbox: "bubblewrap", limits: { maxTurns: 150, maxBudgetUsd: 5 } },
    ...facts.map((fact, i) => ({ do: "take-fact" as const, bench: 1, benchSeq: i + 1, at, fact })),
  ];
}

function factAt(i: number): FactBody {
  const callId = `toolu_${i - (i % 5)}`;
  const words = "The default is three tries with one second between them. ";
  const kinds: FactBody[] = [
    {
      type: "model.answered",
      kind: "main",
      model: "claude-opus-5-5",
      tokens: { input: 12, output: 310, cacheRead: 18_000 + i * 200, cacheWrite: 900 },
      costUsd: 0.0231,
      budgetUsd: 0.0231,
      whole: true,
      ms: 5120,
    },
    { type: "session.said", text: words.repeat(4) },
    {
      type: "tool.called",
      callId,
      tool: "Read",
      input: JSON.stringify({ file_path: `/gh/work/src/retry-${i}.ts` }),
    },
    { type: "tool.returned", callId, isError: false, output: words.repeat(9) },
    { type: "progress.reported", callKey: `progress-${i}`, summary: `Read ${i} files; ${words}` },
  ];
  return kinds[i % 5] as FactBody;
}

const policy = { maxResumes: 0, maxFalseStarts: 3, maxReturns: 1, canPause: false, backOffMs: [1000] };
const ending: Command[] = [
  { do: "conclude", policy, now: 0 },
  { do: "record-applied", artifacts: [], problems: [] },
  { do: "settle" },
];
