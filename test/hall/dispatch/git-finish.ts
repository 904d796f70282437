// A conductor whose commission works on a real repository, and that may die around any call to git, for tests.
import type { z } from "zod";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { defaultConfig, hallConfig, type projectSettings } from "../../../src/contract/home/config.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { workLayout } from "../../../src/contract/home/home-layout.ts";
import { Fault } from "../../../src/contract/api/problem.ts";
import { commissionBranch, type TreeOutcome } from "../../../src/contract/project/tree.ts";
import type { DispatchDeps } from "../../../src/hall/dispatch/deps.ts";
import { createTrees } from "../../../src/git/trees.ts";
import { createBenchTrees } from "../../../src/workbench/work/bench-trees.ts";
import { collectWork } from "../../../src/workbench/workdir/collect.ts";
import { integration, openTestProject } from "../../git/project.ts";
import { begun, request, settled, setUpConductor } from "../../harness/conductor.ts";
import { gitIn } from "../../harness/git/repositories.ts";

export const normal: SessionEnd = { how: "normal", finalText: "done" };
export const policy = { maxResumes: 0, maxFalseStarts: 0, maxReturns: 0, canPause: false, backOffMs: [0] };
export const steps = ["commit", "prepareMerge", "merge", "close"] as const;

export interface Death {
  around: (typeof steps)[number] | "note";
  how: "before" | "after";
}

/** A storage fault stands for the death of the hall: nothing of the finish goes on after it. */
export const killed = () => new Fault("EIO", "the hall was killed");

/** The hall dies around one of its calls, the first time. */
export function dying(trees: DispatchDeps["trees"], death: Death | null): DispatchDeps["trees"] {
  let isDone = death === null;
  const wrapped = { ...trees };
  for (const name of [...steps, "note"] as const) {
    const real = trees[name] as (...given: unknown[]) => Promise<unknown>;
    Object.assign(wrapped, {
      [name]: async (...given: unknown[]) => {
        const dies = !isDone && name === death?.around;
        if (dies) isDone = true;
        if (dies && death?.how === "before") throw killed();
        const result = await real(...given);
        if (dies) throw killed();
        return result;
      },
    });
  }
  return wrapped;
}

export type Settings = Partial<Pick<z.input<typeof projectSettings>, "land" | "record" | "commit">>;

export async function setUp(death: Death | null = null, more: Settings = { record: "commit" }) {
  const project = await openTestProject({ "a.txt": "a\n", ".gitignore": "*.log\n" });
  const { deps, checkout, name } = project;
  for (const path of [deps.home.run, deps.home.logs, deps.home.commissions, deps.home.trash])
    mkdirSync(path, { recursive: true });
  const errors: string[] = [];
  const log = { info: () => undefined, error: (message: string) => void errors.push(message) };
  const admission = { ...defaultConfig.admission, startsPerSecond: Infinity };
  const stage = await setUpConductor(
    {
      trees: dying(createTrees(deps), death),
      settings: () => ({
        ...defaultConfig,
        slots: 1,
        admission,
        projects: hallConfig.parse({ projects: { acme: { path: checkout, branch: "main", ...more } } })
          .projects,
      }),
      work: {
        prepare: async () => undefined,
        collect: (id, plan, tree) => collectWork(deps.disk, workLayout(deps.home, id, tree), plan),
      },
      policy,
      log,
    },
    deps.home,
  );
  const id = await stage.accept(stage.open(), {
    ...request,
    project: name,
    checks: [{ command: "make test" }],
  });
  await settled(() => stage.bench.started.length === 1);
  const work = async ({ end = normal, exitCode = 0 }: { end?: SessionEnd; exitCode?: number } = {}) => {
    const tree = (await stage.ledger.find(id))?.record.tree;
    if (!tree) throw new Error("It has no tree.");
    const bench = createBenchTrees(deps);
    const signal = new AbortController().signal;
    await bench.make({ id, tree, copy: [], from: checkout, placed: () => undefined, signal });
    const { work: directory } = workLayout(deps.home, id, tree);
    writeFileSync(`${directory}/a.txt`, "work\n");
    writeFileSync(`${directory}/report.md`, "found\n");
    writeFileSync(`${directory}/debug.log`, "left over\n");
    const run = { command: "make test", exitCode, timedOut: false, output: "said", cut: false, ms: 1 };
    const document =
      more.record === "commit" ? { path: `.lore/commissions/${id}.md`, text: "A record.\n" } : null;
    const facts: FactBody[] =
      end.how === "normal"
        ? [
            await finishedFact(end, bench.snapshot({ id, tree, document, signal })),
            { type: "check.ran", from: "commission", run },
          ]
        : [];
    stage.bench.say({ id, bench: 1 }, ...begun, handedIn, ...facts, { type: "session.ended", end });
    stage.bench.die({ id, bench: 1 });
    stage.tell(id);
  };
  const isOver = async () => ["completed", "failed"].includes((await stage.statusOf(id)) ?? "");
  return { ...stage, ...project, id, work, errors, isOver };
}

export async function finishedFact(
  end: SessionEnd,
  taken: ReturnType<ReturnType<typeof createBenchTrees>["snapshot"]>,
): Promise<FactBody> {
  const { tree: snapshot, finished: tree, changed } = await taken;
  return { type: "work.finished", end, snapshot, tree, changed };
}

export const handedIn: FactBody = {
  type: "result.submitted",
  callKey: "k",
  summary: "Changed a.",
  output: null,
  artifacts: [{ path: "report.md", from: "work", bytes: 6 }],
};

export type Stage = Awaited<ReturnType<typeof setUp>>;

export async function outcomeOf({ ledger, id }: Stage): Promise<TreeOutcome | null | undefined> {
  return (await ledger.find(id))?.record.applied?.tree;
}

/** What is there of it now, however it got there. */
export function seen({ checkout, deps, id, name }: Pick<Stage, "checkout" | "deps" | "id" | "name">) {
  const branches = gitIn(checkout, "for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n");
  const { work, artifacts } = workLayout(deps.home, id, { project: name });
  return {
    commits: gitIn(checkout, "log", "--format=%H", `--grep=Commission: ${id}`, integration)
      .split("\n")
      .filter(Boolean).length,
    work: gitIn(
      checkout,
      "show",
      `${branches.includes(commissionBranch(id)) ? commissionBranch(id) : integration}:a.txt`,
    ),
    artifact: readFileSync(`${artifacts}/report.md`, "utf8"),
    hasWorktree: existsSync(work),
    worktrees: gitIn(checkout, "worktree", "list").split("\n").length,
    status: gitIn(checkout, "status", "--porcelain"),
    head: gitIn(checkout, "symbolic-ref", "HEAD"),
  };
}

export const asItWas = {
  artifact: "found\n",
  hasWorktree: false,
  worktrees: 2,
  status: "",
  head: "refs/heads/main",
};

export function leftOver(trashed: string | null | undefined): boolean {
  return typeof trashed === "string" && existsSync(trashed);
}
