// A fake hall for "guild-hall take" that answers from a real repository, for tests.
import { rmSync } from "node:fs";
import { done } from "../../../src/contract/api/problem.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import type { TakeReport } from "../../../src/contract/project/take.ts";
import { commitFiles, gitIn, makeRepository } from "../../harness/git/repositories.ts";
import { type FakeHome, serveHome } from "../fake-hall.ts";
import { type HereChoice, runHere } from "../support.ts";

export const name = projectName.parse("acme");
const closing: (() => Promise<void>)[] = [];

export async function closeStages(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}

export interface Stage {
  served: FakeHome;
  checkout: string;
  /** The checkout that the hall finds the branch in. */
  checkedOut: string | null;
  /** What the hall was told that git did. */
  taken: unknown[];
  /** The bodies of requests that may move the branch. */
  asked: unknown[];
  tip(branch: string): string;
  run(args: readonly string[], choice?: HereChoice): ReturnType<typeof runHere>;
}

/** A repository in which claude/main is one commit ahead of main. */
export function setStage(changes: (plan: TakeReport) => Partial<TakeReport> = () => ({})): Stage {
  const checkout = makeRepository();
  gitIn(checkout, "switch", "-q", "-c", "claude/main");
  commitFiles(checkout, { "src/main.ts": "export const one = 1;\n" });
  gitIn(checkout, "switch", "-q", "main");
  const served = serveHome();
  closing.push(async () => {
    await served.stop();
    rmSync(checkout, { recursive: true, force: true });
  });
  const tip = (branch: string) => gitIn(checkout, "rev-parse", branch).trim();
  const stage: Stage = {
    served,
    checkout,
    checkedOut: checkout,
    taken: [],
    asked: [],
    tip,
    run: (args, choice) => runHere(args, { home: served.home, ...choice }),
  };
  carryOut(stage, changes);
  return stage;
}

function carryOut(stage: Stage, changes: (plan: TakeReport) => Partial<TakeReport>): void {
  const { served, taken, asked, tip } = stage;
  let last = "";
  const plan = (dryRun: boolean): TakeReport => {
    const before = tip("main");
    const integration = tip("claude/main");
    const found: TakeReport = {
      project: name,
      dryRun,
      kind: before === integration ? "nothing" : "fast-forward",
      branch: { name: "main", before, after: null },
      integration: { name: "claude/main", tip: integration },
      brings: before === integration ? [] : [{ commit: integration, subject: "Add one" }],
      total: before === integration ? 0 : 1,
      conflicts: [],
      checkedOut: stage.checkedOut,
      command: ["merge", "--ff-only", integration],
      moved: false,
      notes: [],
    };
    return { ...found, ...changes(found) };
  };
  served.hall.carryOut({
    projectTake: async ({ body }) => {
      const found = plan(body.dryRun);
      if (body.dryRun) return done(found);
      asked.push(body);
      return done({ ...found, moved: true, branch: { ...found.branch, after: found.integration.tip } });
    },
    projectTaken: async ({ body }) => {
      taken.push(body);
      last = body.before;
      return done({ version: 1, branch: "main", ...body, kind: "merge", at: "2026-01-01T00:00:00.000Z" });
    },
    projectTakeUndo: async ({ body: { dryRun } }) => {
      const before = tip("main");
      const command = ["reset", "--keep", last];
      const { checkedOut } = stage;
      const report = { project: name, branch: { name: "main", before, after: last }, checkedOut };
      return done({ ...report, dryRun, command: before === last ? null : command, moved: false });
    },
  });
}

export const terminal: HereChoice = { stdinIsTty: true, stderrIsTty: true, env: { NO_COLOR: "1" } };
export const answering = (answer: string | null): HereChoice => ({
  ...terminal,
  machine: { readAnswer: async () => answer },
});
