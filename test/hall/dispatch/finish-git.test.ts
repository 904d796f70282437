// The same finish on a real repository: what lands on which branch, and that a hall that dies around any call to git
// leads to one merge, with nothing lost.
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import type { FactBody, SessionEnd } from "../../../src/contract/commission/facts.ts";
import { workLayout } from "../../../src/contract/home/home-layout.ts";
import { commissionBranch, type TreeOutcome } from "../../../src/contract/project/tree.ts";
import type { DispatchDeps } from "../../../src/hall/dispatch/deps.ts";
import { createTrees } from "../../../src/git/trees.ts";
import { documentPath } from "../../../src/rules/project/commission-document.ts";
import { createBenchTrees } from "../../../src/workbench/work/bench-trees.ts";
import { collectWork } from "../../../src/workbench/workdir/collect.ts";
import { integration, openTestProject } from "../../git/project.ts";
import {
  begun,
  closeConductors,
  request,
  settled,
  setUpConductor,
  stopConductor,
} from "../../harness/conductor.ts";
import { commitFiles, gitIn } from "../../harness/git/repositories.ts";

afterEach(closeConductors);

const normal: SessionEnd = { how: "normal", finalText: "done" };
const policy = { maxResumes: 0, maxFalseStarts: 0, maxReturns: 0, canPause: false, backOffMs: [0] };
const steps = ["commit", "prepareMerge", "merge", "close"] as const;

interface Death {
  around: (typeof steps)[number];
  how: "before" | "after";
}

/** The hall dies around one of its calls, the first time. */
function dying(trees: DispatchDeps["trees"], death: Death | null): DispatchDeps["trees"] {
  let isDone = death === null;
  const wrapped = { ...trees };
  for (const name of steps) {
    const real = trees[name] as (...given: unknown[]) => Promise<unknown>;
    Object.assign(wrapped, {
      [name]: async (...given: unknown[]) => {
        const dies = !isDone && name === death?.around;
        if (dies) isDone = true;
        if (dies && death?.how === "before") throw new Error("the hall was killed");
        const result = await real(...given);
        if (dies) throw new Error("the hall was killed");
        return result;
      },
    });
  }
  return wrapped;
}

async function setUp(death: Death | null = null) {
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
      settings: () => ({ ...defaultConfig, slots: 1, admission, projects: deps.projects() }),
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
    const document = { path: `.lore/commissions/${id}.md`, text: "A record.\n" };
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

async function finishedFact(
  end: SessionEnd,
  taken: ReturnType<ReturnType<typeof createBenchTrees>["snapshot"]>,
): Promise<FactBody> {
  const { tree: snapshot, finished: tree, changed } = await taken;
  return { type: "work.finished", end, snapshot, tree, changed };
}

const handedIn: FactBody = {
  type: "result.submitted",
  callKey: "k",
  summary: "Changed a.",
  output: null,
  artifacts: [{ path: "report.md", from: "work", bytes: 6 }],
};

type Stage = Awaited<ReturnType<typeof setUp>>;

async function outcomeOf({ ledger, id }: Stage): Promise<TreeOutcome | null | undefined> {
  return (await ledger.find(id))?.record.applied?.tree;
}

/** What is there of it now, however it got there. */
function seen({ checkout, deps, id, name }: Pick<Stage, "checkout" | "deps" | "id" | "name">) {
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

const asItWas = {
  artifact: "found\n",
  hasWorktree: false,
  worktrees: 2,
  status: "",
  head: "refs/heads/main",
};

function leftOver(trashed: string | null | undefined): boolean {
  return typeof trashed === "string" && existsSync(trashed);
}

describe("verified work is one commit on the integration branch", () => {
  test.each<[string, Death | null]>([
    ["without a fault", null],
    ...steps.flatMap((around) =>
      (["before", "after"] as const).map((how): [string, Death] => [
        `killed ${how} ${around}`,
        { around, how },
      ]),
    ),
  ])("%s", async (_what, death) => {
    const stage = await setUp(death);
    const { id, checkout } = stage;
    await stage.work();
    await settled(async () => stage.errors.length > 0 || (await stage.isOver()));
    await stopConductor();
    stage.open().recover();
    await settled(stage.isOver);
    const applied = (await stage.ledger.find(id))?.record.applied;
    expect(applied).toMatchObject({ artifacts: ["artifacts/report.md"], problems: [] });
    const outcome = applied?.tree;
    expect(outcome).toMatchObject({
      state: "merged",
      branch: null,
      commit: gitIn(checkout, "rev-parse", integration),
    });
    expect(seen(stage)).toEqual({ ...asItWas, commits: 1, work: "work" });
    expect(leftOver(outcome?.trashed)).toBe(true);
    const record = gitIn(checkout, "show", `${integration}:${documentPath(id)}`);
    expect(record).toBe("A record.");
    const log = gitIn(
      checkout,
      "log",
      "-1",
      "--format=%an|%ae|%cn|%P|%(trailers:key=Trust,valueonly)",
      integration,
    );
    expect(log.trim()).toBe(
      `researcher (Guild Hall)|researcher@guild-hall.invalid|Guild Hall|${gitIn(checkout, "rev-parse", "main")}|verified`,
    );
    gitIn(checkout, "fsck", "--strict");
  });
});

test.each<[string, { end?: SessionEnd; exitCode?: number }, string]>([
  ["refuted work is on its branch, and nowhere else", { exitCode: 1 }, "Refuted: the checks did not pass."],
  [
    "failed work is on its branch",
    { end: { how: "rehearsal", message: "turn 2 differs" } },
    "It failed (rehearsal):",
  ],
])("%s", async (_what, how, said) => {
  const stage = await setUp();
  const { id, checkout } = stage;
  await stage.work(how);
  await settled(stage.isOver);
  expect(await outcomeOf(stage)).toMatchObject({ state: "kept", branch: commissionBranch(id), commit: null });
  expect(seen(stage)).toEqual({ ...asItWas, commits: 0, work: "work" });
  expect(gitIn(checkout, "show", `${commissionBranch(id)}:${documentPath(id)}`)).toContain(said);
});

test("work in conflict is on its branch, and the integration branch is as it was", async () => {
  const stage = await setUp();
  const { id, checkout } = stage;
  commitFiles(checkout, { "a.txt": "theirs\n" });
  gitIn(checkout, "update-ref", `refs/heads/${integration}`, "main");
  await stage.work();
  await settled(stage.isOver);
  expect(await outcomeOf(stage)).toMatchObject({ state: "conflict", conflicts: ["a.txt"] });
  expect(seen(stage)).toEqual({ ...asItWas, commits: 0, work: "work" });
  expect(gitIn(checkout, "rev-parse", integration)).toBe(gitIn(checkout, "rev-parse", "main"));
  expect(gitIn(checkout, "rev-parse", "--verify", commissionBranch(id))).toMatch(/^[0-9a-f]{40}$/);
});
