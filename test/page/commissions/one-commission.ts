// A hall with work that was carried out, for looking at one commission at a time.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToldRecord } from "../../../src/contract/commission/told.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { commissionLayout, type HomeLayout, homeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { commissionKind } from "../../../src/store/ledger/kinds/commission.ts";
import { openLedger } from "../../../src/store/ledger/ledger.ts";
import { bootHall, stopHalls } from "../../harness/boot-hall.ts";
import { carryOut } from "../../harness/ledger/ended-work.ts";
import { quick } from "../../harness/rehearsals.ts";

/** What a worker that means harm would have people read. */
const hostileWords = "<script>window.hit=1</script>\x1b[31m\u202egpj";
/** Where it is not markdown: the sanitiser's own document is refused what is in here. */
const hostile = `<img src=x onerror="window.hit=1">${hostileWords}`;

const callKey = "k:call-2";
const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const story: FactBody[] = [
  { type: "session.said", text: "I will read how **create** is parsed." },
  { type: "tool.called", callId: "call-1", tool: "Read", input: '{"file_path":"src/create.ts"}' },
  { type: "tool.returned", callId: "call-1", isError: false, output: `1\tconst a = 1;\n2\t${hostile}` },
  { type: "tool.called", callId: "call-2", tool: "Bash", input: JSON.stringify({ command: hostile }) },
  { type: "tool.returned", callId: "call-2", isError: true, output: "no such command" },
  {
    type: "decision.recorded",
    callKey,
    question: "Where do keys live?",
    decision: "With the job.",
    reasoning: "One durable write guards the reply.",
  },
  { type: "question.logged", callKey, question: "Should a key survive deletion?" },
  { type: "progress.reported", callKey, summary: "Half of it is done." },
  { type: "session.said", text: hostileWords },
  {
    type: "result.submitted",
    callKey,
    summary: "Keys are kept.",
    output: `# Keys\n\nThey are kept for a day. ${hostileWords}`,
    artifacts: [],
  },
];

const run = { command: "npm test", exitCode: 0, timedOut: false, output: `ok ${hostile}`, cut: false, ms: 9 };
const checked: FactBody[] = [
  { type: "work.finished", end: { how: "normal", finalText: "Done." }, snapshot: null },
  { type: "check.ran", from: "project", run },
];

export interface OneStage {
  hall: Awaited<ReturnType<typeof bootHall>>["hall"];
  client: Awaited<ReturnType<typeof bootHall>>["client"];
  home: HomeLayout;
  /** Completed, with a question, a decision and a result. */
  told: CommissionId;
  /** Failed, and waits for another: taken up again it is blocked, so that nothing is ever started. */
  failed: CommissionId;
  close(): Promise<void>;
}

export async function openOneStage(): Promise<OneStage> {
  const home = homeLayout(mkdtempSync(join(tmpdir(), "guild-hall-one-")));
  for (const path of [home.run, home.logs, home.commissions, home.trash]) mkdirSync(path);
  const ledger = await openLedger(
    {
      disk: systemDisk,
      clock: systemClock,
      home,
      bestEffortFailed: (_what, error) => {
        throw error;
      },
      noticed: () => undefined,
    },
    commissionKind,
  );
  const end = { how: "died", message: `It broke. ${hostileWords}` } as const;
  const lost = await carryOut(ledger, { request: { title: "The one before" }, end });
  const told = await carryOut(ledger, {
    request: { title: `Idempotency keys ${hostile}`, task: "Keep keys **for a day**." },
    facts: [...story, ...checked],
    checks: [{ command: "npm test", timeoutSeconds: 60, from: "project" }],
  });
  const failed = await carryOut(ledger, {
    request: { title: "Document the API", rehearsal: quick, after: [lost], labels: ["docs"] },
    facts: story.filter(({ type }) => type !== "result.submitted"),
    end,
  });
  await ledger.close();
  layArtifacts(join(commissionLayout(home, told).directory, "artifacts"));
  writeFileSync(commissionLayout(home, told).told(1), JSON.stringify(toldRecord()));
  const { hall, client } = await bootHall(home);
  const close = async () => {
    await stopHalls();
    rmSync(home.root, { recursive: true, force: true });
  };
  return { hall, client, home, told, failed, close };
}

/** What the worker of the first was told, with words of strangers in it. */
function toldRecord(): ToldRecord {
  const body = {
    model: "claude-opus-5-5",
    system: [{ type: "text", text: "You keep keys." }],
    tools: [{ name: "Read", description: `Reads. ${hostile}`, input_schema: { type: "object" } }],
    messages: [{ role: "user", content: `Keep keys for a day. ${hostile}` }],
  };
  const limits = { maxTurns: 150, maxBudgetUsd: 5, maxSeconds: null, memoryMb: 64, processes: null };
  return {
    version: 1,
    at: new Date().toISOString(),
    sandbox: "process",
    limits: { ...limits, diskMb: null, files: null },
    memory: null,
    instructions: null,
    network: ["Nothing beside its model."],
    body: JSON.stringify(body),
  };
}

function layArtifacts(directory: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "notes.md"), `# Notes\n\n${hostileWords}\n`);
  writeFileSync(join(directory, "keys.ts"), `// ${hostile}\nexport const kept = true;\n`);
  writeFileSync(join(directory, "dot.png"), Buffer.from(png, "base64"));
  writeFileSync(join(directory, "data.bin"), Buffer.from([0, 1, 2, 3]));
}
