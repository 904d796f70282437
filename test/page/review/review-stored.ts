// A home with finished work on a real repository: some waits for the person, some is merged and not yet on the person's
// branch. Written by the real ledger and the hall's own git.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SentBack } from "../../../src/contract/commission/review-comment.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import type { LandMode } from "../../../src/contract/project/land-settings.ts";
import type { TreeOutcome } from "../../../src/contract/project/tree.ts";
import { merge, prepareMerge } from "../../../src/git/merge/merge.ts";
import { commitPeople } from "../../../src/rules/project/commit-people.ts";
import type { Ledger } from "../../../src/store/ledger/ledger.ts";
import { adopt, type TestProject } from "../../git/project.ts";
import { close, commit, startWork, type TestWork, write } from "../../git/worktree.ts";
import { gitIn, makeRepository, treesDeps } from "../../harness/git/repositories.ts";
import { TestHome } from "../../harness/hall.ts";
import { carryOut, type Worked } from "../../harness/ledger/ended-work.ts";
import { openSomeLedger } from "../../harness/ledger/some-ledger.ts";
import { quick } from "../../harness/rehearsals.ts";

const before: Readonly<Record<string, string>> = {
  "src/deliver.ts": `${Array.from({ length: 30 }, (_, at) => `export const step${at} = ${at};\n`).join("")}export const status = 403;\n`,
  "src/http/reply.ts":
    "export function reply(why: string) {\n  return {\n    status: 403,\n    body: why,\n  };\n}\n",
  "docs/webhooks.md": "# Webhooks\n",
};

const reply = (status: string, body: string) =>
  `export function reply(why: string) {\n  return {\n    status: ${status},\n    body: ${body},\n  };\n}\n`;

export interface StoredReview {
  home: TestHome;
  /** The person's checkout. */
  checkout: string;
  ids: Record<"waits" | "again" | "stopped" | "landed" | "also" | "wide", CommissionId>;
  dispose(): void;
}

const tapOutput = `TAP version 13
\u001b[32mok 1 - keeps waits\u001b[0m
${"ok 2 - one of many\n".repeat(60)}\u001b[31mnot ok 42 - a refused call says when to try again\u001b[0m
  ---
  error: '"30" == "29.99"'
  location: '/gh/tree/src/limit.ts:1:14'
  ...
${"ok 43 - one after it\n".repeat(60)}`;

/** `isCheckedOut`: whether the person has the branch checked out. */
export async function storeReview({ isCheckedOut = true, files = 2000 } = {}): Promise<StoredReview> {
  const home = new TestHome();
  const layout = homeLayout(home.root);
  for (const path of [layout.run, layout.logs, layout.commissions, layout.trash]) mkdirSync(path);
  writeFileSync(layout.version, "1\n");
  const checkout = makeRepository(before, mkdtempSync(join(tmpdir(), "guild-hall-checkout-")));
  writeFileSync(
    `${home.root}/config.yaml`,
    `projects:\n  acme:\n    path: ${checkout}\n    branch: main\n    land: review\n`,
  );
  const project = await adopt({ checkout, deps: { ...treesDeps(), home: layout } });
  const ledger = await openSomeLedger(layout);
  const made = { project, ledger };
  const ids = {
    landed: await storeMerged(made, 1, "Keep waits to the millisecond"),
    also: await storeMerged(made, 2, "Say how a delivery is signed"),
    stopped: await storeStopped(made),
    wide: await storeWide(made, files),
    again: await storeAgain(made),
    waits: await storeWaiting(made),
  };
  await ledger.close();
  if (!isCheckedOut) gitIn(checkout, "checkout", "-q", "--detach");
  const dispose = () => rmSync(checkout, { recursive: true });
  return { home, checkout, ids, dispose };
}

interface Made {
  project: TestProject;
  ledger: Ledger;
}

const check = { command: "node --test", timeoutSeconds: 60, from: "project" } as const;
const end = { how: "normal", finalText: "Done." } as const;
const passed = { command: check.command, exitCode: 0, timedOut: false, output: "ok 1", cut: false, ms: 6200 };

const submitted = (output: string): FactBody => ({
  type: "result.submitted",
  callKey: "r",
  summary: "Done as asked.",
  output,
  artifacts: [],
});

const checked: readonly FactBody[] = [
  { type: "work.finished", end, snapshot: null },
  { type: "check.ran", from: "project", run: passed },
];

const kept = (work: TestWork, tip: string | null): TreeOutcome => ({
  state: "kept",
  tip,
  branch: work.tree.branch,
  commit: null,
  conflicts: [],
  trashed: null,
  keptWorktree: false,
});

interface Waiting {
  number: number;
  title: string;
  task?: string;
  output?: string;
  land?: LandMode;
  facts?: readonly FactBody[];
  after?: Worked["after"];
  sentBack?: SentBack;
  continues?: CommissionId;
  /** The commit of an earlier attempt that the work begins at. */
  startAt?: string;
  change(work: TestWork): void;
}

/** Finished work that waits on its branch. Its model is a script, so it can be sent back here. */
async function storeKept({ project, ledger }: Made, given: Waiting): Promise<CommissionId> {
  const { number, title, task = "Do it.", output = "# Done\n\nAs asked.", facts = [], sentBack } = given;
  const work = await startWork(project, { number, startAt: given.startAt ?? null });
  given.change(work);
  const { tip } = await commit(work, { document: null });
  await close(work, { tip });
  const request = { id: work.id, title, task, project: work.tree.project, rehearsal: quick };
  return carryOut(ledger, {
    request: {
      ...request,
      ...(sentBack && { sentBack }),
      ...(given.continues && { continues: given.continues }),
      ...(given.startAt && { startAt: given.startAt }),
    },
    tree: { plan: work.tree, outcome: kept(work, tip) },
    land: given.land ?? "review",
    checks: [check],
    facts: [...facts, submitted(output), ...checked],
    ...(given.after && { after: given.after }),
  });
}

function storeWaiting(made: Made) {
  return storeKept(made, {
    number: 10,
    title: "Retry webhooks with a growing pause",
    task: "A delivery that fails is lost today. Try it again, less and less often.",
    output:
      "A delivery that fails is tried again after **2, 4, 8, 16 and 32 seconds**.\n\nThe pause lives in `src/pause.ts`.",
    change: (work) =>
      write(work, {
        "src/deliver.ts": before["src/deliver.ts"]?.replace("403", "retry.status") ?? "",
        "src/http/reply.ts": reply('why === "limit" ? 429 : 403', "why.trim()"),
        "src/pause.ts": "export const pauses = [2, 4, 8, 16, 32];\n",
        "test/pause.test.ts": 'import { pauses } from "../src/pause.ts";\n',
      }),
  });
}

/**
 * It was sent back with three comments: one is done, one was declined, one was left out. It begins at the commit of the
 * earlier attempt, which is merged nowhere.
 */
async function storeAgain(made: Made) {
  const earlier = await startWork(made.project, { number: 8 });
  write(earlier, { "src/signing.ts": "export const signs = true;\n" });
  const { tip } = await commit(earlier, { document: null });
  await close(earlier, { tip });
  const comment = { path: "src/http/reply.ts", side: "new" } as const;
  const answer = (number: number, outcome: "done" | "declined", words: string): FactBody => ({
    type: "comment.answered",
    callKey: `a${number}`,
    number,
    outcome,
    answer: words,
  });
  return storeKept(made, {
    number: 9,
    title: "Honour Retry-After",
    startAt: tip ?? "",
    sentBack: {
      note: "Almost there.",
      comments: [
        { ...comment, line: 3, code: "    status: 429,", text: "403 tells a client to give up." },
        { ...comment, line: 4, code: "    body: why.text,", text: "Name the field." },
        { ...comment, line: 1, code: "gone", text: "Say why in a comment." },
      ],
    },
    facts: [
      answer(1, "done", "It is 429 now; every other refusal stays 403."),
      answer(2, "declined", "The field has the name that the client expects."),
    ],
    change: (work) => write(work, { "src/http/reply.ts": reply("429", "why.text") }),
  });
}

/** It was accepted, and its merge fails its checks. */
function storeStopped(made: Made) {
  const red = { ...passed, exitCode: 1, output: tapOutput, from: "project" as const, at: null, tree: null };
  return storeKept(made, {
    number: 3,
    title: "Limit calls per key",
    change: (work) =>
      write(work, { "docs/limit.md": "# Limits\n", "src/limit.ts": "export const limit = 30;\n" }),
    after: [
      { do: "request-landing", act: "accept", by: "person" },
      {
        do: "stop-landing",
        stop: {
          act: "accept",
          cause: "checks",
          message: "Its checks pass on its branch and fail on the merge with claude/main.",
          conflicts: [],
          standing: [],
          checks: [red],
        },
      },
    ],
  });
}

/** Many files, and names that mean harm. */
function storeWide(made: Made, files: number) {
  const code = (at: number) =>
    Array.from({ length: 5 }, (_, line) => `export const value${line} = "${at} ${line}";\n`).join("");
  return storeKept(made, {
    number: 4,
    title: "Rename everything",
    land: "branch",
    change: (work) => {
      const many = Array.from({ length: files }, (_, at) => [
        `packages/p${at % 40}/src/file-${at}.ts`,
        code(at),
      ]);
      write(work, Object.fromEntries(many) as Record<string, string>);
      write(work, {
        "<img src=x onerror=window.hit=1>.ts": "export {};\n",
        "evil\u202etxt.exe": "turned around\n",
        "bell\u0007 and escape\u001b[31m.txt": "noise\n",
        "long-line.js": `const line = "${"y".repeat(5_000_000)}";\n`,
        "picture.bin": "\0\0\0",
      });
    },
  });
}

async function storeMerged({ project, ledger }: Made, number: number, title: string): Promise<CommissionId> {
  const work = await startWork(project, { number });
  write(work, { [`src/landed-${number}.ts`]: `export const landed = ${number};\n` });
  const { tip } = await commit(work, { document: null });
  const ready = await prepareMerge(project.deps, {
    id: work.id,
    tree: work.tree,
    tip: tip ?? "",
    message: title,
    people: commitPeople("implementer", null),
    at: new Date().toISOString(),
  });
  if (ready.kind !== "ready") throw new Error(ready.kind);
  await merge(project.deps, work.tree, ready);
  await close(work, { tip, merged: ready.commit });
  const outcome: TreeOutcome = { ...kept(work, tip), state: "merged", branch: null, commit: ready.commit };
  return carryOut(ledger, {
    request: { id: work.id, title, project: work.tree.project, rehearsal: quick },
    tree: { plan: work.tree, outcome },
    land: "integration",
    checks: [check],
    facts: [submitted("# Done"), ...checked],
  });
}
